"""Which paper a question means that describes it: "the sparse attention paper", 讲遗忘的那篇.

A description is short, and a paper fits it or doesn't: this is judged by a logistic regression
over the words that the paper shares with it and its sentence that comes nearest. The weights were
fitted by `python -m bench.described` on questions over ICML 2026 papers that are not in the sample.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import mul

from rag.chinese import is_chinese, translate
from rag.descriptions import one_description, without
from rag.embedders import Vectors
from rag.evidence import coverage
from rag.plaintext import plain
from rag.question import Part, Question, parts_of
from rag.rarity import idf_of
from rag.retrieval import Candidate, Retriever
from rag.tokens import query_terms, terms
from rag.types import Kind, Paper

_BIAS, _WEIGHTS = -7.02, (2.23, 3.55, 6.65)
_FITS = -1.5  # log-odds from which on a paper may be meant
_AS_WELL = 2.5  # log-odds: what fits worse than the best by more isn't meant
_BEHIND = 0.22  # of score for the whole question: what is further behind isn't meant
_MOST = 4
_EMPTY = re.compile(
    r"\b(?:problems?|methods?|approach(?:es)?|tasks?|topics?|issues?|questions?)\b", re.IGNORECASE
)
_LOOKED_AT = 8  # best papers for the description alone, and for the whole question


@dataclass(frozen=True, slots=True)
class Description:
    """What a question calls the paper that it means, in English, and what it asks about it."""

    text: str
    parts: tuple[Part, ...]


def description_of(question: Question) -> Description | None:
    """Return how `question` describes the one paper that it means; None where it doesn't."""
    if question.named or question.kind not in (Kind.FACT, Kind.FIND):
        return None
    asked = plain(question.text)
    found = one_description(asked)
    if found is None:
        return None
    span, words = found
    english = translate(words).text if is_chinese(words) else words
    parts = parts_of(without(asked, [span]), question.language)
    return Description(_EMPTY.sub(" ", english).strip() or question.query, parts)


def papers_meant(
    description: Description,
    vector: Vectors,
    candidates: Sequence[Candidate],
    retriever: Retriever,
    rows: frozenset[int] | None,
) -> list[int]:
    """Return the rows of the papers that a description may mean, the likeliest first.

    `vector` (shape (d,)) is the description embedded, `candidates` are the papers that fit the
    whole question, best first. More than one row means that the description doesn't tell them
    apart; none, that nothing here fits it.
    """
    asked = query_terms(description.text)
    found = retriever.candidates(description.text, vector, asked, rows=rows)[:_LOOKED_AT]
    whole = {candidate.row: candidate.score for candidate in candidates}
    near = dict.fromkeys(c.row for c in (*candidates[:_LOOKED_AT], *found))
    told = features(list(near), asked, vector, retriever)
    fits = {row: _BIAS + sum(map(mul, _WEIGHTS, values)) for row, values in told.items()}
    return meant(fits, whole)[:_MOST]


def meant(fits: Mapping[int, float], whole: Mapping[int, float]) -> list[int]:
    """Return the rows that may be meant, the likeliest first.

    `fits` maps rows to the log-odds that the description fits, `whole` to the score for the whole
    question, where there is one.
    """
    best, first = max(fits.values(), default=0.0), max(whole.values(), default=0.0)
    rows = [
        row
        for row, fit in fits.items()
        if fit > max(_FITS, best - _AS_WELL) and whole.get(row, 0.0) > first - _BEHIND
    ]
    return sorted(rows, key=lambda row: -whole.get(row, 0.0))


def about(question: Question, description: Description, row: int) -> Question:
    """Return `question` as one that names the paper in `row`."""
    return replace(question, kind=Kind.FACT, named=((row,),), parts=description.parts)


def features(
    rows: Sequence[int], asked: Sequence[str], vector: Vectors, retriever: Retriever
) -> dict[int, tuple[float, float, float]]:
    """Return row -> what speaks for its paper; papers without sentences are left out.

    They are the shares, by idf, of the `asked` terms in its title and in all its text, and the
    cosine of its nearest sentence to `vector`, the description embedded.
    """
    store = retriever.index.store
    papers, sentences = store.by_row(rows), retriever.sentences_of(rows)
    weights = idf_of(asked, store)
    return {
        row: (*_shares(papers[row], weights), float((sentences[row].vectors @ vector).max()))
        for row in rows
        if row in sentences and len(sentences[row].spans)
    }


def _shares(paper: Paper, weights: Mapping[str, float]) -> tuple[float, float]:
    title = set(terms(plain(paper.title or paper.name or "")))
    held = title | set(terms(plain(paper.abstract)))
    return coverage(title & weights.keys(), weights), coverage(held & weights.keys(), weights)
