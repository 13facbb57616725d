"""How well the words of a question are matched, one by one, by the words of sentences.

Each token of the question is compared with all tokens of the sentences in their contexts, and its
best match counts (late interaction, as in ColBERT: Khattab and Zaharia, SIGIR 2020). A question
whose every word is matched but one ("which robot arm …") is about the paper, and yet not answered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rag.embedders import TokenVectors, Vectors, default_embedder
from rag.tokens import is_stop_word


@dataclass(frozen=True, slots=True)
class Alignment:
    """Cosines of a question's words with their best matches in the sentences given.

    `mean` and `weakest` are taken over the words; `first` is the weakest match when only the
    first sentence is looked at.
    """

    mean: float
    weakest: float
    first: float


def align(question: str, sentences: Sequence[str]) -> Alignment:
    """Match the words of `question` with `sentences`, best first; there has to be one."""
    asked, *given = default_embedder().token_vectors([question, *sentences])
    words = [row for row, span in enumerate(asked.spans) if _counts(question, span)]
    wanted = asked.vectors[words] if words else asked.vectors
    matches = np.array([_best_matches(wanted, sentence) for sentence in given])
    best = matches.max(axis=0)
    return Alignment(float(best.mean()), float(best.min()), float(matches[0].min()))


def _counts(text: str, span: tuple[int, int]) -> bool:
    word = text[slice(*span)].casefold()
    return word[:1].isalnum() and not is_stop_word(word)


def _best_matches(wanted: Vectors, sentence: TokenVectors) -> Vectors:
    return np.asarray((wanted @ sentence.vectors.T).max(axis=1))
