"""From a topic to the papers that may be about it, each judged."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rag.answering.listing.abbreviations import abbreviations
from rag.answering.listing.conditions import Rows
from rag.answering.listing.judging import Judged, Read, Topic, judge, read_paper
from rag.answering.listing.topics import units_of, weights
from rag.plaintext import plain
from rag.retrieval import Retriever
from rag.tokens import query_terms, terms

POOL = 400  # papers that are judged; a smaller collection is judged whole


def about(retriever: Retriever, topic: str, rows: Rows | None) -> list[Judged]:
    """Return the papers that may be about `topic`, the surest first; `rows` limits the search."""
    reads, vector = _read(retriever, topic, rows)
    units = units_of(topic) or units_of(f"{topic} {topic}s")
    held = [sum(any(unit.is_in(set(t)) for t in read.terms) for read in reads) for unit in units]
    if not units or not reads:
        return []
    found = Topic(units, np.array(weights(held, len(reads))), vector)
    return sorted((judge(read, found) for read in reads), key=lambda judged: -judged.score)
