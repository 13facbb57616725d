"""A cited paper as a card: what it is, the words that an answer rests on, the whole abstract."""

from __future__ import annotations

from html import escape
from urllib.parse import quote, urlsplit

from rag.types import Citation, Paper
from ui.view.markdown import inline, web_address
from ui.view.words import Words

_AUTHORS_SHOWN = 3
_HINT_LENGTH = 240


def card(citation: Citation, anchor: str, words: Words) -> str:
    """Return the card of a cited paper; `anchor` is its id, unique on the page."""
    paper = citation.paper
    parts = [_heading(citation.number, paper), _byline(paper, words)]
    parts += [_first_quote(citation), _abstract(citation, words)]
    return f'<article class="ap-card" id="{anchor}" tabindex="-1">{"".join(parts)}</article>'


def marker(citation: Citation, anchor: str) -> str:
    """Return the link that stands in an answer's text and leads to the paper's card."""
    quoted = f" “{citation.quotes[0].text}”" if citation.quotes else ""
    hint = escape((citation.paper.label + quoted)[:_HINT_LENGTH]).replace("\n", " ")
    shown = bracketed(citation.number)
    return f'<a class="ap-marker" href="#{anchor}" title="{hint}">{shown}</a>'


def bracketed(number: int) -> str:
    """Return a citation's number; its brackets are there to be copied, not to be seen."""
    return f"<span>[</span>{number}<span>]</span>"


def _heading(number: int, paper: Paper) -> str:
    title = inline(paper.title or paper.label)
    if paper.name and paper.name.casefold() not in (paper.title or paper.name).casefold():
        title = f'<span class="ap-name">{inline(paper.name)}</span> {title}'
    return f'<h4 class="ap-title"><span class="ap-number">{number}</span><span>{title}</span></h4>'


def _byline(paper: Paper, words: Words) -> str:
    authors = ", ".join(paper.authors[:_AUTHORS_SHOWN])
    if len(paper.authors) > _AUTHORS_SHOWN:
        authors += words.et_al
    parts = [escape(part) for part in (authors, _where_published(paper)) if part]
    parts += [_link(address) for address in _addresses(paper)]
    if not paper.title:
        parts.append(escape(_origin(paper, words)))
    return f'<p class="ap-byline">{" · ".join(filter(None, parts))}</p>'


def _where_published(paper: Paper) -> str:
    year = str(paper.year or "")
    venue = paper.venue or ""
    return venue if year in venue else f"{venue} {year}".strip()


def _origin(paper: Paper, words: Words) -> str:
    origin = paper.origin
    if origin is None:
        return ""
    line = words.line.format(origin.line) if origin.line else ""
    return words.source.format(file=origin.file, record=origin.record) + line


def _addresses(paper: Paper) -> list[str]:
    doi = f"https://doi.org/{quote(paper.doi.strip(), safe='/:;()')}" if paper.doi else None
    return list(dict.fromkeys(a for a in (doi, web_address(paper.url)) if a))


def _link(address: str) -> str:
    parts = urlsplit(address)
    shown = parts.netloc + parts.path if parts.netloc == "doi.org" else parts.netloc
    rel = "noopener noreferrer nofollow"
    return f'<a href="{escape(address)}" target="_blank" rel="{rel}">{escape(shown)}</a>'


def _first_quote(citation: Citation) -> str:
    if not citation.quotes:
        return ""
    text = citation.quotes[0].text
    return f"<blockquote>{inline(text, [(0, len(text))])}</blockquote>"


def _abstract(citation: Citation, words: Words) -> str:
    if not citation.paper.abstract.strip():
        return f'<p class="ap-byline">{words.no_abstract}</p>'
    spans = [(quote.start, quote.end) for quote in citation.quotes]
    count = f" · {words.quotes.format(len(spans))}" if len(spans) > 1 else ""
    return (
        f"<details><summary>{words.abstract}{count}</summary>"
        f'<p class="ap-abstract">{inline(citation.paper.abstract, spans)}</p></details>'
    )
