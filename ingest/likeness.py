"""How alike two records are, field by field."""

from __future__ import annotations

import re
from collections import Counter

from rapidfuzz import fuzz

from rag.identity import normalised
from rag.tokens import CJK, fold
from rag.types import Paper

_NUMERAL = re.compile(
    r"\b(?:\d+(?:st|nd|rd|th)?|[ivx]{1,5}|first|second|third|fourth|fifth|sixth|seventh|eighth"
    r"|ninth|tenth|one|two|three)\b|(?<=[a-z])\d{2,4}\b"
)
_SUFFIXES = {"jr", "sr", "ii", "iii", "iv", "phd", "md"}


def similarity(one: str | None, other: str | None) -> float | None:
    """Return how alike two texts are, 0 to 100; None when there is nothing to compare."""
    left, right = normalised(one or ""), normalised(other or "")
    if not left or not right:
        return None
    return 100.0 if left == right else min(99.9, fuzz.ratio(left, right))


def same_numerals(one: str | None, other: str | None) -> bool:
    """Tell "Part I" from "Part II" and a campaign of 2021 from that of 2022."""
    if not one or not other:
        return True
    left, right = (Counter(_NUMERAL.findall(fold(title))) for title in (one, other))
    return left == right


def in_other_script(one: str | None, other: str | None) -> bool:
    """Tell whether of two titles just one holds Chinese or Japanese characters."""
    return bool(one and other) and _is_eastern(one or "") != _is_eastern(other or "")


def same_first_author(one: Paper, other: Paper) -> bool | None:
    """Compare family names, since first names may be initials; None where one has no authors."""
    if not one.authors or not other.authors:
        return None
    left, right = _name_words(one.authors[0]), _name_words(other.authors[0])
    return left[-1:] == right[-1:] or sorted(left) == sorted(right)


def years_apart(one: Paper, other: Paper) -> int | None:
    """Return how many years lie between two papers, None where a year is not known."""
    return abs(one.year - other.year) if one.year and other.year else None


def _name_words(name: str) -> list[str]:
    words = re.findall(r"\w+", fold(name))
    return [word for word in words if word not in _SUFFIXES] or words


def _is_eastern(text: str) -> bool:
    return re.search(f"[{CJK}]", text) is not None
