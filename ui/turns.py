"""A turn of a conversation: what was asked and what became of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rag.types import Answer


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and its answer, or an error, or `draft`: what there was when it was stopped.

    `where` is the filter that the question was held to. An empty error is an unexpected one.
    """

    question: str
    answer: Answer | None = None
    error: str | None = None
    draft: str = ""
    where: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """A question waits until `before` others are answered."""

    before: int
