"""Fit the decision to answer: `python -m bench.calibrate` prints the weights and the trade-off.

Fitted on bench/questions/train*.jsonl and find*.jsonl (three collections of 80 papers), reported on
dev.jsonl (57 other papers).
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
DETAIL = ("fits", "any_fits", "yes_no", "weakest", "counts", "counted", "sentences", "chinese")
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
    fitted = [case for k in range(3) for case in _cases(work, f"train{k}", f"find{k}")]
    held_out = list(_cases(work, "dev"))
    _report("TOPIC", TOPIC, fitted, held_out, _about_topic)
    _report("DETAIL", DETAIL, fitted, held_out, _about_detail)


def _cases(work: Path, *names: str) -> Iterator[Case]:
    questions = [q for name in names for q in read(QUESTIONS / f"{name}.jsonl")]
    with Index.open(collection(work, names[0], questions)) as index:
        retriever = Retriever(index)
        for question in questions:
            if question["type"] in ("fact", "blind", "find", "zh", "unanswerable"):
                found = find(retriever, question["question"])
                yield Case(
                    names[0], _kind(question), bool(found.question.named),
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
    if case.kind == "near":
        return 0
    return 1 if case.kind == "fact" or (case.kind == "zh" and case.named) else None


def _report(
    title: str,
    names: Sequence[str],
    fitted: Sequence[Case],
    held_out: Sequence[Case],
    label: Callable[[Case], int | None],
) -> None:
    x, y = _matrix(fitted, names, label)
    weights = fit(x, y)
    print(f"\n{title}: {len(y)} questions, {int(y.sum())} of them answerable")
    print(
        {"bias": round(float(weights[0]), 3)}
        | dict(zip(names, weights[1:].round(3).tolist(), strict=True))
    )
    for where, cases in (("fitted", fitted), ("held out", held_out)):
        x, y = _matrix(cases, names, label)
        _trade_off(where, weights[0] + x @ weights[1:], y)


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
