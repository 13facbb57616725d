"""Fit which papers fit a description: `python -m bench.described` prints weights and figures.

Fitted on the questions of train*.jsonl and kinds*.jsonl that describe the paper they mean ("the
sparse attention paper"), among them ambiguous ones; each collection is also left out once and
reported on: the share of ambiguous questions for which two right papers are named, and of the
others for which the right paper alone is meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.calibrate import QUESTIONS, collection, fit, read
from bench.common import work_folder
from rag.described import description_of, features, meant
from rag.question import understand
from rag.retrieval import Retriever
from rag.store.index import Index
from rag.tokens import query_terms

_SETS = {f"train{k}": (f"train{k}", f"kinds{k}") for k in (0, 1, 2)} | {"dev": ("dev",)}
_CANDIDATES = 8


@dataclass(frozen=True, slots=True)
class Case:
    """A question: its candidates' features, their scores for all of it, and which are right."""

    collection: str
    ambiguous: bool
    features: NDArray[np.float64]
    scores: NDArray[np.float64]
    right: NDArray[np.bool_]


def main() -> None:
    work = work_folder(__doc__ or "")
    cases = [case for name, files in _SETS.items() for case in _cases(work, name, files)]
    for left_out in _SETS:
        weights = _fitted([case for case in cases if case.collection != left_out])
        _report(left_out, [case for case in cases if case.collection == left_out], weights)
    print("weights: bias, title, words, nearest", _fitted(cases).round(2).tolist())


def _cases(work: Path, name: str, files: Sequence[str]) -> Iterator[Case]:
    paths = [QUESTIONS / f"{file}.jsonl" for file in files]
    questions = [q for path in paths if path.exists() for q in read(path)]
    with Index.open(collection(work, name, read(paths[0]))) as index:
        retriever = Retriever(index)
        for question in questions:
            if question["type"] in ("ambiguous", "fact", "zh") and question["gold_papers"]:
                yield from _case(name, question, retriever)


def _case(name: str, labelled: dict[str, object], retriever: Retriever) -> Iterator[Case]:
    question = understand(str(labelled["question"]), retriever.index.store)
    described = description_of(question)
    if described is None:
        return
    whole, vector = retriever.index.embedder.embed([question.query, described.text])
    found = retriever.candidates(question.query, whole, question.terms)
    asked = query_terms(described.text)
    near = retriever.candidates(described.text, vector, asked)[:_CANDIDATES]
    scores = {candidate.row: candidate.score for candidate in found}
    rows = list(dict.fromkeys(c.row for c in (*found[:_CANDIDATES], *near)))
    made = features(rows, asked, vector, retriever)
    papers = retriever.index.store.by_row(made)
    right = np.array([papers[row].id in labelled["gold_papers"] for row in made])  # type: ignore[operator]
    if right.any():
        yield Case(
            name,
            labelled["type"] == "ambiguous",
            np.array(list(made.values())),
            np.array([scores.get(row, 0.0) for row in made]),
            right,
        )


def _fitted(cases: Sequence[Case]) -> NDArray[np.float64]:
    x = np.concatenate([case.features for case in cases])
    return fit(x, np.concatenate([case.right for case in cases]).astype(float))


def _report(name: str, cases: Sequence[Case], weights: NDArray[np.float64]) -> None:
    asked = [_is_right(case, weights) for case in cases if case.ambiguous]
    clear = [_is_right(case, weights) for case in cases if not case.ambiguous]
    both = f"ambiguous {np.mean(asked):.2f} of {len(asked)}, " if asked else ""
    print(f"{name:<8}{both}clear {np.mean(clear):.2f} of {len(clear)}")


def _is_right(case: Case, weights: NDArray[np.float64]) -> bool:
    fits = weights[0] + case.features @ weights[1:]
    found = meant(dict(enumerate(fits.tolist())), dict(enumerate(case.scores.tolist())))
    if case.ambiguous:
        return int(case.right[found].sum()) > 1
    first = found[0] if found else int(case.scores.argmax())
    return bool(len(found) < 2 and case.right[first])


if __name__ == "__main__":
    main()
