"""Places in a list that was given before: "the second one", "[2]", 第二篇, 后者."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from rag.conversation.references import (
    ORDINAL,
    PART,
    THING,
    WORK,
    ZH_UNIT,
    ZH_WORK,
    either,
    is_internal,
)

_ORDINALS = (
    "first 1st 一 1", "second 2nd 二 2 两", "third 3rd 三 3", "fourth 4th 四 4", "fifth 5th 五 5",
    "sixth 6th 六 6", "seventh 7th 七 7", "eighth 8th 八 8", "ninth 9th 九 9", "tenth 10th 十 10",
)  # fmt: skip
_PLACES = {word: place for place, words in enumerate(_ORDINALS) for word in words.split()} | {
    "former": 0, "latter": 1, "前者": 0, "后者": 1, "後者": 1, "last": -1, "最后": -1, "最後": -1,
}  # fmt: skip
_ORDINAL = either(
    rf"\b(?:the )?(?P<with>{ORDINAL}) (?P<noun>one|{THING}|{PART})\b",
    rf"(?<!than )\bthe (?P<bare>{ORDINAL}|former|latter)"
    r"(?=\W*$|,| (?:and|or|with|than|is|are|does|do|did|was|has|have|can)\b)",
    rf"^\W*(?P<only>{ORDINAL})\W*$",
    rf"第(?P<zh>[一二三四五六七八九十]|\d+){ZH_UNIT}?(?P<zhnoun>{ZH_WORK})?",
    rf"(?P<zhbare>前者|后者|後者|最后|最後)(?:一{ZH_UNIT})?(?P<zhnoun2>{ZH_WORK})?",
)
_MARKER = either(r"\[(\d+)\]", r"\b(?:paper|number|no\.) ?(\d+)\b", r"#(\d+)\b", r"^\W*(\d)\W*$")


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


def find(text: str) -> list[Ordinal]:
    """Return the ordinals of `text` that stand for something listed before."""
    return list(_found(text))


def _found(text: str) -> Iterator[Ordinal]:
    found = (m for m in _ORDINAL.finditer(text) if not is_internal(text, m.start()))
    for match in found:
        groups = {name: value for name, value in match.groupdict().items() if value}
        word = next(v for k, v in groups.items() if "noun" not in k).casefold()
        noun = next((v for k, v in groups.items() if "noun" in k), "")
        place = _PLACES[word] if word in _PLACES else int(re.sub(r"\D", "", word)) - 1
        yield Ordinal(*match.span(), place, _noun(noun))


def _noun(text: str) -> Noun:
    if re.fullmatch(rf"{WORK}|论文|論文|文章", text, re.IGNORECASE):
        return Noun.PAPER
    return Noun.PART if re.fullmatch(PART, text, re.IGNORECASE) else Noun.ANY


def markers(text: str) -> list[tuple[int, int, int]]:
    """Return (start, end, number) of each citation number that `text` speaks of."""
    found = _MARKER.finditer(text)
    return [(*match.span(), int(next(filter(None, match.groups())))) for match in found]
