"""Words that point back in a conversation, in English and Chinese.

Pronouns ("it", 它), ordinals ("the second one", 第二篇), sets ("these two", 这两篇), and the words
that turn to another paper ("the other one", 另一篇). Only forms are told apart here; what they
stand for is for `followups` to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from rag.tokens import CJK, query_terms

WORK = r"(?:papers?|abstracts?|works?|stud(?:y|ies)|articles?|publications?)"
THING = (
    rf"(?:{WORK}|methods?|approach(?:es)?|models?|frameworks?|benchmarks?|algorithms?|techniques?"
    r"|systems?|defen[cs]es?|data ?sets?|metrics?|attacks?|architectures?)"
)
_PART = (
    r"(?:parts?|components?|steps?|stages?|phases?|items?|points?|ideas?|modules?|contributions?"
    r"|findings?|ways?|kinds?|types?|elements?|aspects?|challenges?|problems?|questions?)"
)
_ZH_WORK = "(?:论文|論文|文章|工作|研究|方法|模型|框架|基准|基準|系统|系統|算法)"
_ZH_UNIT = "(?:篇|个|個|种|種|项|項|点|點|条|條|部分|步)"


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


# -- ordinals ----------------------------------------------------------------------------------

_ORDINALS = (
    "first 1st 一 1", "second 2nd 二 2 两", "third 3rd 三 3", "fourth 4th 四 4", "fifth 5th 五 5",
    "sixth 6th 六 6", "seventh 7th 七 7", "eighth 8th 八 8", "ninth 9th 九 9", "tenth 10th 十 10",
)  # fmt: skip
_PLACES = {word: place for place, words in enumerate(_ORDINALS) for word in words.split()} | {
    "former": 0, "latter": 1, "前者": 0, "后者": 1, "後者": 1, "last": -1, "最后": -1, "最後": -1,
}  # fmt: skip
_WORD = r"first|1st|second|2nd|third|3rd|(?:four|fif|six|seven|eigh|nin|ten)th|\d\d?th|last"
_ORDINAL = _any(
    rf"\b(?:the )?(?P<with>{_WORD}) (?P<noun>one|{THING}|{_PART})\b",
    rf"(?<!than )\bthe (?P<bare>{_WORD}|former|latter)"
    r"(?=\W*$|,| (?:and|or|with|than|is|are|does|do|did|was|has|have|can)\b)",
    rf"^\W*(?P<only>{_WORD})\W*$",
    rf"第(?P<zh>[一二三四五六七八九十]|\d+){_ZH_UNIT}?(?P<zhnoun>{_ZH_WORK})?",
    rf"(?P<zhbare>前者|后者|後者|最后|最後)(?:一{_ZH_UNIT})?(?P<zhnoun2>{_ZH_WORK})?",
)
_MARKER = _any(r"\[(\d+)\]", r"\b(?:paper|number|no\.) ?(\d+)\b", r"#(\d+)\b", r"^\W*(\d)\W*$")


class Noun(StrEnum):
    """What is counted by an ordinal, as far as its noun tells."""

    PAPER = "paper"
    PART = "part"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Ordinal:
    """An ordinal like "the second one": where it stands, and its 0-based place (-1: the last)."""

    start: int
    end: int
    place: int
    noun: Noun


def ordinals(text: str) -> list[Ordinal]:
    """Return the ordinals of `text` that stand for something listed before."""
    return list(_ordinals(text))


def _ordinals(text: str) -> Iterator[Ordinal]:
    found = (m for m in _ORDINAL.finditer(text) if not _is_internal(text, m.start()))
    for match in found:
        groups = {name: value for name, value in match.groupdict().items() if value}
        word = next(v for k, v in groups.items() if "noun" not in k).casefold()
        noun = next((v for k, v in groups.items() if "noun" in k), "")
        place = _PLACES[word] if word in _PLACES else int(re.sub(r"\D", "", word)) - 1
        yield Ordinal(*match.span(), place, _noun(noun))


def _noun(text: str) -> Noun:
    if re.fullmatch(rf"{WORK}|论文|論文|文章", text, re.IGNORECASE):
        return Noun.PAPER
    return Noun.PART if re.fullmatch(_PART, text, re.IGNORECASE) else Noun.ANY


def markers(text: str) -> list[tuple[int, int, int]]:
    """Return (start, end, number) of each citation number that `text` speaks of."""
    found = _MARKER.finditer(text)
    return [(*match.span(), int(next(filter(None, match.groups())))) for match in found]


# -- sets, and other papers --------------------------------------------------------------------

_THEY = re.compile(r"\b(?:they|them)\b", re.IGNORECASE)
_NUMBERS = {2: r"\btwo|both|[两兩二2]", 3: r"\bthree|[三3]", 4: r"\bfour|[四4]", 5: r"\bfive|[五5]"}
_COUNT = r"(?:two|three|four|five|[2-5])"
_SET = _any(
    rf"\b(?:these|those|the|the first) {_COUNT}(?: (?:ones|{THING}))?"
    r"(?=\W*$|,| (?:and|with|in|on|do|is|are|use|have|differ|agree)\b)",
    rf"\bboth(?: of (?:them|these|those)| (?:of )?(?:the |these )?{THING})\b|\bboth(?=\W*$)",
    rf"\b(?:these|those|all(?: of)?(?: the| these| those)?) {WORK}\b|\ball of (?:them|these|those)\b",
    r"(?<=compare )(?:them|these|those|both)\b|(?<=between )(?:them|these|those)\b",
    r"\b(?:they|these|those)\b(?= (?:differ|compare|have in common|agree|relate))",
    rf"[这這那](?:[两兩三四五几幾]{_ZH_UNIT}|些){_ZH_WORK}?|[它他]们|[它他]們|[两兩二]者",
)
_MEMBERS = _any(
    rf"\b(?:of|among|amongst) (?:them|these|those)(?: {WORK})?\b",
    rf"其中|[它这這](?:们|們|些{_ZH_WORK}?)(?:之?中|里|裡)",
)
_OTHER = _any(
    rf"\bthe other (?:one|{THING})(?P<en>,? (?:with|on|about|for|that|which|by|using|from|in|of)"
    r"(?! (?:how|what|which|whom)\b) [^?.!;]+)?",
    rf"(?:另外?一|另外?那){_ZH_UNIT}(?P<zh>[^，。？的]*的)?{_ZH_WORK}?",
)
_ANOTHER = _any(
    rf"\b(?:is|are|was|were) there (?:any )?(?:an)?others?\b|\banother (?:one|{THING})\b",
    rf"\b(?:which|what|any) other (?:ones?|{THING})\b|\bwho else\b|\bany(?:thing| ?one) else\b",
    rf"\bany (?:others|more(?: {WORK})?)\b|\bother {WORK}\b",
    rf"还有(?:没有|哪些|别的|其他|其它|另外)[^，？]*{_ZH_WORK}|有没有(?:别的|其他|其它|另)",
    rf"(?:别的|其他|其它|另外的){_ZH_WORK}",
)
_ONE = rf"(?: (?:one|{WORK})\b|(?=\W*$))"
_DATED = _any(
    rf"\bthe (?P<later>later|newer|more recent|latest|newest){_ONE}",
    rf"\bthe (?P<earlier>earlier|older|previous|oldest|earliest){_ONE}",
    rf"(?P<zhlater>后来|後來|较新|較新|较晚|較晚)的?那?{_ZH_UNIT}{_ZH_WORK}?",
    rf"(?P<zhearlier>较早|較早|更早|早先|之前)的?那?{_ZH_UNIT}{_ZH_WORK}?",
)


def a_set(text: str) -> re.Match[str] | None:
    """Return "these two", "both papers", 它们: words that stand for several papers."""
    return _SET.search(text)


def they(text: str) -> re.Match[str] | None:
    """Return "they" or "them", which stand for several papers where several were spoken of."""
    return _THEY.search(text)


def count(words: str) -> int | None:
    """Return how many papers "these two" are, None where it isn't said."""
    return next((n for n, names in _NUMBERS.items() if re.search(names, words, re.I)), None)


