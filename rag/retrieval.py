"""From a query to the papers that bear on it: dense and lexical scores, fused.

Two stages. All papers are scored by the cosine of their passages and by BM25; the best of them are
scored again with their sentences, which is what finds a paper that is described in other words
than its own.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rag.embedders import Vectors
from rag.question import clean
from rag.store.index import Index
from rag.store.papers import PassageVectors, Rows, Sentences
from rag.tokens import query_terms, terms, with_kin
from rag.types import SearchHit

EXACT_LIMIT = 20_000  # passages; up to here one exact product is cheaper than Chroma's index
_POOL = 60  # papers that are scored with their sentences
_LEXICAL_POOL = 5000
_FEW = 200  # papers; up to here each is looked up, which is cheaper than to rank all
_SAMPLE = 2000  # passages
_BEST_SENTENCES = 3
_SPARE = 2
# Fitted on questions of our own (bench/questions).
_SENTENCES_WEIGHT, _PASSAGE_WEIGHT, LEXICAL_WEIGHT, _IDENTIFIER_WEIGHT = 0.5, 0.5, 0.1, 0.15
# A search's words are meant as they stand, a question may describe. The simplest of the settings
# that are within one standard error of the best on SciFact's training queries (bench/fusion.py).
_SEARCH_LEXICAL_WEIGHT = 0.25
_IDENTIFIER = re.compile(r"(?<![\w+#.-])(?=[\w+#.-]*?(?:[A-Z]{2}|[a-z][A-Z]|\d))[\w+#.-]+")

Scores = dict[int, float]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A paper that may bear on a query: its row in the store, and how well it fits.

    `score` decides the order; `passage` is the cosine of its best passage, `sentences` the mean
    cosine of its three best sentences, `lexical` BM25 relative to the best paper's.
    """

    row: int
    score: float
    passage: float
    sentences: float
    lexical: float


