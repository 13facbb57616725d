"""The names in BibTeX's author field, split where the braces allow it."""

from __future__ import annotations

import re

from rag.latex import unlatex

Name = dict[str, str]

_AND = re.compile(r"\sand\s", re.IGNORECASE)

_MARK = re.compile(r"\\[{}]|[{}]|\s+(?i:and)(?=\s)|,")


def names(value: str) -> list[Name] | str:
    """Return the authors with their parts; a name in braces is an institution's.

    "and others" is no author. Names that no "and" parts but semicolons come back as they are.
    """
    if ";" in value and not _AND.search(value):
        return unlatex(value)
    parts = [_name(pieces) for pieces in _split(value)]
    return [name for name in parts if name]


def _split(value: str) -> list[list[str]]:
    """Split at "and", and each name at its commas, outside of braces."""
    found: list[list[str]] = [[]]
    depth = start = 0
    for mark in _MARK.finditer(value):
        sign = mark[0]
        depth += (sign == "{") - (sign == "}")
        if depth or sign[0] in "{}\\":
            continue
        found[-1].append(value[start : mark.start()])
        start = mark.end()
        if sign != ",":
            found.append([])
    found[-1].append(value[start:])
    return found


def _name(pieces: list[str]) -> Name:
    texts = [" ".join(unlatex(piece).split()) for piece in pieces]
    texts = [text for text in texts if text]
    if not texts or (len(texts) == 1 and texts[0].lower() in ("others", "et al.", "et al", "and")):
        return {}
    if len(pieces) == 1 or len(texts) == 1:
        braced = re.fullmatch(r"\s*\{.*\}\s*", pieces[0], re.DOTALL)
        return {"literal" if braced else "name": texts[0]}
    if len(texts) == 2:
        return {"family": texts[0], "given": texts[1]}
    return {"family": texts[0], "suffix": texts[1], "given": " ".join(texts[2:])}
