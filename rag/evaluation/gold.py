"""From the paper ids of labelled questions to the papers of the index at hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from rag.errors import UsageError
from rag.evaluation.questions import LabelledQuestion, Turn
from rag.types import Paper

_BY_PLACE = re.compile(r"(.{3})-(\d{2,})")


def resolve(
    questions: Sequence[LabelledQuestion], papers: Iterable[Paper]
) -> list[LabelledQuestion]:
    """Return the questions with each label's ids as the ids of `papers`.

    A label names a paper by its id, or by its place: "000-01" is the first paper of a source file
    whose name begins with "000". Raises `UsageError` when papers that a label names are missing.
    """
    ids = _PaperIds(papers)
    resolved = [
        replace(question, turns=tuple(_resolve_turn(turn, ids) for turn in question.turns))
        for question in questions
    ]
    if ids.missing:
        named = ", ".join(sorted(ids.missing)[:5])
        raise UsageError(
            f"{len(ids.missing)} papers that the questions are about are not in this index: "
            f"{named}. Ingest the papers that belong to these questions, or choose with --index."
        )
    return resolved


class _PaperIds:
    def __init__(self, papers: Iterable[Paper]) -> None:
        self.missing: set[str] = set()
        self._known: dict[str, str] = {}
        for paper in papers:
            for origin in paper.origins:
                self._known.setdefault(f"{origin.file[:3]}-{origin.record}", paper.id)
            self._known[paper.id] = paper.id

    def __getitem__(self, label: str) -> str:
        place = _BY_PLACE.fullmatch(label)
        found = self._known.get(label)
        if found is None and place:
            found = self._known.get(f"{place[1]}-{int(place[2])}")
        if found is None:
            self.missing.add(label)
        return found or label


def _resolve_turn(turn: Turn, ids: _PaperIds) -> Turn:
    return replace(
        turn,
        gold=tuple(ids[label] for label in turn.gold),
        optional=tuple(ids[label] for label in turn.optional),
    )
