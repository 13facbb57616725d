"""The fields of a BibTeX entry, read with patience: missing commas, quotes and braces."""

from __future__ import annotations

import re
from collections.abc import Mapping

Fields = dict[str, str]

_KEY = re.compile(r"\s*([^\s,={}\"#][^,={}\"]*?)?\s*(?:,|\n(?=\s*[A-Za-z][\w-]*\s*=)|$)")
_NAME = re.compile(r"[\s,;]*([A-Za-z_][\w:.+/-]*)\s*=\s*")
_NEXT_LINE = re.compile(r"\n\s*,?\s*[A-Za-z][\w-]*\s*=\s*(?=[{\"\d]|[A-Za-z]+\s*[,#\n])")
_NEXT_NAME = re.compile(r"[\n,}\"]\s*[A-Za-z][\w-]*\s*=\s*(?=[{\"\d])")
_BARE = re.compile(r"[^\s,#{}\"]+")
_JOIN = re.compile(r"\s*#\s*")
_MARK = re.compile(r"\\[\\{}\"]|[{}\"]")


def split_key(text: str) -> tuple[str, str]:
    """Return (citation key, the rest); the key is "" where the entry has none."""
    match = _KEY.match(text)
    return (match[1] or "", text[match.end() :]) if match else ("", text)


def parse_fields(text: str, macros: Mapping[str, str], *, closed: bool) -> Fields:
    """Return the entry's fields by name in lower case, braces kept; the first of a name counts.

    In an entry that isn't closed, a value ends at the latest where a line begins the next field.
    """
    fields: Fields = {}
    position = 0
    while match := _next_name(text, position):
        value, position = _value(text, match.end(), macros, closed)
        name = match[1].lower()
        if name in ("author", "editor") and fields.get(name):
            fields[name] += f" and {value}"
        elif not fields.get(name):
            fields[name] = value
    return fields


def _next_name(text: str, position: int) -> re.Match[str] | None:
    match = _NAME.match(text, position)
    if match:
        return match
    skipped = _NEXT_NAME.search(text, position)
    return _NAME.match(text, skipped.start() + 1) if skipped else None


def _value(text: str, position: int, macros: Mapping[str, str], closed: bool) -> tuple[str, int]:
    """Read one value from `position`: pieces in braces, in quotes or bare, joined by #."""
    pieces = []
    while True:
        piece, position = _piece(text, position, macros, closed)
        pieces.append(piece)
        join = _JOIN.match(text, position)
        if not join:
            return "".join(pieces), position
        position = join.end()


def _piece(text: str, position: int, macros: Mapping[str, str], closed: bool) -> tuple[str, int]:
    opening = text[position : position + 1]
    if opening in ("{", '"') and opening:
        end = _end_of(text, position + 1, opening)
        following = _NEXT_LINE.search(text, position)
        if following and (end is None or (not closed and following.start() < end)):
            end = following.start()
            return text[position + 1 : end].rstrip(' \t\n,"}'), end
        if end is None:
            return text[position + 1 :].rstrip(' \t\n,"}'), len(text)
        return text[position + 1 : end], end + 1
    bare = _BARE.match(text, position)
    if not bare:
        return "", position
    return macros.get(bare[0].lower(), bare[0]), bare.end()


def _end_of(text: str, position: int, opening: str) -> int | None:
    """Return where the piece that was opened closes."""
    depth = 0
    for mark in _MARK.finditer(text, position):
        sign = mark[0]
        if opening == '"' and sign == '"' and not depth:
            return mark.start()
        if sign == "{":
            depth += 1
        elif sign == "}":
            if not depth:
                return mark.start() if opening == "{" else None
            depth -= 1
    return None
