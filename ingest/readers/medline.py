"""MEDLINE, as PubMed's .nbib files and its "PubMed format" have it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ingest.readers.base import Format, Records
from ingest.readers.source import Source
from ingest.readers.tagged import TaggedRecord, raw_records

_BEGINNING = re.compile(r"^(?:PMID *- ?\d|(?:OWN|STAT|DCOM|FAU|JID) *- )", re.MULTILINE)
_TAG = re.compile(r"([A-Z][A-Z0-9]{1,3}) {0,2}-(?: |$|(?=[A-Za-z\d]))\s*(.*)")
_DOI = re.compile(r"(10\.\d{4,9}/\S+)")
_DOUBLE_SPACED = 0.4


def recognises(source: Source) -> bool:
    """Tell whether a line begins with a tag that only MEDLINE has."""
    return bool(_BEGINNING.search(source.head))


def read(source: Source) -> Records:
    """Return the records; each begins with its PMID, or with a tag behind an empty line."""
    return raw_records(source, _records(source), _fields)


FORMAT = Format("MEDLINE", recognises, read)


def _records(source: Source) -> Iterator[TaggedRecord]:
    lines = source.head.splitlines()
    spaced = sum(not line.strip() for line in lines) > _DOUBLE_SPACED * len(lines)
    record: TaggedRecord | None = None
    apart = False
    for number, line in source.lines():
        tag = _TAG.match(line.lstrip("\ufeff"))
        if tag:
            begins = record is None or (apart and not spaced)
            if begins or (tag[1] == "PMID" and record is not None and record.has("PMID")):
                if record is not None:
                    yield record
                record = TaggedRecord(number)
            if record is not None:
                record.add(tag[1], tag[2])
                record.ended = record.ended or tag[1] == "SO"  # the last tag that PubMed writes
        elif record is not None and line.strip() and (spaced or not apart):
            record.extend(line)
        apart = not line.strip() or (apart and not tag)
    if record is not None:
        yield record


def _fields(record: TaggedRecord) -> dict[str, Any]:
    pmid = record.first("PMID")
    return {
        "title": _title(" ".join(record.values("TI")) or record.first("BTI", "CTI", "TT")),
        "abstract": "\n".join(record.values("AB") or record.values("OAB")),
        "authors": [*_authors(record), *({"literal": name} for name in record.values("CN"))],
        "year": [*record.values("DP"), *record.values("DEP"), *record.values("SO")],
        "venue": record.first("JT", "TA", "CTI", "BTI"),
        "doi": [value for tag in ("LID", "AID", "SO") for value in record.values(tag)
                if "[doi]" in value or "doi:" in value.lower()],
        "url": f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/" if pmid and pmid.isdigit() else None,
        "keywords": [*record.values("OT"), *record.values("MH")],
        "publication_type": record.values("PT"),
        "notice": "retracted" if record.has("RIN") else None,
    }  # fmt: skip


def _authors(record: TaggedRecord) -> list[Any]:
    """Full names where they are given, else family name and initials."""
    full = record.values("FAU") or record.values("FED")
    return [*full] or [{"medline": name} for name in record.values("AU") or record.values("ED")]


def _title(title: str | None) -> str | None:
    """Take off PubMed's closing point, and the brackets of a translated title."""
    if not title:
        return None
    bare = title.removesuffix(".")
    translated = re.fullmatch(r"\[(.+?)\.?\]", bare)
    return translated[1] if translated else bare
