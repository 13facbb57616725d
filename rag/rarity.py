"""How rare terms are in a collection: the idf of BM25."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache

from rag.store.papers import PaperStore

Idf = Callable[[str], float]


def idf(frequency: int, papers: int) -> float:
    """Return how much a term tells that `frequency` of `papers` hold."""
    return math.log(1 + (papers - frequency + 0.5) / (frequency + 0.5))


def idf_of(terms: Sequence[str], store: PaperStore) -> dict[str, float]:
    """Return term -> its idf over the papers of `store`."""
    papers = store.count("papers")
    return {term: idf(held, papers) for term, held in store.document_frequency(terms).items()}


def rarity(store: PaperStore) -> Idf:
    """Return what gives the idf of a term over the papers of `store`; it remembers terms."""
    papers = store.count("papers")

    @cache
    def of_term(term: str) -> float:
        return idf(store.document_frequency([term]).get(term, 0), papers)

    return of_term
