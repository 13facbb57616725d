"""Exact properties of a paper's record: its year, venue, authors, and what kind of paper it is.

Each condition narrows the collection down by SQL and then holds or doesn't hold for a paper.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from rag.answering.phrases import phrase
from rag.plaintext import plain
from rag.sentences import quotes_of
from rag.store.papers import PaperStore
from rag.tokens import fold
from rag.types import Paper, Quote

Rows = frozenset[int]

_WORD = re.compile(r"[^\W_]+")
_YEAR = re.compile(r"(?:19|20)\d\d")
_POSITION = re.compile(r"\bposition (?:paper|piece)\b", re.IGNORECASE)


class Condition(Protocol):
    """An exact property that a paper has or hasn't."""

    def candidates(self, store: PaperStore) -> Rows:
        """Return the rows of all papers that may meet it, and as few others as SQL allows."""
        ...

    def holds(self, paper: Paper) -> bool:
        """Say whether `paper` meets it."""
        ...

    def quotes(self, paper: Paper) -> Iterator[Quote]:
        """Yield the words of its abstract that show it; none where another field does."""
        ...

    def described(self, language: str) -> str:
        """Return what a paper that meets it does, as a phrase: "mention “GRPO”"."""
        ...


class OfRecord:
    """What another field than the abstract shows."""

    __slots__ = ()

    def quotes(self, paper: Paper) -> Iterator[Quote]:
        """See `Condition`."""
        return iter(())


@dataclass(frozen=True, slots=True)
class Years(OfRecord):
    """Published in a year from `low` to `high`, both included; either end may be open."""

    low: int | None
    high: int | None

    def candidates(self, store: PaperStore) -> Rows:
        """See `Condition`."""
        return store.rows_where(
            "year >= ? AND year <= ?",
            self.low if self.low is not None else -(10**9),
            self.high if self.high is not None else 10**9,
        )

    def holds(self, paper: Paper) -> bool:
        """See `Condition`."""
        year = paper.year
        return year is not None and (
            (self.low is None or year >= self.low) and (self.high is None or year <= self.high)
        )

    def described(self, language: str) -> str:
        """See `Condition`."""
        if self.low == self.high:
            return phrase("in_year", language, year=str(self.low))
        if self.high is None:
            return phrase("since_year", language, year=str(self.low))
        if self.low is None:
            return phrase("until_year", language, year=str(self.high))
        return phrase("between_years", language, low=str(self.low), high=str(self.high))


@dataclass(frozen=True, slots=True)
class Venue(OfRecord):
    """Published at one of `venues`, which are what `name` stands for in this collection."""

    name: str
    venues: frozenset[str]

    def candidates(self, store: PaperStore) -> Rows:
        """See `Condition`."""
        marks = ",".join("?" * len(self.venues))
        return store.rows_where(f"venue IN ({marks})", *sorted(self.venues))

    def holds(self, paper: Paper) -> bool:
        """See `Condition`."""
        return paper.venue in self.venues

    def described(self, language: str) -> str:
        """See `Condition`."""
        return phrase("at_venue", language, name=self.name)


def venues_called(name: str, venues: Iterable[str]) -> frozenset[str]:
    """Return those of `venues` that `name` stands for.

    "ICML" is a venue of just that name, with a year or without; where there is none, it is every
    venue that holds the word ("Findings of ACL: EMNLP 2023" for "EMNLP").
    """
    wanted, years = _venue_words(name)
    known = {venue: _venue_words(venue) for venue in venues}
    fitting = {v: words for v, (words, found) in known.items() if years <= found}
    same = frozenset(v for v, words in fitting.items() if words == wanted)
    return same or frozenset(v for v, words in fitting.items() if f" {wanted} " in f" {words} ")


def _venue_words(venue: str) -> tuple[str, frozenset[str]]:
    words = _WORD.findall(fold(venue))
    years = frozenset(word for word in words if _YEAR.fullmatch(word))
    return " ".join(word for word in words if word not in years), years


