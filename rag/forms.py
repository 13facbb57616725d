"""The forms of questions, in English and Chinese: what kind is asked, and what would answer it."""

from __future__ import annotations

import re
from enum import StrEnum

from rag.types import Kind


class Wants(StrEnum):
    """The shape of what would answer a question."""

    NUMBER = "number"
    LINK = "link"
    EXPANSION = "expansion"
    SEVERAL = "several"
    TEXT = "text"


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_WORKS = r"(?:papers|abstracts|works|studies|articles|publications)"
_THINGS = (
    r"(?:methods|approaches|benchmarks|models|frameworks|algorithms|datasets|data sets|systems)"
)
_WORK = (
    r"(?:paper|abstract|work|study|article|method|approach|framework|benchmark|model|technique|system"
    r"|algorithm|architecture|defen[cs]e|dataset|data set|attack|metric)"
)
_OF_WORKS = re.compile(rf"\b{_WORKS}\b|篇", re.IGNORECASE)
_LOOSE = re.compile(
    rf"\b(?:the|that|this) ((?:(?!who|that|which|to|of)[\w-]+ ){{0,3}}?){_WORK}\b"
    r"(?! (?:on|about|that|which|of|for|with|by|where|tying|calling|saying|in which|titled|called)\b)",
    re.IGNORECASE,
)
_FILLERS = frozenset("other same new proposed whole main".split())
_MOST_WORDS = 2
_START = r"(?:^|(?<=[.?!;:] ))"

_COUNT = _any(
    rf"{_START}(?:and |so )?how many (?:of )?(?:the |these |all |new |different |other )*(?:\w+ )?"
    rf"(?:{_WORKS}|{_THINGS})\b",
    rf"\bnumber of {_WORKS}\b",
    "(?:有|共)多少篇|多少篇|几篇|幾篇",
)
_COMPARE = _any(
    r"\bvs\b|\bversus\b|\bcompar(?:e|es|ed|ing|ison)\b|\bdiffer(?:s|ence|ences|ent|ently)?\b",
    r"\b(?:in|of|does|do|for|is|are) each\b|\b(?:both|each)\b|\brespectively\b",
    r"\bwhich (?:one|of (?:them|the (?:two|three)))\b|\bthe other(?: one)?\b|\bbetween\b",
    "比较|比較|对比|對比|区别|區別|不同|差异|各自|分别|分別",
)
_LIST = _any(
    rf"{_START}(?:which|what|list|name|show|give|find|tell)\b[^.?!]*?\b(?:{_WORKS}|{_THINGS})\b",
    rf"\b(?:all|any other) {_WORKS}\b|{_START}papers (?:on|about|by|from|that|with|which|using)\b",
    "哪些|列出|列举|列舉",
)
_FIND = _any(
    rf"{_START}(?:in )?(?:which|what|whose) (?:[\w-]+ ){{0,4}}?{_WORK}\b",
    rf"{_START}(?:who|has any|have any|is there|are there|was there|were there|is any|is this)\b",
    rf"{_START}(?:do|does|did|has|have|is|are|can|could|would|should) ",
    rf"{_START}(?:how|what) (?:can|could|might|would|should) |{_START}how do (?:i|we|you|people) ",
    rf"\bi(?:'m| am) looking for\b|{_START}i (?:want|need)\b|\b(?:another|other) {_WORK}\b",
    rf"{_START}(?:anything|something) (?:on|about)\b|\bwhat do (?:these|the) papers say\b",
    r"哪篇|哪一篇|有没有|有沒有|哪个|哪個|是否|有什么|有什麼|谁|誰|能不能|能否|如何|怎样|怎樣|怎么|怎麼",
)
_KINDS = ((Kind.COUNT, _COUNT), (Kind.COMPARE, _COMPARE), (Kind.LIST, _LIST), (Kind.FIND, _FIND))

_WANTS = (
    (
        Wants.EXPANSION,
        _any(
            r"\bstands? for\b|\bshort for\b|\babbreviat|\bacronym\b|\bspelled out\b",
            "全称|全稱|缩写|縮寫|代表什么|代表什麼",
        ),
    ),
    (
        Wants.LINK,
        _any(
            r"\b(?:link|url|repo|repository|repositories|github|home ?page|project page)\b",
            r"\bweb ?(?:site|page|address)\b|\bdownload(?:ed)?\b|\bcode (?:available|released?)\b",
            r"\bwhere\b[^?]*\b(?:code|data|find|get)\b|\bcode (?:of|for)\b|\bthe code\b",
            "代码|代碼|链接|鏈接|連結|主页|主頁|网址|網址|下载|下載|开源|開源",
        ),
    ),
    (
        Wants.SEVERAL,
        _any(
            r"\b(?:which|what|name|are|list) (?:are )?(?:the |its )?(?:\w+ )?"
            r"(?:two|three|four|five|six|seven|eight|nine|ten|[2-9]) (?:[\w-]+ ){0,3}?\w+s\b",
            r"\bwhat (?:are )?(?:the )?(?:\w+ )?(?:components|modules|stages|steps|parts|phases)\b",
            "哪(?:两|兩|三|四|五|六|几|幾)|哪些",
        ),
    ),
    (
        Wants.NUMBER,
        _any(
            r"\bhow (?:many|much|few|big|large|long|far|fast|often|heavy|high|small|old)\b",
            r"\b(?:by|to) what (?:factor|extent)\b|\bhow \w+er\b|\bhow much \w+er\b",
            r"\bwhat (?:\w+ ){0,2}?(?:share|percentage|fraction|factor|number|ratio|size|score|rate"
            r"|accuracy|speed-?up|gain|improvement|proportion|cut|percent)\b",
            r"\b(?:gains?|improvement|score|speed-?up|auroc|accuracy|f1)\b",
            "多少|几个|幾個|几倍|幾倍|多大|多长|多長|多高|百分之",
        ),
    ),
)


def kind_of(text: str, named: int) -> Kind:
    """Return the kind of a question that names `named` papers."""
    found = (kind for kind, form in _KINDS if form.search(text) and _is_possible(kind, text, named))
    return next(found, Kind.FACT)


def _is_possible(kind: Kind, text: str, named: int) -> bool:
    """Two papers can be compared; a question about a paper that it names seeks no others."""
    if kind is Kind.COMPARE:
        return named >= 2
    if kind is Kind.COUNT and _OF_WORKS.search(text):
        return True
    return not named


def loose_reference(text: str) -> str | None:
    """Return what "the … paper" says of the paper it means, at most two words ("safety").

    "" when it says nothing ("the paper"), None when the question means no single paper so loosely.
    Chinese questions come here in their English rendering.
    """
    match = _LOOSE.search(text)
    if match is None:
        return None
    words = [word for word in match[1].split() if word.casefold() not in _FILLERS]
    return " ".join(words) if len(words) <= _MOST_WORDS else None


def compares(text: str) -> bool:
    """Say whether `text` has the form of a comparison ("vs", "each of them", 区别)."""
    return _COMPARE.search(text) is not None


def wants_of(text: str) -> Wants:
    """Return the shape of what would answer `text`."""
    return next((wants for wants, form in _WANTS if form.search(text)), Wants.TEXT)
