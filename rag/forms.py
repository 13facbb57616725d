"""The forms of questions, in English and Chinese: what kind of answer is asked for."""

from __future__ import annotations

import re

from rag.types import Kind


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_WORKS = r"(?:papers|abstracts|works|studies|articles|publications|records|contributions)"
_THINGS = (
    r"(?:methods|approaches|benchmarks|models|frameworks|algorithms|datasets|data sets|systems)"
)
# What works do, in the plural: "which benchmarks test …" asks for the papers that propose them.
_DO = (
    r"(?:are (?:for|on|about|meant|made|designed|built)|test|measure|evaluate|assess|target|cover"
    r"|address|tackle|handle|reduce|improve|speed up|accelerate|work (?:on|with)|deal with|help)\b"
)
_WORK = (
    r"(?:paper|abstract|work|study|article|method|approach|framework|benchmark|model|technique|system"
    r"|algorithm|architecture|defen[cs]e|dataset|data set|attack|metric)"
)
_OF_WORKS = re.compile(rf"\b{_WORKS}\b|篇", re.IGNORECASE)
_ONE_PAPER = re.compile(
    r"\b(?:the|that|this) (?:[\w'’“”\"-]+ ){0,10}?(?:paper|piece|study|article)\b"
    "|[这那該该此這]一?篇",
    re.IGNORECASE,
)
_SMALL_TALK = re.compile(
    r"(?:(?:hi|hello|hey|thanks|thank you|thx|ok|okay|great|cool|bye|goodbye|good (?:morning|day|"
    r"evening))(?: (?:there|a lot|very much|so much|all))?|help|(?:who|what) are you"
    r"|what (?:can|do) you do|what can i (?:ask|do)(?: you| here)?"
    r"|how (?:does|do i use) this(?: work)?"
    r"|你是谁|你是誰|你能做什么|你能做什麼|帮助|幫助|你好|您好|谢谢|謝謝|多谢|再见)[\W]*$",
    re.IGNORECASE,
)
_START = r"(?:^|(?<=[.?!;:] ))"

