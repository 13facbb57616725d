"""BibTeX: an entry per paper."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator

from rag.export.latex import escaped
from rag.export.people import parts_of
from rag.types import Paper
from rag.venues import is_meeting

_STOP = {"a", "an", "the", "on", "of", "in", "for", "to", "and", "is", "are", "how", "what", "why"}
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def write(papers: Iterable[Paper]) -> Iterator[str]:
    """Yield the entries; no two have the same key."""
    used: Counter[str] = Counter()
    for paper in papers:
        base = _key(paper)
        yield _entry(paper, base + _distinction(used[base]))
        used[base] += 1


def _entry(paper: Paper, key: str) -> str:
    kind, venue = _kind(paper)
    fields = {
        "title": escaped(paper.title or ""),
        "author": " and ".join(map(_author, paper.authors)),
        "year": str(paper.year or ""),
        venue: escaped(paper.venue or ""),
        "doi": _verbatim(paper.doi),
        "url": _verbatim(paper.url),
        "keywords": ", ".join(map(escaped, paper.keywords)),
        "note": (paper.notice or "").capitalize(),
        "abstract": escaped(paper.abstract),
    }
    lines = "".join(f",\n  {name} = {{{value}}}" for name, value in fields.items() if value)
    return f"@{kind}{{{key}{lines}\n}}\n\n"


def _kind(paper: Paper) -> tuple[str, str]:
    if not paper.venue:
        return "misc", "howpublished"
    met = paper.meeting or is_meeting(paper.venue)
    return ("inproceedings", "booktitle") if met else ("article", "journal")


def _author(name: str) -> str:
    """A name that BibTeX would take apart in another way stands in braces."""
    parts = parts_of(name)
    if parts is None:
        return f"{{{escaped(name)}}}"
    given, family, suffix = map(escaped, parts)
    return f"{family}, {suffix}, {given}" if suffix else f"{family}, {given}"


def _verbatim(value: str | None) -> str:
    """DOIs and addresses stand as they are, but for what would break the entry."""
    return re.sub(r"[{}\\]", lambda sign: f"%{ord(sign[0]):02x}", value or "")


def _key(paper: Paper) -> str:
    author = _family(paper.authors[0]) if paper.authors else ""
    words = _ascii(paper.title or paper.label).split()
    word = next((word for word in words if word not in _STOP and len(word) > 1), "")
    key = "".join((_ascii(author).replace(" ", ""), str(paper.year or ""), word))
    return key or "paper"


def _family(name: str) -> str:
    parts = parts_of(name)
    return parts[1] if parts else name.split()[-1]


def _ascii(text: str) -> str:
    text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return " ".join(re.findall(r"[a-z0-9]+", text))


def _distinction(number: int) -> str:
    """Return "", "a", "b" … "z", "aa" … for the first, second … paper with a key."""
    letters = ""
    while number:
        number, letter = divmod(number - 1, len(_LETTERS))
        letters = _LETTERS[letter] + letters
    return letters
