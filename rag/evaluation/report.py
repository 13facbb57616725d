"""From scored questions to figures: means per type with bootstrap intervals, and what was wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from rag.evaluation.questions import TYPES, LabelledQuestion
from rag.evaluation.scoring import Scores, cited
from rag.types import Answer

ALL = "all"
_RESAMPLES = 1000


@dataclass(frozen=True, slots=True)
class Outcome:
    """A labelled question, the answers to its turns and their measures, the headline first."""

    question: LabelledQuestion
    answers: tuple[Answer, ...]
    scores: Scores

    @property
    def headline(self) -> tuple[float, int]:
        """The points of the type's first measure, and out of how many."""
        return next(iter(self.scores.values()))


@dataclass(frozen=True, slots=True)
class Figure:
    """A measure's mean over the `questions` of a type, with its 95 % interval `low` to `high`."""

    type: str
    measure: str
    value: float
    low: float
    high: float
    questions: int


@dataclass(frozen=True, slots=True)
class Report:
    """The outcomes of an evaluation, and the `seconds` that it took."""

    outcomes: tuple[Outcome, ...]
    seconds: float

    def figures(self) -> list[Figure]:
        """Return the figures of each type and then those of all: "right" and "refused"."""
        points: dict[tuple[str, str], list[tuple[float, int]]] = {}
        for outcome in sorted(self.outcomes, key=lambda o: TYPES.index(o.question.type)):
            for measure, value in outcome.scores.items():
                points.setdefault((outcome.question.type, measure), []).append(value)
        for outcome in self.outcomes:
            points.setdefault((ALL, "right"), []).append(outcome.headline)
            if "refused" in outcome.scores:
                points.setdefault((ALL, "refused"), []).append(outcome.scores["refused"])
        return [_figure(*key, values) for key, values in points.items()]

    def wrong(self) -> list[Outcome]:
        """Return the outcomes that miss points of their headline."""
        return [outcome for outcome in self.outcomes if outcome.headline[0] < outcome.headline[1]]

    def to_json(self) -> dict[str, Any]:
        """Return the figures as they are printed by `askpapers evaluate --json`."""
        figures = [asdict(figure) for figure in self.figures()]
        return {"questions": len(self.outcomes), "seconds": self.seconds, "figures": figures}

    def __str__(self) -> str:
        """A table with a line for each figure."""
        lines = [f"{'type':<13}{'measure':<15}{'value':>6}   {'95 % interval':<15}{'questions':>9}"]
        lines += [
            f"{f.type:<13}{f.measure:<15}{f.value:>6.3f}   {f.low:.3f} to {f.high:.3f} "
            f"{f.questions:>9}"
            for f in self.figures()
        ]
        return "\n".join([*lines, "", f"{self.seconds:.1f} s in all"])


def wrong_lines(report: Report) -> Iterator[str]:
    """Yield a JSON line for each turn of the wrong questions: what was expected, what came."""
    for outcome in report.wrong():
        for turn, answer in zip(outcome.question.turns, outcome.answers, strict=True):
            record = {
                "id": outcome.question.id,
                "type": outcome.question.type,
                "question": turn.question,
                "expected": {"papers": turn.gold, "abstain": turn.abstain, **asdict(turn.test)},
                "scores": {measure: points for measure, (points, _) in outcome.scores.items()},
                "status": answer.status.value,
                "cited": cited(answer),
                "considered": [paper.id for paper in answer.considered[:5]],
                "text": answer.text,
            }
            yield json.dumps(record, ensure_ascii=False)


def _figure(type_: str, measure: str, values: Sequence[tuple[float, int]]) -> Figure:
    points = np.array(values)
    mean = points[:, 0].sum() / points[:, 1].sum()
    low, high = _interval(points)
    return Figure(type_, measure, float(mean), low, high, len(points))


def _interval(points: np.ndarray[Any, np.dtype[np.float64]]) -> tuple[float, float]:
    """Percentile bootstrap over questions, so that the turns of a dialogue stay together."""
    drawn = np.random.default_rng(0).integers(0, len(points), (_RESAMPLES, len(points)))
    sums = points[drawn].sum(axis=1)
    low, high = np.percentile(sums[:, 0] / sums[:, 1], [2.5, 97.5])
    return float(low), float(high)
