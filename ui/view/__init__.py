"""Answers, papers and collections as HTML: pure functions, every word of a paper escaped."""

from ui.view.answers import UNEXPECTED, answer, draft, failure, question, stopped, turn, working
from ui.view.collection import header, welcome
from ui.view.rules import DISPLAY_FORMULA, INLINE_FORMULA

__all__ = [
    "DISPLAY_FORMULA",
    "INLINE_FORMULA",
    "UNEXPECTED",
    "answer",
    "draft",
    "failure",
    "header",
    "question",
    "stopped",
    "turn",
    "welcome",
    "working",
]
