"""Split an abstract into sentences, as spans into the text that was given, or as quotes."""

from __future__ import annotations

import re

from rag.types import Paper, Quote

Span = tuple[int, int]

# A closing mark, then what may stand behind it (quotes, brackets, Markdown stars, a "$"), then a
# gap. The next sentence starts with a capital, a digit, an opening mark or a LaTeX command; in
# Chinese no gap is needed.
_END = re.compile(
    r"""(?P<western>[.!?]+["'”’)\]*}$]*\s+(?=["'“‘(\[*_$\\<]*[A-Z0-9Α-Ωα-ω\u4e00-\u9fff]))"""
    r"""|(?P<chinese>[。！？；]+["”’』」）)]*\s*)"""
    r"""|(?P<paragraph>\n\s*\n\s*)""",
    re.VERBOSE,
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.\s?g|i\.\s?e|et al|a\.k\.a|vs|cf|resp|approx|Figs?|Eqs?|Secs?|Refs?|Tabs?|Nos?|"
    r"Vol|Drs?|Prof|Mr|Mrs|Ms|St|Jr|Inc|Ltd|Co|spp?|ca|viz|w\.r\.t|U\.S|U\.K)|(?:^|[\s(])[A-Z])\.$"
)


def split(text: str) -> list[Span]:
    """Return the spans (start, end) of the sentences in `text`, in order.

    Spans hold no white space at their ends and leave out nothing but white space.
    """
    spans: list[Span] = []
    start = 0
    for match in _END.finditer(text):
        if match["western"] and _is_abbreviation(text[start : match.end()].rstrip()):
            continue
        spans.append((start, match.end()))
        start = match.end()
    spans.append((start, len(text)))
    return [span for span in (_trim(text, *s) for s in spans) if span[0] < span[1]]


def quotes_of(paper: Paper) -> list[Quote]:
    """Return the sentences of a paper's abstract as they are written, in order."""
    return [Quote(paper.abstract[start:end], start, end) for start, end in split(paper.abstract)]


def _is_abbreviation(piece: str) -> bool:
    return _ABBREVIATION.search(piece) is not None


def _trim(text: str, start: int, end: int) -> Span:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())
