"""Links within the page: `#action?key=value…`, which `assets/page.js` carries out."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from rag.types import Citation, Paper, Quote


def to(action: str, /, **values: object) -> str:
    """Return the address of an action with its values, escaped for an attribute."""
    given = {key: value for key, value in values.items() if value not in (None, "")}
    query = urlencode(given, quote_via=quote)
    return escape(f"#{action}?{query}" if query else f"#{action}")


def read(address: str) -> tuple[str, dict[str, str]]:
    """Return the action and the values of an address as `to` makes it."""
    parts = urlsplit(address.lstrip("#"))
    return parts.path, {key: values[0] for key, values in parse_qs(parts.query).items()}


def button(label: str, action: str, /, **values: object) -> str:
    """Return a link that acts like a button; `label` is HTML."""
    return f'<a class="ap-button" role="button" href="{to(action, **values)}">{label}</a>'


def paper(citation: Citation, at: int = 0) -> str:
    """Return the address that opens a cited paper at its quote number `at` (from 0)."""
    spans = ".".join(f"{quote.start}-{quote.end}" for quote in citation.quotes)
    return to("paper", id=citation.paper.id, n=citation.number, q=spans, at=at or None)


def quotes(text: str, paper: Paper) -> list[Quote]:
    """Read the quotes of a paper from an address; what does not lie in its abstract is left out."""
    found = []
    for span in text.split("."):
        start, _, end = span.partition("-")
        if start.isdecimal() and end.isdecimal() and int(start) < int(end) <= len(paper.abstract):
            found.append(Quote(paper.abstract[int(start) : int(end)], int(start), int(end)))
    return found


def best_quote(said: str, citation: Citation) -> int:
    """Return the number of the quote that shares most words with what was said."""
    words = set(said.casefold().split())
    shares = [len(words & set(q.text.casefold().split())) for q in citation.quotes]
    return shares.index(max(shares)) if shares else 0


def numbers(text: str) -> Sequence[int]:
    """Read numbers with points between them."""
    return [int(part) for part in text.split(".") if part.isdecimal()]
