"""Conversations as Markdown, for other programs."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rag.export import citation
from rag.types import Answer
from ui.turns import Turn

_TAG = re.compile(r"<(?=[A-Za-z/!?])")


def conversation_to_markdown(title: str, turns: Iterable[Turn]) -> str:
    """Return a conversation with its answers and references as Markdown."""
    parts = [f"# {_safe(' '.join(title.split()))}", *(_turn(turn) for turn in turns)]
    return "\n\n".join(parts) + "\n"


def answer_to_markdown(answer: Answer) -> str:
    """Return an answer and the papers that it cites as Markdown; markup of others is inert."""
    cited = ((c.number, citation("markdown", c.paper)) for c in answer.citations)
    references = [f"[{number}] {text.removeprefix('- ')}" for number, text in cited]
    return "\n\n".join([_safe(answer.text), *references])


def _turn(turn: Turn) -> str:
    asked = f"## {_safe(' '.join(turn.question.split()))}"
    if turn.answer:
        return f"{asked}\n\n{answer_to_markdown(turn.answer)}"
    return f"{asked}\n\n{_safe(turn.draft or turn.error or '')}\n\n*…*"


def _safe(text: str) -> str:
    """Keep tags and pictures of a text from being taken for such."""
    return _TAG.sub(r"\\<", text).replace("![", "!\\[")
