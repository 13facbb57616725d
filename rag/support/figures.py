"""The figures of a sentence have to occur in what it cites, with their units."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rag.chinese import is_chinese
from rag.plaintext import plain
from rag.tokens import terms

_NAMED = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen", "twenty",
)  # fmt: skip
_TENS = ("thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORDS = {word: float(value) for value, word in enumerate(_NAMED)}
_WORDS |= {word: 10.0 * value for value, word in enumerate(_TENS, 3)}
_WORDS |= {"hundred": 100.0, "dozen": 12.0}
_TIMES = {"once": 1.0, "twice": 2.0, "double": 2.0, "doubles": 2.0, "doubled": 2.0,
          "doubling": 2.0, "twofold": 2.0, "triple": 3.0, "triples": 3.0, "tripled": 3.0,
          "tripling": 3.0, "threefold": 3.0, "thrice": 3.0, "quadruple": 4.0, "fourfold": 4.0,
          "fivefold": 5.0, "tenfold": 10.0}  # fmt: skip
_SHARES = {"half": 50.0, "halves": 50.0, "halved": 50.0, "halving": 50.0, "quarter": 25.0}
_SCALE = {"thousand": 1e3, "k": 1e3, "million": 1e6, "m": 1e6, "billion": 1e9, "b": 1e9,
          "trillion": 1e12, "t": 1e12, "bn": 1e9, "hundred": 1e2, "万": 1e4, "亿": 1e8,
          "百万": 1e6, "十亿": 1e9, "千": 1e3}  # fmt: skip
_HAN = {
    "两": 2.0,
    "三": 3.0,
    "四": 4.0,
    "五": 5.0,
    "六": 6.0,
    "七": 7.0,
    "八": 8.0,
    "九": 9.0,
    "十": 10.0,
}
_FIGURE = re.compile(
    r"(?<![A-Za-z0-9_.])(?P<sign>(?<![A-Za-z0-9])[-−]\s?)?"
    r"(?P<number>\d{1,3}(?:[,\u202f\u2009' ]\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
    r"(?:\s?(?:±|\+/-)\s?\d+(?:\.\d+)?)?(?P<rest>\s?-?\s?[^\s\d.,;:()\[\]]{0,14})",
)
_IN_NAME = re.compile(r"(?<![\dA-Za-z])[A-Z][A-Za-z]*[-–]\Z")
_TO = re.compile(r"\s?(?:[-–—~]{1,3}|to|and|或|至|到)\s?\d+(?:\.\d+)?")
_SCALED = re.compile(
    r"\s?-?(thousand|million|billion|trillion|hundred|bn|百万|十亿|万|亿|千|[kKMBT](?![A-Za-z]))"
)
_UNITS = (
    ("times", re.compile(r"\s?-?\s?(?:×|x\b|X\b|times\b|fold\b|倍)")),
    (
        "points",
        re.compile(r"\s?-?\s?(?:%|percent(?:age)?|per cent)?\s?-?\s?(?:points?\b|pp\b|个?百分点)"),
    ),
    ("percent", re.compile(r"\s?(?:%|％|percent\b|per cent\b|pct\b)")),
)
_WORD = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)?")
_ENUMERATED = re.compile(r"(?:^|\s)\(?(?:[1-9]|i{1,3}|iv|v)\)(?=\s)")
_BEHIND = {"times": "times", "fold": "times", "percent": "percent"}
_COUNTED_WITHIN = 3  # words behind a number, in which stands what it counts
_EQUAL = 1e-6


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of a text, its scale applied; `unit` is "times", "percent", "points" or "".

    `written` is how it stands there, from the character `start` of the plain text on.
    """

    value: float
    unit: str
    written: str
    start: int


def figures(text: str, *, in_names: bool = False) -> list[Figure]:
    """Return the figures of a text, also those in words; those `in_names` (GPT-4) if wanted."""
    text = _ENUMERATED.sub(lambda match: " " * len(match[0]), plain(text))
    found = list(_in_digits(text, in_names))
    found += _in_words(text)
    return found + list(_in_han(text) if is_chinese(text) else ())


