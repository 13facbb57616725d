"""CSV for spreadsheets, in which no cell can run as a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator

from rag.types import Paper

_COLUMNS = (
    "id", "title", "authors", "year", "venue", "doi", "url", "keywords", "notice", "name",
    "aliases", "publication_type", "abstract",
)  # fmt: skip
# A spreadsheet runs what begins so, and shows what stands behind an apostrophe as text. One that
# was there already gets another, so that the reader can always take one off.
_RUNNABLE = re.compile(r"'*\s*[=+\-@\t\r\n]")


def write(papers: Iterable[Paper]) -> Iterator[str]:
    """Yield the header, then a row for each paper."""
    yield _row(_COLUMNS)
    for paper in papers:
        yield _row(_cell(_value(paper, column)) for column in _COLUMNS)


def _value(paper: Paper, column: str) -> object:
    if column == "publication_type":
        return "conference paper" if paper.meeting else None
    return getattr(paper, column)


def _cell(value: object) -> str:
    text = "; ".join(value) if isinstance(value, tuple) else str(value or "")
    text = f"'{text}" if _RUNNABLE.match(text) else text
    return f"{text} " if text.endswith("\\") else text  # else it seems to escape the quote behind


def _row(cells: Iterable[str]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()
