"""RIS, as Zotero, EndNote, Scopus, Ovid, Embase and publishers write it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ingest.readers.base import Format, Records
from ingest.readers.source import Source
from ingest.readers.tagged import TaggedRecord, raw_records

_TYPE = re.compile(r"\s*(TY|ty)(\s*)-")
_ANYWHERE = re.compile(r"^\s*(?:TY|ty) *-(?: |$)", re.MULTILINE)
_WITHOUT_TYPE = re.compile(r"\A(?:TI|T1|AU|A1|ID|AB|PY)  - .*\n(?:[A-Z][A-Z0-9]  - |\s*\n)")
_TAG = re.compile(r" {0,2}([A-Z][A-Z0-9])( *)-(?: |\t|$)[ \t]*(.*)")
_END = re.compile(r" {0,2}ER *-?\s*(?:$|\S)")
_UNTAGGED_END = re.compile(r"\s*ER\s*$")


def recognises(source: Source) -> bool:
    """Tell whether a record type stands at the beginning of a line."""
    return bool(_ANYWHERE.search(source.head) or _WITHOUT_TYPE.match(source.head))


def read(source: Source) -> Records:
    """Return the records; a type without an end tag before it, or the file's end, ends one."""
    return raw_records(source, _records(source), _fields)


FORMAT = Format("RIS", recognises, read)


def _records(source: Source) -> Iterator[TaggedRecord]:
    """Yield the records; lines between them are passed over."""
    untyped = not _ANYWHERE.search(source.head)
    record: TaggedRecord | None = None
    gap, small = 0, False
    for number, line in source.lines():
        line = line.strip("\ufeff") if "\ufeff" in line else line
        start = _TYPE.match(line)
        if start:
            if record is not None and not _only_types(record):
                yield record
                record = None
            gap, small = min(len(start[2]), 2), start[1] == "ty"
            record = record if record is not None else TaggedRecord(number)
        tag = _tag(line, gap, small)
        if tag and record is None and untyped:
            record = TaggedRecord(number)
        if record is None:
            continue
        if (tag and tag[0] == "ER") or _UNTAGGED_END.match(line):
            record.ended = True
            yield record
            record = None
        elif tag:
            record.add(*tag)
        else:
            record.extend(line)
    if record is not None:
        yield record


def _tag(line: str, gap: int, small: bool) -> tuple[str, str] | None:
    """Return (tag, value) of a line whose tag is written as wide as the record's type was."""
    match = _TAG.match(line[:4].upper() + line[4:] if small else line)
    if not match or (len(match[2]) < gap and match[1] not in ("ER", "TY")):
        return None
    return match[1], match[3]


def _only_types(record: TaggedRecord) -> bool:
    return len(record) == len(record.lines("TY")) and len(record) > 0


def _fields(record: TaggedRecord) -> dict[str, Any]:
    book = record.first("BT", "CT")
    title = record.first("TI", "T1") or book or record.first("ST", "TT", "T3")
    return {
        "title": title,
        "abstract": _abstract(record),
        "authors": [
            name if "," in name else {"medline": name}
            for name in record.values("AU", "A1") or record.values("A2", "A3", "ED")
        ],
        "year": [*record.values("PY"), *record.values("Y1"), *record.values("DA")],
        "venue": record.first("JF", "T2", "JO", "JA", "J2", "J1")
        or (book if book != title else None),
        "doi": record.first("DO", "DI") or record.values("M3", "L3", "UR"),
        "url": record.first("UR", "L2", "LK", "L1"),
        "keywords": record.lines("KW"),
        "comments": record.values("N1"),
        "publication_type": record.values("TY", "M3", "PT"),
    }


def _abstract(record: TaggedRecord) -> str:
    """Join AB before N2; a text that stands in another one is kept once."""
    texts: list[str] = []
    for text in (*record.texts("AB"), *record.texts("N2")):
        if not any(_same(text) in _same(other) for other in texts):
            texts.append(text)
    return "\n".join(texts)


def _same(text: str) -> str:
    return " ".join(text.split()).casefold()
