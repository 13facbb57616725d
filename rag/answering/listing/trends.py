"""How many papers of each year belong: "… over the years", 历年."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rag.answering.listing.conditions import Rows
from rag.answering.listing.fields import TAKEN
from rag.store.papers import PaperStore
from rag.types import Paper

_CITED = 20  # papers of a year
_CAME_OUT = (
    r"(?:(?:(?:were|are|have been|got) )?(?:published|written|released|presented)|appear(?:ed)?"
    r"|c[ao]me out)"
)
_FORM = re.compile(
    r"\b(?:has|have|had|did|does|do) the (?:number|count|share|amount) of (?P<works>[^?]*?)"
    r" (?:changed?|evolved?|grown?|grew|developed?|fallen|fell|risen|rose)\b"
    rf"|,? ?\b(?:{_CAME_OUT} )?(?:over (?:the )?(?:years|time)"
    r"|(?:per|by|(?:for |in )?each|every) (?:single )?year"
    r"|year (?:by|after|over) year|from year to year|as a trend|annually)\b"
    r"|\b(?:what is )?the (?:yearly )?(?:trend|distribution)s? (?:of|in|for)\b"
    r"|历年|歷年|逐年|每年|各年|按年份?|随(?:时间|年份)|隨(?:時間|年份)|年度?(?:趋势|趨勢|分布|变化|變化)"
    r"|(?:的)?(?:数量|數量)?(?:趋势|趨勢|如何变化|如何變化|怎么变化|怎麼變化)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class YearCount:
    """How many papers of a year (None: of no known year) belong, and the first of them."""

    year: int | None
    count: int
    papers: tuple[Paper, ...]


def asks_by_year(text: str) -> bool:
    """Say whether numbers over the years are asked for."""
    return _FORM.search(text) is not None


def without_years(text: str) -> str:
    """Leave out of a question the words that ask for numbers over the years."""
    bare = _FORM.sub(lambda match: f" {match['works'] or TAKEN} ", text)
    return re.sub(r"^\W*how(?= )(?! (?:many|much))", "", bare, flags=re.IGNORECASE)


def by_year(store: PaperStore, rows: Rows) -> tuple[YearCount, ...]:
    """Count `rows` by year, in order; papers without a year come last."""
    years = sorted(store.tally("year"), key=lambda year: (year is None, year or 0))
    found = ((year, rows & _of_year(store, year)) for year in years)
    return tuple(YearCount(y, len(of_it), _first(store, of_it)) for y, of_it in found if of_it)


def _of_year(store: PaperStore, year: int | None) -> Rows:
    return store.rows_where("year = ?", year) if year else store.rows_where("year IS NULL")


def _first(store: PaperStore, rows: Rows) -> tuple[Paper, ...]:
    found = store.by_row(sorted(rows)[:_CITED])
    return tuple(found[row] for row in sorted(found))
