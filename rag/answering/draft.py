"""A draft: what an answer is to say, each sentence with the words of the papers that support it."""

from __future__ import annotations

from dataclasses import dataclass

from rag.types import Paper, Quote, Status


@dataclass(frozen=True, slots=True)
class Support:
    """A paper, and its words that support a sentence (None where a field of its record does)."""

    paper: Paper
    quote: Quote | None = None


@dataclass(frozen=True, slots=True)
class DraftSentence:
    """One sentence without its markers, which go to its end.

    `lead` stands before it: a blank, or a line break and a bullet. Of a sentence that its supports
    don't bear out, `doubt` says why, and `remark` tells so behind it in the text.
    """

    text: str
    supports: tuple[Support, ...]
    lead: str = " "
    doubt: str = ""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class DraftTable:
    """A comparison: a column for each paper, a row for each aspect.

    `rows` holds an aspect's name and a cell for each paper: its words, or None where its abstract
    doesn't say; `unstated` is what stands in such a cell.
    """

    papers: tuple[Paper, ...]
    rows: tuple[tuple[str, tuple[Quote | None, ...]], ...]
    unstated: str


@dataclass(frozen=True, slots=True)
class Draft:
    """What an answer is to say.

    `table` is a comparison as data, whose cells are the last of `sentences`; `tail` ends the text.
    `by_year` holds numbers of papers over the years, where they are what is asked for.
    """

    status: Status
    sentences: tuple[DraftSentence, ...]
    table: DraftTable | None = None
    tail: str = ""
    by_year: tuple[tuple[int | None, int], ...] = ()