@dataclass(frozen=True, slots=True)
class Author(OfRecord):
    """Written by someone called `name`: a whole name, a family name, or initials and a name."""

    name: str

    def candidates(self, store: PaperStore) -> Rows:
        """See `Condition`."""
        longest = max(_WORD.findall(fold(self.name)), key=len, default="")
        return frozenset(row for row, listed in store.author_lists() if longest in fold(listed))

    def holds(self, paper: Paper) -> bool:
        """See `Condition`."""
        wanted = _WORD.findall(fold(self.name))
        return any(_is_called(_WORD.findall(fold(author)), wanted) for author in paper.authors)

    def described(self, language: str) -> str:
        """See `Condition`."""
        return phrase("by_author", language, name=self.name)


def _is_called(author: list[str], wanted: list[str]) -> bool:
    """Each wanted word is one of the author's, or an initial of one; one at least is whole."""
    free = list(author)
    for word in sorted(wanted, key=len, reverse=True):
        found = next((w for w in free if w == word or (len(word) == 1 and w[0] == word)), None)
        found = found or next((w for w in free if len(w) == 1 and w == word[0]), None)
        if found is None:
            return False
        free.remove(found)
    return any(word in author and len(word) > 1 for word in wanted)


@dataclass(frozen=True, slots=True)
class PositionPaper:
    """Called a position paper by its title or by itself."""

    def candidates(self, store: PaperStore) -> Rows:
        """See `Condition`."""
        return store.rows_where("title LIKE 'position%' OR abstract LIKE '%position p%'")

    def holds(self, paper: Paper) -> bool:
        """See `Condition`."""
        titled = re.match(r"position\b\s*(?:paper)?\s*[:：]", plain(paper.title or ""), re.I)
        return titled is not None or any(self.quotes(paper))

    def quotes(self, paper: Paper) -> Iterator[Quote]:
        """See `Condition`."""
        return quotes_where(paper, lambda text: _POSITION.search(text) is not None)

    def described(self, language: str) -> str:
        """See `Condition`."""
        return phrase("position_paper", language)


_EMPTY_FIELD = {
    "abstract": "trim(abstract) = ''",
    "authors": "authors = '[]'",
    "year": "year IS NULL",
    "venue": "coalesce(venue, '') = ''",
    "doi": "coalesce(doi, '') = ''",
}


@dataclass(frozen=True, slots=True)
class Without(OfRecord):
    """Its record lacks a field: "abstract", "authors", "year", "venue" or "doi"."""

    field: str

    def candidates(self, store: PaperStore) -> Rows:
        """See `Condition`."""
        return store.rows_where(_EMPTY_FIELD[self.field])

    def holds(self, paper: Paper) -> bool:
        """See `Condition`."""
        value = getattr(paper, self.field)
        return not (value.strip() if isinstance(value, str) else value)

    def described(self, language: str) -> str:
        """See `Condition`."""
        return phrase(f"without_{self.field}", language)


@dataclass(frozen=True, slots=True)
class Doi(OfRecord):
    """Published under a DOI."""

    doi: str

    def candidates(self, store: PaperStore) -> Rows:
        """See `Condition`."""
        return store.rows_fitting({"doi": self.doi})

    def holds(self, paper: Paper) -> bool:
        """See `Condition`."""
        return (paper.doi or "").lower() == self.doi.lower()

    def described(self, language: str) -> str:
        """See `Condition`."""
        return phrase("with_doi", language, doi=self.doi)


@dataclass(frozen=True, slots=True)
class Not(OfRecord):
    """The opposite of a condition."""

    condition: Condition

    def candidates(self, store: PaperStore) -> Rows:
        """See `Condition`."""
        return store.rows_where("1")

    def holds(self, paper: Paper) -> bool:
        """See `Condition`."""
        return not self.condition.holds(paper)

    def described(self, language: str) -> str:
        """See `Condition`."""
        what = self.condition.described(language)
        key = "are_not" if what.startswith("are ") else "not"
        return phrase(key, language, what=what.removeprefix("are "))


def quotes_where(paper: Paper, test: Callable[[str], bool]) -> Iterator[Quote]:
    """Yield the sentences of a paper's abstract that pass `test`, as they are written."""
    return (quote for quote in quotes_of(paper) if test(quote.text))
