"""The events of a streamed answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rag.types.answers import Answer
from rag.types.papers import Paper


@dataclass(frozen=True, slots=True)
class Sources:
    """First event of a streamed answer: the papers that it will draw on, best first."""

    papers: tuple[Paper, ...]


class Stage(StrEnum):
    """What a language model's answer is waiting for."""

    WRITE = "write"
    WAIT = "wait"
    CHECK = "check"
    REPAIR = "repair"


@dataclass(frozen=True, slots=True)
class Progress:
    """What is being done, between `Sources` and `Done`; only where a language model writes.

    `papers` is the number of papers that it writes from. `note` is a sentence for people on a
    delay ("The model is busy; trying again in 2 s (2 of 3)."), else empty.
    """

    stage: Stage
    papers: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Delta:
    """The next piece of a streamed answer's text.

    A language model's text comes unchecked: `Done` replaces what came before it.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Done:
    """Last event of a streamed answer: the whole, checked answer, the same as `ask` returns."""

    answer: Answer


Event = Sources | Progress | Delta | Done
