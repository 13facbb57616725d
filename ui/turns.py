"""A turn of a conversation: what was asked and what became of it."""

from __future__ import annotations

from dataclasses import dataclass

from rag.types import Answer


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and its answer, or an error, or `draft`: what there was when it was stopped."""

    question: str
    answer: Answer | None = None
    error: str | None = None
    draft: str = ""
