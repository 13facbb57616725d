"""Who does it to whom: "A beats B" is not supported by "B beats A".

Where a claim and a sentence share a word that relates two things ("than", "outperforms", "leads
to"), what stands on its either side must not have changed places. A comparison turned round with
its words ("B is smaller than A" for "A is larger than B") says the same, as does a passive.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rag.plaintext import plain
from rag.support.polarity import directions
from rag.tokens import is_stop_word, terms

_BETTER = ("outperform", "beat", "surpass", "exceed", "outpace", "outscore", "dominate")
_WORSE = ("underperform", "trail", "lag")
_ONE_WAY = (
    "cause", "lead", "replace", "precede", "follow", "induce", "predict", "imply", "require",
    "generate", "teach", "supervise", "improve", "reduce", "increase", "decrease", "inhibit",
    "activate", "regulate", "trigger", "suppress",
)  # fmt: skip
_VERB = r"(?:{})(?:s|es|ed|d|ing|n|en)?"
_PIVOT = re.compile(
    r"\b(?:(?P<than>than)|(?P<verb>"
    + _VERB.format("|".join((*_BETTER, *_WORSE, *_ONE_WAY)))
    + r")(?P<by> by\b)?)\b",
    re.IGNORECASE,
)
_PASSIVE = re.compile(r"\b(?:is|are|was|were|been|being|be)(?: \w+ly)?\s*\Z", re.IGNORECASE)
_BORDER = re.compile(
    r"[,;:()—–]|\.(?=\s|$)|\b(?:and|but|while|whereas|although|which|that|who|on|in|at|by|for|with"
    r"|under|across|when|within|during)\b"
)


@dataclass(frozen=True, slots=True)
class _Relation:
    """A relation of a text: what it says, and the stems of what stands before and behind it.

    `sign` is -1 where it points the other way round ("smaller than", "trails").
    """

    kind: str
    sign: int
    before: frozenset[str]
    behind: frozenset[str]


def exchanged(claim: str, sentences: Sequence[str]) -> bool:
    """Say whether a claim relates two things as `sentences` do, but the other way round."""
    given = [relation for sentence in sentences for relation in _relations(sentence)]
    return any(_is_exchanged(ours, given) for ours in _relations(claim))


def _is_exchanged(ours: _Relation, given: Sequence[_Relation]) -> bool:
    same = [theirs for theirs in given if theirs.kind == ours.kind]
    crossed = [_crosses(ours, theirs) for theirs in same]
    kept = [_crosses(ours, _turned(theirs)) for theirs in same]
    return any(crossed) and not any(kept)


def _crosses(ours: _Relation, theirs: _Relation) -> bool:
    """Say whether what stands behind the one stands before the other, and the reverse."""
    if ours.sign != theirs.sign:
        theirs = _turned(theirs)
    return (
        not ours.behind & theirs.behind
        and bool(ours.behind & theirs.before)
        and bool(ours.before & theirs.behind)
    )


def _turned(relation: _Relation) -> _Relation:
    return _Relation(relation.kind, relation.sign, relation.behind, relation.before)


def _relations(text: str) -> Iterator[_Relation]:
    text = plain(text)
    for match in _PIVOT.finditer(text):
        left, right = _clause(text, *match.span())
        kind, sign = _meaning(match, left)
        passive = bool(match["by"]) or (bool(match["verb"]) and bool(_PASSIVE.search(left)))
        before, behind = _stems(left), _stems(right)
        both = before & behind
        sides = (behind - both, before - both) if passive else (before - both, behind - both)
        yield _Relation(kind, sign, *sides)


def _meaning(match: re.Match[str], left: str) -> tuple[str, int]:
    """Return what a word relates, as a kind, and its sign."""
    if match["than"]:
        found = directions(re.findall(r"\w+", left.lower()))
        return "compared", found[-1].sign if found else 1
    verb = match["verb"].lower()
    for verbs, sign in ((_BETTER, 1), (_WORSE, -1)):
        if verb.startswith(verbs):
            return "compared", sign
    return next(base for base in _ONE_WAY if verb.startswith(base.rstrip("e"))), 1


def _clause(text: str, start: int, end: int) -> tuple[str, str]:
    """Return what stands before and behind a span, up to the borders of its clause."""
    left = text[:start]
    for border in _BORDER.finditer(text[:start]):
        left = text[border.end() : start]
    first = re.compile(r"\s*\w*").match(text, end)  # "than by day" has no border yet
    behind = _BORDER.search(text, first.end() if first else end)
    return left, text[end : behind.start() if behind else len(text)]


def _stems(text: str) -> frozenset[str]:
    return frozenset(term for term in terms(text) if not is_stop_word(term))
