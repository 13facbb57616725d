"""How well the words of a question are matched, one by one, by the words of sentences.

Each token of the question is compared with all tokens of the sentences in their contexts, and its
best match counts (late interaction, as in ColBERT: Khattab and Zaharia, SIGIR 2020). A question
whose every word is matched but one ("which robot arm …") is about the paper, and yet not answered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from rag.embedders import TokenVectors, Vectors, default_embedder
from rag.tokens import is_stop_word
from rag.wants import QUANTITY

_COUNTED = re.compile(
    r"\b(?:how (?:many|much|few)|what (?:number|percentage|share|fraction) of)\b"
    rf"|\b(?:what|which)(?= (?:[\w-]+ ){{0,3}}?(?:{QUANTITY})\b)",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|hundred|thousand|million|billion)$",
    re.I,
)
_BEFORE, _BEHIND = 3, 7  # tokens around a number in which stands what it counts


@dataclass(frozen=True, slots=True)
class Alignment:
    """Cosines of a question's words with their best matches in the sentences given.

    `mean` and `weakest` are taken over the words. `counted` is how well the noun behind "how
    many" is matched by words around a number; None when nothing is counted.
    """

    mean: float
    weakest: float
    counted: float | None


def align(question: str, sentences: Sequence[str]) -> Alignment:
    """Match the words of `question` with `sentences`; there has to be one."""
    asked, *given = default_embedder().token_vectors([question, *sentences])
    words = [row for row, span in enumerate(asked.spans) if _tells(question, span)]
    wanted = asked.vectors[words] if words else asked.vectors
    best = np.max([_best_matches(wanted, sentence.vectors) for sentence in given], axis=0)
    noun = _counted_noun(question, asked, words)
    counted = None if noun is None else _match_near_numbers(noun, sentences, given)
    return Alignment(float(best.mean()), float(best.min()), counted)


def counts(question: str) -> bool:
    """Say whether `question` asks how many of something there are, or for a quantity."""
    return _COUNTED.search(question) is not None


def _tells(text: str, span: tuple[int, int]) -> bool:
    word = text[slice(*span)].casefold()
    return word[:1].isalnum() and not is_stop_word(word)


def _best_matches(wanted: Vectors, vectors: Vectors) -> Vectors:
    return np.asarray((wanted @ vectors.T).max(axis=1))


def _counted_noun(question: str, asked: TokenVectors, words: Sequence[int]) -> Vectors | None:
    """Return the vector of the first telling word behind "how many"."""
    counting = _COUNTED.search(question)
    if counting is None:
        return None
    behind = [row for row in words if asked.spans[row][0] >= counting.end()]
    return asked.vectors[behind[0]] if behind else None


def _match_near_numbers(
    noun: Vectors, sentences: Sequence[str], given: Sequence[TokenVectors]
) -> float:
    matches = (
        float((sentence.vectors[window] @ noun).max())
        for text, sentence in zip(sentences, given, strict=True)
        for window in _around_numbers(text, sentence)
    )
    return max(matches, default=0.0)


def _around_numbers(text: str, sentence: TokenVectors) -> Iterator[slice]:
    for row, span in enumerate(sentence.spans):
        if _NUMBER.match(text[slice(*span)]):
            yield slice(max(0, row - _BEFORE), row + _BEHIND + 1)
