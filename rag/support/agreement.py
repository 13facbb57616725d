"""Does a claim point the same way as the words cited for it, or the other way?

Two signals. First, whether the words match the claim better than its opposite ("increases" for
"decreases", a negation more or less), by the tokens' vectors in their contexts. Second, for each
word of direction in the claim, whether those of the evidence that stand in like contexts point the
same way. Fitted on the training claims of SciFact, supported against contradicted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rag.embedders import TokenVectors, Vectors, unit
from rag.plaintext import plain
from rag.support.meaning import mean_of, nearest, vectors_of, words_of
from rag.support.polarity import Direction, directions, opposites

WEIGHTS = {"bias": -0.63, "contrast": 1.48, "opposed": -0.69}

_MOST = 4  # sentences that are looked at
_AROUND = 5  # words on either side that tell what a word of direction is about
_SHARPNESS, _SENTENCE_SHARPNESS = 12.0, 6.0  # how fast less like contexts and sentences count less
_OTHER_AXIS = 0.3  # what a word on another axis counts
_OWN_WORD = 0.3  # what the word itself counts beside its context


@dataclass(frozen=True, slots=True)
class Signals:
    """`contrast` is how much better the claim is matched than its opposite, in tokens.

    `opposed` runs from -1 (the evidence points the same way) to 1.
    """

    contrast: float
    opposed: float

    def score(self) -> float:
        """Return the log-odds that the evidence points the same way."""
        return (
            WEIGHTS["bias"]
            + WEIGHTS["contrast"] * self.contrast
            + WEIGHTS["opposed"] * self.opposed
        )


def signals(claim: str, sentences: Sequence[str]) -> Signals:
    """Compare a claim with the nearest of `sentences`; there has to be one."""
    claim = plain(claim)
    given = [plain(sentence) for sentence in sentences]
    near = [given[place] for place in nearest(claim, given)[:_MOST]]
    return Signals(_contrast(claim, near), _opposed(claim, near))


def _contrast(claim: str, near: Sequence[str]) -> float:
    evidence = [vectors_of(text).vectors for text in near]
    ours = _matches(vectors_of(claim), evidence)
    found = []
    for opposite in opposites(claim):
        theirs = _matches(vectors_of(opposite), evidence)
        found.append(ours.sum() - theirs.sum() - (len(ours) - len(theirs)) * ours.mean())
    return float(np.mean(found))


def _matches(tokens: TokenVectors, evidence: Sequence[Vectors]) -> Vectors:
    return np.asarray(np.max([(tokens.vectors @ v.T).max(axis=1) for v in evidence], axis=0))


def _opposed(claim: str, near: Sequence[str]) -> float:
    votes = weight = 0.0
    ours = _placed(claim)
    for text in near:
        nearness = float(mean_of(vectors_of(claim)) @ mean_of(vectors_of(text)))
        for mine, own, around in ours:
            for theirs, word, context in _placed(text):
                like = (1 - _OWN_WORD) * float(around @ context) + _OWN_WORD * float(own @ word)
                counts = np.exp(_SHARPNESS * (like - 1) + _SENTENCE_SHARPNESS * (nearness - 1))
                counts *= 1.0 if mine.axis == theirs.axis else _OTHER_AXIS
                votes -= counts * mine.sign * theirs.sign
                weight += counts
    return votes / weight if weight else 0.0


def _placed(text: str) -> list[tuple[Direction, Vectors, Vectors]]:
    """Return the words of direction in a text, each with its vector and that of its context."""
    tokens = vectors_of(text)
    words = words_of(text, tokens)
    found = []
    for one in directions([word.lower() for word, _ in words]):
        around = range(max(0, one.place - _AROUND), min(len(words), one.place + _AROUND + 1))
        rows = [
            row
            for place in around
            if place != one.place and words[place][0][:1].isalnum()
            for row in words[place][1]
        ]
        own = _average(tokens, words[one.place][1])
        found.append((one, own, _average(tokens, rows) if rows else own))
    return found


def _average(tokens: TokenVectors, rows: Sequence[int]) -> Vectors:
    return np.asarray(unit(tokens.vectors[list(rows)].mean(axis=0, keepdims=True))[0])
