"""The filter that a question is held to: read from what the page sends, and shown in words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from ui.view.words import Words, counted

_MOST_PAPERS = 200
_LONGEST = 200


def where(scope: str) -> dict[str, Any] | None:
    """Read the filter of the page's scope, a JSON object; what is not of a filter is left out."""
    try:
        given = json.loads(scope or "{}")
    except ValueError:
        return None
    return dict(_conditions(given)) or None if isinstance(given, dict) else None


def _conditions(given: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    years = given.get("year")
    if isinstance(years, list) and len(years) == 2 and any(years):
        yield "year", tuple(y if isinstance(y, int) else None for y in years)
    for key in ("venue", "author"):
        if isinstance(given.get(key), str) and given[key].strip():
            yield key, given[key].strip()[:_LONGEST]
    if given.get("has_code") is True:
        yield "has_code", True
    ids = given.get("ids")
    if isinstance(ids, list) and ids:
        yield "ids", tuple(str(id_)[:_LONGEST] for id_ in ids[:_MOST_PAPERS])


def held_to(where: Mapping[str, Any] | None, words: Words) -> str:
    """Return a filter in words, as HTML; empty where there is none."""
    parts = [escape(part) for part in _parts(where or {}, words)]
    return words.held_to.format(" · ".join(parts)) if parts else ""


def _parts(where: Mapping[str, Any], words: Words) -> Iterator[str]:
    if where.get("year"):
        low, high = where["year"]
        yield str(low) if low == high else f"{low or '…'}–{high or '…'}"
    yield from (where[key] for key in ("venue", "author") if where.get(key))
    if where.get("has_code"):
        yield words.with_code
    if where.get("ids"):
        yield counted(words.count, len(where["ids"]))
