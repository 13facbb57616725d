"""Web of Science's plain text ("ISI export format")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ingest.readers.base import Format, Records
from ingest.readers.source import Source
from ingest.readers.tagged import TaggedRecord, raw_records

_BEGINNING = re.compile(
    r"\A(?:FN .*\n\s*VR |PT [A-Z]\s*\n[A-Z][A-Z0-9] )|^FN (?:ISI|Clarivate|Thomson)|\AFN .*\nVR",
    re.MULTILINE,
)
_TAG = re.compile(r"([A-Z][A-Z0-9])(?: (.*))?$")


def recognises(source: Source) -> bool:
    """Tell whether it begins with the file's name and version, or with a publication type."""
    return bool(_BEGINNING.search(source.head))


def read(source: Source) -> Records:
    """Return the records; a publication type without an end tag before it ends one too."""
    return raw_records(source, _records(source), _fields)


FORMAT = Format("Web of Science", recognises, read)


def _records(source: Source) -> Iterator[TaggedRecord]:
    record: TaggedRecord | None = None
    for number, line in source.lines():
        tag = _TAG.match(line.strip("\ufeff").rstrip())
        if not tag:
            if record is not None:
                record.extend(line)
        elif tag[1] in ("ER", "EF", "PT"):
            if record is not None:
                record.ended = tag[1] == "ER"
                yield record
            record = TaggedRecord(number) if tag[1] == "PT" else None
        elif record is None and tag[1] not in ("FN", "VR"):
            record = TaggedRecord(number)
        if record is not None and tag:
            record.add(tag[1], tag[2] or "")
    if record is not None:
        yield record


def _fields(record: TaggedRecord) -> dict[str, Any]:
    return {
        "title": record.first("TI"),
        "abstract": "\n".join(record.values("AB")),
        "authors": record.lines("AF") or record.lines("AU") or record.lines("BE", "ED"),
        "year": [*record.values("PY"), *record.values("EA"), *record.values("PD")],
        "venue": record.first("SO", "JI", "J9", "SE", "CT"),
        "doi": record.values("DI", "D2"),
        "url": record.first("UR"),
        "keywords": [word for value in record.values("DE", "ID") for word in value.split(";")],
        "publication_type": record.values("DT"),
    }
