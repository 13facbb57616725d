"""What a question asks for: its language, kind, the papers it names, and what to search with."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rag.chinese import is_chinese, translate
from rag.errors import QuestionError
from rag.forms import kind_of
from rag.names import Mention, NameTable, codes_of_one, find_mentions
from rag.plaintext import plain
from rag.tokens import query_terms
from rag.types import Kind
from rag.wants import Wants, wants_of


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
    holds, for each paper named, the rows that it may be; `misspelt` pairs a name that no paper has
    with the row of the nearest one, which is taken.
    """

    text: str
    language: str
    kind: Kind
    named: tuple[tuple[int, ...], ...]
    query: str
    parts: tuple[Part, ...]
    terms: tuple[str, ...]
    glosses: tuple[tuple[str, str], ...] = ()
    misspelt: tuple[tuple[str, int], ...] = ()


# A clause that only says which paper is meant: it finds the paper, but is not what is asked.
_SETTING = re.compile(
    r"^(?:in|for|according to) (?:the|their) [^,?]+,\s*(?=\w+\s+(?:\w+\s+)?)"
    r"|,?\s*(?:according to|says|say|in) the [^,?]*?\b(?:paper|study|work|article)\b[^?]*(?=\?|$)",
    re.IGNORECASE,
)
_JOINT = re.compile(
    r"\?\s+(?=\w)|[,;]?\s+and\s+(?=(?:\w+\s+){0,2}(?:how|what|which|who|where|when|why|whether)\b)"
    r"|，(?=[^，？]{0,6}(?:多少|什么|什麼|哪|几|幾|怎))",
    re.IGNORECASE,
)
_ASKING_ZH = re.compile(
    "多少|什么|什麼|哪|几|幾|怎|吗|嗎|谁|誰|如何|为何|為何|有没有|有沒有|能否|是否"
)
_LEAD = re.compile(r"^[“\"]?the method[”\"]?(?:, [“\"]?the method[”\"]?)*[:：]\s*")
_MOST_PARTS = 3
_LONGEST = 2000  # characters of a question that are searched with


def understand(
    text: str, table: NameTable, about: Mapping[int, str] = MappingProxyType({})
) -> Question:
    """Read a question. Raises `QuestionError` when it holds no letter and no digit.

    `about` maps the rows of the papers that it is known to mean to what it calls them; whatever
    else it names then is no paper that is asked about.
    """
    asked = clean(text)
    searched = plain(asked[:_LONGEST])
    mentions = _called(searched, about, table) if about else _named(searched, table)
    rows: list[tuple[int, ...]] = [(row,) for row in about] or [m.rows for m in mentions]
    named = tuple(dict.fromkeys(rows))
    language = "zh" if is_chinese(_cut(searched, mentions, "")) else "en"
    english = translate(searched) if language == "zh" else None
    glossed = [word for words in english.alternatives for word in words] if english else []
    spelled = dict.fromkeys([searched, english.simplified] if english else [searched])
    return Question(
        text=asked,
        language=language,
        kind=_kind_about(about) if about else kind_of(searched, len(named)),
        named=named,
        query=english.text if english else searched,
        parts=parts_of(_without_names(searched, mentions), language),
        terms=tuple(dict.fromkeys(t for word in [*spelled, *glossed] for t in query_terms(word))),
        glosses=english.glosses if english else (),
        misspelt=tuple((searched[m.start : m.end], m.rows[0]) for m in mentions if m.misspelt),
    )


def _named(text: str, table: NameTable) -> list[Mention]:
    """Return what names papers; a code that stands in one paper does where one fact is asked."""
    mentions = find_mentions(text, table)
    if mentions or kind_of(text, 0) is not Kind.FACT:
        return mentions
    return codes_of_one(text, table)


def _called(text: str, about: Mapping[int, str], table: NameTable) -> list[Mention]:
    """Return where `text` calls the papers that it is about by a name, or by what `about` says."""
    mentions = [m for m in find_mentions(text, table) if not set(m.rows).isdisjoint(about)]
    known = {row for mention in mentions for row in mention.rows}
    found = [(text.find(name), name, row) for row, name in about.items() if row not in known]
    mentions += [Mention(at, at + len(name), (row,)) for at, name, row in found if at >= 0]
    return sorted(mentions, key=lambda mention: mention.start)


def clean(text: str) -> str:
    """Drop control characters, lone surrogates and what is too long to be searched with.

    Raises `QuestionError` when nothing is left.
    """
    if not isinstance(text, str):
        raise QuestionError(f"A question has to be text, not {type(text).__name__}.")
    kept = "".join(
        char if unicodedata.category(char)[0] != "C" else " " for char in text[:_LONGEST]
    )
    kept = " ".join(kept.split())
    if not any(char.isalnum() for char in kept):
        raise QuestionError("The question holds no words. Ask something about the papers.")
    return kept


def _kind_about(about: Mapping[int, str]) -> Kind:
    return Kind.FACT if len(about) == 1 else Kind.COMPARE


def _cut(text: str, mentions: list[Mention], instead: str) -> str:
    for mention in reversed(mentions):
        text = text[: mention.start] + instead + text[mention.end :]
    return text


def _without_names(text: str, mentions: list[Mention]) -> str:
    text = _LEAD.sub("", _cut(text, mentions, "the method"))
    stripped = _SETTING.sub("", text).strip()
    return stripped if len(stripped.split()) >= 3 else text


def parts_of(focus: str, language: str) -> tuple[Part, ...]:
    """Split what is asked (names left out) where a new question word begins."""
    pieces = [piece.strip() for piece in _JOINT.split(focus) if _says_something(piece)]
    if language == "zh":
        asking = [piece for piece in pieces if _ASKING_ZH.search(piece)] or pieces
        parts = [Part(translate(piece).text, wants_of(piece)) for piece in asking or [focus]]
    else:
        parts = [Part(piece, wants_of(piece)) for piece in pieces or [focus]]
    return tuple(parts[:_MOST_PARTS])


def _says_something(piece: str) -> bool:
    return len(piece.split()) > 1 or (is_chinese(piece) and len(piece) > 2)
