"""Text to search: LaTeX, Markdown, HTML and MathML turned into plain words.

What is shown to a reader stays as its author wrote it; this form serves search, names and the
check of quotes only, so that `GR$^3$`, `GR^3` and `GR³` are one and the same.
"""

from __future__ import annotations

import html
import re
import unicodedata
from functools import lru_cache

from rag.latex import flatten

_TAG = re.compile(
    r"</?(?:b|i|u|em|strong|sub|sup|p|br|span|div|a|li|ul|ol|tt|code|small|sc|italic|bold"
    r"|jats:[\w-]+|mml:\w+|math|m(?:i|o|n|row|sup|sub|frac|text|style)|inline-formula)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_STRONG = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_EMPHASIS = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]+?)(?<=[^\s*])\*(?![\w*])")
_CODE = re.compile(r"`([^`\n]+)`")
_LATEX = re.compile(r"\\[a-zA-Z%&_#${}]|\$[^$\n]+\$")
_MONEY = re.compile(
    r"(?<!\\)\$(?=\s?\d[\d.,]*(?:\s|[.,;)]|$|[kKmMbB]\b)(?![^$\n]{0,60}[\\^_=][^$\n]*\$))"
)
_SCRIPT = re.compile(r"(?<=[\w)])(?:\^\{?(\w+)\}?|_(\w)(?!\w))")
_BLOCK = re.compile(
    r"</?(?:p|br|div|li|ul|ol|tr|h[1-6]|jats:(?:p|title|sec))(?:\s[^<>]*)?/?>", re.I
)
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]")
# A word that is parted at a line's end; one with more hyphens ("state-of-\nthe-art") keeps its own.
_HYPHENATED = re.compile(r"(?<![\w-])([^\W\d_]{2,})-[ \t]*\n\s*(?=[a-zß-ÿ]{2,}(?![\w-]))")
_SPACE = re.compile(r"\s+")


@lru_cache(maxsize=20_000)
def plain(text: str) -> str:
    """Return `text` in plain words, on one line."""
    text = _INVISIBLE.sub("", text)
    if "-" in text and "\n" in text:
        text = _HYPHENATED.sub(r"\1", text)
    if "<" in text:
        text = _TAG.sub("", _BLOCK.sub(" ", text))
    if "&" in text:
        text = html.unescape(text)
    text = _without_markdown(text)
    if _LATEX.search(text):
        text = _without_latex(text)
    return _SPACE.sub(" ", unicodedata.normalize("NFKC", text)).strip()


def _without_markdown(text: str) -> str:
    text = _STRONG.sub(r"\2", text)
    text = _EMPHASIS.sub(r"\1", text)
    return _CODE.sub(r"\1", text)


def _without_latex(text: str) -> str:
    """Read LaTeX as LaTeX, but a bare % is a per cent sign here and never begins a comment."""
    converted = flatten(_MONEY.sub(r"\\$", text))
    return _SCRIPT.sub(r"\1\2", converted)
