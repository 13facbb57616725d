"""Refer, the format of EndNote's .enw files and of bibIX."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ingest.readers.base import Format, Records
from ingest.readers.source import Source
from ingest.readers.tagged import TaggedRecord, raw_records

_BEGINNING = re.compile(r"\A%[0A-Z] \S.*(?:\n|\Z)(?:\s*|%\S(?: |\n)|[^%])")
_SUFFIXES = {".enw", ".ref", ".refer"}
_TAG = re.compile(r"%(\S)(?:\s+(.*))?$")


def recognises(source: Source) -> bool:
    """Tell whether it begins with a tag of Refer."""
    head = source.head
    return bool(_BEGINNING.match(head)) or (source.suffix in _SUFFIXES and head[0] == "%")


def read(source: Source) -> Records:
    """Return the records; each begins with its type, or behind an empty line if there are none."""
    return raw_records(source, _records(source), _fields)


FORMAT = Format("EndNote/Refer", recognises, read)


def _records(source: Source) -> Iterator[TaggedRecord]:
    typed = source.head.startswith("%0")
    record: TaggedRecord | None = None
    apart = False
    for number, line in source.lines():
        tag = _TAG.match(line.strip("\ufeff").rstrip())
        if tag:
            if record is None or tag[1] == "0" or (apart and not typed):
                if record is not None:
                    yield record
                record = TaggedRecord(number)
            record.add(tag[1], tag[2] or "")
        elif record is not None:
            record.extend(line)
        apart = not line.strip()
    if record is not None:
        yield record


def _fields(record: TaggedRecord) -> dict[str, Any]:
    return {
        "title": record.first("T", "!", "B"),
        "abstract": "\n".join(record.texts("X")),
        "authors": record.values("A") or record.values("E", "?"),
        "year": [*record.values("D"), *record.values("8")],
        "venue": record.first("J", "B", "S"),
        "doi": [*record.values("R"), *record.values("U")],
        "url": record.first("U", ">"),
        "keywords": record.lines("K"),
        "comments": record.values("Z"),
        "publication_type": record.first("0"),
    }
