"""The names of a sentence have to occur in the words that it cites.

What a paper goes by, who wrote it and what it abbreviates may be said of any of its words; another
system that it mentions somewhere may not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rag.embedders import is_common_word
from rag.plaintext import plain
from rag.sentences import split
from rag.support.instructions import speaks_to_reader
from rag.tokens import fold
from rag.types import Paper

_TOKEN = re.compile(r"[^\W_]+(?:[-+.'’/@^][^\W_]+)*[+#]*")
_ADDRESS = re.compile(r"https?://\S+|www\.\S+|\b[\w-]+\.(?:com|org|io|net|ai|dev|edu|cn)(?:/\S*)?")
_IDENTIFIER = re.compile(r"[A-Z].*[A-Z]|[a-z][A-Z]|(?=.*[A-Za-z])(?=.*\d)")
_EXPLAINED = re.compile(r"(?<=[^\W\d_] )\(([A-Z][\w-]{1,12})\)")
_NUMERAL = re.compile(r"\d[\d.,]*(?:[a-zA-Z]{1,3}|st|nd|rd|th)?")
_GENERAL = frozenset(
    ("ai", "ml", "llm", "llms", "nlp", "gpu", "gpus", "cpu", "cpus", "api", "apis", "vs", "ok")
)


def missing(claim: str, cited: Iterable[str], papers: Iterable[Paper]) -> str | None:
    """Return the first name of `claim` that is neither in the cited words nor its papers' own."""
    held = _key(" ".join([*cited, *(_own_names(paper) for paper in papers)]))
    return next((name for name in names(claim) if not _held(name, held)), None)


def names(text: str) -> Iterator[str]:
    """Yield addresses, identifiers (AgentLAB, GPT-4, FP8) and proper names within sentences."""
    text = plain(text)
    for match in _ADDRESS.finditer(text):
        yield match[0].rstrip(".,;:)")
    for match in _TOKEN.finditer(_ADDRESS.sub(" ", text)):
        word = match[0]
        if word.lower() in _GENERAL or _NUMERAL.fullmatch(word):
            continue
        if _IDENTIFIER.search(word) or _is_proper(word, text[: match.start()]):
            yield word


def _is_proper(word: str, before: str) -> bool:
    """Say whether a word is written as a name where no sentence begins, or is no common word."""
    if not word[0].isupper() or len(word) < 3:
        return False
    begins = re.search(r"(?:^|[.!?:。：]\s*|[\"“(*]\s*)\Z", before) is not None
    return not begins or not (word.endswith("ly") or is_common_word(word.lower().split("-")[0]))


def _held(name: str, held: str) -> bool:
    if "/" in name or "." in name.strip("."):
        return _key(name) in held
    parts = [part for part in re.split(r"[-/@^]", name) if part]
    return _key(name) in held or all(_key(_singular(part)) in held for part in parts)


def _singular(word: str) -> str:
    for ending in ("'s", "’s", "s"):
        if len(word) > 3 and word.endswith(ending):
            return word.removesuffix(ending)
    return word


def _key(text: str) -> str:
    """Return letters and digits alone: "GPT-4", "GPT 4" and "gpt4" are one."""
    return re.sub(r"[\W_]+", "", fold(plain(text)))


def _own_names(paper: Paper) -> str:
    """Return what a paper goes by and its record, and the abbreviations that it explains."""
    known = (paper.title, paper.name, *paper.aliases, *paper.authors, paper.venue, paper.url)
    said = [paper.abstract[start:end] for start, end in split(paper.abstract)]
    short = [m[1] for one in said if not speaks_to_reader(one) for m in _EXPLAINED.finditer(one)]
    return " ".join([*(part for part in known if part), str(paper.year or ""), *short])
