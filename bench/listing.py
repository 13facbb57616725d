"""Fit the judge of topics: `python -m bench.listing` prints weights, and F1 where left out.

Fitted on the list questions of lists0, kinds1, kinds2 and dev whose papers are told by a topic
alone; every paper of their collections is labelled by whether it belongs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.calibrate import QUESTIONS, collection, fit, read
from bench.common import work_folder
from rag.answering.listing.finding import ready
from rag.answering.listing.judging import signs
from rag.answering.listing.members import MAY
from rag.answering.listing.reading import read as read_request
from rag.retrieval import Retriever
from rag.store.index import Index

_SETS = {"train0": "lists0", "train1": "kinds1", "train2": "kinds2", "dev": "dev"}


@dataclass(frozen=True, slots=True)
class Case:
    """A topic: the signs of every paper, which papers belong, and which may be listed or not."""

    collection: str
    signs: NDArray[np.float64]
    belongs: NDArray[np.bool_]
    open: NDArray[np.bool_]


def main() -> None:
    work = work_folder(__doc__ or "")
    cases = [case for name, file in _SETS.items() for case in _cases(work, name, file)]
    for left_out in _SETS:
        weights = _fitted([case for case in cases if case.collection != left_out])
        scores = [_f1(case, weights) for case in cases if case.collection == left_out]
        print(f"{left_out:<8}F1 {np.mean(scores):.2f} of {len(scores)} topics")
    print("weights: bias and signs", _fitted(cases).round(2).tolist())


def _cases(work: Path, name: str, file: str) -> Iterator[Case]:
    first = read(QUESTIONS / f"{name}.jsonl")
    with Index.open(collection(work, name, first)) as index:
        retriever = Retriever(index)
        for question in read(QUESTIONS / f"{file}.jsonl"):
            request = read_request(question.get("question") or "-", index.store)
            if question["type"] == "list" and not request.conditions and not request.artefact:
                topic, papers = ready(retriever, request.topic, None)
                ids = [one.paper.id for one in papers]
                yield Case(
                    name,
                    np.array([astuple(signs(one, topic)) for one in papers]),
                    np.isin(ids, question["gold_papers"]),
                    np.isin(ids, question.get("optional_papers") or []),
                )


def _fitted(cases: Sequence[Case]) -> NDArray[np.float64]:
    x = np.concatenate([case.signs[~case.open] for case in cases])
    return fit(x, np.concatenate([case.belongs[~case.open] for case in cases]).astype(float))


def _f1(case: Case, weights: NDArray[np.float64]) -> float:
    listed = (weights[0] + case.signs @ weights[1:] >= MAY) & ~case.open
    right, all_ = int((listed & case.belongs).sum()), int(listed.sum() + case.belongs.sum())
    return 2 * right / all_ if all_ else 1.0


if __name__ == "__main__":
    main()
