"""The values that sources give for a field, in whatever type, as the types of a paper."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from typing import Any
from urllib.parse import unquote

# Control characters but for tab and newline, lone surrogates, and what Unicode calls no character.
_UNWANTED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufeff\ufffe\uffff]")
_MISREAD = re.compile("[ÂÃâÄÅÐÎ][\x80-\xbf€‚„…†‡‰Š‹ŒŽ‘’“”•–—™š›œžŸ]")
_LINE_END = re.compile(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]")
# A year alone or at the head of a date written in eight digits.
_YEAR = re.compile(
    r"(?<!\d)((?:1[5-9]|20)\d\d)(?=(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\d)|(?!\d))"
)
_DOI = re.compile(r"10\.\d{4,9}(?:\.\d+)*/(?:\(sici\)[^\s\"]+|[^\s\"<>{}|\\^]+)", re.IGNORECASE)
_DOI_VIEW = re.compile(
    r"(?:(?:/(?:abstract|full|fulltext|pdf|epdf|html|meta|summary)|\.pdf)?[?#].*"
    r"|/(?:abstract|full|fulltext|pdf|epdf|html|meta|summary)|\.pdf)\Z",
    re.DOTALL,
)
_URL = re.compile(r"https?://[^\s\"<>]+", re.IGNORECASE)
_ARXIV = re.compile(
    r"(?:(?:https?://)?(?:www\.|export\.)?arxiv\.org/(?:abs|pdf)/|10\.48550/arxiv\.|arxiv\s*[:.]?\s*"
    r"|\A\s*)(?:(?P<new>\d{4}\.\d{4,5})|(?P<archive>[a-z-]+)(?:\.[a-z]{2})?(?P<old>/\d{7}))"
    r"(?:v\d+)?(?![\d/])",
    re.IGNORECASE,
)
_OPENING = {")": "(", "]": "["}
_STRONG, _WEAK = re.compile(r"\s*[;；|\n]\s*"), re.compile(r"\s*[,，、]\s*")


def text(value: Any) -> str:
    """Return a string or number as text; the paragraphs of a list are joined by newlines."""
    if isinstance(value, str):
        value = _as_was_meant(value) if _MISREAD.search(value) else value
        return _UNWANTED.sub("", _LINE_END.sub("\n", value))
    if isinstance(value, int | float) and not isinstance(value, bool):
        return "" if value != value else str(value)
    if isinstance(value, list):
        return "\n".join(filter(None, (text(item) for item in value)))
    return ""


def _as_was_meant(value: str) -> str:
    """Undo UTF-8 that a source read as Latin-1 before it wrote it: "ClÃ©ment" is Clément."""
    from ftfy import fix_encoding

    return str(fix_encoding(value))


def identifier(value: Any) -> str:
    """Return a record's own id on one line, "" where it has none (also for {"$oid": …})."""
    if isinstance(value, Mapping):
        value = next(iter(value.values()), None)
    return "" if isinstance(value, list) else " ".join(text(value).split())


def year(value: Any) -> int | None:
    """Return the year in a number, a date or a nested list of date parts (None: no year)."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    match = _YEAR.search(text(value))
    return int(match[1]) if match else None


def doi(value: Any) -> str | None:
    """Return the bare DOI in lower case, whether it came as such, with "doi:" or as an address."""
    given = text(value)
    match = _DOI.search(unquote(given) if "%2f" in given.lower() else given)
    if not match:
        return None
    inside_address = "://" in given[: match.start()]
    return _without_stops(_DOI_VIEW.sub("", match[0]) if inside_address else match[0]).lower()


def url(value: Any) -> str | None:
    """Return the first http address in the value."""
    match = _URL.search(text(value))
    return _without_stops(match[0]) if match else None


def arxiv_id(value: Any) -> str | None:
    """Return an arXiv identifier of the new or old kind, without its version."""
    match = _ARXIV.search(text(value))
    if not match:
        return None
    return match["new"] or f"{match['archive'].lower()}{match['old']}"


def _without_stops(found: str) -> str:
    """Take off the punctuation of the sentence around; a bracket only if it was opened outside."""
    while found and (found[-1] in ".,;:'" or _closes_outside(found)):
        found = found[:-1]
    return found


def _closes_outside(found: str) -> bool:
    opening = _OPENING.get(found[-1])
    return opening is not None and found.count(found[-1]) > found.count(opening)


def listed(value: Any) -> tuple[str, ...]:
    """Return the entries of a list, or of a string (or a list of one) that holds several.

    In a string, semicolons (or bars, or lines) go before commas, which may stand in an entry.
    """
    if isinstance(value, list) and len(value) != 1:
        items = value
    else:
        joined = unescape(text(value))
        items = (_STRONG if _STRONG.search(joined.strip()) else _WEAK).split(joined)
    entries = (" ".join(text(item).split()) for item in items)
    return tuple(dict.fromkeys(filter(None, entries)))
