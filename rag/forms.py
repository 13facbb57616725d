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
    GIST = "gist"
    AUTHORS = "authors"
    PUBLICATION = "publication"
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
_ONE_PAPER = re.compile(
    r"\b(?:the|that|this) (?:[\w'’“”\"-]+ ){0,10}?(?:paper|piece|study|article)\b"
    "|[这那該该此這]一?篇",
    re.IGNORECASE,
)
_SMALL_TALK = re.compile(
    r"(?:(?:hi|hello|hey|thanks|thank you|thx|ok|okay|great|cool|bye|goodbye|good (?:morning|day|"
    r"evening))(?: (?:there|a lot|very much|so much|all))?|你好|您好|谢谢|謝謝|多谢|再见)[\W]*$",
    re.IGNORECASE,
)
_START = r"(?:^|(?<=[.?!;:] ))"

_QUALIFIED = r"(?:(?:of|the|these|those|all|any|new|different|other) )*(?:[\w.&+-]+ ){0,3}?"
# Verbs behind "which" or "how many" alone, in the plural: papers are meant.
_THEY = (
    r"(?:of (?:them|these|those) )?(?:are|were|have|use|evaluate|mention|release|propose|introduce"
    r"|give|discuss|address|come|appeared|(?:deal|work|test|train|rely|build|report) (?:on|with))\b"
)
_THERE = r"(?:are|were|have been) (?:there|(?:newly )?(?:introduced|proposed|presented|released))\b"
_COLLECTION = _any(
    r"\b(?:what|which) (?:topics|subjects|themes|areas|fields) (?:are|is|do|does)\b",
    r"\bwhat(?:'s| is| do (?:you|we) have| papers do (?:you|we) have) (?:in )?(?:here|this|the) ?"
    r"(?:collection|library|index)?\?*$",
    r"\bwhat (?:is|are) (?:this|the|these) (?:collection|library|papers) about\b",
    rf"\boverview of (?:the|this|these|all) (?:collection|library|{_WORKS})\b",
    "(?:哪些|什么|什麼)(?:主题|主題|话题|話題|方向|领域|領域)",
    "(?:论文库|論文庫|这里|這裡)[里中]?都?有(?:什么|什麼|哪些)[?？]*$",
)
_COUNT = _any(
    rf"{_START}(?:and |so )?how many (?:{_QUALIFIED}{_WORKS}\b|{_THEY})",
    rf"{_START}(?:and |so )?how many (?:\w+ ){{0,2}}?{_THINGS} {_THERE}",
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
    r"\bwhich (?:one|of (?:them|the (?:two|three)))\b|^which of [^?]+ and\b|\bthe other(?: one)?\b|\bbetween\b",
    "比较|比較|对比|對比|区别|區別|不同|差异|各自|分别|分別",
)
_LIST = _any(
    rf"{_START}(?:(?:in )?(?:which|what)|(?:list|name|show|give|find|tell)(?: me)?) "
    rf"{_QUALIFIED}{_WORKS}\b",
    rf"{_START}which {_THEY}|{_START}(?:which|what) (?:\w+ ){{0,2}}?{_THINGS} {_THERE}",
    rf"\b(?:all|any other) {_WORKS}\b|{_START}(?:[\w.&+-]+ ){{0,3}}papers (?:on|about|by|from|that"
    r"|with|which|using|since|in|at|before|after|between|without|mentioning)\b",
    "(?:哪些|列出|列[举舉])[^，,？?]{0,20}?(?:论文|論文|文章|文献|文獻)",
    "(?:论文|論文|文章|文献|文獻)[^，,？?]{0,3}有?哪些",
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
_KINDS = (
    (Kind.COLLECTION, _COLLECTION),
    (Kind.COUNT, _COUNT),
    (Kind.COMPARE, _COMPARE),
    (Kind.LIST, _LIST),
    (Kind.FIND, _FIND),
)

_WANTS = (
    (
        Wants.AUTHORS,
        _any(
            r"\bwho (?:wrote|authored|are the authors|is the (?:first )?author)\b",
            r"(?:\b(?:who (?:are|is|were)|list|name|give me) (?:all )?|^)(?:the )?authors? of\b"
            r"|\bwritten by whom\b",
            "作者|谁写|誰寫",
        ),
    ),
    (
        Wants.PUBLICATION,
        _any(
            r"\b(?:when|where|in (?:which|what) year) (?:was|were|did|has) .*\b(?:publish|appear)",
            r"\b(?:which|what) (?:year|venue|conference|journal)\b.*\b(?:publish|appear|from|is)",
            "哪一?年发表|哪年发表|发表在|發表在",
        ),
    ),
    (
        Wants.GIST,
        _any(
            r"^(?:so )?what(?:'s| is| are| does) (?:the method)"
            r"(?: (?:do|propose|introduce|present|show|contribute|say|offer|about|paper))*\W*$",
            r"^how does the method (?:work|operate|function)\W*$",
            r"^(?:please )?(?:explain|describe|summari[sz]e|tell me about) the method\W*$",
            r"^what(?:'s| is| are) (?:the )?(?:new|novel|(?:(?:main|key|central|core|overall) )?(?:point"
            r"|idea|claim|contributions?|message|take-?aways?|novelty|thesis|argument|topic|findings?"
            r"|conclusions?))(?: (?:of|in|behind) the method)?\W*$",
            r"^what (?:do|does|did) the method (?:do|put forward|propose|argue(?: for)?|claim|recommend"
            r"|demand|advocate|find(?: out)?|conclude|contribute|add|want|call for)\W*$",
            r"^what comes out of the method\W*$",
            "the method ?[^，。]{0,4}(?:是什么|是什麼|是做什么|是做什麼|怎么工作|怎麼工作"
            "|如何工作|提出了?什么|提出了?什麼|解决什么问题|解決什麼問題|讲了?什么|主张什么|主張什麼|怎么做"
            "|怎麼做|有什么发现|有什麼發現|发现了什么|發現了什麼|有什么贡献|想解决什么)",
        ),
    ),
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
    if kind in (Kind.COLLECTION, Kind.COUNT, Kind.LIST):
        return not _ONE_PAPER.search(text) and (not named or _OF_WORKS.search(text) is not None)
    return not named


def is_small_talk(text: str) -> bool:
    """Say whether `text` greets or thanks, and asks nothing."""
    return _SMALL_TALK.match(text) is not None


def compares(text: str) -> bool:
    """Say whether `text` has the form of a comparison ("vs", "each of them", 区别)."""
    return _COMPARE.search(text) is not None


def wants_of(text: str) -> Wants:
    """Return the shape of what would answer `text`."""
    return next((wants for wants, form in _WANTS if form.search(text)), Wants.TEXT)
