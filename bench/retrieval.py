"""Search against BM25 alone and dense vectors alone, with one setting for all collections."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

import numpy as np

import askpapers
from bench.common import SHARED, made_index, work_folder
from rag.evaluation.measures import NDCG, Recall, evaluate_run, read_qrels
from rag.plaintext import plain
from rag.tokens import terms

COLLECTIONS = ("scifact", "cranfield", "pubmedqa")
MEASURES = (NDCG(10), Recall(100))
DEPTH = 100

Ranker = Callable[[str], Mapping[str, float]]


def main() -> None:
    work = work_folder(
        "nDCG@10 and recall@100 of search, of BM25 alone and of dense vectors alone."
    )
    print(f"{'collection':<12}{'ranker':<8}" + "".join(f"{m!s:>15}" for m in MEASURES))
    for name in COLLECTIONS:
        folder = SHARED / "eval" / "collections" / name
        index = made_index(work / name, [folder / "corpus.jsonl"])
        with closing(askpapers.open(index)) as chain:
            for ranker, rank in rankers(chain).items():
                print(
                    f"{name:<12}{ranker:<8}" + "".join(f"{v:>15.4f}" for v in judge(rank, folder))
                )


def judge(rank: Ranker, folder: Path) -> list[float]:
    qrels = read_qrels(folder / "qrels.tsv")
    with (folder / "queries.jsonl").open(encoding="utf-8") as lines:
        queries = {query["id"]: query["text"] for query in map(json.loads, lines)}
    run = {query: rank(queries[query]) for query in qrels}
    return list(evaluate_run(MEASURES, run, qrels).values())


def rankers(chain: askpapers.Chain) -> dict[str, Ranker]:
    index = chain.index
    stored = index.store.passage_vectors()
    ids = {row: paper.id for row, paper in index.store.by_row(set(stored.papers.tolist())).items()}

    def search(query: str) -> Mapping[str, float]:
        return {hit.paper.id: hit.score for hit in chain.search(query, k=DEPTH)}

    def bm25(query: str) -> Mapping[str, float]:
        found = index.store.bm25(terms(plain(query)), DEPTH)
        return {ids[row]: score for row, score in found.items()}

    def dense(query: str) -> Mapping[str, float]:
        cosines = stored.vectors @ index.embedder.embed([query])[0]
        order = np.argsort(cosines)  # a paper's best passage comes last and stays
        return {
            ids[row]: float(cosines[n]) for n, row in zip(order, stored.papers[order], strict=True)
        }

    return {"search": search, "BM25": bm25, "dense": dense}


if __name__ == "__main__":
    main()
