"""Measuring answers and rankings against labels."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rag.evaluation.gold import resolve
from rag.evaluation.questions import LabelledQuestion, Turn, load_questions
from rag.evaluation.report import Figure, Outcome, Report, wrong_lines
from rag.evaluation.scoring import score
from rag.types import Answer

if TYPE_CHECKING:
    from rag.chain import Chain

__all__ = [
    "Figure",
    "LabelledQuestion",
    "Outcome",
    "Report",
    "Turn",
    "evaluate",
    "load_questions",
    "wrong_lines",
]


def evaluate(
    chain: Chain,
    questions: Sequence[LabelledQuestion],
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Ask the questions and score the answers; `progress` is told (done, total) after each.

    Raises `UsageError` when papers that the labels name are not in the chain's index.
    """
    start = time.perf_counter()
    outcomes = []
    for question in resolve(questions, chain.index.papers()):
        answers = _ask(chain, question)
        outcomes.append(Outcome(question, answers, score(question, answers)))
        if progress:
            progress(len(outcomes), len(questions))
    return Report(tuple(outcomes), time.perf_counter() - start)


def _ask(chain: Chain, question: LabelledQuestion) -> tuple[Answer, ...]:
    """Ask a single question, or the turns of a dialogue in one conversation."""
    if len(question.turns) == 1:
        return (chain.ask(question.turns[0].question),)
    chat = chain.chat()
    return tuple(chat.ask(turn.question) for turn in question.turns)
