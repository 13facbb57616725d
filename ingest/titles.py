"""Join a list of titles to abstracts that came without: only where the match is certain.

A title is scored against an abstract word by word: a word found there counts the more the rarer
it is among the titles, two neighbouring words found as neighbours count extra, a word that is
missing counts against it. Certain is a title whose name before the colon is what the abstract
introduces, or one that leaves the next title, and every other abstract, far behind.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ingest.naming import find_introduced, is_name, title_prefix
from rag.names import name_key
from rag.plaintext import plain
from rag.tokens import terms
from rag.types import Paper

# Chosen on half of 1,996 abstracts with 6,628 titles (see tests/test_ingest_titles.py).
_LEAST_SCORE = 25.0
_LEAST_MARGIN = 10.0
_LEAST_LEAD = 2.0  # times the score of the next title, and of the next abstract
_LEAST_COVERAGE = 0.7
_LEAST_NAMED_COVERAGE = 0.65
_LEAST_NAMED_MARGIN = -10.0

_FOUND = 0.7  # how often a title's word stands in its abstract
_NEIGHBOURS = 0.35
_LONGER = 6  # a word is that much likelier in an abstract than in a title
_MISSING = 1.4
_MOST_FOR_NEIGHBOURS = 3.0
_SHORTLIST = 5
_FUNCTION_WORDS = frozenset(
    terms(
        "a an the of for and to in on with via by from is are at as or be can do how what when why "
        "not it its your you we our all more than toward towards through beyond into under using"
    )
)


@dataclass(frozen=True, slots=True)
class _Claim:
    """A title that an abstract may have, its score, and that of the best other title.

    `named` says that the abstract introduces the very name that stands before the title's colon.
    """

    key: int
    title: int
    score: float
    next_score: float
    coverage: float
    named: bool


def join_titles(abstracts: Iterable[tuple[int, str]], titles: Sequence[Paper]) -> dict[int, Paper]:
    """Return key -> title record for the abstracts (key, text) whose title is certain."""
    matcher = _Matcher(titles)
    by_title: dict[int, list[_Claim]] = defaultdict(list)
    for key, text in abstracts:
        for claim in matcher.claims(key, text):
            by_title[claim.title].append(claim)
    won = [winner for rivals in by_title.values() if (winner := _winner(rivals))]
    titles_won = Counter(claim.key for claim in won)
    return {claim.key: titles[claim.title] for claim in won if titles_won[claim.key] == 1}


def _winner(rivals: Sequence[_Claim]) -> _Claim | None:
    """Return the claim on a title that is certain, also in view of other abstracts' claims."""
    named = [claim for claim in rivals if claim.named]
    if len(named) == 1 and _is_surely_named(named[0]):
        return named[0]
    best, *others = sorted(rivals, key=lambda claim: claim.score, reverse=True)
    next_score = max([best.next_score, *(claim.score for claim in others)])
    certain = (
        best.score >= max(_LEAST_SCORE, _LEAST_LEAD * next_score)
        and best.score - next_score >= _LEAST_MARGIN
        and best.coverage >= _LEAST_COVERAGE
    )
    return best if certain else None


def _is_surely_named(claim: _Claim) -> bool:
    """Different papers choose the same name, so the other words have to agree as well."""
    margin = claim.score - claim.next_score
    return claim.coverage >= _LEAST_NAMED_COVERAGE and margin >= _LEAST_NAMED_MARGIN


class _Matcher:
    def __init__(self, titles: Sequence[Paper]) -> None:
        self._words = [_words(title.title or "") for title in titles]
        self._names = [_distinctive_name(title.title or "") for title in titles]
        self._sizes = np.array([len(set(words)) for words in self._words], np.float64)
        self._gains, self._postings = _index(self._words)
        self._by_name: dict[str, list[int]] = defaultdict(list)
        for row, name in enumerate(self._names):
            if name:
                self._by_name[name].append(row)

    def claims(self, key: int, abstract: str) -> Iterator[_Claim]:
        """Yield the abstract's claims: on its best title, and on those with the name it gives."""
        scores, found = self._score(_words(abstract))
        introduced = find_introduced(abstract)
        named = self._by_name.get(name_key(introduced.name), []) if introduced else []
        squashed = name_key(plain(abstract))
        possible = [
            row
            for row in np.argsort(-scores)[:_SHORTLIST].tolist()
            if not (name := self._names[row]) or name in squashed
        ]
        for row in dict.fromkeys([*possible[:1], *named]):
            others = [float(scores[other]) for other in possible if other != row]
            coverage = float(found[row] / max(self._sizes[row], 1))
            yield _Claim(key, row, float(scores[row]), max([0.0, *others]), coverage, row in named)

    def _score(self, words: list[str]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return each title's score, and how many of its words the abstract holds."""
        gains, found = np.zeros(len(self._words)), np.zeros(len(self._words))
        for feature in _features(words):
            rows = self._postings.get(feature)
            if rows is not None:
                gains[rows] += self._gains[feature]
                found[rows] += isinstance(feature, str)
        return gains - _MISSING * (self._sizes - found), found


_Feature = str | tuple[str, str]


def _words(text: str) -> list[str]:
    return [term for term in terms(plain(text)) if term not in _FUNCTION_WORDS]


def _features(words: list[str]) -> set[_Feature]:
    """The words, and the pairs of neighbours."""
    return {*words, *pairwise(words)}


def _index(
    titles: list[list[str]],
) -> tuple[dict[_Feature, float], dict[_Feature, NDArray[np.int64]]]:
    """Return what each feature counts, and the titles that have it."""
    rows: dict[_Feature, list[int]] = defaultdict(list)
    for row, words in enumerate(titles):
        for feature in _features(words):
            rows[feature].append(row)
    frequencies = Counter({feature: len(found) for feature, found in rows.items()})
    gains = {feature: _gain(feature, count, len(titles)) for feature, count in frequencies.items()}
    return gains, {feature: np.array(found, np.int64) for feature, found in rows.items()}


def _gain(feature: _Feature, count: int, titles: int) -> float:
    """How much likelier the feature is in the title's own abstract than in another (log)."""
    chance = min(0.5, (count * _LONGER + 1) / titles)
    if isinstance(feature, str):
        return math.log(_FOUND / chance)
    return min(_MOST_FOR_NEIGHBOURS, math.log(_NEIGHBOURS / chance) / 2)


def _distinctive_name(title: str) -> str | None:
    """The folded name before the colon, which the title's abstract is bound to hold."""
    prefix = title_prefix(title)
    return name_key(prefix) if prefix and " " not in prefix and is_name(prefix) else None
