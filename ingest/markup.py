"""What is no text in an abstract or title: tags of HTML, JATS and MathML, entities, wrappers.

What remains is what its author wrote; formulas in LaTeX stay. `untagged` is idempotent, so that
what was cleaned once comes through unchanged.
"""

from __future__ import annotations

import html
import re

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_COMMENT = re.compile(r"<!--.*?-->|<\?xml[^<>]*\?>|<!\[CDATA\[|\]\]>", re.DOTALL)
_MATH = re.compile(r"<((?:mml:|m:)?math)\b[^<>]*>(.*?)</\1>", re.DOTALL | re.IGNORECASE)
_TEX = re.compile(
    r"<(?:mml:|m:)?annotation[^<>]*encoding=[\"'](?:application/x-tex|LaTeX|TeX)[\"'][^<>]*>(.*?)<",
    re.DOTALL | re.IGNORECASE,
)
_ALTERNATIVES = re.compile(
    r"<((?:jats:)?alternatives)\b[^<>]*>.*?<(?:jats:)?tex-math[^<>]*>(.*?)</(?:jats:)?tex-math>.*?</\1>",
    re.DOTALL,
)
_PREAMBLE = re.compile(r"\\documentclass.*?\\begin\{document\}|\\end\{document\}", re.DOTALL)
_HEADING = re.compile(
    r"\s*<(jats:title|title|h[1-6])\b[^<>]*>(.*?)</\1>\s*(?:<(?:jats:)?p\b[^<>]*>\s*)?",
    re.DOTALL | re.IGNORECASE,
)
_SCRIPT = re.compile(r"<((?:jats:)?(?:sub|sup|inf))\b[^<>]*>(.*?)</\1>", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(r"<(/?)((?:jats|mml|m|xhtml):[\w-]+|[A-Za-z][\w-]*)((?:\s[^<>]*)?)(/?)>")
_BLOCKS = {"p", "br", "div", "sec", "section", "li", "ul", "ol", "list", "list-item", "tr", "hr",
           "abstract", "abstracttext", "title", "disp-formula", "h1", "h2", "h3", "h4", "h5",
           "h6"}  # fmt: skip
_INLINE = {"i", "b", "em", "strong", "u", "italic", "bold", "sc", "small", "span", "a", "tt",
           "code", "ext-link", "xref", "underline", "monospace", "font", "sub", "sup", "inf", "scp",
           "inline-formula", "alternatives", "tex-math", "math", "mrow", "mi", "mo", "mn", "msup",
           "msub", "mtext", "mfrac", "mstyle", "msubsup", "mover", "munder", "msqrt", "mspace",
           "semantics", "named-content", "styled-content", "big", "cite", "q", "abbr",
           "nlm:sup"}  # fmt: skip
_ALONE = {"p", "br", "hr"}  # removed without a closing tag too
_SUPERSCRIPTS = str.maketrans("0123456789+-−–=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ⁿ")
_SUBSCRIPTS = str.maketrans("0123456789+-−–=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎")
_TRANSLATABLE = re.compile(r"[0-9+\-−–=()n]+")
_NO_HEADING = {"abstract", "summary", "abstracts", ""}
_ROUNDS = 3


def untagged(text: str) -> str:
    """Return `text` without tags and entities; blocks become lines, headings "METHODS: …"."""
    for _ in range(_ROUNDS):
        cleaned = _once(text)
        if cleaned == text:
            break
        text = cleaned
    return text


def _once(text: str) -> str:
    if "&" in text:
        text = _ENTITY.sub(lambda match: html.unescape(match[0]), text)
    if "<" not in text or not _TAG.search(text):
        return text
    text = _MATH.sub(_math, _ALTERNATIVES.sub(_tex, _COMMENT.sub("", text)))
    text = _SCRIPT.sub(_script, _HEADING.sub(_heading, text))
    found = {(match[2].lower(), bool(match[1])) for match in _TAG.finditer(text)}
    paired = {name for name, closing in found if closing and (name, False) in found} | _ALONE
    return re.sub(r"\n\s*\n\s*|[ \t]+\n", "\n", _TAG.sub(lambda tag: _tag(tag, paired), text))


def _tag(match: re.Match[str], paired: set[str]) -> str:
    """Take a tag out if it is one: a known name that opens and closes, or a name of JATS."""
    name = match[2].lower()
    prefix, _, local = name.rpartition(":")
    if not prefix and (local not in _BLOCKS | _INLINE or local not in paired):
        return match[0]
    return "\n" if local in _BLOCKS else ""


def _math(match: re.Match[str]) -> str:
    tex = _TEX.search(match[2])
    if tex:
        return f"${tex[1].strip()}$"
    return re.sub(r"\s+", " ", re.sub(r"<[^<>]*>|\s*\n\s*", "", match[2])).strip()


def _tex(match: re.Match[str]) -> str:
    return _PREAMBLE.sub("", match[2]).strip().replace("$$", "$")


def _heading(match: re.Match[str]) -> str:
    title = re.sub(r"<[^<>]*>", "", match[2]).strip().rstrip(":.")
    return "\n" if title.lower() in _NO_HEADING else f"\n{title}: "


def _script(match: re.Match[str]) -> str:
    """Write a raised or lowered number with the characters for it; letters stand as they are."""
    inner = match[2].strip()
    if not _TRANSLATABLE.fullmatch(inner):
        return match[2]
    return inner.translate(_SUPERSCRIPTS if match[1].lower().endswith("sup") else _SUBSCRIPTS)
