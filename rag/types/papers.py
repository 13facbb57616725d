"""Papers, where they come from, and stretches of their abstracts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a paper came from.

    `file` is the file's base name, `record` the paper's 1-based position among the file's
    papers, `line` the 1-based line on which it starts (None where a format has no lines). `path` is
    where the file or its archive lay, "" where that says nothing; it tells files of one name apart
    and is not shown.
    """

    file: str
    record: int
    line: int | None = None
    path: str = ""


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper: its abstract as the source wrote it, and what is known about it.

    `title` is the title given by a source, None where there was none; `name` is what the paper
    introduces ("AgentLAB"), or None; `aliases` are other spellings of the name. `abstract` may be
    empty. `origins` names every place the paper was read from, the first one first. `notice` is
    "retracted" or "withdrawn" where a source says so of the paper. `meeting` is True where a source
    says that it was given at a conference, though the name of its venue doesn't.
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
    meeting: bool = False

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
    plain words (no LaTeX, Markdown or HTML), Chinese in English words.
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
