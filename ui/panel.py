"""What the panel beside the conversation shows: a paper, a list of papers, the collection."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from rag.errors import UsageError
from rag.tokens import terms
from rag.types import Paper
from ui.limits import MOST_FILES, MOST_MEGABYTES
from ui.turns import Turn
from ui.view import links, lists, sheet
from ui.view.words import Words

if TYPE_CHECKING:
    from rag.chain import Chain


def content(chain: Chain, address: str, turns: Sequence[Turn], words: Words) -> str:
    """Return the panel for an address of `ui.view.links`; empty where it names nothing.

    Raises `UsageError`.
    """
    action, values = links.read(address)
    if action == "paper":
        return _paper(chain, values, words)
    if action == "papers":
        return _list(chain, values, turns, words)
    return _collection(chain, words) if action == "collection" else ""


def listed(chain: Chain, values: Mapping[str, str], turns: Sequence[Turn]) -> list[int]:
    """Return the rows of a list's papers: of a turn's answer, else of the collection, filtered.

    Raises `UsageError`.
    """
    index, store = chain.index, chain.index.store
    where, cited = lists.any_filter(values), _cited(values, turns)
    rows = [row for (row,) in store.rows("SELECT row FROM papers ORDER BY row")]
    if cited is not None:
        known = store.rows_of(cited)
        rows = [known[id_] for id_ in cited if id_ in known]
    if where:
        fitting = index.rows(where)
        rows = [row for row in rows if row in fitting]
    for holding in store.holders(terms(values.get("q", ""))).values():
        rows = [row for row in rows if row in holding]
    return rows


def papers_in(chain: Chain, rows: Sequence[int]) -> Iterator[Paper]:
    """Yield the papers in these rows, in this order."""
    return chain.index.store.papers_in(rows)


def _list(chain: Chain, values: Mapping[str, str], turns: Sequence[Turn], words: Words) -> str:
    rows = listed(chain, values, turns)
    start = int(values["from"]) if values.get("from", "").isdecimal() else 0
    shown = list(papers_in(chain, rows[start : start + lists.PAGE]))
    return lists.papers(shown, len(rows), values, words, start)


def _cited(values: Mapping[str, str], turns: Sequence[Turn]) -> list[str] | None:
    if "turn" not in values:
        return None
    turn = values["turn"]
    answer = turns[int(turn)].answer if turn.isdecimal() and int(turn) < len(turns) else None
    if answer is None:
        raise UsageError("This answer is no longer there. Ask the question again.")
    chosen = set(links.numbers(values.get("n", "")))
    return [c.paper.id for c in answer.citations if not chosen or c.number in chosen]


def _paper(chain: Chain, values: Mapping[str, str], words: Words) -> str:
    for paper in chain.index.get([values.get("id", "")]):
        quotes = links.quotes(values.get("q", ""), paper)
        number, at = (
            int(v) if v.isdecimal() else 0 for v in (values.get("n", ""), values.get("at", ""))
        )
        return sheet.sheet(paper, quotes, number, at, words)
    return ""


def _collection(chain: Chain, words: Words) -> str:
    store = chain.index.store
    changed = datetime.fromtimestamp(store.path.stat().st_mtime)
    return lists.collection(
        chain.index.info(),
        store.tally("year"),
        store.tally("venue"),
        f"{changed:%Y-%m-%d %H:%M}",
        (MOST_FILES, MOST_MEGABYTES),
        words,
    )
