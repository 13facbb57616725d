"""Chinese questions about English abstracts, and the reverse: to English words by dictionary.

The embedding model knows English only, and BM25 compares words; so a Chinese question or abstract
is split into words and each word is looked up, first in the glossary of research terms beside this
file, then in CC-CEDICT, which costs no download.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from rag import cedict

_GLOSSARY = Path(__file__).with_name("glossary.tsv")
_LONGEST = 8

_HAN = "\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_HAN_RUN = re.compile(f"[{_HAN}]+")
_KANA = re.compile("[\u3041-\u30fa]")
_ENGLISH = re.compile(
    r"\b(?:what|which|who|how|why|when|where|is|are|does|do|did|the|of|in|and|to|an?|for|with|on)\b",
    re.IGNORECASE,
)
_PUNCTUATION = str.maketrans("，。？！；：、（）【】“”‘’", ",.?!;:,()[]\"\"''", "《》「」『』")

_NUMBER = re.compile("[〇零一二两三四五六七八九十百千万亿]+")
_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_TENS = {"十": 10, "百": 100, "千": 1000}
_NAMES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Translation:
    """A Chinese text in English words.

    `text` is one rendering, for an embedding model; what the text holds in other scripts
    stands in it unchanged. `alternatives` has, for each Chinese word, all its renderings, for
    BM25. `glosses` are the pairs (Chinese word as asked, its rendering in `text`). `simplified` is
    the text itself in simplified characters.
    """

    text: str
    simplified: str
    alternatives: tuple[tuple[str, ...], ...]
    glosses: tuple[tuple[str, str], ...]


def is_chinese(text: str) -> bool:
    """Tell whether `text` is Chinese, rather than English or Japanese that holds some of it."""
    han = sum(len(run) for run in _HAN_RUN.findall(text))
    return han > 0 and not _KANA.search(text) and han >= 2 * len(_ENGLISH.findall(text))


@lru_cache(maxsize=256)
def translate(text: str) -> Translation:
    """Return `text` in English, word by word.

    Raises `QuestionError` when the dictionary is not installed.
    """
    words = _Words(text)
    pieces: list[str] = []
    alternatives: list[tuple[str, ...]] = []
    glosses: list[tuple[str, str]] = []
    simplified = ""
    for piece in re.split(f"([{_HAN}]+)", text):
        if not _HAN_RUN.fullmatch(piece):
            pieces.append(piece.translate(_PUNCTUATION).strip())
            simplified += piece
            continue
        simplified += words.simplify(piece)
        for word, renderings in words.of(piece):
            pieces.append(renderings[0])
            alternatives.append(renderings)
            glosses.append((word, renderings[0]))
    return Translation(
        " ".join(filter(None, pieces)), simplified, tuple(alternatives), tuple(glosses)
    )


def in_english(text: str) -> str:
    """Return Chinese `text` in English words, any other as it is."""
    return translate(text).text if is_chinese(text) else text


class _Words:
    """The words that a text may hold, and the way through them."""

    def __init__(self, text: str) -> None:
        runs = _HAN_RUN.findall(text)
        entries = cedict.entries({part for run in runs for part in _substrings(run)})
        self._renderings = cedict.renderings(entries) | _glossary()
        self._simplified = cedict.simplified_forms(entries)

    def of(self, run: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the words of `run` that mean something, each with its renderings."""
        simplified = self.simplify(run)
        for start, end in self._split(simplified):
            renderings = self._render(simplified[start:end])
            if renderings:
                yield run[start:end], renderings

    def simplify(self, run: str) -> str:
        """Return `run` in simplified characters, of the same length: longest words first."""
        done = ""
        while len(done) < len(run):
            start = len(done)
            parts = (run[start : start + size] for size in range(_LONGEST, 0, -1))
            done += next((self._simplified[p] for p in parts if p in self._simplified), run[start])
        return done

    def _split(self, run: str) -> Iterator[tuple[int, int]]:
        """Yield the spans of the cheapest way through `run`, longer words first."""
        best = [(0.0, 0)] * (len(run) + 1)  # cost from here on, minus the end of the first word
        for start in reversed(range(len(run))):
            best[start] = min(
                (best[end][0] + _cost(run[start:end]), -end)
                for end in range(start + 1, min(start + _LONGEST, len(run)) + 1)
                if end == start + 1 or self._knows(run[start:end])
            )
        start = 0
        while start < len(run):
            yield start, -best[start][1]
            start = -best[start][1]

    def _knows(self, word: str) -> bool:
        return word in self._renderings or _NUMBER.fullmatch(word) is not None

    def _render(self, word: str) -> tuple[str, ...]:
        if _NUMBER.fullmatch(word) and word not in _glossary():
            return _number(word)
        return self._renderings.get(word, ())


def _cost(word: str) -> float:
    """A word costs 1; single characters are rarely words, above all those not in the glossary."""
    if len(word) > 1:
        return 1.0
    return 1.25 if word in _glossary() else 1.5


def _substrings(run: str) -> Iterator[str]:
    for start in range(len(run)):
        for end in range(start + 1, min(start + _LONGEST, len(run)) + 1):
            yield run[start:end]


@lru_cache(maxsize=1)
def _glossary() -> dict[str, tuple[str, ...]]:
    """Return word in simplified characters -> renderings, none for a word that is dropped."""
    found: dict[str, tuple[str, ...]] = {}
    for line in _GLOSSARY.read_text("utf-8").splitlines():
        words, tab, renderings = line.partition("\t")
        if tab:
            found |= dict.fromkeys(words.split(), tuple(filter(None, renderings.split("; "))))
    return found


def _number(word: str) -> tuple[str, ...]:
    """Return a number in digits, a small one also by name: 四 is 4 or four, 六千 is 6000."""
    value = _value(word)
    return (str(value), *_NAMES[value : value + 1])


def _value(word: str) -> int:
    total = section = digit = 0
    for char in word:
        if char in _DIGITS:
            digit = 10 * digit + _DIGITS[char]
        elif char in _TENS:
            section, digit = section + (digit or 1) * _TENS[char], 0
        elif char == "万":
            total, section, digit = total + (section + digit or 1) * 10_000, 0, 0
        else:
            total, section, digit = (total + section + digit or 1) * 100_000_000, 0, 0
    return total + section + digit
