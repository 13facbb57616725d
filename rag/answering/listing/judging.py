"""Is a paper about a topic? Judged by a logistic regression over its best sentences."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass

import numpy as np
from numpy.typing import NDArray

from rag.answering.listing.topics import Unit
from rag.embedders import Vectors
from rag.plaintext import plain
from rag.store.papers import Sentences
from rag.tokens import terms
from rag.types import Paper, Quote

_LEAST_SPREAD = 0.02
_NEAR = 3  # terms: words of a phrase stand no further apart


@dataclass(frozen=True, slots=True)
class Signs:
    """What speaks for a paper.

    `cosine` is the topic's cosine with its best sentence, `passage` with its best passage, `above`
    the latter in standard deviations above the mean of the collection. The others are shares, by
    weight, of the topic's units: in its best sentence, in title and abstract together, in the
    title. `phrase` says whether a sentence holds all neighbouring units side by
    side.
    """

    cosine: float
    passage: float
    above: float
    sentence: float
    paper: float
    title: float
    phrase: float


# Fitted by bench/listing.py on topics over collections of other papers than the sample's.
_WEIGHTS = (5.43, -3.26, 1.25, 1.31, 2.82, 1.64, 0.57)
_BIAS = -6.85


@dataclass(frozen=True, slots=True)
class Judged:
    """A paper, how surely it is about the topic (log-odds), and its sentence that shows it best."""

    row: int
    paper: Paper
    score: float
    quote: Quote | None


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic, ready for judging: its units with their weights, and its vector of shape (d,).

    `mean` and `spread` are those of its cosines with the collection's passages.
    """

    units: Sequence[Unit]
    weights: NDArray[np.float64]
    vector: Vectors
    mean: float
    spread: float


@dataclass(frozen=True, slots=True)
class Read:
    """A paper, its sentences, and the terms of each sentence and of the title (the last)."""

    row: int
    paper: Paper
    sentences: Sentences
    passage: float
    terms: Sequence[Sequence[str]]


def read_paper(
    row: int,
    paper: Paper,
    sentences: Sentences,
    passage: float,
    long_forms: Mapping[str, list[str]],
) -> Read:
    """Take a paper apart; an abbreviation counts as its long form too."""
    texts = [paper.abstract[start:end] for start, end in sentences.spans]
    found = [terms(plain(text)) for text in [*texts, paper.title or ""]]
    full = [[t for term in one for t in (term, *long_forms.get(term, ()))] for one in found]
    return Read(row, paper, sentences, passage, full)


def judge(read: Read, topic: Topic) -> Judged:
    """Return how surely a paper is about `topic`."""
    score = float(np.dot(astuple(signs(read, topic)), _WEIGHTS) + _BIAS)
    shares = _held(read, topic) @ topic.weights
    return Judged(
        read.row, read.paper, score, _best_quote(read, shares[:-1] + _cosines(read, topic))
    )


def signs(read: Read, topic: Topic) -> Signs:
    """Return what speaks for a paper."""
    held, cosines = _held(read, topic), _cosines(read, topic)
    shares = held @ topic.weights
    return Signs(
        cosine=float(cosines.max()),
        passage=read.passage,
        above=(read.passage - topic.mean) / max(topic.spread, _LEAST_SPREAD),
        sentence=float(shares[:-1].max(initial=0.0)),
        paper=float(held.any(axis=0) @ topic.weights),
        title=float(shares[-1]),
        phrase=float(any(_side_by_side(found, topic.units) for found in read.terms[:-1])),
    )


def _held(read: Read, topic: Topic) -> NDArray[np.bool_]:
    """Say for each sentence, and the title behind them, which of the topic's units it names."""
    return np.array([[unit.is_in(set(found)) for unit in topic.units] for found in read.terms])


def _cosines(read: Read, topic: Topic) -> NDArray[np.float64]:
    if not read.sentences.spans:
        return np.zeros(1)
    return np.asarray(read.sentences.vectors @ topic.vector, np.float64)


def _side_by_side(found: Sequence[str], units: Sequence[Unit]) -> bool:
    places = [[i for i, term in enumerate(found) if unit.starts(term)] for unit in units]
    if len(units) == 1:
        return bool(places[0])
    return all(
        any(abs(i - j) <= _NEAR for i in first for j in second)
        for first, second in itertools.pairwise(places)
    )


def _best_quote(read: Read, scores: NDArray[np.float64]) -> Quote | None:
    if not read.sentences.spans:
        return None
    start, end = read.sentences.spans[int(scores.argmax())]
    return Quote(read.paper.abstract[start:end], start, end)
