"""Does a question that points back with no word go on about a paper, or begin something new?"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from rag.evidence import coverage
from rag.plaintext import plain
from rag.question import understand
from rag.retrieval import Candidate, Retriever
from rag.tokens import query_terms, terms
from rag.types import Paper

# Logistic regression on 1,200 pairs of a question of our own and the paper spoken of: the question
# is about it but leaves out its name, or it is about another paper. It takes 96 % of the former
# and 4 % of the latter for a continuation.
_GAP, _COVERAGE, _LENGTH, _BIAS = 12.43, 11.33, -0.61, 4.79


def continues(retriever: Retriever, text: str, paper: Paper) -> bool:
    """Say whether `text` asks about `paper` rather than about another paper of the index.

    Three things tell: how much closer the closest paper is, the share of the question's terms
    that `paper` holds, and the number of these terms, since what goes on can be short.
    """
    question = understand(text, retriever.index.store)
    asked = query_terms(question.query)
    gap = _closeness(retriever, question.query, [paper]).get(paper.id, 0.0) - _best(
        retriever, question.query
    )
    covered = _covered(retriever, asked, paper)
    return _GAP * min(gap, 0.0) + _COVERAGE * covered + _LENGTH * len(asked) + _BIAS > 0


def closest(retriever: Retriever, text: str, papers: Sequence[Paper]) -> Paper:
    """Return the one of `papers` (there has to be one) that is closest to a question."""
    query = understand(text, retriever.index.store).query
    scores = _closeness(retriever, query, papers)
    return max(papers, key=lambda paper: scores.get(paper.id, -1.0))


def _best(retriever: Retriever, query: str) -> float:
    found = _candidates(retriever, query)
    return max((_fit(candidate) for candidate in found), default=0.0)


def _closeness(retriever: Retriever, query: str, papers: Sequence[Paper]) -> Mapping[str, float]:
    rows = retriever.index.store.rows_of(paper.id for paper in papers)
    found = _candidates(retriever, query, frozenset(rows.values()))
    fits = {candidate.row: _fit(candidate) for candidate in found}
    return {id_: fits.get(row, 0.0) for id_, row in rows.items()}


def _candidates(
    retriever: Retriever, query: str, rows: frozenset[int] | None = None
) -> list[Candidate]:
    vector = retriever.index.embedder.embed([query])[0]
    return retriever.candidates(query, vector, query_terms(query), rows=rows)


def _fit(candidate: Candidate) -> float:
    """Only what does not depend on the other candidates."""
    return (candidate.passage + candidate.sentences) / 2


def _covered(retriever: Retriever, asked: Sequence[str], paper: Paper) -> float:
    """Return the share, by idf, of the terms asked for that `paper` holds."""
    store = retriever.index.store
    papers = store.count("papers")
    weights = {
        term: math.log(1 + (papers - found + 0.5) / (found + 0.5))
        for term, found in store.document_frequency(asked).items()
    }
    held = terms(plain(f"{paper.title or ''} {paper.abstract}"))
    return coverage(set(held).intersection(weights), weights)
