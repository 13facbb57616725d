"""What abbreviations stand for in this collection: "language models (LMs)"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

_SHORT = re.compile(r"\(([A-Z][A-Za-z0-9-]{1,9}?)s?\)")
_WORD = re.compile(r"\w+")
_BEFORE = 120  # characters in front of the bracket that are looked at


def abbreviations(texts: Iterable[str]) -> dict[str, str]:
    """Return short form, in lower case -> the long form that is written in front of it most.

    The long form begins with the abbreviation's first letter and holds the others in order
    (after Schwartz and Hearst, PSB 2003).
    """
    found: dict[str, Counter[str]] = {}
    for text in texts:
        for match in _SHORT.finditer(text):
            words = _WORD.findall(text[max(0, match.start() - _BEFORE) : match.start()])
            if long_form := _long_form(match[1].casefold(), [word.casefold() for word in words]):
                found.setdefault(match[1].casefold(), Counter())[long_form] += 1
    return {short: counts.most_common(1)[0][0] for short, counts in found.items()}


def _long_form(short: str, words: list[str]) -> str | None:
    letters = [char for char in short if char.isalnum()]
    for count in range(2, min(len(words), len(letters) + 2) + 1):
        picked = words[-count:]
        initials = [word[0] for word in picked]
        begun = sum(letter in initials for letter in letters) >= max(2, len(letters) - 1)
        if initials[0] == letters[0] and begun and _in_order(letters, "".join(picked)):
            return " ".join(picked)
    return None


def _in_order(letters: list[str], text: str) -> bool:
    rest = iter(text)
    return all(letter in rest for letter in letters)
