"""The values that sources give for a field, in whatever type, as the types of a paper."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

# Control characters but for tab and newline, lone surrogates, and what Unicode calls no character.
_UNWANTED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufeff\ufffe\uffff]")
_LINE_END = re.compile(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>]+", re.IGNORECASE)
_URL = re.compile(r"https?://[^\s\"<>]+", re.IGNORECASE)
_AND = re.compile(r"\s*,?\s+(?:and|&)\s+|\s*[;；]\s*")
_SEPARATOR = re.compile(r"\s*[;；,，]\s*")
_NAME_FIELDS = ("name", "full_name", "literal", "display_name")
_GIVEN, _FAMILY = ("given", "first", "firstname"), ("family", "last", "lastname")


def text(value: Any) -> str:
    """Return a string or number as text; the paragraphs of a list are joined by newlines."""
    if isinstance(value, str):
        return _UNWANTED.sub("", _LINE_END.sub("\n", value))
    if isinstance(value, int | float) and not isinstance(value, bool):
        return "" if value != value else str(value)
    if isinstance(value, list):
        return "\n".join(filter(None, (text(item) for item in value)))
    return ""


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
    return int(match[0]) if match else None


def doi(value: Any) -> str | None:
    """Return the bare DOI in lower case, whether it came as such or as an address."""
    match = _DOI.search(text(value))
    return match[0].rstrip(".,;").lower() if match else None


def url(value: Any) -> str | None:
    """Return the first http address in the value."""
    match = _URL.search(text(value))
    return match[0] if match else None


def listed(value: Any) -> tuple[str, ...]:
    """Return the entries of a list, or of a string that holds several."""
    items = value if isinstance(value, list) else _SEPARATOR.split(text(value))
    entries = (" ".join(text(item).split()) for item in items)
    return tuple(dict.fromkeys(filter(None, entries)))


def authors(value: Any) -> tuple[str, ...]:
    """Return author names, first name first.

    Takes a list of names, a list of mappings with a name or its parts, or one string: "A and B",
    "A; B", "A, B, C", "Last, First".
    """
    items = value if isinstance(value, list) else [value]
    names = (" ".join(name.split()) for item in items for name in _author_names(item))
    return tuple(dict.fromkeys(filter(None, names)))


def _author_names(item: Any) -> Iterator[str]:
    if isinstance(item, Mapping):
        yield _name_of(item)
    elif isinstance(item, list):
        for inner in item:
            yield from _author_names(inner)
    else:
        for part in _AND.split(text(item)):
            yield from _split_at_commas(part)


def _name_of(parts: Mapping[str, Any]) -> str:
    whole = _first(parts, _NAME_FIELDS)
    return whole or f"{_first(parts, _GIVEN)} {_first(parts, _FAMILY)}"


def _first(parts: Mapping[str, Any], names: tuple[str, ...]) -> str:
    return next((text(parts[name]) for name in names if text(parts.get(name))), "")


def _split_at_commas(names: str) -> list[str]:
    """Tell "Petri, Nils" (one author) from "Nils Petri, Ama Sowah" (two)."""
    parts = [part.strip() for part in names.split(",") if part.strip()]
    if len(parts) == 2 and not all(" " in part for part in parts):
        return [f"{parts[1]} {parts[0]}"]
    return parts
