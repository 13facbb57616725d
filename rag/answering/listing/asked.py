"""Links, kinds of papers and words that a question asks for, in English and Chinese."""

from __future__ import annotations

import re

from rag.answering.listing.conditions import Condition, Doi, Not, PositionPaper, Without
from rag.answering.listing.fields import TAKEN, Read
from rag.answering.listing.links import Address, Link, Linked, Promise
from rag.answering.listing.mentions import Mention
from rag.chinese import is_chinese, translate
from rag.names import DOI
from rag.store.papers import PaperStore

_NOT = r"(?:\b(?:(?:do|does|did) not|don'?t|doesn'?t|not|without|no|lack(?:ing)?)\b[\w ]{0,16}?)?"
_NEGATED = re.compile(
    r"\b(?:not?|don'?t|doesn'?t|without|lack\w*)\b|没有|沒有|未|不", re.IGNORECASE
)
_GIVE = r"\b(?:giv|provid|hav|has|contain|includ|offer|shar|com(?:e|es|ing) with|with|show)\w* "
_OWN = r"(?:(?:an?|any|the|no|their|its|source|public|publicly available|open|available|working) )*"
_PAGE = (
    r"(?:links?|urls?|web ?(?:address(?:es)?|sites?|pages?)|git ?hub(?: (?:links?|repos?\w*))?"
    r"|repos?|repositor(?:y|ies)|project pages?|home ?pages?)"
)
_AVAILABLE = r"(?:available|released|public|open|published|shared|online)"
_LINKS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"{_NOT}(?:{_GIVE})?{_OWN}(?P<to>(?:code|data) )?\b{_PAGE}\b"
        rf"(?: (?:for|to|of|with) (?P<for>[\w ]+?(?:, ?[\w ]+?)*(?: (?:or|and) [\w ]+?)?)"
        rf"(?=[.?!;{TAKEN}]|$| (?:and|that|which|in) (?!data|code|models?|project)))?",
        rf"{_NOT}(?:{_GIVE}|\b(?:releas|publish|open[- ]?sourc|mak|made)\w* ){_OWN}(?P<to>code)\b"
        r"(?! (?:gener|model|review|compl|bench|intell|search|summ|agent|LLM))"
        rf"(?: (?:or|and) data(?:sets?)?)?(?: (?:publicly )?{_AVAILABLE})?",
        rf"{_NOT}\b(?:whose |the )?(?P<to>code|data)\b (?:(?:is|are|was|has been) )?"
        rf"(?:(?:publicly|openly|freely) )?{_AVAILABLE}\b",
        rf"{_NOT}\b(?:are|is) (?P<to>open[- ]sourced?)\b",
        r"(?:没有|沒有|未|不)?(?:给出|給出|提供|附有|附上|附|有)?了? ?"
        r"(?P<to>(?:(?:源?代[码碼]|数据|數據|项目|項目)[和或、的]*)*)"
        r"(?:链接|鏈接|連結|网址|網址|主页|主頁|仓库|倉庫)",
        r"(?:没有|沒有|未)?(?:公开|公開|发布|發布|提供|开放|開放|给出|給出|附|有)+了? ?"
        r"(?P<to>源?代[码碼])",
        "(?:没有|沒有|未|不)?(?P<to>开源|開源)了?(?:源?代[码碼])?",
    )
)
_DOI = re.compile(rf"(?:\bwith )?(?:\b(?:the )?doi:? )?(?P<doi>{DOI.pattern})", re.IGNORECASE)
_HOST = re.compile(
    r"(?:\b(?:give|have|put|provide|contain|with|whose|and)\b )?(?:[\w']+ ){0,6}?"
    r"\(?\b(?P<host>(?:[\w-]+\.)+(?:com|org|io|net|science|ai|dev|cn))\b\)?(?: (?:links?|address"
    r"(?:es)?|urls?|repositor(?:y|ies)|repos?))?",
    re.IGNORECASE,
)
_ANNOUNCED = re.compile(
    r"\b(?:(?:code|data|models?|weights|release) (?:or (?:code|data|models?) )?"
    r"(?:(?:is|are|was) )?)?"
    r"(?:only |merely )?(?:announced|promised|coming soon|yet to (?:come|be released)"
    r"|to be released(?: later)?)\b[^?]*"
    r"|\b(?:announce|promise)s? (?:a |the |that )?(?:\w+ )?(?:release|code|data)\b[^?]*"
    r"|(?:承诺|承諾|将|將)(?:会|會)?(?:公开|公開|开源|開源|发布|發布)",
    re.IGNORECASE,
)
_POSITION = re.compile(
    r"\bposition (?:papers?|pieces?)\b|立[场場](?:论文|論文|文章)", re.IGNORECASE
)
_NO_POSITION = re.compile(
    r"(?:,? (?:but|and|yet))?(?: that| which)?(?: are| is)? (?:not|no|except(?: for)?|other than)"
    r" (?:an? |the )?position (?:papers?|pieces?)\b|[，,]?(?:但|而)?不是立[场場](?:论文|論文|文章)",
    re.IGNORECASE,
)
_LACKING = (
    r"\b(?:without|with no|have no|has no|lack(?:ing)?|miss(?:ing)?|no|(?:do|does) not have)"
    r" (?:an? |any |(?:the )?names? of )?"
)
_WITHOUT = {
    field: re.compile(rf"{_LACKING}{words}\b|(?:没有|沒有|缺少|缺|无|無)(?:{zh})", re.IGNORECASE)
    for field, words, zh in (
        ("abstract", "abstracts?", "摘要"),
        ("authors", "(?:named |known |listed )?authors?", "作者"),
        ("year", "(?:publication )?(?:years?|dates?)", "年份|日期"),
        ("venue", "(?:venues?|journals?|conferences?)", "期刊|会议|會議|发表处|發表處"),
        ("doi", "dois?", "DOI"),
    )
}

