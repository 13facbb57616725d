"""Fit the decision to answer: `python -m bench.calibrate` prints the weights and the trade-off.

Fitted on the questions of three collections of 80 papers (train*, find*, kinds*) and of one of 57
(dev); each collection is also left out once and reported on. The detail is fitted on English
questions: what the words of Chinese ones are worth was set so that as few of them are refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.common import SHARED, made_index, work_folder
from rag.answerability import Signals, signals
from rag.finding import find
from rag.retrieval import Retriever
from rag.store.index import Index

QUESTIONS = Path(__file__).parent / "questions"
TOPIC = ("passage", "sentences", "words", "mean", "weakest")
DETAIL = (
    "fits",
    "any_fits",
    "yes_no",
    "weakest",
    "counts",
    "counted",
    "sentences",
    "nameless",
)
_SETS = {f"train{k}": (f"train{k}", f"find{k}", f"kinds{k}") for k in range(3)} | {"dev": ("dev",)}
_RIDGE = 3.0
_REFUSED = (0.01, 0.02, 0.03, 0.05, 0.10)


@dataclass(frozen=True, slots=True)
class Case:
    """A labelled question with its signals; `kind` is its type, "near" or "far"."""

    collection: str
    kind: str
    named: bool
    signals: Signals


def main() -> None:
    work = work_folder(__doc__ or "")
    cases = [case for name, files in _SETS.items() for case in _cases(work, name, files)]
    _report("TOPIC", TOPIC, cases, _about_topic)
    _report("DETAIL", DETAIL, cases, _about_detail)


def _cases(work: Path, name: str, files: Sequence[str]) -> Iterator[Case]:
    paths = [QUESTIONS / f"{file}.jsonl" for file in files]
    questions = [question for path in paths if path.exists() for question in read(path)]
    with Index.open(collection(work, name, read(paths[0]))) as index:
        retriever = Retriever(index)
        for question in questions:
            if question["type"] in ("fact", "blind", "find", "zh", "unanswerable"):
                found = find(retriever, question["question"])
                yield Case(
                    name, _kind(question), bool(found.question.named and not found.meant),
                    signals(found.question, found.evidence[0], found.candidates[0]),
                )  # fmt: skip


def collection(work: Path, name: str, questions: Sequence[dict[str, Any]]) -> Path:
    """Return an index of the papers that the questions are about."""
    wanted = {id_ for question in questions for id_ in question["gold_papers"]}
    records = read(SHARED / "corpora" / "icml2026" / "corpus.jsonl")
    papers = work / f"{name}.papers.jsonl"
    lines = [json.dumps(r, ensure_ascii=False) for r in records if r["id"] in wanted]
    papers.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return made_index(work / name, [papers])


def read(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def _kind(question: dict[str, Any]) -> str:
    if question["expect"] != "abstain":
        return str(question["type"])
    return "near" if question["subtype"] == "near" else "far"


def _about_topic(case: Case) -> int | None:
    """1 where the collection has such a paper, 0 where not, None where it doesn't matter."""
    if case.named or case.kind == "near":
        return None
    return int(case.kind != "far")


def _about_detail(case: Case) -> int | None:
    if not case.named or case.signals.chinese:
        return None
    return {"near": 0, "fact": 1}.get(case.kind)


def _report(
    title: str, names: Sequence[str], cases: Sequence[Case], label: Callable[[Case], int | None]
) -> None:
    x, y = _matrix(cases, names, label)
    weights = fit(x, y)
    print(f"\n{title}: {len(y)} questions, {int(y.sum())} of them answerable")
    print(
        {"bias": round(float(weights[0]), 3)}
        | dict(zip(names, weights[1:].round(3).tolist(), strict=True))
    )
    _trade_off("fitted", weights[0] + x @ weights[1:], y)
    for left_out in _SETS:
        weights = fit(*_matrix([c for c in cases if c.collection != left_out], names, label))
        x, y = _matrix([c for c in cases if c.collection == left_out], names, label)
        _trade_off(f"{left_out} left out", weights[0] + x @ weights[1:], y)


def _matrix(
    cases: Sequence[Case], names: Sequence[str], label: Callable[[Case], int | None]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    rows = [([getattr(c.signals, n) for n in names], label(c)) for c in cases]
    kept = [(row, value) for row, value in rows if value is not None]
    return np.array([row for row, _ in kept]), np.array([value for _, value in kept], float)


def fit(x: NDArray[np.float64], y: NDArray[np.float64], steps: int = 50) -> NDArray[np.float64]:
    """Ridge logistic regression by Newton's method on standardised columns: (bias, weights…)."""
    mean, scale = x.mean(axis=0), x.std(axis=0) + 1e-9
    z = np.column_stack([np.ones(len(x)), (x - mean) / scale])
    penalty = _RIDGE * np.diag([0.0] + [1.0] * x.shape[1])
    beta = np.zeros(z.shape[1])
    for _ in range(steps):
        p = 1 / (1 + np.exp(-z @ beta))
        hessian = (z * (p * (1 - p))[:, None]).T @ z + penalty
        beta += np.linalg.solve(hessian, z.T @ (y - p) - penalty @ beta)
    weights = beta[1:] / scale
    return np.concatenate([[beta[0] - weights @ mean], weights])


def _trade_off(where: str, scores: NDArray[np.float64], y: NDArray[np.float64]) -> None:
    """Print which threshold refuses which share of the answerable and of the others."""
    answerable, unanswerable = scores[y == 1], scores[y == 0]
    print(f"  {where}: wrongly refused -> threshold, rightly refused")
    for share in _REFUSED:
        threshold = np.quantile(answerable, share)
        print(f"    {share:.0%} -> {threshold:+.2f}, {(unanswerable < threshold).mean():.0%}")


if __name__ == "__main__":
    main()
