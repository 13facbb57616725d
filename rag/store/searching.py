"""Which papers fit a filter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rag.store.facets import truth
from rag.store.papers import PaperStore


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
    papers = zip(possible, store.papers_in(possible), strict=True)
    return frozenset(row for row, paper in papers if link.holds(paper))
