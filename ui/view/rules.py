"""Inline rules beside Markdown's own: formulas, LaTeX's text commands, citation markers, links."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline

from ui.view.formulas import formula_at

# Formulas are set between private characters, the only delimiters that the page's formula
# renderer is given: it never looks at a dollar sign.
INLINE_FORMULA = ("\ue000", "\ue001")
DISPLAY_FORMULA = ("\ue002", "\ue003")
# Where a highlighted or struck stretch begins and ends.
SPAN_START, SPAN_END = "\ue004", "\ue005"
PRIVATE = re.compile("[\ue000-\ue005]")

_SPAN_SIGNS = re.compile(f"[{SPAN_START}{SPAN_END}]")

_COMMAND = re.compile(r"\\(textbf|textit|textsl|emph|texttt|textsc|underline|textrm|text)\s*\{")
_COMMAND_TAG = {"textbf": "strong", "textit": "em", "textsl": "em", "emph": "em", "texttt": "code"}
_MARKERS = re.compile(r"(?:\[\d{1,4}\])+(?!\()")
_SAID = 600  # characters before a marker
_TIMES = re.compile(r"(?<=\d)\*(?=\w)|(?<=\w)\*(?=\d)")


def install(parser: MarkdownIt) -> None:
    """Add the rules to a parser, in front of those that would read the same characters."""
    parser.inline.ruler.before("escape", "formula", _formula)
    parser.inline.ruler.before("escape", "command", _command)
    parser.inline.ruler.before("emphasis", "times", _times)
    parser.inline.ruler.before("link", "marker", _marker)
    parser.add_render_rule("formula", _render_formula)
    parser.add_render_rule("marker", _render_marker)
    parser.add_render_rule("link_open", _render_link)
    parser.add_render_rule("image", _render_image)


def _formula(state: StateInline, silent: bool) -> bool:
    formula = formula_at(state.src, state.pos) if state.src[state.pos] in "$\\" else None
    if formula is None or formula.end > state.posMax:
        return False
    if not silent:
        token = state.push("formula", "", 0)
        token.content = _SPAN_SIGNS.sub("", formula.source)
        token.meta = {"display": formula.display}
        state.pending += "".join(_SPAN_SIGNS.findall(formula.source))
    state.pos = formula.end
    return True


def _command(state: StateInline, silent: bool) -> bool:
    match = _COMMAND.match(state.src, state.pos, state.posMax)
    end = _closing_brace(state.src, match.end(), state.posMax) if match else None
    if match is None or end is None:
        return False
    if not silent:
        _push_group(state, _COMMAND_TAG.get(match[1], "span"), match.end(), end)
    state.pos = end + 1
    return True


def _closing_brace(text: str, start: int, stop: int) -> int | None:
    depth = 1
    for position in range(start, stop):
        depth += {"{": 1, "}": -1}.get(text[position], 0)
        if depth == 0:
            return position
    return None


def _push_group(state: StateInline, tag: str, start: int, end: int) -> None:
    stop = state.posMax
    state.push(f"{tag}_open", tag, 1)
    state.pos, state.posMax = start, end
    state.md.inline.tokenize(state)
    state.posMax = stop
    state.push(f"{tag}_close", tag, -1)


def _marker(state: StateInline, silent: bool) -> bool:
    match = _MARKERS.match(state.src, state.pos)
    before = state.src[state.pos - 1 : state.pos]
    if match is None or (before.isascii() and before.isalnum()):
        return False
    said = re.split(r"[\]|\n]", state.src[max(0, state.pos - _SAID) : state.pos])[-1]
    numbers = [int(number) for number in re.findall(r"\d+", match[0])]
    html = state.env["markers"](numbers, said) if "markers" in state.env else None
    if html is None:
        return False
    if not silent:
        state.pending = re.sub(r"\s$", "\u00a0", state.pending)  # never alone on a line
        state.push("marker", "", 0).content = html
    state.pos = match.end()
    return True


def _times(state: StateInline, silent: bool) -> bool:
    """Keep the asterisks of `2*3*4`, which Markdown would take for emphasis."""
    if not _TIMES.match(state.src, state.pos):
        return False
    if not silent:
        state.pending += "*"
    state.pos += 1
    return True


def _render_formula(_: RendererHTML, tokens: Any, index: int, options: Any, env: Any) -> str:
    display = tokens[index].meta["display"]
    start, end = DISPLAY_FORMULA if display else INLINE_FORMULA
    kind = "ap-formula ap-display" if display else "ap-formula"
    return f'<span class="{kind}">{start}{escape(tokens[index].content)}{end}</span>'


def _render_marker(_: RendererHTML, tokens: Any, index: int, options: Any, env: Any) -> str:
    return str(tokens[index].content)


def _render_link(renderer: RendererHTML, tokens: Any, index: int, options: Any, env: Any) -> str:
    tokens[index].attrs |= {"target": "_blank", "rel": "noopener noreferrer nofollow"}
    return renderer.renderToken(tokens, index, options, env)


def _render_image(renderer: RendererHTML, tokens: Any, index: int, options: Any, env: Any) -> str:
    """A picture would call its host as soon as it is shown: name it instead."""
    alt = renderer.renderInlineAsText(tokens[index].children, options, env)
    return f"[{escape(alt)}]"
