"""CSV, TSV and their kin, with lines before the header and quotes that never close."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from ingest.readers import cards
from ingest.readers.base import CUT_SHORT, Format, RawRecord, Records
from ingest.readers.columns import Columns, fields_of, find_columns
from ingest.readers.source import Source
from rag.errors import InputFileError
from rag.types import Origin, Rejected

_SUFFIXES = {".csv", ".tsv", ".tab"}
_DELIMITERS = ",\t;|"
_MOST_PREAMBLE = 40
_QUOTED = re.compile(r'"(.*)"', re.DOTALL)
_LONGEST_ROW = 1_000_000  # characters: no row of papers is longer, an unclosed quote is
_MOST_LINES = 5_000

csv.field_size_limit(2 * _LONGEST_ROW)

Numbered = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Layout:
    """How a table is written: what stands between cells, the header's place, the columns."""

    delimiter: str
    escape: str | None
    header: int
    width: int
    columns: Columns

    def parse(self, lines: Iterable[str], *, strict: bool = False) -> Iterator[list[str]]:
        """Yield the rows of lines (which keep their ends); with `strict`, wrong quotes raise."""
        return iter(
            csv.reader(lines, delimiter=self.delimiter, escapechar=self.escape, strict=strict)
        )

    def is_well_quoted(self, lines: Sequence[str]) -> bool:
        """Tell whether every quotation mark of a row that opens a cell also ends one."""
        try:
            next(self.parse(lines, strict=True), None)
        except csv.Error:
            return False
        return True

    def split(self, line: str) -> list[str]:
        """Return the cells of a line by itself."""
        return next(self.parse([line]), [])

    def split_bare(self, line: str) -> list[str]:
        """Return the cells of a line whose quotation marks are mere text, unless they enclose."""
        cells = line.rstrip("\n").split(self.delimiter)
        return [
            match[1].replace('""', '"') if (match := _QUOTED.fullmatch(c)) else c for c in cells
        ]


def recognises(source: Source) -> bool:
    """Tell whether a row near the beginning names a title or an abstract, or the name says so."""
    return source.suffix in _SUFFIXES or _layout(source) is not None or cards.recognises(source)


def read(source: Source) -> Records:
    """Yield the rows below the header.

    Raises `InputFileError` when no column is named like a title or an abstract.
    """
    layout = _layout(source)
    if layout is None and cards.recognises(source):
        yield from cards.read(source)
        return
    if layout is None:
        raise InputFileError(
            f"{source.name} has no column that is called title or abstract; name one so in its "
            "first line."
        )
    record = 0
    for line, row in _rows(source, layout):
        if isinstance(row, str):
            record += 1
            yield Rejected(source.name, record, line, row)
        elif any(cell.strip() for cell in row) and find_columns(row) != layout.columns:
            record += 1
            yield RawRecord(Origin(source.name, record, line), fields_of(row, layout.columns))


FORMAT = Format("CSV", recognises, read)


def _layout(source: Source) -> Layout | None:
    """Return the layout whose header names the most fields."""
    head = source.head
    escape = "\\" if '\\"' in head and '""' not in head.replace(',""', "") else None
    found = [
        layout
        for delimiter in _DELIMITERS
        if delimiter in head[:20_000] and (layout := _header(head, delimiter, escape))
    ]
    return max(found, key=lambda layout: (len(layout.columns), layout.width), default=None)


def _header(head: str, delimiter: str, escape: str | None) -> Layout | None:
    lines = head.splitlines(keepends=True)
    rows = csv.reader(lines, delimiter=delimiter, escapechar=escape)
    try:
        for row in islice(rows, _MOST_PREAMBLE):
            columns = find_columns(row) if len(row) > 1 else None
            if columns:
                return Layout(delimiter, escape, rows.line_num, len(row), columns)
    except csv.Error:
        return None
    return None


def _rows(source: Source, layout: Layout) -> Iterator[tuple[int, list[str] | str]]:
    """Yield (line, row); a reason stands for a row that can't be read.

    A quote that never closes takes in the rows behind it, up to the file's end or to a quote in one
    of them: then only its line is given up.
    """
    skipped = _blank_lines(source) + layout.header
    lines = ((number, line + "\n") for number, line in source.lines() if number > skipped)
    stream: Iterator[Numbered] = lines
    while (first := next(stream, None)) is not None:
        taken = [first]
        row, runaway = _row(layout, taken, stream)
        if not runaway:
            yield first[0], row
            continue
        yield first[0], "a quotation mark in this line is never closed; the lines below it are read"
        stream = chain(taken[1:], stream)


def _row(
    layout: Layout, taken: list[Numbered], stream: Iterator[Numbered]
) -> tuple[list[str] | str, bool]:
    """Read one row, noting the lines it takes, or why it can't be; True if it can't be one row."""
    size = 0

    def feed() -> Iterator[str]:
        nonlocal size
        yield taken[0][1]
        for item in stream:
            taken.append(item)
            size += len(item[1])
            if size > _LONGEST_ROW or len(taken) > _MOST_LINES:
                return
            yield item[1]
        ended.append(True)

    ended: list[bool] = []
    try:
        row = next(layout.parse(feed()), [])
    except csv.Error:
        return [], len(taken) > 1
    if size > _LONGEST_ROW or len(taken) > _MOST_LINES:
        return row, True
    well_quoted = layout.is_well_quoted([line for _, line in taken])
    bare = layout.split_bare(taken[0][1]) if len(taken) == 1 and not well_quoted else []
    if len(bare) == layout.width:
        return bare, False
    split = layout.split if well_quoted else layout.split_bare
    runaway = (bool(ended) or not well_quoted) and _swallowed(layout, taken, split)
    return CUT_SHORT if ended and not (well_quoted or runaway) else row, runaway


def _swallowed(
    layout: Layout, taken: Sequence[Numbered], split: Callable[[str], list[str]]
) -> bool:
    """Tell whether lines that the last row took in are rows of their own."""
    return any(len(split(line)) >= max(2, layout.width) for _, line in taken[1:])


def _blank_lines(source: Source) -> int:
    """Count the empty lines that `Source.head` leaves out."""
    count = 0
    for _, line in source.lines():
        if line.strip("\ufeff \t"):
            break
        count += 1
    return count
