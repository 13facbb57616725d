"""What is found for a question, and the answer with its citations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rag.types.papers import Paper, Quote


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence of a paper that bears on a question; `score` is higher for a better match."""

    paper: Paper
    quote: Quote
    score: float


class Kind(StrEnum):
    """What kind of answer a question asks for."""

    FACT = "fact"
    FIND = "find"
    LIST = "list"
    COUNT = "count"
    COMPARE = "compare"
    COLLECTION = "collection"


class Status(StrEnum):
    """How far the papers answer the question."""

    ANSWERED = "answered"
    PARTLY = "partly"
    NOT_FOUND = "not_found"
    AMBIGUOUS = "ambiguous"


@dataclass(frozen=True, slots=True)
class Citation:
    """A paper that an answer cites: its number in the answer and the words that support it."""

    number: int
    paper: Paper
    quotes: tuple[Quote, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerSentence:
    """One sentence of an answer, its markers included, and the numbers that it cites.

    Where it is not `supported` by what it cites, `reason` says why; `Answer.text` then tells so
    behind the sentence, and what shows answers strikes it.
    """

    text: str
    citations: tuple[int, ...] = ()
    supported: bool = True
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """What a paper's abstract says on an aspect, word for word, and the numbers that it cites.

    `quote` is None where the abstract doesn't say; `text` tells so then.
    """

    text: str
    citations: tuple[int, ...]
    quote: Quote | None


@dataclass(frozen=True, slots=True)
class TableRow:
    """One aspect of a comparison, with a cell for each paper."""

    aspect: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A comparison of papers: `columns` names them; a cell cites its own column's paper only."""

    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]


@dataclass(frozen=True, slots=True)
class Dropped:
    """Something that was taken out of an answer, and why."""

    marker: str
    reason: str


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens that a language model read and wrote for an answer (0 without one).

    They are the server's figures, or counted here (`estimated`) where it gives none. `cost` is
    theirs by the user's own prices, in the user's currency; None where no price is set.
    """

    prompt_tokens: int = 0
    completion_tokens: int = 0
    estimated: bool = False
    cost: float | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A cited answer.

    `text` is the answer alone, Markdown with markers "[1]"; each marker's number stands in
    `citations`. `considered` are the papers that were looked at, best first. `notes` says what a
    reader has to know about the cited papers (for instance that the texts are summaries).
    `language` is "en" or "zh". `timings_ms` maps a step's name to milliseconds. `table` is the
    table at the end of a comparison's `text`, in parts. `by_year` holds (year, number of papers)
    where numbers over the years were asked for; the year is None for papers without one.
    `reply` is what a language model wrote, as it came, also where the answer does without it.
    """

    question: str
    standalone: str
    kind: Kind
    status: Status
    text: str
    sentences: tuple[AnswerSentence, ...] = ()
    citations: tuple[Citation, ...] = ()
    considered: tuple[Paper, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    notes: tuple[str, ...] = ()
    language: str = "en"
    model: str = "extractive"
    usage: Usage = Usage()
    timings_ms: Mapping[str, float] = field(default_factory=dict)
    table: Table | None = None
    by_year: tuple[tuple[int | None, int], ...] = ()
    reply: str = ""

    def __str__(self) -> str:
        """The text, followed by the papers that it cites."""
        papers = [f"[{c.number}] {_reference(c.paper)}" for c in self.citations]
        return "\n".join([self.text, *(["", *papers] if papers else [])])


def _reference(paper: Paper) -> str:
    parts = [paper.title or paper.label, ", ".join(paper.authors[:3]), paper.venue or ""]
    if len(paper.authors) > 3:
        parts[1] += " et al"
    if paper.year and str(paper.year) not in parts[2]:
        parts.append(str(paper.year))
    return ". ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A paper found for a query: `rank` counts from 1, `score` is higher for a better match."""

    rank: int
    score: float
    paper: Paper
