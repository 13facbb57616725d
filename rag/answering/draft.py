"""A draft: what an answer is to say, each sentence with the words of the papers that support it."""

from __future__ import annotations

from dataclasses import dataclass

from rag.types import Paper, Quote, Status


@dataclass(frozen=True, slots=True)
class Support:
    """A paper, and its words that support a sentence (None where a field of its record does)."""

    paper: Paper
    quote: Quote | None = None


@dataclass(frozen=True, slots=True)
class DraftSentence:
    """One sentence without its markers, which go to its end.

    `lead` stands before it: a blank, or a line break and a bullet.
    """

    text: str
    supports: tuple[Support, ...]
    lead: str = " "


@dataclass(frozen=True, slots=True)
class Draft:
    """What an answer is to say."""

    status: Status
    sentences: tuple[DraftSentence, ...]
