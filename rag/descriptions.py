"""Words of a question that stand for a paper without naming it, in English and Chinese.

Only forms are told apart here ("the Markov-process paper", "the paper that trains on …", what is
listed beside a name); which paper is meant is for `compared` to say.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

Span = tuple[int, int]

_PAPER = "(?:paper|study|work|article|abstract)"
_VAGUE = (
    "same|other|others|two|three|first|second|third|last|former|latter|whole|latest|present"
    "|existing|prior|previous|standard|plain|its|their|these|those|baselines?|methods?|models?"
)
_STOP = (
    "both|each|all|differ|differs|compare|compares|do|does|did|is|are|was|were|have|has|can|in|on"
    "|for|at|when|what|which|how|who|that|between|respectively"
)
_LINK = r"(?:and|or|&|vs\.?|versus|with|to|from)"
_AND = rf"(?:,? {_LINK} (?:the |an? )?|, (?:the |an? )?| ?(?:和|与|與|跟|以及|、|还是|還是) ?)"

_CLAUSE = re.compile(
    rf"""\bthe\ (?:{_PAPER}|one)\ (?P<text>
        (?:that|which|where|in\ which|on|about|using|with|by|for|from)\ [^,;:?]+?)
    (?=,?\ {_LINK}\ (?:the|for|how|what)\b|[,;:?]|$)""",
    re.IGNORECASE | re.VERBOSE,
)
_NO_NOUN = rf"(?:{_VAGUE}|{_STOP}|of|the|an?|user|case|ablation|pilot)"
_NOUN = re.compile(
    rf"\bthe (?P<text>(?:(?!{_NO_NOUN}\b)[\w'’-]+ ){{1,6}}){_PAPER}\b(?! of\b)", re.IGNORECASE
)
_CHINESE = re.compile(
    "(?P<text>[^\\s，。？：、和与與跟]{2,24}?)的?[那这這]?一?篇(?:论文|論文|文章|研究|工作)?"
)
_WORDS = rf"""(?P<text>(?!(?:{_STOP}|{_VAGUE})\b)[\w'’-]+
    (?:\ (?!(?:{_STOP}|and|or|vs|versus)\b)[\w'’-]+){{0,5}})"""
_AFTER = re.compile(_AND.replace(" ", r"\ ") + _WORDS, re.IGNORECASE | re.VERBOSE)
_BEFORE = re.compile(
    rf"(?:^|[,:;]\ |\b(?:{_STOP}|and|or)\ )(?:the\ |an?\ )?{_WORDS}"
    + _AND.replace(" ", r"\ ")
    + "$",
    re.IGNORECASE | re.VERBOSE,
)
_ANY = "the method"
_WRAPPED = re.compile(rf"\b(?:the )?{_ANY}(?: {_PAPER}\b)?", re.IGNORECASE)
_IN_A_ROW = re.compile(rf"{_ANY}(?:{_AND.replace('(?:the |an? )?', '')}{_ANY})+")


def descriptions(text: str) -> list[tuple[Span, str]]:
    """Return the stretches that describe a paper, each with its description alone."""
    found = [match for form in (_CLAUSE, _NOUN, _CHINESE) for match in form.finditer(text)]
    return [(match.span(), match["text"].strip()) for match in found]


def beside(text: str, papers: Sequence[Span]) -> list[Span]:
    """Return the words that stand in one list with one of `papers`, on either side of it."""
    behind = [_AFTER.match(text, end) for _, end in papers]
    ahead = [_BEFORE.search(text, 0, start) for start, _ in papers]
    return [match.span("text") for match in [*behind, *ahead] if match]


def without(text: str, papers: Sequence[Span]) -> str:
    """Return what `text` asks of each of `papers`: those in a row become "the method"."""
    for start, end in sorted(papers, reverse=True):
        text = f"{text[:start]}{_ANY}{text[end:]}"
    return _IN_A_ROW.sub(_ANY, _WRAPPED.sub(_ANY, text))
