"""Does a paper introduce a benchmark, a data set, a survey …? Read from how its sentences say so.

"We present X, a benchmark …" does; "experiments on three benchmarks" doesn't.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from rag.answering.listing.conditions import Rows, quotes_where
from rag.answering.phrases import phrase
from rag.plaintext import plain
from rag.store.papers import PaperStore
from rag.tokens import terms
from rag.types import Paper, Quote

_ALSO: Mapping[str, tuple[str, ...]] = {
    "benchmark": ("benchmark", "testbed", "test bed", "test suite", "evaluation suite", "bench"),
    "dataset": ("dataset", "data set", "corpus", "corpora"),
    "corpus": ("corpus", "corpora", "dataset", "data set"),
    "survey": ("survey", "review", "overview"),
    "codebase": ("codebase", "code base", "library", "toolkit"),
}
_SINGULAR = {"corpora": "corpus", "libraries": "library", "taxonomies": "taxonomy"}
_MAKE = (
    r"(?:introduc|propos|present|construct|build|built|develop|creat|releas|curat|collect|design"
    r"|contribut|assembl|provid|compil|annotat|publish|launch|formaliz|formalis)\w*"
)
_WE = r"(?:\b[Ww]e\b|\b[Tt]his (?:paper|work|study|article)\b|\b[Oo]ur\b|本文|我们|我們)"
# What may stand between a verb or an article and the noun: no preposition, no other verb.
_INNER = (
    r"(?:(?!(?:to|for|of|that|which|on|in|with|using|across|from|by|than|via|through|as|over|at|while"
    r"|where|when|is|are|was|and (?:show|demonstrate|outperform))\b)[^\s,.;:]+,? ){0,8}?"
)
_OTHERS = re.compile(
    r"^(?:[Hh]owever, |[Ww]hile |[Aa]lthough )?(?:existing|previous|prior|current|recent|most|many"
    r"|several|standard)\b|\b(?:lack|absence|need|scarcity|shortage) (?:of|for)\b[^,;]*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Introduces:
    """Introduces a thing of this `kind` of its own ("benchmark", "dataset")."""

    kind: str

    @classmethod
    def called(cls, noun: str) -> Introduces:
        """Make the condition from the noun of a question, singular or plural."""
        noun = noun.casefold().replace("data set", "dataset").replace("code base", "codebase")
        return cls(_SINGULAR.get(noun) or noun.removesuffix("s"))

    def candidates(self, store: PaperStore) -> Rows:
        """See `Condition`."""
        ways = (" AND ".join(f'"{t}"*' for t in terms(name)[-2:]) for name in self._names())
        return store.rows_matching(" OR ".join(f"({way})" for way in ways))

    def holds(self, paper: Paper) -> bool:
        """See `Condition`."""
        return self._titled(plain(paper.title or "")) or any(self.quotes(paper))

    def quotes(self, paper: Paper) -> Iterator[Quote]:
        """See `Condition`."""
        form = _introducing(self._names())
        named = re.compile("|".join(self._names()), re.IGNORECASE)
        return quotes_where(
            paper, lambda text: named.search(text) is not None and _introduces(plain(text), form)
        )

    def described(self, language: str) -> str:
        """See `Condition`."""
        return phrase("introduce", language, what=self.kind)

    def _names(self) -> tuple[str, ...]:
        return _ALSO.get(self.kind, (self.kind,))

    def _titled(self, title: str) -> bool:
        nouns = "|".join(self._names())
        form = rf"(?::|\ban?\b) [^:]*\b(?:{nouns})\b|\b{self.kind}ing\b"
        return re.search(form, title, re.IGNORECASE) is not None


@lru_cache(maxsize=16)
def _introducing(names: tuple[str, ...]) -> re.Pattern[str]:
    noun = rf"(?:{'|'.join(names)})(?:s|es)?\b(?!ing)"
    article = r"(?:an?|the|our|two|three|four|several|[A-Z][\w*-]*,? (?:an?|the)) "
    return re.compile(
        rf"{_WE}.*?\b{_MAKE} (?:{article})?(?:\S+(?: \S+){{0,3}}(?: \([^)]*\))?, (?:an?|the) )?"
        rf"{_INNER}(?:\S*[a-z-])?{noun}"
        rf"|\b{_MAKE} (?:as )?(?:\S+(?: \S+)?, )?(?:an?|the) {_INNER}{noun}"
        rf"|\b(?:as|is|are|,) (?:an?|the) (?:\S+ )?(?:new|novel|first|largest)\b,? {_INNER}{noun}"
        rf"|\b(?:the accompanying|the proposed|the resulting) {_INNER}{noun}"
        rf"|\b{noun} (?:that )?we (?:\w+ )?{_MAKE}|\bthis {noun}",
        re.IGNORECASE,
    )


def _introduces(text: str, form: re.Pattern[str]) -> bool:
    match = form.search(text)
    return match is not None and not _OTHERS.search(text[: match.end()])
