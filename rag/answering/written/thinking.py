"""What a model thinks before it answers is no part of its answer."""

from __future__ import annotations

import re

_NAMES = r"(?:think|thinking|thought|thoughts|reasoning|reflection)"
_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]+`", re.DOTALL)
_OPEN = re.compile(rf"<\s*{_NAMES}\s*>", re.IGNORECASE)
_CLOSE = re.compile(rf"<\s*/\s*{_NAMES}\s*>", re.IGNORECASE)
_BEGUN = re.compile(r"<\s*/?\s*[a-z]{0,10}\s*\Z", re.IGNORECASE)


def answer_in(reply: str, complete: bool = True) -> str:
    """Return `reply` without its thoughts: between the tags, before a lone closing one, behind a
    lone opening one. Tags in code stay.

    Of a reply that is not `complete`, what may be the beginning of a tag is left out.
    """
    kept, position = "", 0
    code = [match.span() for match in _CODE.finditer(reply)]
    while opening := _next(_OPEN, reply, position, code):
        kept = _before(reply[position : opening.start()], kept, code, position)
        closing = _CLOSE.search(reply, opening.end())
        if closing is None:
            return kept
        position = closing.end()
        code = [(s, e) for s, e in code if s >= position]
    kept = _before(reply[position:], kept, code, position)
    return kept if complete else _BEGUN.sub("", kept)


def _before(piece: str, kept: str, code: list[tuple[int, int]], offset: int) -> str:
    """Add a piece outside of tags; a lone closing tag in it takes all before it away."""
    shifted = [(start - offset, end - offset) for start, end in code]
    position = 0
    while closing := _next(_CLOSE, piece, position, shifted):
        kept, position = "", closing.end()
    return kept + piece[position:]


def _next(
    tag: re.Pattern[str], text: str, start: int, code: list[tuple[int, int]]
) -> re.Match[str] | None:
    for match in tag.finditer(text, start):
        if not any(begin <= match.start() < end for begin, end in code):
            return match
    return None
