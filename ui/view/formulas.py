"""Finding formulas in prose, so that a price, a path or a program is never taken for one."""

from __future__ import annotations

import re
from typing import NamedTuple


class Formula(NamedTuple):
    """A formula found in a text: its LaTeX source, whether it stands alone, and where it ends."""

    source: str
    display: bool
    end: int


_LINES = r"((?:(?!\n\s*\n).){1,2000}?)"
_NAME = r"\{((?:equation|align|gather)\*?)\}"
_FENCED = (
    (re.compile(rf"\$\${_LINES}\$\$", re.DOTALL), True),
    (re.compile(rf"\\\[{_LINES}\\\]", re.DOTALL), True),
    (re.compile(rf"\\\({_LINES}\\\)", re.DOTALL), False),
    (re.compile(rf"(\\begin{_NAME}{_LINES}\\end\{{\2\}})", re.DOTALL), True),
)
_DOLLARS = re.compile(r"\$(?![\s$])((?:\\.|[^\\$`]){1,500})(?<!\s)\$(?![\d$])", re.DOTALL)
_BRACKETED_NUMBERS = re.compile(r"[\d\s,;–-]+")
_LATEX_WORDS = re.compile(r"\\[A-Za-z]+\s*(\{[^{}]*\})?|[_^]\{[^{}]*\}")
_PROSE = re.compile(
    r"\b(and|or|to|of|per|the|in|at|is|was|from|with|but|for)\b"
    r"|[A-Za-z]{3,}\s+[A-Za-z]{3,}|\n\s*\n|[\u3400-\u9fff]"
)
_VARIABLE = re.compile(r"[A-Z][A-Z_]+[/.:][\w/.:-]*")


def formula_at(text: str, start: int) -> Formula | None:
    r"""Return the formula that begins at `start`, or None.

    Knows `$$…$$`, `\[…\]`, `\(…\)`, the usual environments, and `$…$` where it can't be money,
    a shell variable or a piece of code.
    """
    for pattern, display in _FENCED:
        match = pattern.match(text, start)
        if match and not _BRACKETED_NUMBERS.fullmatch(match[1]):
            return Formula(match[1].strip(), display, match.end())
    match = _DOLLARS.match(text, start)
    return Formula(match[1], False, match.end()) if match and _is_formula(match) else None


def _is_formula(match: re.Match[str]) -> bool:
    source, text = match[1], match.string
    before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
    if before.isalnum() and source[0] not in "\\^_({":
        return False
    if after.isalpha() and _VARIABLE.fullmatch(source):
        return False
    return not _PROSE.search(_LATEX_WORDS.sub(" ", source))
