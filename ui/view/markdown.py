"""From the Markdown and LaTeX of papers, models and people to HTML that is safe to show.

Everything is escaped; the only tags in the result are those that the rules name: no picture,
form, style or script, and no link but to an http(s) address.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

from markdown_it import MarkdownIt

from ui.view import rules
from ui.view.rules import PRIVATE, SPAN_END, SPAN_START

Span = tuple[int, int]
# Gives the HTML of a run of citation numbers behind some words; None where they cite nothing.
Markers = Callable[[list[int], str], str | None]

_LATEX_QUOTES = re.compile(r"(?<!`)``(?!`)([^`\n]{1,300}?)''")
_BLOCK_PREFIX = re.compile(r"\s*(?:(?:[-*+>|]|#{1,6}|\d+[.)])\s+)*")
_PIECE = re.compile(f"(<[^>]*>|{SPAN_START}|{SPAN_END})")


def inline(text: str, highlighted: Iterable[Span] = ()) -> str:
    """Return a paper's own text as HTML without blocks and links, the given spans in `<mark>`."""
    source = _LATEX_QUOTES.sub(r"“\1”", _with_spans(text, highlighted))
    paragraphs = re.split(r"\n\s*\n", source)
    html = "<br><br>".join(_PAPER.renderInline(paragraph) for paragraph in paragraphs)
    return _one_line(_wrapped(html, "mark"))


def blocks(text: str, markers: Markers = lambda *_: None, struck: Iterable[Span] = ()) -> str:
    """Return an answer's Markdown as HTML.

    `markers` gives the HTML of its citations; other numbers in brackets stay text. The spans in
    `struck` are shown struck through.
    """
    source = _LATEX_QUOTES.sub(r"“\1”", _with_spans(text, struck))
    return _one_line(_wrapped(_ANSWER.render(source, {"markers": markers}), "s"))


def web_address(url: str | None) -> str | None:
    """Return the address if a browser may be sent there: http or https, with a host."""
    try:
        parts = urlsplit((url or "").strip())
    except ValueError:
        return None
    return parts.geturl() if parts.scheme in ("http", "https") and parts.netloc else None


def _with_spans(text: str, spans: Iterable[Span]) -> str:
    text = PRIVATE.sub("\ufffd", text)
    pieces, position = [], 0
    for start, end in _merged(spans):
        prefix = _BLOCK_PREFIX.match(text, start, end)
        start = prefix.end() if prefix else start
        pieces += [text[position:start], SPAN_START, text[start:end], SPAN_END]
        position = end
    return "".join([*pieces, text[position:]])


def _merged(spans: Iterable[Span]) -> list[Span]:
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _wrapped(html: str, tag: str) -> str:
    """Put the text between span signs into `tag`, run by run, so that tags always nest.

    The runs that go on with a stretch have the class `ap-on`.
    """
    pieces, inside, first = [], False, True
    for piece in _PIECE.split(html):
        if piece in (SPAN_START, SPAN_END):
            inside = piece == SPAN_START
            first = True
        elif inside and piece.strip() and not piece.startswith("<"):
            pieces.append(
                f"<{tag}>{piece}</{tag}>" if first else f'<{tag} class="ap-on">{piece}</{tag}>'
            )
            first = False
        else:
            pieces.append(re.sub(f"{SPAN_START}|{SPAN_END}", "", piece))
    return "".join(pieces)


def _one_line(html: str) -> str:
    """Keep line ends as character references: an empty line would end HTML inside Markdown."""
    return html.strip().replace("\n", "&#10;")


def _parser(**options: Any) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, **options})
    parser.disable(["html_inline", "html_block", "code", "lheading"])
    parser.validateLink = lambda url: web_address(url) is not None  # type: ignore[method-assign]
    rules.install(parser)
    return parser


_ANSWER = _parser().enable("table")
_PAPER = _parser().disable(["link", "image", "autolink"])
