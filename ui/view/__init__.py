"""Answers, papers and collections as HTML: pure functions, every word of a paper escaped."""

from ui.view.answers import (
    answer,
    draft,
    failure,
    progress,
    question,
    stopped,
    turn,
    waiting,
    working,
)
from ui.view.collection import header, suggestions, welcome
from ui.view.rules import DISPLAY_FORMULA, INLINE_FORMULA
from ui.view.words import Words, words_for

__all__ = [
    "DISPLAY_FORMULA",
    "INLINE_FORMULA",
    "Words",
    "answer",
    "draft",
    "failure",
    "header",
    "progress",
    "question",
    "stopped",
    "suggestions",
    "turn",
    "waiting",
    "welcome",
    "words_for",
    "working",
]
