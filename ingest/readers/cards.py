"""Embase's CSV: a record is not a row but a card, each line of it a field's name and its values."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator

from ingest.readers.base import RawRecord, Records
from ingest.readers.columns import field_of
from ingest.readers.source import Source
from rag.types import Origin

Card = dict[str, list[str]]

_TITLES = re.compile(r'^"TITLE",', re.MULTILINE)
_OTHERS = re.compile(r'^"(?:AUTHOR NAMES|SOURCE|ABSTRACT|PUBLICATION YEAR|DOI)",', re.MULTILINE)


def recognises(source: Source) -> bool:
    """Tell whether lines begin with the names of fields, as Embase writes them."""
    return bool(_TITLES.search(source.head) and _OTHERS.search(source.head))


def read(source: Source) -> Records:
    """Yield the cards; each begins with its title."""
    for record, (line, card) in enumerate(_cards(source), start=1):
        authors = [{"medline": name} for name in card.get("authors", ())]
        yield RawRecord(Origin(source.name, record, line), {**card, "authors": authors})


def _cards(source: Source) -> Iterator[tuple[int, Card]]:
    card: Card = {}
    start = 0
    for number, line in source.lines():
        name, *values = _cells(line)
        if name == "TITLE":
            if card:
                yield start, card
            card, start = {}, number
        field = field_of(name)
        if start and field and field not in card:
            card[field] = [value for value in values if value]
    if card:
        yield start, card


def _cells(line: str) -> list[str]:
    try:
        return next(csv.reader([line]), []) or [""]
    except csv.Error:
        return [""]
