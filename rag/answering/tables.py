"""A comparison's table as Markdown, cell by cell, and as data."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rag.answering.draft import DraftSentence, DraftTable, Support
from rag.citations import neutral
from rag.plaintext import plain
from rag.types import Cell, Paper, Quote, Table, TableRow

END = " |"  # stands behind the last cell


def as_sentences(table: DraftTable) -> Iterator[DraftSentence]:
    """Yield the cells row by row; the leads between them make a Markdown table."""
    header = "".join(f"| {_cell(plain(paper.label))} " for paper in table.papers)
    lead = f"\n\n| {header}|\n|{'---|' * (len(table.papers) + 1)}\n"
    for aspect, quotes in table.rows:
        lead += f"| **{_cell(aspect)}** | "
        for paper, quote in zip(table.papers, quotes, strict=True):
            text = quote.text if quote else table.unstated
            yield DraftSentence(_cell(neutral(text)), (Support(paper, quote),), lead)
            lead = " | "
        lead = f"{END}\n"


def numbered(table: DraftTable, number: Callable[[Paper], int]) -> Table:
    """Return the table as data, with the number that each paper is cited by."""
    rows = tuple(
        TableRow(
            aspect,
            tuple(
                _data(quote, table.unstated, number(paper))
                for paper, quote in zip(table.papers, quotes, strict=True)
            ),
        )
        for aspect, quotes in table.rows
    )
    return Table(tuple(paper.label for paper in table.papers), rows)


def _data(quote: Quote | None, unstated: str, number: int) -> Cell:
    return Cell(quote.text if quote else unstated, (number,), quote)


def _cell(text: str) -> str:
    """Keep a cell in its place: one line, and no bar that would end it."""
    return " ".join(text.split()).replace("|", r"\|")
