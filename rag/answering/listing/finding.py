"""From a topic to the papers that may be about it, each judged.

A collection of up to `POOL` papers is judged whole; of a larger one, those that vectors and BM25
put first.
"""

from __future__ import annotations

import numpy as np

from rag.answering.listing.abbreviations import abbreviations
from rag.answering.listing.conditions import Rows
from rag.answering.listing.judging import Judged, Read, Topic, judge, read_paper
from rag.answering.listing.topics import Unit, units_of, weights
from rag.embedders import Vectors
from rag.plaintext import plain
from rag.retrieval import Retriever
from rag.tokens import query_terms, terms

POOL = 400


def about(retriever: Retriever, topic: str, rows: Rows | None) -> list[Judged]:
    """Return the papers that may be about `topic`, the surest first; `rows` limits the search."""
    vector = retriever.index.embedder.embed([topic])[0]
    units = units_of(topic) or [Unit(frozenset(((term,),))) for term in terms(topic)]
    held = [len(retriever.index.store.rows_matching(_expression(unit))) for unit in units]
    papers = retriever.index.store.count("papers")
    found = Topic(units, np.array(weights(held, papers)), vector)
    judged = (judge(read, found) for read in _candidates(retriever, topic, vector, rows))
    return sorted(judged, key=lambda one: -one.score)


def _expression(unit: Unit) -> str:
    """Return the full-text expression for the papers that hold a unit."""
    return " OR ".join(
        f"({' AND '.join(f'{chr(34)}{term}{chr(34)}' for term in spelling)})"
        for spelling in sorted(unit.spellings)
    )


def _candidates(
    retriever: Retriever, topic: str, vector: Vectors, rows: Rows | None
) -> list[Read]:
    found = retriever.candidates(topic, vector, query_terms(topic), rows=rows, pool=POOL)
    passages = {candidate.row: candidate.passage for candidate in found}
    papers = retriever.index.store.by_row(passages)
    sentences = retriever.sentences_of(passages)
    texts = (plain(paper.abstract) for paper in papers.values())
    long_forms = {
        short: terms(long_form)
        for short, long_form in abbreviations(texts).items()
    }
    return [
        read_paper(row, papers[row], sentences[row], passage, long_forms)
        for row, passage in passages.items()
        if row in sentences
    ]
