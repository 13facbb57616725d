"""A cited paper as a card: what it is, and the words that an answer rests on."""

from __future__ import annotations

from html import escape
from urllib.parse import quote, urlsplit

from rag.types import Citation, Paper
from ui.view import links
from ui.view.markdown import inline, web_address
from ui.view.words import Words

_AUTHORS_SHOWN = 3
_HINT_LENGTH = 300


def card(citation: Citation, words: Words) -> str:
    """Return the card of a cited paper."""
    paper = citation.paper
    parts = [heading(paper, words, citation), byline(paper, words), _first_quote(citation)]
    parts.append(actions(paper, words, citation))
    return f'<article class="ap-card">{"".join(parts)}</article>'


def marker(citation: Citation, said: str) -> str:
    """Return the link that stands behind `said` and leads to the paper's own words for it."""
    at = links.best_quote(said, citation)
    quoted = f": “{citation.quotes[at].text}”" if citation.quotes else ""
    hint = escape((citation.paper.label + quoted)[:_HINT_LENGTH]).replace("\n", " ")
    shown = bracketed(citation.number)
    return f'<a class="ap-marker" href="{links.paper(citation, at)}" title="{hint}">{shown}</a>'


def bracketed(number: int) -> str:
    """Return a citation's number; its brackets are there to be copied, not to be seen."""
    return f"<span>[</span>{number}<span>]</span>"


def heading(paper: Paper, words: Words, citation: Citation | None = None, level: int = 4) -> str:
    """Return what a paper is called, as a link that opens it beside the conversation."""
    title = inline(paper.title or paper.label)
    if paper.name and paper.name.casefold() not in (paper.title or paper.name).casefold():
        title = f'<span class="ap-name">{inline(paper.name)}</span> {title}'
    href = links.paper(citation or Citation(0, paper))
    number = f'<span class="ap-number">{citation.number}</span>' if citation else ""
    return f'<h{level} class="ap-title">{number}<a href="{href}">{title}</a></h{level}>'


def byline(paper: Paper, words: Words, most: int = _AUTHORS_SHOWN) -> str:
    """Return who wrote a paper, where it appeared, and its links."""
    authors = ", ".join(paper.authors[:most])
    if len(paper.authors) > most:
        authors += words.et_al
    parts = [escape(part) for part in (authors, _where_published(paper)) if part]
    parts += [_link(address) for address in _addresses(paper)]
    if not paper.title:
        parts.append(escape(_origin(paper, words)))
    if paper.notice:
        parts.insert(0, f'<b class="ap-notice">{escape(paper.notice)}</b>')
    return f'<p class="ap-byline">{" · ".join(filter(None, parts))}</p>'


def actions(paper: Paper, words: Words, citation: Citation | None = None) -> str:
    """Return what can be done with a paper."""
    read = f'<a class="ap-button" href="{links.paper(citation or Citation(0, paper))}">'
    read += f"{words.read}</a>"
    choose = links.button(words.choose, "choose", id=paper.id, label=paper.label[:120])
    return f'<p class="ap-actions">{read}{choose}</p>'


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
