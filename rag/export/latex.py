"""Text as LaTeX that stands for it: what is special is written out, formulas stay as they are."""

from __future__ import annotations

import re

_FORMULA = re.compile(
    r"\$\$[^$]+\$\$|\$(?:[^$\\]|\\.)+\$|\\\(.+?\\\)|\\\[.+?\\\]"
    r"|\\begin\{(equation|align|math|displaymath|eqnarray)(\*?)\}.+?\\end\{\1\2\}",
    re.DOTALL,
)
_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\textbraceleft{}", "}": r"\textbraceright{}", "$": r"\$",
    "%": r"\%", "&": r"\&", "#": r"\#", "_": r"\_", "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
}  # fmt: skip
_SIGN = re.compile(r"[\\{}$%&#_^~]")
# What LaTeX would draw together to another sign.
_LIGATURE = re.compile(r"(?<=[-`'?!])(?=[-`'])")
_ENTRY = re.compile(r"^(\s*)@", re.MULTILINE)


def escaped(text: str) -> str:
    """Return `text` so that BibTeX, and our own reader of it, take it for what it is."""
    pieces, position = [], 0
    for formula in _FORMULA.finditer(text):
        if _is_balanced(formula[0]):
            pieces += [_written_out(text[position : formula.start()]), formula[0]]
            position = formula.end()
    pieces.append(_written_out(text[position:]))
    return _ENTRY.sub(r"\1{@}", "".join(pieces))


def _written_out(text: str) -> str:
    return _SIGN.sub(lambda sign: _SPECIAL[sign[0]], _LIGATURE.sub("\ue000", text)).replace(
        "\ue000", "{}"
    )


def _is_balanced(formula: str) -> bool:
    """A formula whose braces don't match would end the entry; it is written out instead."""
    depth = 0
    for sign in re.findall(r"\\[{}]|[{}]", formula):
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if depth < 0 or len(sign) == 2:
            return False
    return not depth
