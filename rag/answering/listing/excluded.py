"""What papers must not be about: "about agents but not benchmarks", 但不涉及注意力."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rag.answering.listing.artefacts import Introduces
from rag.answering.listing.asked import mentions
from rag.answering.listing.conditions import Condition, Not, Rows, quotes_where
from rag.answering.listing.fields import TAKEN, Read
from rag.answering.listing.topics import are_in, units_of
from rag.answering.phrases import phrase
from rag.chinese import is_chinese, translate
from rag.plaintext import plain
from rag.store.papers import PaperStore
from rag.types import Paper, Quote

_BE = r"(?:(?:that |which )?(?:are|is|was|were|do|does|did|have|has|been) )*"
_ABOUT = (
    r"(?:about|on|with|for|of|us(?:e|ing)|deal(?:ing)? with|discuss|study|concern(?:ed)?(?: with)?"
    r"|evaluated on|tested on|trained on|related to)"
)
_X = rf"(?P<x>[^.?!;,，。？{TAKEN}]+)"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf",? (?:and |but )?(?:(?:that |which )?(?:do not|does not|don['’]t|doesn['’]t|never)"
        rf"|without|not) (?P<says>mention|mentions|mentioning|name|naming) {_X}",
        rf",? (?:and |but |that |which )*(?P<says>mention) neither {_X}",
        rf",? (?:except(?: for)?|other than|without)"
        r" (?:(?:those|papers|the ones) (?:about|on|with|that (?:use|mention)) )?"
        rf"(?P<x>(?-i:[A-Z])[^.?!;,，。？{TAKEN}]*)",
        "[，,]?(?:但|而|却|卻)?(?:没有|沒有|未|不)(?P<says>提到|提及|提)过?(?P<zh>[^，。？?的]+)",
        rf",? (?:but|and|yet) {_BE}not (?:{_ABOUT} |(?P<says>mention|name) )?"
        rf"(?!(?:release|give|have|publish|provide|mention|name)\b){_X}",
        rf"\b(?:are|is|were|was|do|does|did) not {_ABOUT} {_X}",
        "[，,]?(?:但|而|却|卻)(?:不是|并非|並非|不)(?:[关關][于於]|涉及|包括|提[到及]?|[讨討][论論]|研究)?"
        "(?P<zh>[^，。？?的]+)",
        "[，,]?(?:不是[关關][于於]|不涉及|不包括|不[关關][于於]|不[谈談])(?P<zh>[^，。？?的]+)",
    )
)
_ARTEFACT = re.compile(r"(?:an? |new )*(benchmark|data ?set|survey|corpus|metric)s?", re.IGNORECASE)
_APPLYING = re.compile(r"\b(?:evaluated|tested|trained|us(?:e|ing)) ", re.IGNORECASE)
_NOR = re.compile(r" nor ", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:an?|the|any) ", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Touches:
    """Names a thing in a sentence or the title, in any form of its words."""

    what: str

    def candidates(self, store: PaperStore) -> Rows:
        """See `Condition`."""
        return store.rows_where("1")

    def holds(self, paper: Paper) -> bool:
        """See `Condition`."""
        return self._is_in(paper.title or "") or any(self.quotes(paper))

    def quotes(self, paper: Paper) -> Iterator[Quote]:
        """See `Condition`."""
        return quotes_where(paper, self._is_in)

    def described(self, language: str) -> str:
        """See `Condition`."""
        return phrase("touches", language, what=self.what)

    def _is_in(self, text: str) -> bool:
        return are_in(units_of(self.what), plain(text))


def read_excluded(text: str, store: PaperStore) -> Read:
    """Read what must not be there."""
    for form in _FORMS:
        if match := form.search(text):
            found = match.groupdict()
            words = (found.get("x") or found.get("zh") or "").strip()
            words = _NOR.sub(" or ", words)
            literal = found.get("says") or words[:1].isupper()
            kinds = mentions(words, titles=True) if literal else [_kind(words, match[0])]
            rest = f"{text[: match.start()]}{TAKEN}{text[match.end() :]}"
            return [Not(condition) for condition in kinds], rest
    return [], text


def _kind(words: str, said: str) -> Condition:
    english = translate(words).text if is_chinese(words) else _ARTICLE.sub("", words)
    artefact = None if _APPLYING.search(said) else _ARTEFACT.fullmatch(english)
    return Introduces.called(artefact[1].lower()) if artefact else Touches(english)
