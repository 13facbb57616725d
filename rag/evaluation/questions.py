"""Labelled questions: what is asked, which papers a right answer cites and what it says."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rag.errors import InputFileError
from rag.evaluation.strings import StringTest, compiled, evened

TYPES = (
    "fact",
    "blind",
    "zh",
    "compare",
    "list",
    "followup",
    "ambiguous",
    "unanswerable",
    "adversarial",
)


@dataclass(frozen=True, slots=True)
class Turn:
    """One question with its label.

    `gold` are the ids of the papers to cite, `optional` of those that may be cited; `test` is what
    the answer's text must say; `abstain` means that the papers hold no answer.
    """

    question: str
    gold: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    test: StringTest = field(default_factory=StringTest)
    abstain: bool = False


@dataclass(frozen=True, slots=True)
class LabelledQuestion:
    """A labelled question of one of `TYPES`; only a "followup" has more than one turn."""

    id: str
    type: str
    turns: tuple[Turn, ...]
    subtype: str | None = None


def load_questions(path: str | Path) -> list[LabelledQuestion]:
    """Read labelled questions from JSON Lines.

    Raises `InputFileError`, with the line, for a file or a question that can't be read.
    """
    try:
        lines = Path(path).read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InputFileError(f"The questions in {path} can't be read: {error}") from error
    questions = [_read(path, n, line) for n, line in enumerate(lines, 1) if line.strip()]
    if not questions:
        raise InputFileError(f"{path} holds no questions. Give a file of JSON Lines.")
    return questions


def _read(path: str | Path, number: int, line: str) -> LabelledQuestion:
    try:
        return _question(json.loads(line), number)
    except (ValueError, TypeError, KeyError, AttributeError, re.error) as error:
        raise InputFileError(f"{path}, line {number}: no labelled question ({error}).") from error


def _question(record: Mapping[str, Any], number: int) -> LabelledQuestion:
    if record["type"] not in TYPES:
        raise ValueError(f"type {record['type']!r} is none of {', '.join(TYPES)}")
    turns = tuple(_turn(turn) for turn in record.get("turns") or [record])
    id_ = str(record.get("id", number))
    return LabelledQuestion(id_, record["type"], turns, record.get("subtype"))


def _turn(record: Mapping[str, Any]) -> Turn:
    if not record["question"].strip():
        raise ValueError("the question is empty")
    test = StringTest(*(_strings(record, key) for key in ("answer_any", "must_all", "must_not")))
    return Turn(
        question=record["question"],
        gold=tuple(record.get("gold_papers") or ()),
        optional=tuple(record.get("optional_papers") or ()),
        test=test,
        abstain=record.get("expect") == "abstain",
    )


def _strings(record: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """Return the answer strings under `key`, each tried out once."""
    strings = tuple(record.get(key) or ())
    for wanted in strings:
        if not evened(wanted):
            raise ValueError(f"{key} holds an empty string")
        compiled(wanted)
    return strings
