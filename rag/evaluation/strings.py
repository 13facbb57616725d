"""What the answer strings of a labelled question mean, and whether a text holds them.

A string is searched in the text with case, formatting (LaTeX, Markdown, superscripts, kinds of
dashes and quotes) and the join of words ("long-horizon", "long horizon", "longhorizon") evened
out. It never begins inside a word, and a number in it never stands for a part of another number.
A string that starts with "re:" is a regular expression over the text in its evened form.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rag.plaintext import plain

_FOLDED = str.maketrans(
    dict.fromkeys("‐‑‒–—―−", "-") | dict.fromkeys("‘’", "'") | dict.fromkeys("“”", '"')
    | {"≤": "<=", "≥": ">=", "→": "->"} | dict.fromkeys("$*`{}^\\")
)  # fmt: skip
_DASHES = re.compile(r"--+")
_JOINS = re.compile(r"[- ]+")
_EXPRESSION = "re:"


@dataclass(frozen=True, slots=True)
class StringTest:
    """What an answer must say: one of `any_of`, all of `all_of`, and nothing of `none_of`."""

    any_of: tuple[str, ...] = ()
    all_of: tuple[str, ...] = ()
    none_of: tuple[str, ...] = ()

    def passes(self, text: str) -> bool:
        """Say whether `text` says it; a test without strings is passed by every text."""
        return (
            (not self.any_of or any(holds(text, wanted) for wanted in self.any_of))
            and all(holds(text, wanted) for wanted in self.all_of)
            and not any(holds(text, unwanted) for unwanted in self.none_of)
        )


def holds(text: str, wanted: str) -> bool:
    """Say whether `text` holds the answer string `wanted`."""
    return compiled(wanted).search(evened(text)) is not None


@lru_cache(maxsize=1024)
def evened(text: str) -> str:
    """Return `text` on one line, without formatting, dashes and quotes in one form."""
    folded = " ".join(plain(text).translate(_FOLDED).split())
    return _DASHES.sub("-", folded)


@lru_cache(maxsize=1024)
def compiled(wanted: str) -> re.Pattern[str]:
    """Return the expression that finds an answer string; raises `re.error` where it is broken."""
    if wanted.startswith(_EXPRESSION):
        return re.compile(wanted.removeprefix(_EXPRESSION), re.IGNORECASE)
    words = _JOINS.split(evened(wanted))
    body = r"[-\s]?".join(re.escape(word) for word in words)
    return re.compile(_left_edge(words[0]) + body + _right_edge(words[-1]), re.IGNORECASE)


def _left_edge(word: str) -> str:
    if word[:1].isdigit():
        return r"(?<!\d)(?<!\d[.,])"
    return r"(?<![a-z])" if word[:1].isascii() and word[:1].isalpha() else ""


def _right_edge(word: str) -> str:
    return r"(?!\d)(?![.,]\d)" if word[-1:].isdigit() else ""


def without_markers(text: str, numbers: Sequence[int]) -> str:
    """Return `text` without the markers of these citations, whose numbers answer nothing."""
    listed = "|".join(str(number) for number in numbers)
    return re.sub(rf" ?\[(?:{listed})(?:, ?(?:{listed}))*\]", "", text) if listed else text
