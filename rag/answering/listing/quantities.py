"""Does a paper give a number for something? "Which papers put a figure on the speedup?"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rag.answering.listing.conditions import Condition, Rows, quotes_where
from rag.answering.listing.fields import TAKEN, Read
from rag.answering.listing.topics import Unit, are_in, units_of
from rag.answering.phrases import phrase
from rag.chinese import is_chinese, translate
from rag.plaintext import plain
from rag.store.papers import PaperStore
from rag.types import Paper, Quote

_ASKED = re.compile(
    r"\b(?:giv|report|stat|quot|nam|provid)(?:e|es|ing|s)? (?:an? |any |the |exact |concrete )*"
    r"(?:numbers?|figures?|factors?|percentages?) (?:for|of|on|about) (?P<x>[^?.!;,]+)"
    r"|\bput(?:s|ting)? (?:an? |any )?(?:exact )?(?:figures?|numbers?) (?:on|to) (?P<on>[^?.!;,]+)"
    r"(?:, (?:of|in|for|during|be it)\b[^?.!;]*)?"
    r"|\bquantif(?:y|ies|ying) (?P<much>[^?.!;,]+)"
    "|(?:给出|給出|报告|報告)了?(?:具体|具體)?的?(?P<zh>[^，。？的]+?)的?(?:数字|數字|[数數]值|倍[数數])",
    re.IGNORECASE,
)
_DIRECTION = re.compile(
    r"\b(?:lower|higher|less|more|smaller|larger|reductions?|savings?|gains?|an?|the|its|their)\b",
    re.I,
)
_MEASURED = re.compile(
    r"(?<![\w./-])\d+\.\d+\b"
    r"|(?:\b(?:of|to|by|at|reach\w*)|[=<>≤≥]) ?(?:about |some )?\d[\d,]*\b(?![./-])"
    r"|(?<![\w.])\d[\d,.]*\s?(?:%|×|x\b|per ?cent|times\b|[- ]?fold\b|[mµμ]?s\b|points?\b|[GM]B\b)"
    r"|\b(?:half|halv\w+|twice|doubl\w+|tripl\w+|(?:two|three|four|five|ten)[- ](?:fold|times))\b",
    re.IGNORECASE,
)
_OR = re.compile(r"\bor\b|或者?")
_NEAR = 50  # characters


@dataclass(frozen=True, slots=True)
class Quantity:
    """States a number with a unit close to `what`, which may be either of several things."""

    what: str

    def candidates(self, store: PaperStore) -> Rows:
        """See `Condition`."""
        spelled = {s for units in self._either() for unit in units for s in unit.spellings}
        found = sorted({f'"{term}"' for spelling in spelled for term in spelling})
        return store.rows_matching(" OR ".join(found)) if found else frozenset()

    def holds(self, paper: Paper) -> bool:
        """See `Condition`."""
        return any(self.quotes(paper))

    def quotes(self, paper: Paper) -> Iterator[Quote]:
        """See `Condition`."""
        return quotes_where(paper, self._is_in)

    def described(self, language: str) -> str:
        """See `Condition`."""
        return phrase("quantity", language, what=self.what)

    def _is_in(self, text: str) -> bool:
        words = plain(text)
        return any(self._is_near(words, *number.span()) for number in _MEASURED.finditer(words))

    def _is_near(self, words: str, start: int, end: int) -> bool:
        around = words[max(0, start - _NEAR) : end + _NEAR]
        return any(are_in(units, around) for units in self._either())

    def _either(self) -> list[tuple[Unit, ...]]:
        pieces = (units_of(piece) for piece in _OR.split(self.what))
        return [units for units in pieces if units]


def read_quantities(text: str, store: PaperStore) -> Read:
    """Read what is to be given in numbers: "give a number for a speedup"."""
    match = _ASKED.search(text)
    if match is None:
        return [], text
    said = next(filter(None, match.groups()))
    what = translate(said).text if is_chinese(said) else said
    condition = Quantity(" ".join(_DIRECTION.sub(" ", what).removeprefix("for ").split()))
    rest = f"{text[: match.start()]}{TAKEN}{text[match.end() :]}"
    found: list[Condition] = [condition] if condition.candidates(store) else []
    return found, rest if found else text
