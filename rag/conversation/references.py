"""Words that point back in a conversation, in English and Chinese.

Pronouns ("it", 它), sets ("these two", 这两篇), and the words that turn to another paper ("the
other one", 另一篇). Only forms are told apart here; what they stand for depends on the history.
"""

from __future__ import annotations

import re

from rag.tokens import CJK, query_terms

WORK = r"(?:papers?|abstracts?|works?|stud(?:y|ies)|articles?|publications?)"
THING = (
    rf"(?:{WORK}|methods?|approach(?:es)?|models?|frameworks?|benchmarks?|algorithms?|techniques?"
    r"|systems?|defen[cs]es?|data ?sets?|metrics?|attacks?|architectures?)"
)
PART = (
    r"(?:parts?|components?|steps?|stages?|phases?|items?|points?|ideas?|modules?|contributions?"
    r"|findings?|ways?|kinds?|types?|elements?|aspects?|challenges?|problems?|questions?)"
)
ORDINAL = (
    r"first|1st|second|2nd|third|3rd|(?:four|fif|six|seven|eigh|nin|ten)th|\d+(?:st|nd|rd|th)|last"
)
ZH_WORK = "(?:论文|論文|文章|工作|研究|方法|模型|框架|基准|基準|系统|系統|算法)"
ZH_UNIT = "(?:篇|个|個|种|種|项|項|点|點|条|條|部分|步)"


def either(*patterns: str) -> re.Pattern[str]:
    """Return the pattern that matches what any of `patterns` does, in any case."""
    return re.compile("|".join(patterns), re.IGNORECASE)


_THEY = re.compile(r"\b(?:they|them)\b", re.IGNORECASE)
_WHICH = re.compile(
    r"^\W*(?:and |so )?which(?: one)?(?= (?:is|was|has|does|did|works?|costs?|needs?|uses?)\b)"
    r"|^(?:那么?)?哪一?[个個篇](?![^，。？]*(?:论文|論文))",
    re.IGNORECASE,
)
_NUMBERS = {2: r"\btwo|both|[两兩二2]", 3: r"\bthree|[三3]", 4: r"\bfour|[四4]", 5: r"\bfive|[五5]"}
_COUNT = r"(?:two|three|four|five|[2-5])"
_SET = either(
    rf"\b(?:these|those|the|the first) {_COUNT}(?: (?:ones|{THING}))?"
    r"(?=\W*$|,| (?:and|with|in|on|do|is|are|use|have|differ|agree)\b)",
    rf"\bboth(?: of (?:them|these|those)| (?:of )?(?:the |these )?{THING})\b|\bboth(?=\W*$)",
    rf"\b(?:these|those|all(?: of)?(?: the| these| those)?) {WORK}\b",
    r"(?<=\bof )(?:them|these|those)\b|(?<=\bamong )(?:them|these|those)\b|其中|\bthe ones\b",
    r"(?<=compare )(?:them|these|those|both)\b|(?<=between )(?:them|these|those)\b",
    r"\b(?:they|these|those)\b(?= (?:differ|compare|have in common|agree|relate))",
    rf"[这這那](?:[两兩三四五几幾]{ZH_UNIT}|些){ZH_WORK}?|[它他]们|[它他]們|[两兩二]者",
)
_OTHER = either(
    rf"\bthe other (?:one|{THING})(?P<en>,? (?:with|on|about|for|that|which|by|using|from|in|of)"
    r"(?! (?:how|what|which|whom)\b) [^?.!;]+)?",
    rf"(?:另外?一|另外?那){ZH_UNIT}(?P<zh>[^，。？的]*的)?{ZH_WORK}?",
)
_ANOTHER = either(
    rf"\b(?:is|are|was|were) there (?:any )?(?:an)?others?\b|\banother (?:one|{THING})\b",
    rf"\b(?:which|what|any) other (?:ones?|{THING})\b|\bwho else\b|\bany(?:thing| ?one) else\b",
    rf"\bany (?:others|more(?: {WORK})?)\b|\bother {WORK}\b",
    rf"还有(?:没有|哪些|别的|其他|其它|另外)(?=[^，？]*{ZH_WORK})|有没有(?:别的|其他|其它|另)",
    rf"(?:别的|其他|其它|另外的){ZH_WORK}",
)
_ONE = rf"(?: (?:one|{WORK})\b|(?=\W*$))"
_DATED = either(
    rf"\bthe (?P<later>later|newer|more recent|latest|newest){_ONE}",
    rf"\bthe (?P<earlier>earlier|older|previous|oldest|earliest){_ONE}",
    rf"(?P<zhlater>后来|後來|较新|較新|较晚|較晚)的?那?{ZH_UNIT}{ZH_WORK}?",
    rf"(?P<zhearlier>较早|較早|更早|早先|之前)的?那?{ZH_UNIT}{ZH_WORK}?",
)


