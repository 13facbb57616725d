"""How right an answer is: one rule for each type of labelled question.

A rule gives named measures, each as (points, out of): a follow-up has as many points as turns,
anything else has one. The first measure of a rule is the type's headline.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rag.evaluation.questions import LabelledQuestion, Turn
from rag.evaluation.strings import without_markers
from rag.types import Answer, Status

Scores = dict[str, tuple[float, int]]
_ABSTAINED = (Status.NOT_FOUND, Status.PARTLY)
_ANSWERABLE = ("fact", "blind", "zh")


def score(question: LabelledQuestion, answers: Sequence[Answer]) -> Scores:
    """Return the measures of the answers to a question's turns, one answer for each turn."""
    if question.type == "followup":
        return _followup(question.turns, answers)
    turn, answer = question.turns[0], answers[0]
    values = _abstain(question, answer) if turn.abstain else _RULES[question.type](turn, answer)
    if question.type in _ANSWERABLE and not turn.abstain:
        values = {**values, "refused": answer.status is Status.NOT_FOUND}
    return {measure: (float(value), 1) for measure, value in values.items()}


def cited(answer: Answer) -> list[str]:
    """Return the ids of the papers that the answer cites, in the order of its citations."""
    return [citation.paper.id for citation in answer.citations]


def _says(turn: Turn, answer: Answer) -> bool:
    numbers = [citation.number for citation in answer.citations]
    return turn.test.passes(without_markers(answer.text, numbers))


def _among_first(turn: Turn, answer: Answer, count: int) -> bool:
    return not set(turn.gold).isdisjoint(cited(answer)[:count])


def _all_cited(turn: Turn, answer: Answer) -> bool:
    return set(turn.gold) <= set(cited(answer))


def _fact(turn: Turn, answer: Answer) -> Mapping[str, float]:
    first, says = _among_first(turn, answer, 1), _says(turn, answer)
    return {"right": first and says, "paper first": first, "string": says}


def _blind(turn: Turn, answer: Answer) -> Mapping[str, float]:
    first, three = _among_first(turn, answer, 1), _among_first(turn, answer, 3)
    return {"first": first, "among three": three}


def _zh(turn: Turn, answer: Answer) -> Mapping[str, float]:
    right = _all_cited(turn, answer)
    return {"cited": right, "cited, string": right and _says(turn, answer)}


def _list(turn: Turn, answer: Answer) -> Mapping[str, float]:
    gold, found = set(turn.gold), set(cited(answer)) - (set(turn.optional) - set(turn.gold))
    f1 = 2 * len(gold & found) / (len(gold) + len(found)) if gold or found else 1.0
    return {"F1": f1, "exact": gold == found and _says(turn, answer)}


def _all_and_says(turn: Turn, answer: Answer) -> Mapping[str, float]:
    return {"right": _all_cited(turn, answer) and _says(turn, answer)}


def _ambiguous(turn: Turn, answer: Answer) -> Mapping[str, float]:
    named = len(set(turn.gold) & set(cited(answer)))
    return {"right": answer.status is Status.AMBIGUOUS and named >= 2}


def _abstain(question: LabelledQuestion, answer: Answer) -> Mapping[str, float]:
    abstained = answer.status in _ABSTAINED
    headline = _HEADLINES.get(question.type, "right")
    values = {headline: abstained}
    if question.type == "unanswerable" and question.subtype:
        values[question.subtype] = abstained
    return values


def _followup(turns: Sequence[Turn], answers: Sequence[Answer]) -> Scores:
    right = [turn_right(turn, answer) for turn, answer in zip(turns, answers, strict=True)]
    return {"turns": (float(sum(right)), len(right)), "dialogues": (float(all(right)), 1)}


def turn_right(turn: Turn, answer: Answer) -> bool:
    """Say whether an answer in a dialogue cites its papers and says its facts, or abstains."""
    if turn.abstain:
        return answer.status in _ABSTAINED
    return _all_cited(turn, answer) and _says(turn, answer)


_RULES: Mapping[str, Callable[[Turn, Answer], Mapping[str, float]]] = {
    "fact": _fact,
    "blind": _blind,
    "zh": _zh,
    "compare": _all_and_says,
    "list": _list,
    "ambiguous": _ambiguous,
    "unanswerable": _all_and_says,
    "adversarial": _all_and_says,
}
_HEADLINES = {"blind": "first", "zh": "cited", "list": "F1"}
