"""What papers are filtered by: their facets as stored, and filters as conditions in SQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from rag.errors import UsageError
from rag.tokens import fold
from rag.types import Origin

Condition = tuple[str, Sequence[Any]]


def add_facets(
    db: sqlite3.Connection,
    row: int,
    year: int | None,
    doi: str | None,
    url: str | None,
    venue: str | None,
    authors: Sequence[str],
    origins: Sequence[Origin],
) -> None:
    """Write the facets of the paper in `row`, instead of those that it had."""
    files = dict.fromkeys(origin.file for origin in origins)
    db.execute(
        "INSERT OR REPLACE INTO facets VALUES (?, ?, ?, ?, ?, ?, ?)",
        (row, year, doi, bool(url), fold(venue or ""), fold("\n".join(authors)), _lines(files)),
    )


def conditions(where: Mapping[str, Any]) -> list[Condition]:
    """Return the conditions on the table `facets` that a filter sets, but for its `ids`.

    Raises `UsageError` for an unknown key and for a value of a wrong type.
    """
    if not isinstance(where, Mapping):
        raise _wrong("where", where, "a mapping such as {'year': 2024}")
    unknown = sorted(set(where) - {*_CONDITIONS, "ids", "has_code"})
    if unknown:
        raise UsageError(
            f"Unknown filter: {', '.join(unknown)}. "
            f"Known filters: {', '.join(sorted([*_CONDITIONS, 'has_code', 'ids']))}."
        )
    return [_CONDITIONS[key](value) for key, value in where.items() if key in _CONDITIONS]


def listed_ids(value: Any) -> list[str]:
    """Return the ids in a filter's `ids`."""
    if isinstance(value, str) or not isinstance(value, Collection):
        raise _wrong("ids", value, "a list of paper ids")
    return [_text("ids", id_) for id_ in value]


def truth(key: str, value: Any) -> bool:
    """Return a filter's value that has to be true or false."""
    if not isinstance(value, bool):
        raise _wrong(key, value, "True or False")
    return value


def _year(value: Any) -> Condition:
    pair = isinstance(value, tuple | list)
    ends = list(value) if pair else [value, value]
    if len(ends) != 2 or not all(_is_year(end) or (pair and end is None) for end in ends):
        raise _wrong("year", value, "a year such as 2024, or a pair (2020, 2024) or (2020, None)")
    if pair and None not in ends and ends[0] > ends[1]:
        raise UsageError(f"The years {ends[0]} to {ends[1]} are in the wrong order.")
    low, high = (-(2**62) if ends[0] is None else ends[0]), (2**62 if ends[1] is None else ends[1])
    return "year BETWEEN ? AND ?", (low, high)


def _is_year(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**62


def _venue(value: Any) -> Condition:
    return "instr(venue, ?)", (fold(_text("venue", value)),)


def _author(value: Any) -> Condition:
    return "instr(authors, ?)", (fold(_text("author", value)),)


def _file(value: Any) -> Condition:
    return "instr(files, ?)", (_lines([_text("file", value)]),)


def _doi(value: Any) -> Condition:
    return "doi = ?", (_text("doi", value).lower(),)


def _has_url(value: Any) -> Condition:
    return "has_url = ?", (truth("has_url", value),)


_CONDITIONS: Mapping[str, Callable[[Any], Condition]] = {
    "year": _year,
    "venue": _venue,
    "author": _author,
    "file": _file,
    "doi": _doi,
    "has_url": _has_url,
}


def _text(key: str, value: Any) -> str:
    if not isinstance(value, str):
        raise _wrong(key, value, "a text")
    return value.encode("utf-8", "replace").decode("utf-8")  # SQLite takes no lone surrogates


def _wrong(key: str, value: Any, allowed: str) -> UsageError:
    return UsageError(f"The filter {key} can't be {value!r}: it has to be {allowed}.")


def _lines(values: Collection[str]) -> str:
    return "\n" + "".join(f"{value}\n" for value in values)
