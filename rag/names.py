"""Which papers a question names: by name, alias, acronym, title or a part of the title.

Case, spacing, hyphens and notation don't matter ("mt grpo", "GR$^3$"), except for names that are
common words ("COVER", "AIR"), which count only in their own case. A word that no paper holds may
be a name misspelt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from rag.embedders import is_common_word
from rag.plaintext import plain
from rag.tokens import CJK, fold, terms
from rag.types import Paper

_WORD = re.compile(rf"[{CJK}]+|[^\W_{CJK}]+")
_CODE = re.compile(r"(?=\w*[A-Z])(?=[\w.-]*?(?:\d|[A-Z]\w*[A-Z]))[^\W_]\w{2,}(?:[-.]\w+)*")
DOI = re.compile(r"\b10\.\d{4,9}/[^\s?,;\"'<>]*[^\s?,;.\"'<>]")
_LONGEST = 30  # words of a title that is looked up
_MOST_PAPERS = 3  # a form that more papers share names none of them
_MOST_USES = 12  # papers that hold a single word which is to name one of them
_SHORTEST_MISSPELT = 5
_MIN_TITLE_WORDS = 3


@dataclass(frozen=True, slots=True)
class Form:
    """One way to write a paper's name: as written, and folded to letters and digits."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Mention:
    """A stretch of a question that names one paper, or a few that share the name.

    `misspelt` where no paper has this very name and the nearest one is taken.
    """

    start: int
    end: int
    rows: tuple[int, ...]
    misspelt: bool = False


class NameTable(Protocol):
    """Where the forms of all papers stand (the record store)."""

    def named(self, keys: Sequence[str]) -> dict[str, list[tuple[str, int]]]:
        """Return key -> (form, row of the paper)."""
        ...

    def name_keys(self, shortest: int, longest: int) -> list[str]:
        """Return the keys of so many characters."""
        ...

    def document_frequency(self, query: Sequence[str]) -> dict[str, int]:
        """Return term -> number of papers that hold it."""
        ...

    def rows_fitting(self, where: Mapping[str, Any]) -> frozenset[int]:
        """Return the rows of the papers that fit a filter."""
        ...

    def holders(self, query: Sequence[str]) -> dict[str, set[int]]:
        """Return term -> rows of the papers that hold it."""
        ...


def forms(paper: Paper) -> Iterator[Form]:
    """Yield the forms that `paper` may be named by."""
    texts = [paper.name or "", *paper.aliases, paper.title or "", *_title_parts(paper.title or "")]
    for text in dict.fromkeys(plain(text) for text in texts):
        key = name_key(text)
        if len(key) > 1:
            yield Form(key, text)


def name_key(text: str) -> str:
    """Fold a name to its letters and digits: `λ-GRPO` and "lambda grpo" are one."""
    return "".join(_WORD.findall(fold(text)))


def find_mentions(question: str, table: NameTable) -> list[Mention]:
    """Return the stretches of `question` (plain text) that name papers, in order."""
    words = list(_WORD.finditer(question))
    spans = _spans(question, words)
    found = _rare_enough(table.named(list(spans)), table)
    mentions: list[Mention] = []
    taken: set[int] = set()
    for key in sorted(found, key=len, reverse=True):
        for first, last in spans[key]:
            start, end = words[first].start(), words[last].end()
            rows = _fitting(question[start:end], found[key])
            if rows and not taken.intersection(range(first, last + 1)):
                taken.update(range(first, last + 1))
                mentions.append(Mention(start, end, rows))
    mentions += _misspelt(question, words, taken, table)
    mentions += _numbered(question, table)
    return sorted(mentions, key=lambda mention: mention.start)


def _numbered(question: str, table: NameTable) -> Iterator[Mention]:
    """Yield the DOIs of papers that are there."""
    for match in DOI.finditer(question):
        rows = table.rows_fitting({"doi": match[0]})
        if len(rows) == 1:
            yield Mention(match.start(), match.end(), tuple(rows))


def codes_of_one(question: str, table: NameTable) -> list[Mention]:
    """Return the codes in `question` ("DMD2", "TableLong") that one paper alone holds."""
    codes = [(match, terms(match[0])[0]) for match in _CODE.finditer(question)]
    holders = table.holders([term for _, term in codes])
    return [
        Mention(match.start(), match.end(), tuple(holders[term]))
        for match, term in codes
        if len(holders[term]) == 1
    ]


def _rare_enough(
    found: dict[str, list[tuple[str, int]]], table: NameTable
) -> dict[str, list[tuple[str, int]]]:
    """Leave out single words that many papers use, though one of them goes by that name ("RL")."""
    words = [key for key, forms_ in found.items() if all(" " not in form for form, _ in forms_)]
    common = {
        term for term, papers in table.document_frequency(words).items() if papers > _MOST_USES
    }
    return {key: value for key, value in found.items() if key not in common}


def _title_parts(title: str) -> Iterator[str]:
    """Yield the parts before and after a colon; the second only if it is long enough to tell."""
    head, colon, tail = title.partition(": ")
    if colon:
        yield head
        if len(tail.split()) >= _MIN_TITLE_WORDS:
            yield tail


def _spans(question: str, words: list[re.Match[str]]) -> dict[str, list[tuple[int, int]]]:
    """Return the key of every run of words -> its places (first word, last word)."""
    folded = [name_key(word[0]) for word in words]
    spans: dict[str, list[tuple[int, int]]] = {}
    for first in range(len(words)):
        key = ""
        for last in range(first, min(first + _LONGEST, len(words))):
            key += folded[last]
            spans.setdefault(key, []).append((first, last))
    return spans


def _fitting(text: str, candidates: list[tuple[str, int]]) -> tuple[int, ...]:
    """Return the rows of the candidates that `text` may stand for."""
    rows = tuple(dict.fromkeys(row for form, row in candidates if _may_name(text, form)))
    return rows if len(rows) <= _MOST_PAPERS else ()


def _may_name(text: str, form: str) -> bool:
    """A name that is a common word counts in its own case only."""
    return text == form or not form.isalpha() or not is_common_word(form.casefold())


def _misspelt(
    question: str, words: list[re.Match[str]], taken: set[int], table: NameTable
) -> Iterator[Mention]:
    """Yield words that no paper holds and that are one slip away from a single paper's name."""
    free = [word for i, word in enumerate(words) if i not in taken and _may_be_misspelt(word[0])]
    known = table.document_frequency([name_key(word[0]) for word in free])
    for word in free:
        key = name_key(word[0])
        if known[key] or is_common_word(key):
            continue
        near = _nearest(key, table)
        rows = {row for name in near for _, row in table.named([name])[name]}
        if len(rows) == 1:
            yield Mention(word.start(), word.end(), tuple(rows), misspelt=True)


def _may_be_misspelt(word: str) -> bool:
    return len(word) >= _SHORTEST_MISSPELT and word.isascii()


def _nearest(key: str, table: NameTable) -> list[str]:
    """Return the names at the least number of edits from `key`, at most one per six letters."""
    most = max(1, len(key) // 6)
    names = table.name_keys(len(key) - most, len(key) + most)
    found = process.extract(
        key, names, scorer=DamerauLevenshtein.distance, score_cutoff=most, limit=3
    )
    return [
        name
        for name, edits, _ in found
        if edits == found[0][1] and _digits(name) == _digits(key)  # "X2" is another than "X"
    ]


def _digits(name: str) -> str:
    return re.sub(r"\D", "", name)