_WORD = r"(?:words?|terms?|phrases?|expressions?|acronyms?|abbreviations?|names?|strings?)"
_X = rf"(?P<x>(?:[^.?!;，。？{TAKEN}]|[.](?=\w))+?)"
_STOP = (
    r"(?=,? (?:in|within) (?:the|their|its) (?:abstracts?|titles?|texts?)\b"
    rf"|,? and (?:are|were|have|give|release|come|from)\b|[?!;，。？]|[.](?!\w)|,? ?{TAKEN}|$)"
)
_MENTIONS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        r"(?:^|(?<=[.?!;] ))(?P<x>[^:,?]{2,40}): who (?:else )?(?:mentions|names|uses)"
        r" (?:it|them)\b",
        rf"(?:^|(?<=[.?!;] )){_X} is (?:mentioned|named) in which\b",
        rf"\bname (?P<x>(?:(?-i:[A-Z])|the (?:words?|terms?) )[^?.,;]*){_STOP}",
        rf"\b(?:do|does) (?:the {_WORD} )?{_X} (?:ever )?(?:occur|appear|come up|show up)\b"
        r"(?: by name| at all| even in passing|,)*",
        rf"\b(?:mention|contain|includ|us|say|cit|hav|has|with)\w* the {_WORD} {_X}{_STOP}",
        rf"\b(?:mention|refer|allud)(?:s|es|ed|ing|ring|red)?(?: to)? (?:the {_WORD} )?{_X}{_STOP}",
        rf"\b(?:is|are|was|were) (?:the {_WORD} )?{_X} (?:mentioned|named|referred to)\b",
        rf"(?:提[到及]|出[现現]|包含|含有|[谈談]到)[了过過]? ?{_X}"
        rf"(?=的?(?:[?!;,，。？]|{TAKEN}|$)|的)",
    )
)
_QUOTED = re.compile('[“"「『](?P<x>[^”"」』]{2,80})[”"」』]')
_ABSTRACTS = re.compile(r"\babstracts\b|摘要", re.IGNORECASE)
_DEFINED = re.compile(r"(?P<phrase>[^\s(][^()]*?) ?\((?P<short>[A-Z][\w-]*[A-Z\d]\w*)\)")
# What kind of thing a name is of: "the Qwen family", "Qwen 系列的模型".
_KIND_OF_NAME = re.compile(
    r"(?<=\w) (?:famil(?:y|ies)|series)(?: of models?)?$"
    r"|(?<=[A-Z\d]) (?:models?|data ?sets?|benchmarks?)$"
    r"|(?<=[a-zA-Z\d]) ?系列(?:的?模型)?$|(?<=[a-zA-Z\d]) ?(?:模型|[数數]据集|基准|基準)$"
)
_PLURAL = re.compile(r"(?:\b[a-z-]{3,}[^s]|\b[A-Z]{2,})s$")
_NAMES = re.compile(r"[^\s,]*[A-Z\d][^\s,]*(?: [^\s,]*[A-Z\d][^\s,]*)*")