def _in_digits(text: str, in_names: bool) -> Iterator[Figure]:
    for match in _FIGURE.finditer(text):
        if not in_names and _IN_NAME.search(text[: match.start("number")]):
            continue
        number = float(re.sub(r"[^\d.]", "", match["number"]))
        tail = text[match.end("number") :]
        tail = _TO.sub("", tail, count=1) if _TO.match(tail) else tail
        scale = _SCALED.match(tail)
        if scale:
            number *= _SCALE[scale[1].lower() if scale[1].isascii() else scale[1]]
            tail = tail[scale.end() :]
        elif re.match(r"[A-Za-z]", tail) and not any(unit.match(tail) for _, unit in _UNITS):
            unit_word = re.match(r"[A-Za-z]{1,3}\b", tail)
            if unit_word is None:
                continue  # a name such as 3DGS
        unit = next((name for name, pattern in _UNITS if pattern.match(tail)), "")
        written = (match["number"] + match["rest"]).strip()
        yield Figure(-number if match["sign"] else number, unit, written, match.start("number"))


def _in_words(text: str) -> Iterator[Figure]:
    words = [(match[0].lower(), match) for match in _WORD.finditer(text)]
    for place, (word, match) in enumerate(words):
        if word in _TIMES:
            yield Figure(_TIMES[word], "times", match[0], match.start())
        elif word in _SHARES:
            yield Figure(_SHARES[word], "percent", match[0], match.start())
        else:
            yield from _number_word(
                word, match, words[place + 1][0] if place + 1 < len(words) else ""
            )


def _number_word(word: str, match: re.Match[str], following: str) -> Iterator[Figure]:
    tens, _, ones = word.partition("-")
    value = _WORDS.get(tens)
    if value is None or word == "one" or (ones and ones not in _WORDS and ones not in _BEHIND):
        return
    value += _WORDS.get(ones, 0.0)
    value *= _SCALE.get(following, 1.0) if len(following) > 2 else 1.0
    unit = _BEHIND.get(ones) or _BEHIND.get(following, "")
    yield Figure(value, unit, match[0], match.start())


def _in_han(text: str) -> Iterator[Figure]:
    for match in re.finditer(r"([两三四五六七八九十])(?=[个种类项篇步倍层级大条次])(倍?)", text):
        yield Figure(_HAN[match[1]], "times" if match[2] else "", match[0], match.start())


def missing(claim: str, cited: str) -> str | None:
    """Return the first figure of `claim`, as written, that `cited` does not hold; else None.

    A percentage is no number of points and no factor; a bare number fits any unit.
    """
    given = figures(cited, in_names=True)
    for figure in figures(claim):
        known = any(_same(figure, other) for other in given)
        if not known and not _only_counts(figure, claim, given, cited):
            return figure.written
    return None


def _only_counts(figure: Figure, claim: str, given: Sequence[Figure], cited: str) -> bool:
    """Say whether "two" or "three" counts what the cited words list without a number.

    Where they put another number to the same thing, it is an error.
    """
    if figure.unit or figure.written.lower() not in ("two", "three", "两", "三"):
        return False
    things = _behind(plain(claim), figure)
    return not any(things & _behind(plain(cited), other) for other in given)


def _behind(text: str, figure: Figure) -> set[str]:
    """Return the stems of the words that a figure may count."""
    following = text[figure.start + len(figure.written) :][:60]
    return {term for term in terms(following)[:_COUNTED_WITHIN] if len(term) > 2}


def _same(ours: Figure, theirs: Figure) -> bool:
    if abs(abs(ours.value) - abs(theirs.value)) > _EQUAL * max(1.0, abs(theirs.value)):
        return False
    if ours.value * theirs.value < 0:
        return False
    return ours.unit == theirs.unit or (not ours.unit and not theirs.unit) or _loose(ours, theirs)


def _loose(ours: Figure, theirs: Figure) -> bool:
    """Say whether two units are one in other words: a factor, or a number without any."""
    units = {ours.unit, theirs.unit}
    return "" in units and not (units & {"percent", "points"})
