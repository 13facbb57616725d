"""Measures of ranked retrieval, with their standard definitions (those of trec_eval).

    evaluate_run([NDCG(10), Recall(100), MRR(10)], run, qrels)

A run maps query id -> document id -> score; qrels map query id -> document id -> relevance.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from rag.errors import InputFileError

Run = Mapping[str, Mapping[str, float]]
Qrels = Mapping[str, Mapping[str, int]]


class Measure(Protocol):
    """A figure for one query; `ranking` holds document ids, best first."""

    def __call__(self, ranking: Sequence[str], judged: Mapping[str, int]) -> float:
        """Return a value from 0 to 1."""
        ...


@dataclass(frozen=True, slots=True)
class NDCG:
    """Normalised discounted cumulative gain at `k`: linear gain, discount log2(rank + 1)."""

    k: int

    def __str__(self) -> str:
        return f"nDCG@{self.k}"

    def __call__(self, ranking: Sequence[str], judged: Mapping[str, int]) -> float:
        """See `Measure`."""
        gains = [judged.get(document, 0) for document in ranking[: self.k]]
        best = sorted(judged.values(), reverse=True)[: self.k]
        return _discounted(gains) / (_discounted(best) or 1.0)


@dataclass(frozen=True, slots=True)
class Recall:
    """The share of the relevant documents that stand among the first `k`."""

    k: int

    def __str__(self) -> str:
        return f"recall@{self.k}"

    def __call__(self, ranking: Sequence[str], judged: Mapping[str, int]) -> float:
        """See `Measure`."""
        relevant = {document for document, relevance in judged.items() if relevance > 0}
        return len(relevant.intersection(ranking[: self.k])) / (len(relevant) or 1)


@dataclass(frozen=True, slots=True)
class MRR:
    """One over the rank of the first relevant document, 0 if there is none among the first `k`."""

    k: int

    def __str__(self) -> str:
        return f"MRR@{self.k}"

    def __call__(self, ranking: Sequence[str], judged: Mapping[str, int]) -> float:
        """See `Measure`."""
        relevant = [judged.get(document, 0) > 0 for document in ranking[: self.k]]
        return 1 / (relevant.index(True) + 1) if True in relevant else 0.0


def evaluate_run(measures: Sequence[Measure], run: Run, qrels: Qrels) -> dict[Measure, float]:
    """Return each measure's mean over the queries that have a relevant document.

    A query without results counts as 0.
    """
    queries = [query for query, judged in qrels.items() if any(r > 0 for r in judged.values())]
    rankings = {query: _ranking(run.get(query, {})) for query in queries}
    return {
        measure: sum(measure(rankings[q], qrels[q]) for q in queries) / max(len(queries), 1)
        for measure in measures
    }


def read_run(path: str | Path) -> dict[str, dict[str, float]]:
    """Read a TREC run: lines of query, "Q0", document, rank, score and tag.

    Raises `InputFileError`, with the line.
    """
    run: dict[str, dict[str, float]] = {}
    for query, _, document, _, score, _ in _rows(path, widths=(6,)):
        run.setdefault(query, {})[document] = float(score)
    return run


def read_qrels(path: str | Path) -> dict[str, dict[str, int]]:
    """Read judgments: query, document, relevance below a heading, or TREC's four columns.

    Raises `InputFileError`, with the line.
    """
    qrels: dict[str, dict[str, int]] = {}
    for query, *_, document, relevance in _rows(path, widths=(3, 4)):
        if relevance.lstrip("-").isdigit():
            qrels.setdefault(query, {})[document] = int(relevance)
    return qrels


def _ranking(scores: Mapping[str, float]) -> list[str]:
    return sorted(scores, key=lambda document: -scores[document])


def _discounted(gains: Sequence[int]) -> float:
    return sum(max(gain, 0) / math.log2(rank + 1) for rank, gain in enumerate(gains, 1))


def _rows(path: str | Path, widths: Sequence[int]) -> list[list[str]]:
    try:
        rows = [line.split() for line in Path(path).read_text(encoding="utf-8").splitlines()]
    except (OSError, UnicodeDecodeError) as error:
        raise InputFileError(f"{path} can't be read: {error}") from error
    for number, row in enumerate(rows, 1):
        if row and len(row) not in widths:
            raise InputFileError(f"{path}, line {number}: {len(row)} columns, not {widths[0]}.")
    return [row for row in rows if row]
