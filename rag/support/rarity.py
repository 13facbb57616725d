"""How rare a term is in a collection."""

from __future__ import annotations

import math
from functools import cache

from rag.store.papers import PaperStore
from rag.support.meaning import Idf


def rarity(store: PaperStore) -> Idf:
    """Return what gives the idf of a term over the papers of `store`; it remembers terms."""
    papers = store.count("papers")

    @cache
    def idf(term: str) -> float:
        held = store.document_frequency([term]).get(term, 0)
        return math.log(1 + (papers - held + 0.5) / (held + 0.5))

    return idf
