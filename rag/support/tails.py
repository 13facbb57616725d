"""Clauses that are hung on a true statement, and of which the cited words know nothing.

"…, which is a topic of ongoing research": the whole still means about the same, and passes by that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.plaintext import plain
from rag.support.meaning import tells, unborne

_TAIL = re.compile(
    r",? (?:which|that) (?:is|are|was|were|has been|have been|can be) (?P<which>[^,.;]+)"
    r"|, (?:an?|the) (?P<apposed>[^,.;]+ (?:that|which|of) [^,.;]+)"
    r"|, (?:where|whereby) (?P<where>[^.;]+)",
    re.IGNORECASE,
)
_LEAST_WORDS = 2
_INVENTED = 2 / 3  # of the telling words


def hangs_on(claim: str, sentences: Sequence[str]) -> bool:
    """Say whether a clause of `claim` is made of words that `sentences` don't bear."""
    sources = [plain(sentence) for sentence in sentences]
    tails = (next(filter(None, match.groups())) for match in _TAIL.finditer(plain(claim)))
    return any(_is_invented(tail, sources) for tail in tails)


def _is_invented(tail: str, sources: Sequence[str]) -> bool:
    count = sum(tells(word) for word in re.findall(r"[\w-]+", tail))
    return count >= _LEAST_WORDS and len(unborne(tail, sources)) >= _INVENTED * count