def read_links(text: str, store: PaperStore) -> Read:
    """Read whether links are asked for, and to what: "release code", 给出代码链接."""
    if match := _HOST.search(text):
        return [Address(match["host"])], f"{text[: match.start()]}{TAKEN}{text[match.end() :]}"
    if match := _ANNOUNCED.search(text):
        return [Promise()], f"{text[: match.start()]}{TAKEN}{text[match.end() :]}"
    for form in _LINKS:
        if match := form.search(text):
            condition: Condition = Link(_linked(match))
            found = [Not(condition) if _NEGATED.search(match[0]) else condition]
            return found, f"{text[: match.start()]}{TAKEN}{text[match.end() :]}"
    return [], text


def _linked(match: re.Match[str]) -> Linked:
    words = f"{match['to'] or ''} {match.groupdict().get('for') or ''}".casefold()
    code = re.search("code|open|代码|代碼|开源|開源", words) is not None
    data = re.search("data|数据|數據", words) is not None
    if code == data or re.search("project|page|model|项目|項目", words):
        return Linked.ANYTHING
    return Linked.CODE if code else Linked.DATA


def read_doi(text: str, store: PaperStore) -> Read:
    """Read a DOI: "with DOI 10.1000/xyz"."""
    match = _DOI.search(text)
    if match is None:
        return [], text
    return [Doi(match["doi"])], f"{text[: match.start()]}{TAKEN}{text[match.end() :]}"


def read_kinds(text: str, store: PaperStore) -> Read:
    """Read kinds of papers: position papers, papers without an abstract or a year."""
    found: list[Condition] = []
    kinds: list[tuple[re.Pattern[str], Condition]] = [
        *((form, Without(field)) for field, form in _WITHOUT.items()),
        (_NO_POSITION, Not(PositionPaper())),
        (_POSITION, PositionPaper()),
    ]
    for form, condition in kinds:
        if form.search(text):
            found.append(condition)
            text = form.sub(TAKEN, text)
    return found, text


def read_mentions(text: str, store: PaperStore) -> Read:
    """Read words that have to be there: "mention GRPO or DPO", 提到“LoRA”的."""
    titles = not _ABSTRACTS.search(text)
    for form in (*_MENTIONS, _QUOTED):
        if match := form.search(text):
            rest = f"{text[: match.start()]}{TAKEN}{text[match.end() :]}"
            return mentions(match["x"], titles), rest
    return [], text


def mentions(words: str, titles: bool) -> list[Condition]:
    """Return what it takes to mention `words`: all of "A and B", either of "A or B"."""
    bare = re.sub(
        rf"^(?:(?:the|an?|both|either|{_WORD}) )+|[“”\"「」『』]", "", words.strip(), flags=re.I
    )
    bare = _KIND_OF_NAME.sub("", bare)
    if defined := _DEFINED.fullmatch(bare):
        return [Mention((defined["phrase"], defined["short"]), titles)]
    pieces = [piece for piece in re.split(r",? and |, |和|、|以及", bare) if piece]
    if not all(_NAMES.search(piece) for piece in pieces):
        pieces = [bare]
    return [Mention(_spellings(piece), titles) for piece in pieces]


def _spellings(words: str) -> tuple[str, ...]:
    either = [word.strip() for word in re.split(r",? or |或者?", words) if word.strip()]
    chinese = [translate(word) for word in either if is_chinese(word)]
    others = [spelling for word in chinese for spelling in (word.simplified, word.text)]
    singular = [word.removesuffix("s") for word in either if _PLURAL.search(word)]
    return tuple(dict.fromkeys([*either, *singular, *others]))