def a_set(text: str) -> re.Match[str] | None:
    """Return "these two", "both papers", 它们: words that stand for several papers."""
    return _SET.search(text)


def they(text: str) -> re.Match[str] | None:
    """Return "they" or "them", which stand for several papers where several were spoken of."""
    return _THEY.search(text)


def asks_which(text: str) -> bool:
    """Say whether `text` asks for one of several ("which is cheaper?")."""
    return _WHICH.match(text) is not None


def count(words: str) -> int | None:
    """Return how many papers "these two" are, None where it isn't said."""
    return next((n for n, names in _NUMBERS.items() if re.search(names, words, re.I)), None)


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


_SUBJECT = either(r"\b(?:does|do|did|is|was|were|has|have|can) (?:it|they)\b", "它")
_EXPLETIVE = either(
    r"\b(?:is|was|would|can) it (?:be )?(?:possible|true|known|hard|easy|difficult|worth|necessary"
    r"|better|safe|common|feasible|enough)\b",
    r"\b\w+ is it to\b|\bmakes? it (?:possible|easy|hard|easier|harder)\b",
    r"\bit is (?:possible|known|hard|easy|better)\b|\bit takes?\b",
)
_NAMEABLE = either(
    r"(?<![\w'’-])(?P<its>its|their)\b(?! own\b)",
    r"(?<![\w'’-])it\b(?!['’-]\w)",
    rf"\b(?:this|the same) {THING}\b",
    rf"\b(?<=with |from |does |than |into |over |uses )that {THING}\b",
    rf"\b(?<=in |on |of |by |do |is )that {THING}\b",
    rf"[该該此本]篇?{ZH_WORK}|(?<!的)[这這那](?:篇|个|個|种|種)?{ZH_WORK}"
    rf"|(?<!的)[这這那]篇(?![^,，。？?]*的[^,，。？?]{{0,6}}{ZH_WORK})",
    "它(?![们們])(?P<zhits>的)?|其(?![他它中实實余餘次])",
)
_DEFINITE = either(
    r"\b(?:they|them|theirs|itself)\b",
    r"\b(?:this|these|those)\b(?! (?:collection|library|corpus|area|field|topic"
    rf"|{WORK})\b)",
    r"\b(?:does|do|did|is|was|will|can|could|would|of|like|than|why|how) that\b",
    r"\bthat\W*$|\bthere\W*$|\bthe authors?\b",
    rf"\bthe {THING}\b(?! (?:that|which|who|on|about|with|for|by|of|from|in|called)\b)",
    "(?<![没沒]有)(?<![无無])作者|文中|[这這](?![里裡批些])|那[里裡]",
)
_OWN = either(
    rf"\b(?:which|what|whose|any|an?|some|how many) (?:[\w-]+ ){{0,4}}{WORK}\b",
    r"\b(?:is|are) there (?:an?|any|some)\b|\bwhat (?:topics|subjects)\b",
    rf"\bthe {WORK} (?:that|which|who|on|about|with|by|where|against)\b",
    rf"\bthe (?!(?:{ORDINAL}|other|same|whole|current)\b)(?:[\w-]+ ){{1,4}}"
    r"(?:paper|study|article)\b",
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
    found = (match for match in _NAMEABLE.finditer(text) if not is_internal(text, match.start()))
    return None if _EXPLETIVE.search(text) else next(found, None)


def points_back(text: str) -> bool:
    """Say whether `text` speaks of something that was spoken of before."""
    if pronoun(text):
        return True
    found = _DEFINITE.finditer(text)
    return any(not is_internal(text, match.start()) for match in found)


def is_internal(text: str, position: int) -> bool:
    """Say whether what a pronoun stands for goes before it ("a paper … and is it …")."""
    if _OWN.search(text[:position]):
        return True
    before = re.split(r"[.!?。？！] ?", text[:position])[-1]
    clause = _NEXT_CLAUSE.search(before)
    return clause is not None and len(query_terms(before[: clause.start()])) >= _ENOUGH
