"""From a topic to the papers that may be about it, each judged.

A collection of up to `POOL` papers is judged whole; of a larger one, those that vectors and BM25
put first.
"""

from __future__ import annotations

import re

import numpy as np

from rag.answering.listing.abbreviations import abbreviations
from rag.answering.listing.conditions import Rows
from rag.answering.listing.judging import Judged, Read, Topic, judge, read_paper
from rag.answering.listing.topics import Unit, units_of, weights
from rag.embedders import Vectors
from rag.plaintext import plain
from rag.retrieval import Retriever
from rag.store.papers import PaperStore
from rag.tokens import query_terms, terms

POOL = 400
_SPELLED_OUT = re.compile(
    r"(?P<head>[^:,]+?)(?::|,? (?:such as|like|e\.g\.(?: by)?|for instance|including))"
    r" (?P<pieces>.+)",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r",? (?:and|or) |, ", re.IGNORECASE)
_DOING = re.compile(r"\w+ing\b", re.IGNORECASE)
_BRACKETS = re.compile(r"\([^)]*\)")


def about(retriever: Retriever, topic: str, rows: Rows | None) -> list[Judged]:
    """Return the papers that may be about `topic`, the surest first; `rows` limits the search."""
    best: dict[int, Judged] = {}
    for one in either(topic):
        asked, papers = ready(retriever, one, rows)
        for judged in (judge(read, asked) for read in papers):
            if judged.row not in best or judged.score > best[judged.row].score:
                best[judged.row] = judged
    return sorted(best.values(), key=lambda judged: -judged.score)


def either(topic: str) -> list[str]:
    """Return the topics of which one is enough: "life sciences: proteins, cells" are three.

    What is done to a topic ("video: editing, segmenting") is none by itself.
    """
    match = _SPELLED_OUT.fullmatch(topic)
    if match is None:
        return [topic]
    pieces = [piece.strip() for piece in _BETWEEN.split(match["pieces"])]
    return [match["head"], *(piece for piece in pieces if piece and not _DOING.match(piece))]


def ready(retriever: Retriever, topic: str, rows: Rows | None) -> tuple[Topic, list[Read]]:
    """Return a topic and the papers that may be about it, both ready for judging."""
    store, vector = retriever.index.store, retriever.index.embedder.embed([topic])[0]
    units = _units(topic, store)
    held = [_holders(unit, store) for unit in units]
    told = np.array(weights(held, store.count("papers")))
    asked = Topic(units, told, vector, *retriever.background(vector))
    return asked, _candidates(retriever, topic, vector, rows)


def _units(topic: str, store: PaperStore) -> list[Unit]:
    """Return the units of a topic that stand outside brackets.

    What is in brackets explains the others: it takes the place of those that no paper holds.
    """
    outside = _BRACKETS.sub(" ", topic)
    explained = units_of(" or ".join(re.findall(r"[\w-]+", " ".join(_BRACKETS.findall(topic)))))
    units = units_of(outside) or [Unit(frozenset(((term,),))) for term in terms(topic)]
    known = [unit for unit in units if not explained or _holders(unit, store)]
    return [*known, *(explained if len(known) < len(units) else ())]


def _holders(unit: Unit, store: PaperStore) -> int:
    return len(store.rows_matching(_expression(unit)))


def _expression(unit: Unit) -> str:
    """Return the full-text expression for the papers that hold a unit."""
    return " OR ".join(
        f"({' AND '.join(f'{chr(34)}{term}{chr(34)}' for term in spelling)})"
        for spelling in sorted(unit.spellings)
    )


def _candidates(retriever: Retriever, topic: str, vector: Vectors, rows: Rows | None) -> list[Read]:
    found = retriever.candidates(topic, vector, query_terms(topic), rows=rows, pool=POOL)
    passages = {candidate.row: candidate.passage for candidate in found}
    papers = retriever.index.store.by_row(passages)
    sentences = retriever.sentences_of(passages)
    texts = (plain(paper.abstract) for paper in papers.values())
    long_forms = {short: terms(long_form) for short, long_form in abbreviations(texts).items()}
    return [
        read_paper(row, papers[row], sentences[row], passage, long_forms)
        for row, passage in passages.items()
        if row in sentences
    ]
