"""Which papers belong: those that meet every condition and are about the topic."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rag.answering.listing.artefacts import Introduces
from rag.answering.listing.conditions import Condition, OfRecord, Rows
from rag.answering.listing.finding import POOL, about
from rag.answering.listing.judging import Judged
from rag.answering.listing.links import Link, Promise
from rag.answering.listing.reading import Request
from rag.answering.listing.trends import YearCount, by_year
from rag.retrieval import Retriever
from rag.store.papers import PaperStore
from rag.types import Paper, Quote

MOST_LISTED = 100
_CHUNK = 500  # papers that are read at once
# Log-odds, fitted on the same topics as the judge: from `MAY` on, F1 is best; from `_CLEARLY` on,
# more than half of the papers belong.
MAY, _CLEARLY = -0.6, 0.5
_MAY_WITH_ARTEFACT = -3.0  # "benchmarks for agents": few papers are left, of one kind


@dataclass(frozen=True, slots=True)
class Member:
    """A paper that belongs, and the words that show it; none where a field of its record does."""

    paper: Paper
    quotes: tuple[Quote, ...]


@dataclass(frozen=True, slots=True)
class Members:
    """The papers that clearly belong, those that may, and the one that comes nearest if any.

    `count` papers clearly belong, of which `clear` are the first `MOST_LISTED`.
    `promised` are papers that announce what is asked for, and don't give it. `judged` is the number
    of papers that were looked at, where these are the nearest ones and not all. `years` is there
    where the numbers of each year are asked for.
    """

    count: int = 0
    clear: tuple[Member, ...] = ()
    possible: tuple[Member, ...] = ()
    promised: tuple[Member, ...] = ()
    nearest: Member | None = None
    judged: int | None = None
    years: tuple[YearCount, ...] = ()


def members_of(retriever: Retriever, request: Request, within: Rows | None) -> Members:
    """Return the papers that belong, among those in the rows `within` if it is given."""
    store = retriever.index.store
    conditions = _all_conditions(request)
    rows = frozenset(_meeting(store, conditions, within)) if conditions else within
    if not request.topic:
        exact = _exact(store, rows, conditions, within)
        recorded = all(isinstance(condition, OfRecord) for condition in conditions)
        nearest = None if exact.count or recorded else _nearest(retriever, request.text, within)
        years = _years(store, rows) if request.by_year else ()
        return replace(exact, nearest=nearest, years=years)
    judged = about(retriever, request.topic, rows) if rows is None or rows else []
    least = _MAY_WITH_ARTEFACT if request.artefact else MAY
    clearly = least if request.artefact else _CLEARLY
    clear = [j for j in judged if j.score >= clearly]
    return Members(
        count=len(clear),
        clear=tuple(_member(j, conditions) for j in clear[:MOST_LISTED]),
        possible=tuple(
            _member(j, conditions) for j in judged[len(clear) :][:MOST_LISTED] if j.score >= least
        ),
        nearest=_member(judged[0], conditions) if judged else None,
        judged=len(judged) if POOL <= len(judged) < store.count("papers") else None,
        years=_years(store, frozenset(j.row for j in clear)) if request.by_year else (),
    )


def _nearest(retriever: Retriever, text: str, within: Rows | None) -> Member | None:
    """Return the paper that comes nearest to a question whose conditions none meets."""
    judged = about(retriever, text, within)
    return _member(judged[0], ()) if judged else None


def _years(store: PaperStore, rows: Rows | None) -> tuple[YearCount, ...]:
    return by_year(store, store.rows_where("1") if rows is None else rows)


def _all_conditions(request: Request) -> tuple[Condition, ...]:
    if not request.artefact:
        return request.conditions
    return (Introduces.called(request.artefact), *request.conditions)


def _meeting(
    store: PaperStore, conditions: Sequence[Condition], within: Rows | None
) -> Iterator[int]:
    """Yield the rows of the papers that meet all of `conditions`, in the order of their arrival."""
    narrowed = [condition.candidates(store) for condition in conditions]
    rows = sorted(frozenset.intersection(*narrowed, *([] if within is None else [within])))
    for start in range(0, len(rows), _CHUNK):
        papers = store.by_row(rows[start : start + _CHUNK])
        for row in sorted(papers):
            if all(condition.holds(papers[row]) for condition in conditions):
                yield row


def _exact(
    store: PaperStore, rows: Rows | None, conditions: Sequence[Condition], within: Rows | None
) -> Members:
    clear = _members(store, rows, conditions)
    count = store.count("papers") if rows is None else len(rows)
    if not any(isinstance(condition, Link) for condition in conditions):
        return Members(count, clear)
    promises = tuple(Promise() if isinstance(c, Link) else c for c in conditions)
    promised = itertools.islice(_meeting(store, promises, within), MOST_LISTED)
    return Members(count, clear, promised=_members(store, frozenset(promised), promises))


def _members(
    store: PaperStore, rows: Rows | None, conditions: Sequence[Condition]
) -> tuple[Member, ...]:
    """Return the first papers of `rows`, or of all, in the order of their arrival."""
    if rows is None:
        papers = list(itertools.islice(store.papers(), MOST_LISTED))
    else:
        found = store.by_row(sorted(rows)[:MOST_LISTED])
        papers = [found[row] for row in sorted(found)]
    return tuple(Member(paper, _quotes(paper, conditions)) for paper in papers)


def _quotes(paper: Paper, conditions: Sequence[Condition]) -> tuple[Quote, ...]:
    """Return the first words that show each condition."""
    first = (next(condition.quotes(paper), None) for condition in conditions)
    return tuple(dict.fromkeys(quote for quote in first if quote))


def _member(judged: Judged, conditions: Sequence[Condition]) -> Member:
    shown = _quotes(judged.paper, conditions) or ((judged.quote,) if judged.quote else ())
    return Member(judged.paper, shown)
