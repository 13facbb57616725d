"""Does a paper name this? The word itself, whatever its case, spacing, hyphens or notation.

"Qwen" is found in "Qwen2.5-VL" (a version may follow), "RL" is not found in "RLVR".
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rag.answering.listing.conditions import Rows, quotes_where
from rag.answering.phrases import phrase
from rag.embedders import is_common_word
from rag.plaintext import plain
from rag.store.papers import PaperStore
from rag.tokens import CJK, fold, terms
from rag.types import Paper, Quote

_PART = re.compile(rf"\d+(?:[.,]\d+)*|[+#]+|[{CJK}]+|[^\W\d_{CJK}]+")
_CASE_CHANGE = re.compile(r"(?<=[a-z])(?=[A-Z])")
_MARKED_UP = re.compile(r"[\\$<&*_`^]|[^\x00-\x7f]")  # may differ in plain words
_GAP = r"[\s\-‐–_^·/]{0,2}"
_MAY_BE_SPLIT = 6  # letters: a shorter word written in two is another word
_MOST_SPLIT = 4  # parts whose every way to be joined is looked up


@dataclass(frozen=True, slots=True)
class Mention:
    """Names something by one of its `spellings`, in the abstract or (if `titles`) the title."""

    spellings: tuple[str, ...]
    titles: bool = True

    def candidates(self, store: PaperStore) -> Rows:
        """See `Condition`."""
        return store.rows_matching(" OR ".join(_lookup(spelling) for spelling in self.spellings))

    def holds(self, paper: Paper) -> bool:
        """See `Condition`."""
        return self._is_in(paper.abstract) or (self.titles and self._is_in(paper.title or ""))

    def quotes(self, paper: Paper) -> Iterator[Quote]:
        """See `Condition`."""
        return quotes_where(paper, self._is_in)

    def described(self, language: str) -> str:
        """See `Condition`."""
        named = phrase("either", language).join(f"“{spelling}”" for spelling in self.spellings)
        return phrase("mention", language, words=named)

    def _is_in(self, text: str) -> bool:
        if any(is_mentioned(spelling, text) for spelling in self.spellings):
            return True
        return _MARKED_UP.search(text) is not None and any(
            is_mentioned(spelling, plain(text)) for spelling in self.spellings
        )


def is_mentioned(spelling: str, text: str) -> bool:
    """Say whether `text` holds `spelling`.

    What is written in capitals and would be a common word otherwise ("AIR") has to stand in
    capitals.
    """
    if not _pattern(spelling).search(fold(text)):
        return False
    if spelling.isupper() and spelling.isalpha() and is_common_word(spelling.casefold()):
        return re.search(rf"(?<![^\W_]){spelling}", text) is not None
    return True


@lru_cache(maxsize=64)
def _pattern(spelling: str) -> re.Pattern[str]:
    parts = _PART.findall(fold(spelling))
    splits = sum(map(len, parts)) >= _MAY_BE_SPLIT
    body = _GAP.join(_part_pattern(part, splits) for part in parts)
    if re.fullmatch(rf"[{CJK}]+", "".join(parts)):
        return re.compile(body)
    return re.compile(rf"(?<![^\W_]){body}{_end(parts[-1])}")


def _part_pattern(part: str, splits: bool) -> str:
    if part[0].isdigit():
        return re.escape(part)
    return (_GAP if splits else "").join(re.escape(char) for char in part)


def _end(last: str) -> str:
    """Return what may follow.

    Behind a letter no letters but a plural's; behind a number no digits, and no single letter
    (GPT-4 is not GPT-4o).
    """
    if last[0].isdigit():
        return r"(?!\d|[.,]\d|[^\W\d_](?![^\W\d_]))"
    return r"(?:e?s)?(?![^\W\d_])" if last[0].isalpha() else ""


def _lookup(spelling: str) -> str:
    """Return the full-text expression that finds all papers that may hold `spelling`."""
    split_up = fold(_CASE_CHANGE.sub(" ", spelling))
    parts = [re.sub("[.,]", "d", p) for p in _PART.findall(split_up) if p[0].isalnum()]
    if re.search(rf"[{CJK}]", spelling):
        return f"({' AND '.join(_prefix(term) for term in terms(spelling))})"
    ways = _joined(parts) if len(parts) <= _MOST_SPLIT else [parts, ["".join(parts)]]
    return " OR ".join(f"({' AND '.join(map(_prefix, way))})" for way in ways)


def _joined(parts: Sequence[str]) -> Iterator[list[str]]:
    """Yield every way to write `parts` in one word or several."""
    for gaps in itertools.product(("", " "), repeat=len(parts) - 1):
        yield "".join(map("".join, zip(parts, [*gaps, ""], strict=True))).split()


def _prefix(word: str) -> str:
    """Return what all terms begin with that `word` or a longer form of it is stored as."""
    stems = [*terms(word), *terms(word.rstrip("s"))]
    shared = next(n for n in range(len(word), -1, -1) if all(s[:n] == word[:n] for s in stems))
    return f'"{word[:shared] or word}"*'
