"""Do two sentences point the same way? Negation, direction and comparison.

For each word of direction in a claim ("reduces", "higher", "without") the word of the evidence is
looked up that says the same of the same thing, or its opposite. What a word says is turned round
by a negation before it. Whether the same thing is meant is told by the words around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_NEGATIONS = frozenset(
    (
        "not", "no", "never", "neither", "nor", "cannot", "without", "hardly", "rarely", "n't",
        "none", "fails", "failed", "fail", "unable", "lack", "lacks", "lacked", "lacking",
        "absence", "little", "unlikely", "nothing", "insufficient", "barely", "scarcely",
    )
)  # fmt: skip
_REACH = 4  # words behind a negation that it turns round
_AROUND = 6  # words on either side of a word of direction that tell what it is about


@dataclass(frozen=True, slots=True)
class Direction:
    """A word of direction in a text: its axis ("amount", "quality" …), and which way it points.

    `sign` is 1 or -1, negation included; `about` are the stems of the words around it.
    """

    word: str
    axis: str
    sign: int
    about: frozenset[str]


def directions(text: str) -> list[Direction]:
    """Return the words of direction in a text, in order."""
    return list(_directions(_WORD.findall(text.lower().replace("n't", " n't"))))


def _directions(words: Sequence[str]) -> Iterator[Direction]:
    for place, word in enumerate(words):
        entry = _lexicon().get(word)
        if entry is None:
            continue
        axis, sign = entry
        negated = sum(w in _NEGATIONS for w in words[max(0, place - _REACH) : place]) % 2
        around = [*words[max(0, place - _AROUND) : place], *words[place + 1 :][:_AROUND]]
        about = frozenset(_stem(w) for w in around if w not in _lexicon() and _tells(w))
        yield Direction(word, axis, -sign if negated else sign, about)


def _tells(word: str) -> bool:
    from rag.tokens import is_stop_word

    return not is_stop_word(word) and word not in _NEGATIONS


def _stem(word: str) -> str:
    from rag.tokens import terms

    return (terms(word) or [word])[0]


def negations(text: str) -> int:
    """Return how many negations a text holds."""
    return sum(word in _NEGATIONS for word in _WORD.findall(text.lower().replace("n't", " n't")))


def conflict(claim: str, evidence: str) -> float:
    """Return how far the claim points the other way than the evidence: from -1 (no) to 1 (yes).

    0 where nothing can be told.
    """
    given = directions(evidence)
    votes: list[float] = []
    for ours in directions(claim):
        rivals = [
            (_same_thing(ours, theirs), theirs) for theirs in given if theirs.axis == ours.axis
        ]
        rivals = [rival for rival in rivals if rival[0] > 0]
        if rivals:
            best = max(weight for weight, _ in rivals)
            signs = {theirs.sign for weight, theirs in rivals if weight == best}
            if len(signs) == 1:
                votes.append(-best * ours.sign * signs.pop())
    return sum(votes) / len(votes) if votes else 0.0


def conflict_with(claim: str, sentences: Sequence[str]) -> float:
    """Return the conflict of a claim with the one of `sentences` that is nearest to it."""
    from rag.support.meaning import nearest

    return conflict(claim, sentences[nearest(claim, sentences)[0]])


def _same_thing(ours: Direction, theirs: Direction) -> float:
    """Return the share of the words around `ours` that also stand around `theirs`."""
    return len(ours.about & theirs.about) / len(ours.about) if ours.about else 0.0


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