_OF_ALL = r"(?:(?:of|the|these|those|all|any|new|different|other) )*"
_QUALIFIED = rf"{_OF_ALL}(?:[\w.&+-]+ ){{0,3}}?"
# Verbs behind "which" or "how many" alone, in the plural: papers are meant.
_THEY = (
    r"(?:of (?:them|these|those) )?(?:are|were|have|use|evaluate|mention|release|propose|introduce"
    r"|give|discuss|address|come|appeared|(?:deal|work|test|train|rely|build|report) (?:on|with))\b"
)
_THERE = r"(?:are|were|have been) (?:there|(?:newly )?(?:introduced|proposed|presented|released))\b"
_COLLECTION = _any(
    r"\b(?:what|which) (?:topics|subjects|themes|areas|fields) (?:are|is|do|does)\b",
    r"\bwhat are the (?:main |major |key |most common )?(?:topics|themes|subjects)"
    r"(?: (?:here|in (?:here|this collection|the collection)))?\W*$",
    r"\bsummari[sz]e (?:all )?(?:of )?(?:the|these|all) (?:papers|abstracts|collection)\W*$",
    r"\bwhat(?:'s| is| do (?:you|we) have| papers do (?:you|we) have) (?:in )?(?:here|this|the) ?"
    r"(?:collection|library|index)?\?*$",
    r"\bwhat (?:is|are) (?:this|the|these) (?:collection|library|papers) about\b",
    rf"\boverview of (?:the|this|these|all) (?:collection|library|{_WORKS})\b",
    "(?:哪些|什么|什麼)(?:主题|主題|话题|話題|方向|领域|領域)",
    "(?:论文库|論文庫|这里|這裡)[里中]?都?有(?:什么|什麼|哪些)[?？]*$",
)
_COUNT = _any(
    rf"{_START}(?:and |so )?how many (?:{_QUALIFIED}{_WORKS}\b|{_THEY})",
    rf"{_START}(?:and |so )?how many (?:[\w-]+ ){{0,4}}?{_THINGS} {_THERE}",
    rf"\bin how many {_QUALIFIED}{_WORKS}\b|{_START}(?:please )?count (?:all )?(?:the )?{_WORKS}\b",
    rf"\bnumber of {_WORKS}\b",
    rf"\b{_WORKS}\b.*\b(?:over (?:the )?(?:years|time)|(?:per|by|each|every) year"
    r"|year (?:by|after|over) year|annually)\b",
    rf"\b(?:trend|distribution)s? (?:of|in|for) .*\b{_WORKS}\b",
    "(?:有|共)多少篇|多少篇|几篇|幾篇|(?:历年|歷年|逐年|每年|各年|按年份?)[^？?]*(?:论文|論文|文章)"
    "|(?:论文|論文|文章)[^？?]*(?:历年|歷年|逐年|每年|各年|按年份?|趋势|趨勢|随时间|隨時間)",
)
_COMPARE = _any(
    r"\bvs\b|\bversus\b|\bcompar(?:e|es|ed|ing|ison)\b|\bdiffer(?:s|ence|ences|ent|ently)?\b",
    r"\b(?:in|of|does|do|for|is|are) each\b|\b(?:both|each)\b|\brespectively\b",
    r"\bwhich (?:one|of (?:them|the (?:two|three)))\b|^which of [^?]+ and\b",
    r"\bthe other(?: one)?\b|\bbetween\b",
    "比较|比較|对比|對比|区别|區別|不同|差异|各自|分别|分別",
)
_LIST = _any(
    rf"{_START}(?:please |can you |could you )*"
    r"(?:(?:in )?(?:which|what)|(?:list|name|show|give|find|tell|collect|gather|get)(?: me)?) "
    rf"(?:{_QUALIFIED}(?:papers|abstracts|articles|publications)|{_OF_ALL}{_WORKS})\b",
    rf"{_START}which {_THEY}|{_START}(?:which|what) (?:[\w-]+ ){{0,2}}?{_THINGS} "
    rf"(?:{_THERE}|{_DO})",
    rf"\b(?:all|any other) {_WORKS}\b",
    r"^(?:(?:[\w.&+-]+ ){0,3}(?:papers|abstracts)|(?!which|what|how|why)(?:[\w.&+-]+ ){0,3}works)"
    r" (?:on|about|by|from|that"
    r"|with|which|using|since|in|at|before|after|between|without|mentioning|whose|where)\b",
    rf"\bin which (?:of )?{_QUALIFIED}{_WORKS}\b|{_START}which of (?:them|these|those)\b",
    rf"{_START}what (?:do (?:you|we) have|is there|(?:have you|have we) got) (?:on|about)\b"
    r"|\bwhat is there\W*$|\bwho (?:else )?(?:mentions|names|uses) (?:it|them)\W*$",
    rf"{_START}(?:anything|something) (?:on|about) (?:[\w-]+\W+){{1,5}}$",
    r"^who (?:[\w-]+\W+){2,14}$|\bwho is on (?:that|this|it)\W*$",
    rf"{_START}where (?:do|does|is|are) [^?]{{1,40}}? (?:come up|mentioned|named|appear|occur)\b",
    rf"{_START}whose (?:code|data|models?|weights)\b|{_START}applications? (?:to|in|of) ",
    "(?:哪些|列出|列[举舉])[^，,？?]{0,20}?(?:论文|論文|文章|文献|文獻)",
    "(?:论文|論文|文章|摘要)[里裡中]?[，,]?(?:有)?哪些",
    "^(?:[关關][于於]|有[关關]|[讨討][论論]|研究)[^，,？?]*的(?:论文|論文|文章)$",
    "(?:论文|論文|文章|文献|文獻)[^，,？?]{0,3}有?哪些",
)
_FIND = _any(
    rf"{_START}(?:in )?(?:which|what|whose) (?:[\w-]+ ){{0,4}}?{_WORK}\b",
    rf"{_START}(?:who|has any|have any|is there|are there|was there|were there|is any|is this)\b",
    rf"{_START}(?:do|does|did|has|have|is|are|can|could|would|should) ",
    rf"{_START}(?:how|what) (?:can|could|might|would|should) |{_START}how do (?:i|we|you|people) ",
    rf"{_START}(?:and |so |please )*tell me (?:more )?about\b",
    rf"\bi(?:'m| am) looking for\b|{_START}i (?:want|need)\b|\b(?:another|other) {_WORK}\b",
    rf"{_START}(?:anything|something) (?:on|about)\b|\bwhat do (?:these|the) papers say\b",
    r"哪篇|哪一篇|有没有|有沒有|哪个|哪個|是否|有什么|有什麼|谁|誰|能不能|能否|如何|怎样|怎樣|怎么|怎麼",
)
_KINDS = (
    (Kind.COLLECTION, _COLLECTION),
    (Kind.COUNT, _COUNT),
    (Kind.COMPARE, _COMPARE),
    (Kind.LIST, _LIST),
    (Kind.FIND, _FIND),
)


def kind_of(text: str, named: int) -> Kind:
    """Return the kind of a question that names `named` papers."""
    found = (kind for kind, form in _KINDS if form.search(text) and _is_possible(kind, text, named))
    return next(found, Kind.FACT)


def _is_possible(kind: Kind, text: str, named: int) -> bool:
    """Two papers can be compared; a question about a paper that it names seeks no others."""
    if kind is Kind.COMPARE:
        return named >= 2
    if kind in (Kind.COLLECTION, Kind.COUNT, Kind.LIST):
        return not _ONE_PAPER.search(text) and (not named or _OF_WORKS.search(text) is not None)
    return not named


def is_small_talk(text: str) -> bool:
    """Say whether `text` greets or thanks, and asks nothing."""
    return _SMALL_TALK.match(text) is not None


def compares(text: str) -> bool:
    """Say whether `text` has the form of a comparison ("vs", "each of them", 区别)."""
    return _COMPARE.search(text) is not None
