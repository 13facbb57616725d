"""Words of direction ("reduces", "higher", "without"), and the opposite of a sentence.

What a word says is turned round by a negation before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_WORD_OR_REST = re.compile(r"\w+|\W+")
_NOT = re.compile(
    r"\b(?:(does|do|did|is|are|was|were|has|have|had|can|could|should|would|will|may)"
    r"(?: not|n't)|cannot) ",
    re.IGNORECASE,
)
_NO = re.compile(r"\bno\b", re.IGNORECASE)
_AUXILIARY = re.compile(
    r"\b(?:is|are|was|were|has|have|can|could|should|would|will|may|does|do) (?!not)", re.IGNORECASE
)
_NEGATIONS = frozenset(
    (
        "not", "no", "never", "neither", "nor", "cannot", "without", "hardly", "rarely", "n't",
        "none", "fails", "failed", "fail", "unable", "lack", "lacks", "lacked", "lacking",
        "absence", "little", "unlikely", "nothing", "insufficient", "barely", "scarcely",
    )
)  # fmt: skip
_REACH = 4  # words behind a negation that it turns round


@dataclass(frozen=True, slots=True)
class Direction:
    """A word of direction: its place among the words, its axis, and which way it points.

    `axis` is "amount", "quality" …; `sign` is 1 or -1, negation included.
    """

    place: int
    axis: str
    sign: int


def directions(words: Sequence[str]) -> list[Direction]:
    """Return the words of direction among `words` (in lower case), in order."""
    found = []
    for place, word in enumerate(words):
        if word in _lexicon():
            axis, sign = _lexicon()[word]
            negated = sum(w in _NEGATIONS for w in words[max(0, place - _REACH) : place]) % 2
            found.append(Direction(place, axis, -sign if negated else sign))
    return found


def opposites(claim: str) -> list[str]:
    """Return a claim turned into its opposite: each word that has one, else by a negation."""
    words = _WORD_OR_REST.findall(claim)
    turned = [
        "".join([*words[:place], _opposite_words()[word.lower()], *words[place + 1 :]])
        for place, word in enumerate(words)
        if word.lower() in _opposite_words()
    ]
    return [*turned, *_without_negation(claim)] or [_with_negation(claim)]


def _without_negation(claim: str) -> list[str]:
    negated = _NOT.search(claim)
    if negated:
        positive = f"{negated[1]} " if negated[1] else "can "
        return [claim[: negated.start()] + positive + claim[negated.end() :]]
    return [_NO.sub("an", claim, count=1)] if _NO.search(claim) else []


def _with_negation(claim: str) -> str:
    auxiliary = _AUXILIARY.search(claim)
    if auxiliary:
        return f"{claim[: auxiliary.end()]}not {claim[auxiliary.end() :]}"
    return f"It is false that {claim}"


def swapped(claim: str, sentence: str) -> bool:
    """Say whether a word of the claim stands in a sentence as its opposite, and not as itself.

    Meant for a claim that else says what the sentence says; negations have to be as many.
    """
    ours, theirs = _lower_words(claim), _lower_words(sentence)
    if (_negations(ours) - _negations(theirs)) % 2:
        return False
    return any(
        opposite in theirs and word not in theirs and opposite not in ours
        for word in ours
        for opposite in _contraries().get(word, ())
    )


def _lower_words(text: str) -> list[str]:
    return _WORD.findall(text.lower().replace("n't", " n't"))


def _negations(words: Sequence[str]) -> int:
    return sum(word in _NEGATIONS for word in words)


@lru_cache(maxsize=1)
def _contraries() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for file in ("opposites.txt", "contraries.txt"):
        for word, opposite in _pairs(file):
            found.setdefault(word, set()).add(opposite)
            found.setdefault(opposite, set()).add(word)
    return found


@lru_cache(maxsize=1)
def _opposite_words() -> dict[str, str]:
    found: dict[str, str] = {}
    for word, opposite in _pairs("opposites.txt"):
        found.setdefault(word, opposite)
        found.setdefault(opposite, word)
    return found


def _pairs(file: str) -> list[tuple[str, str]]:
    lines = Path(__file__).with_name(file).read_text("utf-8").splitlines()
    return [(line.split()[0], line.split()[1]) for line in lines]


@lru_cache(maxsize=1)
def _lexicon() -> dict[str, tuple[str, int]]:
    """Return word -> its axis and sign, from the file beside this one."""
    found: dict[str, tuple[str, int]] = {}
    for line in Path(__file__).with_name("directions.txt").read_text("utf-8").splitlines():
        axis, sign, words = line.split(maxsplit=2)
        for word in words.split():
            for form in _forms(word):
                found.setdefault(form, (axis, 1 if sign == "+" else -1))
    return found


def _forms(word: str) -> Iterator[str]:
    """Yield a word as it stands, and, with a "~" at its end, the forms of a verb."""
    base = word.rstrip("~")
    yield base
    if base == word:
        return
    stem = base.removesuffix("e")
    yield from (f"{base}s", f"{stem}ed", f"{stem}ing", f"{stem}es")
    if base.endswith("y"):
        yield from (f"{base[:-1]}ies", f"{base[:-1]}ied")
    if re.search(r"[^aeiou][aeiou][bdgmnprt]$", base):
        yield from (f"{base}{base[-1]}ed", f"{base}{base[-1]}ing")
