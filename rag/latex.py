"""LaTeX as text: accents, escapes and font commands become characters, formulas stay as they are.

The border to pylatexenc. `unlatex` serves what is shown (formulas are kept), `flatten` what is
searched (formulas become words).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from pylatexenc.latex2text import LatexNodes2Text

_FORMULA = re.compile(
    r"(?<!\\)\$\$[^$]+\$\$|(?<!\\)\$(?:[^$\\]|\\.)+\$|\\\(.+?\\\)|\\\[.+?\\\]"
    r"|\\begin\{(equation|align|math|displaymath|eqnarray)(\*?)\}.+?\\end\{\1\2\}",
    re.DOTALL,
)
_HELD = re.compile("\ue000(\\d+)\ue001")
_ACCENT = re.compile(
    r"""\\(?:(['"`^~=.])\s*|([uvHcdbkrG])(?:\s+|(?=\{)))(?:\{\s*(\\?[^\W\d_])\s*\}|(\\[ij](?![A-Za-z])|[^\W\d_]))"""
)
_COMBINING = {
    "'": "\u0301", '"': "\u0308", "`": "\u0300", "^": "\u0302", "~": "\u0303", "=": "\u0304",
    ".": "\u0307", "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "d": "\u0323",
    "b": "\u0331", "k": "\u0328", "r": "\u030a", "G": "\u030f",
}  # fmt: skip
_SYMBOL = re.compile(
    r"\\(textgreater|textless|textasciicircum|textasciitilde|textquotesingle|textbar|textbackslash"
    r"|textbraceleft|textbraceright|textdollar|textunderscore|LaTeX|TeX|BibTeX|slash|ae|AE|oe|OE|o|O"
    r"|l|L|ss|aa|AA|i|j|dh|DH|th|TH|dj|DJ)(?![A-Za-z])(?:\s*\{\}|[ \t]+(?=\S)|)"
)
_SYMBOLS = {
    "textgreater": ">", "textless": "<", "textasciicircum": "^", "textasciitilde": "~",
    "textquotesingle": "'", "textbar": "|", "textbackslash": "\\", "textbraceleft": "{",
    "textbraceright": "}", "textdollar": "$", "textunderscore": "_", "LaTeX": "LaTeX",
    "TeX": "TeX", "BibTeX": "BibTeX", "slash": "/", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ",
    "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ss": "ß", "aa": "å", "AA": "Å", "i": "ı", "j": "ȷ",
    "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dj": "đ", "DJ": "Đ",
}  # fmt: skip
_ESCAPE = re.compile(r"\\([%&#_${}])")
_LINK = re.compile(r"\\(?:href\s*\{[^{}]*\}|url|nolinkurl|path)\s*\{([^{}]*)\}")
_CITE = re.compile(r"\s?\\(?:cite\w*|ref|label)\s*(?:\[[^\]]*\])*\{[^{}]*\}")
_APART = re.compile(r"(?<=[-`'?!])\{\}(?=[-`'])")  # signs that are not to become one
_TIE = re.compile(r"(?<=\S)~(?=\S)")
_BARE_PERCENT = re.compile(r"(?<!\\)([%#&])")
_COMMAND = re.compile(r"\\[a-zA-Z]+\s?|[{}\\]")
_FONT = re.compile(r"\\(?:texttt|textsf|textup|textmd|mbox)(?=\s*\{)")  # unknown to the converter
_PUNCTUATION = (("---", "—"), ("--", "–"), ("``", "“"), ("''", "”"), ("?`", "¿"), ("!`", "¡"))


def unlatex(text: str) -> str:
    r"""Return LaTeX as the text that it stands for; formulas between dollars stay verbatim.

    Braces go, `\{` and the like become the character, a bare % begins no comment. What is broken
    loses its commands and keeps its words.
    """
    text = _APART.sub("\ue002", text)
    if "\\" not in text and "$" not in text:
        return _plain_typography(text)
    held: list[str] = []

    def hold(value: str) -> str:
        held.append(value)
        return f"\ue000{len(held) - 1}\ue001"

    text = _FORMULA.sub(lambda match: hold(match[0]), text)
    text = _LINK.sub(lambda match: hold(match[1]), text)
    text = _ESCAPE.sub(lambda match: hold(match[1]), unaccent(_CITE.sub("", text), hold))
    text = _TIE.sub(" ", text).replace("~", hold("~")).replace("$", hold("$"))
    text = _plain_typography(_without_commands(text))
    return _HELD.sub(lambda match: held[int(match[1])], text)


def unaccent(text: str, symbol: Callable[[str], str] = str) -> str:
    r"""Return `text` with accents like `{\"o}`, `\'e` and letters like `\ss` as characters."""
    if "\\" not in text:
        return text
    text = _ACCENT.sub(_accented, text)
    return _SYMBOL.sub(lambda match: symbol(_SYMBOLS[match[1]]), text)


def flatten(text: str) -> str:
    """Return LaTeX as plain words, formulas too."""
    try:
        return _converted(text)
    except Exception:  # the converter fails in many ways on broken LaTeX: keep the words
        return re.sub(r"\\[a-zA-Z]+|[${}\\]", " ", text)


def _accented(match: re.Match[str]) -> str:
    letter = (match[3] or match[4]).removeprefix("\\")
    return unicodedata.normalize("NFC", letter + _COMBINING[match[1] or match[2]])


def _without_commands(text: str) -> str:
    if "\\" not in text:
        return text
    try:
        return _converted(text)
    except Exception:  # the converter fails in many ways on broken LaTeX: keep the words
        return _COMMAND.sub("", text)


def _plain_typography(text: str) -> str:
    text = _TIE.sub(" ", text.replace("{", "").replace("}", ""))
    for ascii_form, character in _PUNCTUATION:
        text = text.replace(ascii_form, character)
    return text.replace("\ue002", "")


def _converted(text: str) -> str:
    known = _FONT.sub(r"\\text", _BARE_PERCENT.sub(r"\\\1", text))
    return str(_converter().latex_to_text(known))


@lru_cache(maxsize=1)
def _converter() -> LatexNodes2Text:
    return LatexNodes2Text(math_mode="text", strict_latex_spaces=True, keep_comments=True)
