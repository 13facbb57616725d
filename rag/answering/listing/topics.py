"""A topic as units of meaning: words or short phrases, each with what else it may be called."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from rag.rarity import idf
from rag.tokens import is_stop_word, terms

Spelling = tuple[str, ...]  # stemmed terms, all of which have to be there

_TOKEN = re.compile(r"[\w+#]+(?:[-'’][\w+#]+)*|/")
_ACRONYMS = re.compile(r"(?<=[A-Z]{2})s\b")
_PHRASES: tuple[Spelling, ...] = (("languag", "model"), ("reinforc", "learn"))
_FILLER = re.compile(
    "new|novel|any|kinds?|types?|sort|ways?|methods?|approach(?:es)?|techniques?|papers?|works?"
    "|mak(?:e|ing)|giv(?:e|ing)|report|involve|buil[dt]|things?|various|different|particular|single"
    "|numbers?|concern|deal|areas?|ideas?|problems?|mention|show|another|changes?|better|topics?"
    "|field|subject|large|out|analysis"
)
_LEAST_IDF = 0.25


@dataclass(frozen=True, slots=True)
class Unit:
    """One thing that a topic is made of, in any of its spellings."""

    spellings: frozenset[Spelling]

    def is_in(self, held: frozenset[str] | set[str]) -> bool:
        """Say whether a text that holds these terms names it."""
        return any(held.issuperset(spelling) for spelling in self.spellings)

    def starts(self, term: str) -> bool:
        """Say whether `term` belongs to one of its spellings."""
        return any(term in spelling for spelling in self.spellings)


@lru_cache(maxsize=1000)
def units_of(topic: str) -> tuple[Unit, ...]:
    """Return the units of a topic, in order; what is joined by "or" is one of them."""
    found: list[list[Spelling]] = []
    joined = False
    for token in _TOKEN.findall(_ACRONYMS.sub("", topic)):
        word = token.casefold()
        if word in ("or", "/"):
            joined = bool(found)
        elif spellings := _spellings(word):
            if joined:
                found[-1] += spellings
            else:
                found.append(spellings)
            joined = False
    units = (Unit(_synonyms(spellings)) for spellings in _with_phrases(found))
    return tuple(dict.fromkeys(units))


def are_in(units: Sequence[Unit], text: str) -> bool:
    """Say whether `text`, which is plain, names all of `units`."""
    held = set(terms(text))
    return all(unit.is_in(held) for unit in units)


def is_filler(word: str) -> bool:
    """Say whether a word tells nothing of a topic ("new", "method")."""
    return _FILLER.fullmatch(word) is not None


def _spellings(word: str) -> list[Spelling]:
    """Return what stands for a word: "multi-agent" is one term, or two."""
    found = terms(word)
    if not found or is_stop_word(word) or is_filler(word):
        return []
    return [tuple(found)] if len(found) == 1 else [(found[0],), tuple(found[1:])]


def _with_phrases(found: list[list[Spelling]]) -> list[list[Spelling]]:
    """Join neighbours that are one thing together ("language models")."""
    joined: list[list[Spelling]] = []
    for spellings in found:
        last = joined[-1] if joined else []
        phrase = next((p for p in _PHRASES if (p[:1] in last) and p[1:] in spellings), None)
        if phrase:
            joined[-1] = [phrase, *(s for s in last if s != phrase[:1])]
        else:
            joined.append(spellings)
    return joined


def _synonyms(spellings: Iterable[Spelling]) -> frozenset[Spelling]:
    groups = _thesaurus()
    return frozenset(
        itertools.chain.from_iterable(groups.get(s, frozenset((s,))) for s in spellings)
    )


@lru_cache(maxsize=1)
def _thesaurus() -> Mapping[Spelling, frozenset[Spelling]]:
    text = files("rag.answering.listing").joinpath("thesaurus.txt").read_text("utf-8")
    groups = [line.split() for line in text.splitlines() if line[:1] not in ("", "#")]
    sets = [frozenset(s for word in group for s in _all_spellings(word)) for group in groups]
    return {spelling: group for group in sets for spelling in group}


def _all_spellings(word: str) -> list[Spelling]:
    found = terms(word)
    return [tuple(found)] if len(found) == 1 else [(found[0],), tuple(found[1:])]


def weights(holders: Sequence[int], papers: int) -> list[float]:
    """Return how much each unit tells, by the number of `papers` that hold it; they sum to 1."""
    raw = [max(idf(held, papers), _LEAST_IDF) for held in holders]
    return [value / sum(raw) for value in raw]
