"""The panel beside the conversation: a paper with the words quoted from it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from rag.types import Citation, Paper, Quote
from ui.view import links
from ui.view.cards import byline, heading
from ui.view.markdown import inline
from ui.view.words import Words

FORMATS = ("bibtex", "ris", "markdown")
_NAMES = {"bibtex": "BibTeX", "ris": "RIS", "markdown": "Markdown", "csv": "CSV"}


def sheet(paper: Paper, quotes: Sequence[Quote], number: int, at: int, words: Words) -> str:
    """Return a paper whole, its quotes highlighted; the page scrolls to quote `at` (from 0)."""
    citation = Citation(number, paper, tuple(quotes)) if number else None
    order = sorted(range(len(quotes)), key=lambda index: quotes[index].start)
    place = order.index(at) if at < len(quotes) else 0
    parts = [
        heading(paper, words, citation, level=2),
        byline(paper, words, most=30),
        _steps(len(quotes), words),
        _abstract(paper, quotes, words),
        _cite(paper, words),
    ]
    return panel("".join(parts), words, f'<span class="ap-at" hidden>{place}</span>')


def panel(body: str, words: Words, head: str = "") -> str:
    """Return the panel's frame around its body."""
    close = links.button(f'<span aria-hidden="true">×</span><span>{words.close}</span>', "close")
    close = f'<p class="ap-close">{close}</p>'
    return f'<div class="ap-panel" lang="{words.lang}">{close}{head}{body}</div>'


def downloads(action: str, formats: Sequence[str], **values: object) -> str:
    """Return a button for each format."""
    return "".join(links.button(_NAMES[f], action, format=f, **values) for f in formats)


def _steps(count: int, words: Words) -> str:
    if count < 2:
        return ""
    back = links.button(f'<span aria-label="{words.previous_quote}">‹</span>', "step", by=-1)
    on = links.button(f'<span aria-label="{words.next_quote}">›</span>', "step", by=1)
    place = escape(words.quote_of.format("#", count))
    return f'<p class="ap-steps">{back}<span class="ap-place" title="{place}"></span>{on}</p>'


def _abstract(paper: Paper, quotes: Sequence[Quote], words: Words) -> str:
    if not paper.abstract.strip():
        return f'<p class="ap-byline">{words.no_abstract}</p>'
    spans = [(quote.start, quote.end) for quote in quotes]
    return f"<h3>{words.abstract}</h3><p class='ap-abstract'>{inline(paper.abstract, spans)}</p>"


def _cite(paper: Paper, words: Words) -> str:
    copies = downloads("cite", FORMATS, id=paper.id)
    choose = links.button(words.choose, "choose", id=paper.id, label=paper.label[:120])
    return f'<p class="ap-actions"><span>{words.cite}</span>{copies}{choose}</p>'
