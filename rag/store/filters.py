"""Exact filters over the fields of a paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rag.errors import UsageError
from rag.tokens import fold
from rag.types import Paper


def matches(paper: Paper, where: Mapping[str, Any]) -> bool:
    """Say whether `paper` fits every condition of `where`.

    Conditions: `year` (a number or an inclusive pair, either end may be None), `venue` and
    `author` (words that the field must hold, in any case), `file` (base name of the source),
    `has_url` (bool), `ids` (a collection of paper ids). Raises `UsageError` for any other key.
    """
    unknown = set(where) - set(_CONDITIONS)
    if unknown:
        raise UsageError(
            f"Unknown filter: {', '.join(sorted(unknown))}. "
            f"Known filters: {', '.join(sorted(_CONDITIONS))}."
        )
    return all(_CONDITIONS[key](paper, value) for key, value in where.items())


def _year(paper: Paper, value: Any) -> bool:
    low, high = value if isinstance(value, tuple | list) else (value, value)
    if paper.year is None:
        return False
    return (low is None or paper.year >= low) and (high is None or paper.year <= high)


def _author(paper: Paper, value: str) -> bool:
    return any(fold(value) in fold(author) for author in paper.authors)


_CONDITIONS: Mapping[str, Callable[[Paper, Any], bool]] = {
    "year": _year,
    "venue": lambda paper, value: fold(value) in fold(paper.venue or ""),
    "author": _author,
    "file": lambda paper, value: any(origin.file == value for origin in paper.origins),
    "has_url": lambda paper, value: bool(paper.url) == value,
    "ids": lambda paper, value: paper.id in value,
}
