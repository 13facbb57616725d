"""How well words support a sentence, by meaning: the words' vectors, matched one by one.

Late interaction as in ColBERT (Khattab and Zaharia, SIGIR 2020), with rare words counting more. The
weights were fitted by `python -m bench.support --fit` on the training claims of SciFact (Wadden et
al., EMNLP 2020), supported against swapped citations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache

import numpy as np

from rag.embedders import TokenVectors, Vectors, default_embedder, unit
from rag.plaintext import plain
from rag.rarity import Idf
from rag.tokens import is_stop_word, query_terms, terms

MOST = 3  # sentences that are matched together
_BORNE = 0.75  # cosine of a word with its best match
WEIGHTS = {"bias": -8.03, "cosine": 3.93, "matched": 7.22, "shared": 1.77}
RIVALS = {"bias": 0.84, "own": 0.29, "lead": 0.6, "behind": 0.26}


@dataclass(frozen=True, slots=True)
class Signals:
    """What the score is made from.

    `cosine` is that of the nearest sentence, `matched` the mean over the claim's words of the
    cosine with their best match, `shared` the share of its terms that stand in the sentences as
    they are; both weigh a word by its idf.
    """

    cosine: float
    matched: float
    shared: float

    def score(self) -> float:
        """Return the log-odds that the sentences support the claim."""
        values = asdict(self)
        return float(
            sum((WEIGHTS[name] * value for name, value in values.items()), WEIGHTS["bias"])
        )


def signals(claim: str, sentences: Sequence[str], idf: Idf) -> Signals:
    """Compare a claim with the `MOST` nearest of `sentences`; there has to be one."""
    ours = vectors_of(plain(claim))
    given = [plain(sentence) for sentence in sentences]
    cosines = [float(mean_of(vectors_of(text)) @ mean_of(ours)) for text in given]
    nearest = sorted(range(len(given)), key=lambda place: -cosines[place])[:MOST]
    theirs = [vectors_of(given[place]).vectors for place in nearest]
    return Signals(
        max(cosines),
        _matched(plain(claim), ours, theirs, idf),
        _shared(plain(claim), [given[place] for place in nearest], idf),
    )


def nearest(claim: str, sentences: Sequence[str]) -> list[int]:
    """Return the places of `sentences`, the nearest one to the claim first."""
    ours = mean_of(vectors_of(plain(claim)))
    cosines = [float(mean_of(vectors_of(plain(sentence))) @ ours) for sentence in sentences]
    return sorted(range(len(sentences)), key=lambda place: -cosines[place])


def unborne(claim: str, sentences: Sequence[str]) -> list[str]:
    """Return the telling words of a claim for which `sentences` have neither them nor the like."""
    held = {term for sentence in sentences for term in terms(sentence)}
    ours = vectors_of(claim)
    best = np.max([(ours.vectors @ vectors_of(t).vectors.T).max(axis=1) for t in sentences], axis=0)
    return [
        word
        for word, rows in words_of(claim, ours)
        if tells(word) and best[rows].mean() < _BORNE and held.isdisjoint(terms(word))
    ]


def among_rivals(own: float, rival: float | None) -> float:
    """Return the log-odds of a citation whose score is `own`, given the best one of other papers.

    A sentence that another paper supports far better was probably taken from there.
    """
    if rival is None:
        return own
    lead = own - rival
    return (
        RIVALS["bias"]
        + RIVALS["own"] * own
        + RIVALS["lead"] * lead
        + RIVALS["behind"] * min(0.0, lead)
    )


def _matched(claim: str, ours: TokenVectors, theirs: Sequence[Vectors], idf: Idf) -> float:
    best = np.max([(ours.vectors @ vectors.T).max(axis=1) for vectors in theirs], axis=0)
    words = [(word, rows) for word, rows in words_of(claim, ours) if tells(word)]
    if not words:
        return float(best.mean())
    weights = np.array([max((idf(term) for term in terms(word)), default=1.0) for word, _ in words])
    matches = np.array([best[rows].mean() for _, rows in words])
    return float((matches * weights).sum() / weights.sum())


def words_of(text: str, tokens: TokenVectors) -> list[tuple[str, list[int]]]:
    """Return the words of a text and what stands between them, each with its tokens' rows."""
    spans: list[tuple[int, int]] = []
    rows: list[list[int]] = []
    for row, (start, end) in enumerate(tokens.spans):
        inside = spans and spans[-1][1] == start and text[start - 1 : end].isalnum()
        if inside:
            spans[-1] = (spans[-1][0], end)
            rows[-1].append(row)
        else:
            spans.append((start, end))
            rows.append([row])
    return [(text[start:end], own) for (start, end), own in zip(spans, rows, strict=True)]


def tells(word: str) -> bool:
    """Say whether a word tells something by itself: no sign, no stop word."""
    return word[:1].isalnum() and not is_stop_word(word.lower())


def _shared(claim: str, sentences: Sequence[str], idf: Idf) -> float:
    held = {term for sentence in sentences for term in terms(sentence)}
    weights = {term: idf(term) for term in query_terms(claim)}
    total = sum(weights.values())
    return sum(weight for term, weight in weights.items() if term in held) / total if total else 0.0


def mean_of(tokens: TokenVectors) -> Vectors:
    """Return the unit vector of a text, the mean of its tokens'."""
    return np.asarray(unit(tokens.vectors.mean(axis=0, keepdims=True))[0])


@lru_cache(maxsize=4096)
def vectors_of(text: str) -> TokenVectors:
    """Return the vectors of a text's tokens; of one without any, a zero vector."""
    found = default_embedder().token_vectors([text])[0]
    if found.spans:
        return found
    return TokenVectors([(0, 0)], np.zeros((1, default_embedder().dimension), np.float32))
