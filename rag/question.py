"""What a question asks for: its language, kind, the papers it names, and what to search with."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from rag.chinese import is_chinese, translate
from rag.errors import QuestionError
from rag.names import Mention, NameTable, find_mentions
from rag.plaintext import plain
from rag.tokens import query_terms
from rag.types import Kind


class Wants(StrEnum):
    """The shape of what would answer the question."""

    NUMBER = "number"
    LINK = "link"
    EXPANSION = "expansion"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Part:
    """One of the things that a question asks for."""

    text: str
    wants: Wants


@dataclass(frozen=True, slots=True)
class Question:
    """A question as it was understood.

    `query` is what papers are searched with (English, names included), `parts` what is asked
    about them, one question each (names left out), `terms` the BM25 terms of `query`. `named`
    holds, for each paper named, the rows that it may be.
    """

    text: str
    language: str
    kind: Kind
    named: tuple[tuple[int, ...], ...]
    query: str
    parts: tuple[Part, ...]
    terms: tuple[str, ...]
    glosses: tuple[tuple[str, str], ...] = ()


_WANTS = (
    (Wants.EXPANSION, r"\b(stands? for|short for|abbreviat|acronym|spelled out)|全称|缩写|代表什么"),
    (
        Wants.LINK,
        r"\b(link|url|repo(?:sitory)?\b|github|code (available|released?)|homepage|home page|project page"
        r"|web ?(site|page|address)|download|where (is|can|are|on)\b.*\b(code|it|data|find|get|github))"
        r"|\b(code|repository) (of|for)\b|代码|代碼|链接|鏈接|主页|主頁|网址|網址|下载",
    ),
    (
        Wants.NUMBER,
        r"\bhow (many|much|few|big|large|long|far|fast|often|heavy|high|small|close|old)\b"
        r"|\b(by|to) what (factor|extent)|\bat what\b|\bwhat (share|percentage|fraction|factor|number|ratio|size|score"
        r"|accuracy|speed-?up|gain|improvement|proportion)\b|\b(gain|gains|improvement|score|speed-?up)\b"
        r"|\bhow [\w-]+er\b|多少|几个|幾個|几倍|多大|多长|多高|百分之",
    ),
)  # fmt: skip
_KINDS = (
    (Kind.COUNT, r"^(and |so )?how many (of )?(the |these |all |new |different )*(papers?|abstracts?|works?|studies|methods|benchmarks|position papers)\b|有多少篇|多少篇"),
    (Kind.COMPARE, r"\b(vs\.?|versus|compare|compared|comparison|differ(s|ence|ences|ent)?|in each|each of them|do each|respectively)\b|\b(both|each)\b|比较|對比|对比|区别|區別|不同|各自|分别"),
    (Kind.LIST, r"^(which|what|list|name|show|give)\b.*\b(papers|abstracts|works|studies|methods|approaches|benchmarks)\b|哪些|列出"),
    (Kind.FIND, r"^(which|what|whose) (\w+ ){0,3}?(paper|work|method|approach|study|framework|benchmark|model|technique|system|defen[cs]e|retrieval approach|architecture)\b"
                r"|^who\b|^(is|are|was|were) there\b|^(do|does|has|have) (\w+ )?(anyone|anybody|someone|somebody|we)\b|\bi'?m looking for\b|\bi want\b|^(can|could) (i|you|one|we)\b|^how (can|could|do|should) (i|one|we|you)\b"
                r"|\bis anything\b|\bany (paper|work)\b|\b(another|other) paper\b|哪篇|有没有|有沒有|哪个方法|谁"),
)  # fmt: skip
# A clause that only says which paper is meant: it finds the paper, but is not what is asked.
_SETTING = re.compile(
    r"^in (?:the|their) [^,?]*?\b(?:paper|study|work|article)\b[^,?]*,\s*"
    r"|,?\s*(?:according to|says|say|in) the [^,?]*?\b(?:paper|study|work|article)\b[^?]*(?=\?|$)",
    re.IGNORECASE,
)
_JOINT = re.compile(
    r"\?\s+(?=\w)|[,;]?\s+and\s+(?=(?:\w+\s+){0,2}(?:how|what|which|who|where|when|why|whether)\b)"
    r"|，(?=[^，？]{0,6}(?:多少|什么|什麼|哪|几|幾|怎))",
    re.IGNORECASE,
)
_MOST_PARTS = 3
_LONGEST = 2000  # characters of a question that are searched with


def understand(text: str, table: NameTable) -> Question:
    """Read a question. Raises `QuestionError` when it holds no letter and no digit."""
    asked = clean(text)
    searched = plain(asked[:_LONGEST])
    mentions = find_mentions(searched, table)
    language = "zh" if is_chinese(asked) else "en"
    english = translate(searched) if language == "zh" else None
    glossed = [word for words in english.alternatives for word in words] if english else []
    return Question(
        text=asked,
        language=language,
        kind=_kind(searched, mentions),
        named=tuple(dict.fromkeys(mention.rows for mention in mentions)),
        query=english.text if english else searched,
        parts=_parts(_without_names(searched, mentions), language),
        terms=tuple(dict.fromkeys(t for word in [searched, *glossed] for t in query_terms(word))),
        glosses=english.glosses if english else (),
    )


def clean(text: str) -> str:
    """Drop control characters and lone surrogates; raise `QuestionError` when nothing is left."""
    kept = "".join(char if unicodedata.category(char)[0] != "C" else " " for char in text)
    kept = " ".join(kept.split())
    if not any(char.isalnum() for char in kept):
        raise QuestionError("The question is empty. Ask something about the papers.")
    return kept


def _without_names(text: str, mentions: list[Mention]) -> str:
    for mention in reversed(mentions):
        text = f"{text[: mention.start]}the method{text[mention.end :]}"
    stripped = _SETTING.sub("", text).strip()
    return stripped if len(stripped.split()) >= 3 else text


def _parts(focus: str, language: str) -> tuple[Part, ...]:
    """Split what is asked where a new question word begins."""
    pieces = [piece.strip() for piece in _JOINT.split(focus) if len(piece.split()) > 1]
    return tuple(
        Part(translate(piece).text if language == "zh" else piece, _wants(piece))
        for piece in (pieces or [focus])[:_MOST_PARTS]
    )


def _kind(text: str, mentions: list[Mention]) -> Kind:
    lowered = text.casefold()
    kind = next((kind for kind, form in _KINDS if re.search(form, lowered)), Kind.FACT)
    named = len({mention.rows for mention in mentions})
    if kind is Kind.COMPARE and named < 2:
        return Kind.FACT
    if kind is Kind.FIND and named:
        return Kind.FACT
    return kind


def _wants(text: str) -> Wants:
    lowered = text.casefold()
    return next((wants for wants, form in _WANTS if re.search(form, lowered)), Wants.TEXT)
