"""The shape of what would answer a question, in English and Chinese: a number, a link, a gist."""

from __future__ import annotations

import re
from enum import StrEnum


class Wants(StrEnum):
    """The shape of what would answer a question."""

    NUMBER = "number"
    SHARE = "share"
    LINK = "link"
    EXPANSION = "expansion"
    SEVERAL = "several"
    GIST = "gist"
    AUTHORS = "authors"
    PUBLICATION = "publication"
    DATE = "date"
    TEXT = "text"


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_WHETHER = r"^(?:\W|and |so |but )*(?:do|does|did|is|are|was|were|has|have|will|can)\b"
# Nouns that a number stands for.
QUANTITY = (
    "factor|number|ratio|size|score|rate|accuracy|speed-?up|gain|improvement"
    "|cut|resolution|value|probability|temperature|threshold|perplexity|error"
    "|recall|precision|rank|budget|epsilon|exponent|dimension|mAP|m?IoU|J&F|AU?ROC|AUC|F1|FID|PSNR"
)
_RELEASED = r"(?:code|data ?sets?|data|weights|checkpoints|models?|implementation|software)"
_WANTS = (
    (
        Wants.AUTHORS,
        _any(
            r"\bhow many (?:co-?)?authors\b",
            r"\bwho (?:wrote|authored|are the authors|is the (?:first )?author)\b",
            r"(?:\b(?:who (?:are|is|were)|list|name|give me) (?:all )?|^)(?:the )?authors? of\b"
            r"|\bwritten by whom\b|(?:['’]s|\b(?:its|their)) (?:\w+ )?authors?\W*$",
            "作者|谁写|誰寫",
        ),
    ),
    (
        Wants.PUBLICATION,
        _any(
            r"^(?:was|is|were|has) [^?]*\b(?:published|presented|accepted|appear(?:ed|ing)?) "
            r"(?:at|in) (?:the )?(?:(?-i:[A-Z])|(?:19|20)\d\d)",
            r"\b(?:when|where|in (?:which|what) year) (?:was|were|did|has) .*\b(?:publish|appear)",
            r"\b(?:which|what) (?:year|venue|conference|journal)\b.*\b(?:publish|appear|from|is)",
            "哪一?年发表|哪年发表|发表在|發表在",
        ),
    ),
    (
        Wants.DATE,
        _any(
            r"(?:^|\b)when (?:was|were|did)\b|^(?:and )?(?:since )?when\W*$|\bsince when\b"
            r"|\b(?:in|from|of|since) (?:which|what) (?:year|month)s?\b|\b(?:which|what) years?\b",
            "什么时候|什麼時候|何时|何時|哪一?年|哪几年|哪幾年",
        ),
    ),
    (
        Wants.GIST,
        _any(
            r"^(?:so )?what(?:'s| is| are| does) (?:the method)"
            r"(?: (?:do|propose|introduce|present|show|contribute|say|offer|about|paper))*\W*$",
            r"^how does the method (?:work|operate|function)\W*$",
            r"^(?:please )?(?:explain|describe|summari[sz]e|tell me about) the method\W*$",
            r"^what(?:'s| is| are) (?:the )?(?:new|novel|(?:(?:main|key|central|core|overall) )?"
            r"(?:point|idea|claim|contributions?|message|take-?aways?|novelty|thesis|argument|topic|findings?"
            r"|conclusions?))(?: (?:of|in|behind) the method)?\W*$",
            r"^what (?:do|does|did) the method (?:do|put forward|propose|argue(?: for)?|claim"
            r"|recommend|demand|advocate|find(?: out)?|conclude|contribute|add|want|call for)\W*$",
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
            r"\bopen[- ]sourc|\bpublicly (?:available|accessible|released)\b",
            r"\b(?:any|has|have|its) code\b",
            rf"{_WHETHER}[^?]*\b(?:releas|publi|open)\w*\b[^?]*\b{_RELEASED}\b",
            rf"{_WHETHER}[^?]*\b(?:shar|provid|offer)\w* (?:\w+ )?(?:code|data ?sets?|data)\b",
            rf"{_WHETHER}[^?]*\b{_RELEASED}\b[^?]* (?:released|public|publicly|available|open)\b",
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
        Wants.SHARE,
        _any(
            r"\b(?:what|which) (?:\w+ )?(?:share|percentage|fraction|proportion|percent)\b",
            r"\bhow many percent\b|\bby (?:how many|what) percent",
            "百分之多少|百分之几|百分之幾|多大比例|什么比例|什麼比例",
        ),
    ),
    (
        Wants.NUMBER,
        _any(
            r"\bhow (?:many|much|few|big|large|long|far|fast|often|heavy|high|small|old|well|low"
            r"|slow|deep|likely|accurate(?:ly)?)\b",
            r"\b(?:by|to) what (?:factor|extent)\b|\bhow \w+er\b|\bhow much \w+er\b",
            rf"\bwhat (?:[\w-]+ ){{0,3}}?(?:{QUANTITY})\b",
            rf"\b(?:at|to|from|below|above) which (?:{QUANTITY})\b",
            r"\b(?:gains?|improvement|score|speed-?up|auroc|accuracy|f1|map of|miou|iou)\b",
            "多少|几个|幾個|几倍|幾倍|多大|多长|多長|多高|百分之",
        ),
    ),
)

_ASKS_WHETHER = re.compile(
    r"\W*(?:do|does|did|is|are|was|were|can|could|has|have|had|must|need)\b", re.IGNORECASE
)


def asks_whether(text: str) -> bool:
    """Say whether yes or no would answer `text`, an English question."""
    return _ASKS_WHETHER.match(text) is not None


def wants_of(text: str) -> Wants:
    """Return the shape of what would answer `text`."""
    return next((wants for wants, form in _WANTS if form.search(text)), Wants.TEXT)
