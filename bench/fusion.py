"""What BM25 and identifiers should count for in a search: `python -m bench.fusion`.

Prints nDCG@10 on SciFact's training queries for each pair of weights, with its standard error; the
test queries have no part in it. Of the settings within one standard error of the best, the simplest
is taken (Breiman et al., Classification and Regression Trees, 1984): no weight for identifiers.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from contextlib import closing
from itertools import product
from pathlib import Path
from statistics import fmean, stdev

import askpapers
from bench.common import SHARED, made_index, work_folder
from rag.embedders import Vectors
from rag.evaluation.measures import NDCG, read_qrels
from rag.retrieval import Retriever
from rag.tokens import query_terms

FOLDER = SHARED / "eval" / "collections" / "scifact"
LEXICAL = (0.2, 0.25, 0.3, 0.35)
IDENTIFIER = (0.0, 0.05, 0.1)
MEASURE = NDCG(10)


def main() -> None:
    work = work_folder(__doc__ or "")
    qrels = read_qrels(FOLDER / "qrels_train.tsv")
    index = made_index(work / "scifact", [FOLDER / "corpus.jsonl"])
    with closing(askpapers.open(index)) as chain:
        queries = _queries(qrels.keys())
        vectors = dict(
            zip(queries, chain.index.embedder.embed(list(queries.values())), strict=True)
        )
        print("BM25   identifiers   nDCG@10   standard error")
        for weights in product(LEXICAL, IDENTIFIER):
            values = [
                MEASURE(_ranking(chain.retriever, query, vectors[id_], weights), qrels[id_])
                for id_, query in queries.items()
            ]
            mean, error = fmean(values), stdev(values) / len(values) ** 0.5
            print(f"{weights[0]:<7}{weights[1]:<14}{mean:<10.4f}{error:.4f}", flush=True)


def _queries(wanted: Collection[str]) -> dict[str, str]:
    with Path(FOLDER / "queries.jsonl").open(encoding="utf-8") as lines:
        return {q["id"]: q["text"] for q in map(json.loads, lines) if q["id"] in wanted}


def _ranking(
    retriever: Retriever, query: str, vector: Vectors, weights: tuple[float, float]
) -> list[str]:
    found = retriever.candidates(
        query,
        vector,
        query_terms(query),
        lexical_weight=weights[0],
        identifier_weight=weights[1],
    )[: MEASURE.k]
    papers = retriever.index.store.by_row(candidate.row for candidate in found)
    return [papers[candidate.row].id for candidate in found]


if __name__ == "__main__":
    main()
