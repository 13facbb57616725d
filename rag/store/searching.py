"""Which papers fit a filter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rag.store.facets import truth
from rag.store.papers import PaperStore

_CHUNK = 500


def rows_fitting(store: PaperStore, where: Mapping[str, Any]) -> frozenset[int]:
    """Return the rows of the papers that fit a filter (see `Index.rows`)."""
    rows = store.rows_fitting(where)
    if "has_code" not in where:
        return rows
    coded = _rows_with_code(store, rows)
    return coded if truth("has_code", where["has_code"]) else rows - coded


def _rows_with_code(store: PaperStore, rows: frozenset[int]) -> frozenset[int]:
    """Return those papers whose abstract gives a link to code, as answers judge it."""
    from rag.answering.listing.links import Link, Linked

    link = Link(Linked.CODE)
    possible = sorted(link.candidates(store) & rows)
    return frozenset(
        row
        for start in range(0, len(possible), _CHUNK)
        for row, paper in store.by_row(possible[start : start + _CHUNK]).items()
        if link.holds(paper)
    )
