"""The name that an abstract gives to what it introduces: found in the text, never made up.

Each place where a sentence introduces something ("we propose …", "…, called …", "… (SBR)") offers
candidates. A candidate is weighed by how it stands there, by how often it comes back, and by
whether the text knew it before: a name that stands before its introduction is somebody else's.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ingest.naming.acronyms import acronym_of
from ingest.naming.weighing import candidates
from rag.plaintext import plain
from rag.sentences import split

_THRESHOLD = 3.5
_KNOWN_BEFORE = -4.0
_AGAIN, _MOST_AGAIN = 0.5, 4
_IN_A_LINK = 1.5
_LATER, _MOST_LATER = 0.1, 0.5  # taken off for every sentence before it
_LINK = re.compile(r"(?<!\S)\S{0,200}?\w\.\w+/\S+")


@dataclass(frozen=True, slots=True)
class Introduced:
    """A name in plain text, and other forms of it: what it stands for, or a shorter form."""

    name: str
    others: tuple[str, ...] = ()


def find_introduced(abstract: str) -> Introduced | None:
    """Return the name that the abstract introduces, None where it introduces none."""
    text = plain(abstract)
    sentences = [text[start:end] for start, end in split(text)]
    weighed = [
        replace(found, sentence=number, score=found.score + _context(found.name, number, sentences))
        for number, sentence in enumerate(sentences)
        for found in candidates(sentence)
    ]
    best = max(weighed, key=lambda candidate: candidate.score, default=None)
    if best is None or best.score < _THRESHOLD:
        return None
    acronym = acronym_of(best.name, text) if " " in best.name else None
    return Introduced(acronym, (best.name,)) if acronym else Introduced(best.name, best.others)


def _context(name: str, number: int, sentences: list[str]) -> float:
    """Weigh how the rest of the text uses a name that sentence `number` introduces."""
    pattern = re.compile(rf"(?<![\w-]){re.escape(name)}(?!\w)")
    uses = [len(pattern.findall(sentence)) for sentence in sentences]
    score = _AGAIN * min(sum(uses[number:]) - 1, _MOST_AGAIN) - min(_LATER * number, _MOST_LATER)
    if any(uses[:number]):
        score += _KNOWN_BEFORE
    if _squash(name) in _squash(" ".join(_LINK.findall(" ".join(sentences)))):
        score += _IN_A_LINK
    return score


def _squash(text: str) -> str:
    return re.sub(r"[\W_]", "", text).lower()