def members(text: str) -> re.Match[str] | None:
    """Return "of them" as in "which of them", 其中: words that ask for some of those listed."""
    return _MEMBERS.search(text)


def the_other(text: str) -> tuple[int, int, str] | None:
    """Return "the other paper (with …)" as (start, end, the description)."""
    match = _OTHER.search(text)
    return (*match.span(), (match["en"] or match["zh"] or "").strip(" ,")) if match else None


def another(text: str) -> re.Match[str] | None:
    """Return "another paper", "any others": words that ask for papers not yet spoken of."""
    return None if _SUBJECT.search(text) else _ANOTHER.search(text)


def dated(text: str) -> tuple[int, int, bool] | None:
    """Return "the later one" or "the earlier study" as (start, end, whether it is the later)."""
    match = _DATED.search(text)
    return (*match.span(), bool(match["later"] or match["zhlater"])) if match else None


# -- pronouns ----------------------------------------------------------------------------------

_SUBJECT = _any(r"\b(?:does|do|did|is|was|were|has|have|can) (?:it|they)\b", "它")
_EXPLETIVE = _any(
    r"\b(?:is|was|would|can) it (?:be )?(?:possible|true|known|hard|easy|difficult|worth|necessary"
    r"|better|safe|common|feasible|enough)\b",
    r"\b\w+ is it to\b|\bmakes? it (?:possible|easy|hard|easier|harder)\b|\bit is (?:possible|known|hard|easy|better)\b|\bit takes?\b",
)
_NAMEABLE = _any(
    r"(?<![\w'’-])(?P<its>its|their)\b(?! own\b)",
    r"(?<![\w'’-])it\b(?!['’-]\w)",
    rf"\b(?:this|the same) {THING}\b",
    rf"\b(?<=with |from |does |than |into |over |uses )that {THING}\b",
    rf"\b(?<=in |on |of |by |do |is )that {THING}\b",
    rf"[该該此本]篇?{_ZH_WORK}|(?<!的)[这這那](?:篇|个|個|种|種)?{_ZH_WORK}"
    rf"|(?<!的)[这這那]篇(?![^,，。？?]*的[^,，。？?]{{0,6}}{_ZH_WORK})",
    "它(?![们們])(?P<zhits>的)?|其(?![他它中实實余餘次])",
)
_DEFINITE = _any(
    r"\b(?:they|them|theirs|itself)\b",
    r"\b(?:this|these|those)\b(?! (?:collection|library|corpus|area|field|topic"
    rf"|{WORK})\b)",
    r"\b(?:does|do|did|is|was|will|can|could|would|of|like|than|why|how) that\b",
    r"\bthat\W*$|\bthere\W*$|\bthe authors?\b",
    rf"\bthe {THING}\b(?! (?:that|which|who|on|about|with|for|by|of|from|in|called)\b)",
    "作者|文中|[这這](?![里裡批些])|那[里裡]",
)
_OWN = _any(
    rf"\b(?:which|what|whose|any|an?|some|how many) (?:[\w-]+ ){{0,4}}{WORK}\b",
    r"\b(?:is|are) there (?:an?|any|some)\b|\bwhat (?:topics|subjects)\b",
    rf"\bthe {WORK} (?:that|which|who|on|about|with|by|where|against)\b",
    rf"\bthe (?!(?:{_WORD}|other|same|whole|current)\b)(?:[\w-]+ ){{1,4}}(?:paper|study|article)\b",
    r"[哪几幾](?:一?篇|些论文|些論文)|多少篇|[有没沒]有.{0,3}(?:论文|論文)|的[^,，。？?]{0,6}(?:论文|論文)",
    r"\b(?:these|all|our|your) (?:papers|abstracts|articles|studies)\b|[这這](?:批|些)",
)
_NEXT_CLAUSE = re.compile(rf"(?:[,;]| and) (?:\w+ )*$|[,，；](?=[{CJK}])")
_ENOUGH = 3  # terms of a clause that may well be what a later pronoun stands for


def describes(text: str) -> bool:
    """Say whether `text` asks for papers, or tells by a description which one it means."""
    return _OWN.search(text) is not None


def pronoun(text: str) -> re.Match[str] | None:
    """Return the first words that a paper's name could take the place of ("it", 该方法)."""
    found = (match for match in _NAMEABLE.finditer(text) if not _is_internal(text, match.start()))
    return None if _EXPLETIVE.search(text) else next(found, None)


def points_back(text: str) -> bool:
    """Say whether `text` speaks of something that was spoken of before."""
    if pronoun(text):
        return True
    found = _DEFINITE.finditer(text)
    return any(not _is_internal(text, match.start()) for match in found)


def _is_internal(text: str, position: int) -> bool:
    """Say whether what a pronoun stands for goes before it ("a paper … and is it …")."""
    if _OWN.search(text[:position]):
        return True
    before = re.split(r"[.!?。？！] ?", text[:position])[-1]
    clause = _NEXT_CLAUSE.search(before)
    return clause is not None and len(query_terms(before[: clause.start()])) >= _ENOUGH
