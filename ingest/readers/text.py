"""Plain text lists: a heading, then abstracts separated by blank lines, without titles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ingest.readers.base import Format, RawRecord, Records
from ingest.readers.source import MAX_LINE, Source
from rag.types import Origin, Rejected

_OTHER_FORMAT = re.compile(
    r"\s*(?:<[?!\w]|@\w+\s*[{(]|TY  -|%[0A-Z] |PMID\s?-|FN |PT [JBCSP]\b|ER  -)|[^\n]*\t[^\n]*\t"
)
_SUFFIXES = {"", ".txt", ".text"}
_LONGEST_HEADING = 120
_MARKDOWN_HEADING = re.compile(r"#{1,6}\s")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_HEADING_WORD = re.compile(
    r"\b(?:accepted|papers?|abstracts?|list|proceedings|publications|articles)\b"
    r"|论文|列表|摘要|会议|文章|清单|录用",
    re.IGNORECASE,
)
_NO_VENUE = re.compile(
    r"\b(?:all|the|of|at|from|in|for|and|accepted|selected|main|conference|track|papers?|abstracts?|"
    r"list|lists|proceedings|publications|articles)\b|(?:论文|列表|摘要|会议|文章|清单|录用|的|年)+|[^\w\s&/'-]",
    re.IGNORECASE,
)
_RULE = re.compile(r"[\W_]*")
_FEWEST_LETTERS = 20


def recognises(source: Source) -> bool:
    """Tell whether the text is prose, in a plain text file or below the heading of a list."""
    first_line = source.head.partition("\n")[0]
    if _OTHER_FORMAT.match(source.head):
        return False
    return source.suffix in _SUFFIXES or _is_list_heading(first_line)


def read(source: Source) -> Records:
    """Yield each abstract with the venue and year of the heading above it."""
    heading: dict[str, Any] = {}
    record = 0
    for line, text in _blocks(source):
        found, line, text = _split_heading(line, text)
        heading = found or heading
        if _RULE.fullmatch(text):
            continue
        record += 1
        reason = _fault(text)
        if reason:
            yield Rejected(source.name, record, line, reason)
        else:
            yield RawRecord(Origin(source.name, record, line), {"abstract": text, **heading})


FORMAT = Format("text list", recognises, read)


def _blocks(source: Source) -> Iterator[tuple[int, str]]:
    """Yield (first line, text) of the stretches between blank lines."""
    start, lines, size = 0, list[str](), 0
    for number, line in source.lines():
        if line.strip("\ufeff \t\f\v\u3000\xa0"):
            start = start if lines else number
            lines.append(line if size < MAX_LINE else "")
            size += len(line)
        elif lines:
            yield start, "\n".join(lines).strip("\ufeff \t\n")
            lines, size = [], 0
    if lines:
        yield start, "\n".join(lines).strip("\ufeff \t\n")


def _split_heading(line: int, text: str) -> tuple[dict[str, Any], int, str]:
    """Take a heading off the block: (its venue and year, line of the rest, the rest)."""
    first, _, rest = text.partition("\n")
    if _is_list_heading(first):
        return _venue_and_year(first), line + 1, rest
    return ({}, line + 1, rest) if _MARKDOWN_HEADING.match(first) else ({}, line, text)


def _is_list_heading(line: str) -> bool:
    """A short line that is no sentence, and names a year or a list."""
    bare = line.strip("#*=_ \t")
    if len(bare) > _LONGEST_HEADING or bare.endswith((".", "。", "?", "!")) or bare.count(",") > 2:
        return False
    words = len(bare.split())
    has_year, has_word = bool(_YEAR.search(bare)), bool(_HEADING_WORD.search(bare))
    if has_year:
        return words <= (12 if has_word else 4)
    return has_word and words <= 6


def _venue_and_year(heading: str) -> dict[str, Any]:
    year = _YEAR.search(heading)
    venue = " ".join(_NO_VENUE.sub(" ", _YEAR.sub(" ", heading)).split())
    known = {"venue": venue or None, "year": int(year[0]) if year else None}
    return {field: value for field, value in known.items() if value}


def _fault(text: str) -> str | None:
    if len(text) >= MAX_LINE:
        return f"longer than {MAX_LINE:,} characters"
    if sum(char.isalpha() for char in text[:1000]) < _FEWEST_LETTERS and not _has_chinese(text):
        return f"too short to be an abstract: {text[:60]!r}"
    return None


def _has_chinese(text: str) -> bool:
    return sum("\u4e00" <= char <= "\u9fff" for char in text[:200]) >= _FEWEST_LETTERS // 2
