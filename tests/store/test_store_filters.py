"""Which papers fit a filter."""

from __future__ import annotations

from pathlib import Path

import pytest
from weir import found

from rag.errors import UsageError


@pytest.mark.parametrize(
    ("where", "ids"),
    [
        ({"year": 2021}, ["p1"]),
        ({"year": (2020, None)}, ["p1", "p2"]),
        ({"venue": "river"}, ["p0", "p2"]),
        ({"author": "muller"}, ["p0"]),
        ({"file": "papers.jsonl", "year": (None, 2020)}, ["p0"]),
        ({"file": "papers"}, []),
        ({"doi": "10.5555/2"}, ["p2"]),
        ({"ids": ["p3", "absent", "p1"]}, ["p1", "p3"]),
        ({"has_code": True}, ["p0"]),
        ({"has_code": False, "venue": "River"}, ["p2"]),
        ({"has_url": True}, []),
        ({}, ["p0", "p1", "p2", "p3"]),
    ],
)
def test_filters_find_exactly_the_papers_that_fit(collection, where, ids):
    assert found(collection, **where) == ids


@pytest.mark.parametrize(
    "where",
    [
        {"year": "2021"}, {"year": (1, 2, 3)}, {"year": None}, {"year": True}, {"venue": 3},
        {"author": ["a"]}, {"file": Path("a")}, {"has_url": "yes"}, {"has_code": 1},
        {"ids": "p1"}, {"ids": [1]}, {"doi": None}, {"colour": "red"},
    ],
)  # fmt: skip
def test_a_filter_of_a_wrong_type_says_what_is_allowed(collection, where):
    with pytest.raises(UsageError, match=next(iter(where))):
        found(collection, **where)
