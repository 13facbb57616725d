"""What the panel beside the conversation shows: a paper, a list of papers, the collection."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING

from rag.tokens import fold
from rag.types import Paper
from ui.limits import MOST_FILES, MOST_MEGABYTES
from ui.turns import Turn
from ui.view import links, lists, sheet
from ui.view.words import Words

if TYPE_CHECKING:
    from rag.chain import Chain

_PAGE = 50  # papers of a list
_MOST = 5000  # papers that a list is filtered by words from


def content(chain: Chain, address: str, turns: Sequence[Turn], words: Words) -> str:
    """Return the panel for an address of `ui.view.links`; empty where it names nothing."""
    action, values = links.read(address)
    if action == "paper":
        return _paper(chain, values, words)
    if action == "papers":
        papers = listed(chain, values, turns)
        start = int(values["from"]) if values.get("from", "").isdecimal() else 0
        shown = papers[start : start + _PAGE]
        more = start + _PAGE if len(papers) > start + _PAGE else 0
        return lists.papers(shown, len(papers), values, words, more)
    return _collection(chain, words) if action == "collection" else ""


def listed(chain: Chain, values: Mapping[str, str], turns: Sequence[Turn]) -> list[Paper]:
    """Return the papers of a list: of a turn's answer, else of the collection, filtered."""
    where = lists.any_filter(values)
    cited = _cited(values, turns)
    if cited is not None:
        ids = {paper.id for paper in chain.index.papers(where)} if where else None
        found: Iterable[Paper] = (p for p in cited if ids is None or p.id in ids)
    else:
        found = chain.index.papers(where)
    wanted = fold(values.get("q", "")).split()
    holding = (p for p in found if all(word in _searched(p) for word in wanted))
    return list(islice(holding, _MOST))


def _cited(values: Mapping[str, str], turns: Sequence[Turn]) -> list[Paper] | None:
    turn = values.get("turn", "")
    answer = turns[int(turn)].answer if turn.isdecimal() and int(turn) < len(turns) else None
    if answer is None:
        return None
    chosen = set(links.numbers(values.get("n", "")))
    return [c.paper for c in answer.citations if not chosen or c.number in chosen]


def _searched(paper: Paper) -> str:
    return fold(" ".join((paper.title or "", paper.name or "", paper.abstract)))


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