class Retriever:
    """Searches one index. Vectors are kept in memory until the index changes."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._generation = -1
        self._sentences: dict[int, Sentences] = {}

    def search(
        self, query: str, k: int = 10, where: Mapping[str, Any] | None = None
    ) -> list[SearchHit]:
        """Return the `k` best papers for `query` among those that fit the filter `where`."""
        query = clean(query)
        vector = self.index.embedder.embed([query])[0]
        rows = self._rows_where(where) if where else None
        found = self.candidates(
            query,
            vector,
            query_terms(query),
            rows=rows,
            pool=max(k, _POOL),
            lexical_weight=_SEARCH_LEXICAL_WEIGHT,
            identifier_weight=0.0,
        )
        papers = self.index.store.by_row(candidate.row for candidate in found[:k])
        return [
            SearchHit(rank, round(candidate.score, 6), papers[candidate.row])
            for rank, candidate in enumerate(found[:k], 1)
        ]

    def candidates(
        self,
        query: str,
        vector: Vectors,
        lexical_terms: Sequence[str],
        *,
        rows: frozenset[int] | None = None,
        pool: int = _POOL,
        lexical_weight: float = LEXICAL_WEIGHT,
        identifier_weight: float = _IDENTIFIER_WEIGHT,
    ) -> list[Candidate]:
        """Return the papers that fit best, best first.

        `vector` (shape (d,)) is the embedded query; `rows` limits the search to these papers.
        `lexical_weight` and `identifier_weight` are what BM25 and the query's names, codes and
        numbers count for beside the cosines.
        """
        self._refresh()
        lexical = self._lexical(lexical_terms, rows)
        passages = self._passages(vector, lexical, rows, pool)
        first = _best(passages, lexical, pool)
        sentences = self._sentence_scores(first, vector, passages)
        identified = self._identified(query, first)
        top = max(lexical.values(), default=0.0) or 1.0
        found = [
            _candidate(
                row,
                passages[row],
                sentences[row],
                lexical.get(row, 0.0) / top,
                identified.get(row, 0.0),
                lexical_weight,
                identifier_weight,
            )
            for row in first
        ]
        return sorted(found, key=lambda candidate: -candidate.score)

    def sentences_of(self, rows: Iterable[int]) -> dict[int, Sentences]:
        """Return row -> its sentences with their vectors."""
        wanted = list(rows)
        missing = [row for row in wanted if row not in self._sentences]
        if missing:
            self._sentences |= self.index.store.sentences(missing)
        return {row: self._sentences[row] for row in wanted if row in self._sentences}

    def _refresh(self) -> None:
        """Forget what is in memory when another process, or this one, has changed the index."""
        generation = self.index.store.generation
        if generation != self._generation:
            self.index.check_embedder()
            self._generation = generation
            self._sentences = {}
            self.__dict__.pop("_everything", None)
            self.__dict__.pop("_sample", None)

    def background(self, vector: Vectors) -> tuple[float, float]:
        """Return mean and standard deviation of the cosines of passages, whatever they are about.

        They tell how much a cosine to this `vector`, of shape (d,), means.
        """
        self._refresh()
        cosines = self._sample.vectors @ vector
        return (float(cosines.mean()), float(cosines.std())) if len(cosines) else (0.0, 0.0)

    @cached_property
    def _sample(self) -> PassageVectors:
        """Some passages, spread over the collection."""
        step = 1 + self.index.store.count("passages") // _SAMPLE
        chosen = (
            f"SELECT key FROM passages WHERE key % {step} = 0"  # from an index, without vectors
        )
        return self.index.store.passage_vectors(f"key IN ({chosen})")

    @cached_property
    def _everything(self) -> PassageVectors:
        return self.index.store.passage_vectors()

    def _is_small(self) -> bool:
        return self.index.store.count("passages") <= EXACT_LIMIT

    def _lexical(self, query: Sequence[str], rows: frozenset[int] | None) -> Scores:
        wide = with_kin(query)
        if rows is not None and len(rows) <= _FEW:
            return self.index.store.bm25_of(wide, rows)
        scores = self.index.store.bm25(wide, _LEXICAL_POOL * self._spread(rows))
        return scores if rows is None else {r: s for r, s in scores.items() if r in rows}

    def _spread(self, rows: frozenset[int] | None) -> int:
        """How many times more has to be looked at for enough of it to be among `rows`."""
        if rows is None:
            return 1
        return 1 + _SPARE * self.index.store.count("papers") // max(1, len(rows))

    def _passages(
        self, vector: Vectors, lexical: Scores, rows: frozenset[int] | None, pool: int
    ) -> Scores:
        """Return row -> cosine of its best passage, for all papers that may come first."""
        if self._is_small():
            known = self._everything
        elif rows is not None and len(rows) <= EXACT_LIMIT:
            known = self.index.store.passage_vectors_of(rows)
        else:
            # What is among the best by its cosine is among the nearest, if not by its terms.
            nearest = self.index.nearest(vector, 2 * pool * self._spread(rows))
            known = self.index.store.passage_vectors_of(_by_terms(lexical, pool), nearest)
        if not len(known.keys):
            return {}
        cosines = known.vectors @ vector
        kept = _promising(cosines, known.papers, _by_terms(lexical, pool), pool)
        if rows is not None:
            kept = np.isin(known.papers, list(rows))
        scores: Scores = {}
        for row, score in zip(known.papers[kept].tolist(), cosines[kept].tolist(), strict=True):
            if (rows is None or row in rows) and score > scores.get(row, -2.0):
                scores[row] = score
        return scores

    def _sentence_scores(self, rows: Sequence[int], vector: Vectors, passages: Scores) -> Scores:
        """Return row -> mean cosine of its best sentences; of its title where it has no others."""
        found = self.sentences_of(rows)
        return {
            row: _mean_of_best(found[row].vectors @ vector)
            if row in found and len(found[row].spans)
            else passages[row]
            for row in rows
        }

    def _identified(self, query: str, rows: Sequence[int]) -> Scores:
        """Return row -> share of the query's identifiers (names, codes, numbers) that it holds."""
        wanted = {term for word in _IDENTIFIER.findall(query) for term in terms(word)}
        if not wanted:
            return {}
        holders = self.index.store.holders(sorted(wanted))
        weights = {term: 1 / (1 + len(found)) for term, found in holders.items() if found}
        total = sum(weights.values())
        return {
            row: sum(weight for term, weight in weights.items() if row in holders[term]) / total
            for row in (rows if weights else ())
        }

    def _rows_where(self, where: Mapping[str, Any]) -> frozenset[int]:
        return self.index.rows(where)


def _best(passages: Scores, lexical: Scores, pool: int) -> list[int]:
    """Return the rows that either side puts among its best."""
    by_passage = sorted(passages, key=lambda row: -passages[row])[:pool]
    by_terms = [row for row in _by_terms(lexical, pool) if row in passages]
    return list(dict.fromkeys([*by_passage, *by_terms]))


def _by_terms(lexical: Scores, pool: int) -> list[int]:
    return heapq.nlargest(pool // 2, lexical, key=lambda row: lexical[row])


def _promising(cosines: Vectors, papers: Rows, by_terms: list[int], pool: int) -> NDArray[np.bool_]:
    """Mark the passages near enough to be among the best, and those of the best by terms."""
    spare = 4 * pool  # a paper may have several passages,
    if len(cosines) <= spare:
        return np.ones(len(cosines), bool)
    least = np.partition(cosines, -spare)[-spare]
    return np.asarray((cosines >= least) | np.isin(papers, by_terms))


def _mean_of_best(cosines: NDArray[np.float32]) -> float:
    return float(np.sort(cosines)[-_BEST_SENTENCES:].mean())


def _candidate(
    row: int,
    passage: float,
    sentences: float,
    lexical: float,
    identified: float,
    lexical_weight: float,
    identifier_weight: float,
) -> Candidate:
    score = (
        _PASSAGE_WEIGHT * passage
        + _SENTENCES_WEIGHT * sentences
        + lexical_weight * lexical
        + identifier_weight * identified
    )
    return Candidate(row, score, passage, sentences, lexical)
