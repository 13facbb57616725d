"""The values that pass between the steps: frozen, comparable, free of behaviour."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a paper came from.

    `file` is the file's base name, `record` the paper's 1-based position among the file's
    papers, `line` the 1-based line on which it starts (None where a format has no lines).
    """

    file: str
    record: int
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper: its abstract as the source wrote it, and what is known about it.

    `title` is the title given by a source, None where there was none; `name` is what the paper
    introduces ("AgentLAB"), or None; `aliases` are other spellings of the name. `abstract` may be
    empty. `origins` names every place the paper was read from, the first one first. `notice` is
    "retracted" or "withdrawn" where a source says so of the paper.
    """

    id: str
    abstract: str
    title: str | None = None
    name: str | None = None
    aliases: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str | None = None
    doi: str | None = None
    url: str | None = None
    keywords: tuple[str, ...] = ()
    origins: tuple[Origin, ...] = ()
    notice: str | None = None

    @property
    def origin(self) -> Origin | None:
        """The first place the paper was read from."""
        return self.origins[0] if self.origins else None

    @property
    def label(self) -> str:
        """What to call the paper in running text: its name, else title, else first words."""
        return self.name or self.title or _first_words(self.abstract)


def _first_words(text: str, count: int = 8) -> str:
    words = text.split()
    return " ".join(words[:count]) + ("…" if len(words) > count else "")


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a paper's abstract that is embedded as one.

    `start` and `end` are character offsets into `Paper.abstract`; `search_text` is the stretch in
    plain words (no LaTeX, Markdown or HTML).
    """

    paper_id: str
    start: int
    end: int
    search_text: str


@dataclass(frozen=True, slots=True)
class Quote:
    """Supporting words, verbatim: `text == paper.abstract[start:end]`."""

    text: str
    start: int
    end: int


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


@dataclass(frozen=True, slots=True)
class IndexInfo:
    """What an index holds and what made it."""

    path: str
    papers: int
    passages: int
    sentences: int
    embedder: str
    dimension: int
    generation: int
    notes: tuple[str, ...] = ()
    files: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rejected:
    """A record that was left out, where it stands and why."""

    file: str
    record: int | None
    line: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What an ingest did: counts of papers, and the records that were left out."""

    read: int = 0
    added: int = 0
    updated: int = 0
    unchanged: int = 0
    merged: int = 0
    removed: int = 0
    embedded: int = 0
    rejected: tuple[Rejected, ...] = ()


@dataclass(frozen=True, slots=True)
class Sources:
    """First event of a streamed answer: the papers that it will draw on, best first."""

    papers: tuple[Paper, ...]


class Stage(StrEnum):
    """What a language model's answer is waiting for."""

    WRITE = "write"
    WAIT = "wait"
    CHECK = "check"
    REPAIR = "repair"


@dataclass(frozen=True, slots=True)
class Progress:
    """What is being done, between `Sources` and `Done`; only where a language model writes.

    `papers` is the number of papers that it writes from. `note` is a sentence for people on a
    delay ("The model is busy; trying again in 2 s (2 of 3)."), else empty.
    """

    stage: Stage
    papers: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Delta:
    """The next piece of a streamed answer's text.

    A language model's text comes unchecked: `Done` replaces what came before it.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Done:
    """Last event of a streamed answer: the whole, checked answer, the same as `ask` returns."""

    answer: Answer


Event = Sources | Progress | Delta | Done
