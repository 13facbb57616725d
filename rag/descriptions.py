"""Words of a question that stand for a paper without naming it, in English and Chinese.

Only forms are told apart here ("the Markov-process paper", "the paper that trains on …", what is
listed beside a name); which paper is meant is for `compared` and `described` to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

Span = tuple[int, int]

_PAPER = "(?:paper|study|work|article|abstract|piece)"
_WORK = (
    rf"(?:{_PAPER}|benchmark|data ?set|survey|model|method|approach|framework|attack|defen[cs]e"
    r"|system|algorithm|architecture|technique|metric)"
)
_VAGUE = (
    "same|other|others|two|three|first|second|third|last|former|latter|whole|latest|present|new"
    "|existing|prior|previous|standard|plain|usual|common|its|their|these|those|baselines?|proposed"
    "|main|best|user|case|ablation|pilot"
)
_STOP = (
    "both|each|all|differ|differs|compare|compares|do|does|did|is|are|was|were|have|has|can|in|on"
    "|for|at|when|what|which|how|who|that|between|respectively|to|with|by|from|of|the|an?"
)
_LINK = r"(?:and|or|&|vs\.?|versus|with|to|from)"
_AND = (
    rf"(?:,? {_LINK} (?:that of )?(?:the |an? )?|, (?:the |an? )?"
    r"| ?(?:和|与|與|跟|以及|、|还是|還是) ?)"
)
_END = rf"(?=,?\ {_LINK}\ (?:the|for|how|what)\b|[,;:?]|\.?$)"


def _noun(head: str) -> re.Pattern[str]:
    """Return the form of "the safety paper", "the position paper on AI safety"."""
    return re.compile(
        rf"""\bthe\ (?P<text>(?:(?!(?:{_VAGUE}|{_STOP}|and|or)(?![\w-]))[\w'’+./-]+\ ){{1,6}}?)
        (?P<head>{head})\b(?!\ of\b|[\w-])
        (?:\ (?P<more>(?:on|about|for|that|which|with\ (?!the|that))\b\ ?[^,;:?]+?){_END})?""",
        re.IGNORECASE | re.VERBOSE,
    )


def _clause(head: str) -> re.Pattern[str]:
    """Return the form of "the paper that trains on …", "the one about caches"."""
    return re.compile(
        rf"""\b(?:the|that)\ (?:{head}|one)\ (?P<text>
            (?:that|which|where|in\ which|on|about|using|with|by|for|from)\ [^,;:?]+?){_END}""",
        re.IGNORECASE | re.VERBOSE,
    )


_TITLED = re.compile(
    rf"""\bthe\ (?:{_PAPER}|one)\ with\ (?:the\ words?\ )?
    ['"“‘](?P<text>[^'"”’]+)['"”’]\ in\ (?:its|the)\ title""",
    re.IGNORECASE | re.VERBOSE,
)
_CHINESE_PAPER = "(?:论文|論文|文章|研究|工作)"
_CHINESE = (
    re.compile(f"[那这這该該]一?篇(?P<text>[^，。？,?、]{{2,30}}?)的?{_CHINESE_PAPER}"),
    re.compile(
        f"(?P<text>[^\\s，。？,?：、和与與跟]{{2,24}}?)的?[那这這该該]一?篇{_CHINESE_PAPER}?"
    ),
)
_CHINESE_LEAD = re.compile(
    "^(?:有?[关關][于於]|[讲講做谈談用]|研究|[讨討][论論]|介[绍紹]|提到|请问)"
)
_FORMS = (_TITLED, _noun(_PAPER), _clause(_PAPER), *_CHINESE)
_WIDER_FORMS = (_noun(_WORK), _clause(_WORK))
_BARE = re.compile(rf"\b(?:the|that|this) {_PAPER}\b(?! of\b)", re.IGNORECASE)
_KIND = re.compile(r"\bthe (?P<text>benchmark|data ?set|survey)\b(?! of\b)", re.IGNORECASE)
_ASKED = re.compile(r"\b(?:do|does|did|can|could|should|would|will)\b[^,;]*$", re.IGNORECASE)
_VERB = re.compile(
    r"\s+(?:report|propose|show|find|found|bound|prove|claim|argue|use|suggest|say|introduce|build"
    r"|achieve|present|evaluate|measure|describe|recommend|conclude|reach|get|give|save|need"
    r"|require|train|test|call|look|offer|take|come|put|make|work|rely|release|improve|reduce"
    r"|beat|compare|differ|learn|solve|handle|address|deal)\b.*$",
    re.IGNORECASE,
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
_PAIR = re.compile(r"(?P<one>[^:,?]+?) (?:and|vs\.?|versus) (?P<other>[^:,?]+?)(?:\. |: )")
_ANY = "the method"
_WRAPPED = re.compile(rf"\b(?:the )?{_ANY}(?: {_PAPER}\b)?", re.IGNORECASE)
_IN_A_ROW = re.compile(rf"{_ANY}(?:{_AND.replace('(?:the |an? )?', '')}{_ANY})+")


def descriptions(text: str) -> list[tuple[Span, str]]:
    """Return the stretches that describe a paper, in order, each with its description alone."""
    return list(_described(text, _FORMS))


def all_descriptions(text: str) -> list[tuple[Span, str]]:
    """As `descriptions`, of benchmarks, models and the like too ("the benchmark for …")."""
    return list(_described(text, (*_FORMS, *_WIDER_FORMS)))


def one_description(text: str) -> tuple[Span, str] | None:
    """Return what a question about one paper calls it; None where it describes none, or several.

    The description is empty in "the paper", which says nothing of it.
    """
    found = descriptions(text) or list(_described(text, _WIDER_FORMS))
    if found:
        return found[0] if len(found) == 1 else None
    bare, kind = _BARE.search(text), _KIND.search(text)
    if kind:
        return kind.span(), kind["text"]
    return (bare.span(), "") if bare else None


def _described(text: str, forms: Sequence[re.Pattern[str]]) -> Iterator[tuple[Span, str]]:
    taken: list[tuple[Span, str]] = []
    for match in (match for form in forms for match in form.finditer(text)):
        if all(match.end() <= start or end <= match.start() for (start, end), _ in taken):
            taken.append(_one(text, match))
    return iter(sorted(taken))


def _one(text: str, match: re.Match[str]) -> tuple[Span, str]:
    """Return where a description stands and what it says, without a verb that belongs to "does"."""
    group = "more" if match.groupdict().get("more") else "text"
    words, end = match["text"].strip(), match.end()
    if group == "more" or match.re in (_FORMS[2], _WIDER_FORMS[1]):
        asked = _ASKED.search(text[: match.start()])
        clause = _VERB.sub("", match[group]) if asked else match[group]
        clause = clause if len(clause.split()) > 1 else match[group]
        end = match.start(group) + len(clause)
        words = f"{words} {clause}" if group == "more" else clause
    return (match.start(), end), _CHINESE_LEAD.sub("", words.strip())


def beside(text: str, papers: Sequence[Span]) -> list[Span]:
    """Return the words that stand in one list with one of `papers`, on either side of it.

    Where no paper is known, the two before a colon are such a list: "A and B: which …".
    """
    pair = None if papers else _PAIR.match(text)
    if pair:
        return [pair.span("one"), pair.span("other")]
    behind = [_AFTER.match(text, end) for _, end in papers]
    ahead = [_BEFORE.search(text, 0, start) for start, _ in papers]
    return [match.span("text") for match in [*behind, *ahead] if match]


def without(text: str, papers: Sequence[Span]) -> str:
    """Return what `text` asks of each of `papers`: those in a row become "the method"."""
    for start, end in sorted(papers, reverse=True):
        text = f"{text[:start]}{_ANY}{text[end:]}"
    return _IN_A_ROW.sub(_ANY, _WRAPPED.sub(_ANY, text))
