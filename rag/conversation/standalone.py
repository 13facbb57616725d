"""Writing questions that stand alone: with the names of the papers that they are about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rag.chinese import is_chinese
from rag.conversation import references
from rag.conversation.history import SEARCHES, Talk, proper_name
from rag.scope import NO_SCOPE, Scope
from rag.types import Kind, Paper, Status

_PLACE = re.compile(r"\b(?:on|in|at) [^,?]+$")
_THAT_ENTITY = re.compile(r"\b(?:that|this|the same) (model|benchmark|data ?set|metric|baseline)\b")


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A question that stands alone, and the papers that it is held to."""

    text: str
    scope: Scope = NO_SCOPE


def about(papers: Sequence[Paper], text: str, talk: Talk) -> FollowUp:
    """Return the question `text` about `papers`, whose names go before it if it lacks them."""
    missing = [name for name in map(talk.called, papers) if name not in text]
    colon = "：" if is_chinese(text) else ": "
    lead = f"{', '.join(missing)}{colon}" if missing else ""
    return FollowUp(lead + text, Scope(about=tuple(papers)))


def with_name(text: str, paper: Paper, talk: Talk) -> str:
    """Return `text` with its first pronoun replaced by the name of `paper`."""
    text = without_pointers(text, talk)
    match = references.pronoun(text)
    if match is None:
        return text
    name = talk.called(paper)
    if match.groupdict().get("its"):
        name += "'s"
    elif match.groupdict().get("zhits"):
        name += " 的"
    return spliced(text, match.start(), match.end(), name)


def without_pointers(text: str, talk: Talk) -> str:
    """Replace "there" and "that model" by the place and the model that were spoken of."""
    place = _PLACE.search(talk.earlier.rstrip(" ?"))
    if place:
        text = re.sub(r"\bthere(?=\W*$)", place[0], text)
    entity = _THAT_ENTITY.search(text)
    if entity and re.search(rf"\b(?:which|what) {entity[1]}\b", talk.earlier, re.IGNORECASE):
        return spliced(text, *entity.span(), proper_name(talk.last) or entity[0])
    return text


def again(papers: Sequence[Paper], talk: Talk, *, anew: bool = False) -> FollowUp:
    """Ask the question before once more, of `papers`; what they propose where it was a search."""
    last = talk.last
    if anew or (last.answer.kind in SEARCHES and last.answer.status is not Status.AMBIGUOUS):
        return _overview(papers, talk)
    if last.answer.kind is Kind.COMPARE and len(last.about) > 1 and len(papers) == 1:
        if papers[0] in last.about:
            return _overview(papers, talk)
        return compare([last.about[0], *papers], talk)
    return about(papers, _readdressed(talk.earlier, papers, talk), talk)


def _overview(papers: Sequence[Paper], talk: Talk) -> FollowUp:
    names = [talk.called(paper) for paper in papers]
    if is_chinese(talk.last.answer.question):
        return about(papers, f"{joined(names, chinese=True)} 提出了什么？", talk)
    return about(
        papers, f"What {'does' if len(names) == 1 else 'do'} {joined(names)} propose?", talk
    )


def compare(papers: Sequence[Paper], talk: Talk) -> FollowUp:
    """Ask how `papers` compare; a single one, how it compares with what was spoken of before."""
    papers = list(dict.fromkeys(papers))
    if len(papers) == 1:
        papers = [*(paper for paper in talk.several() if paper not in papers), *papers]
    names = [talk.called(paper) for paper in papers]
    if is_chinese(talk.last.answer.question):
        return about(papers, f"比较 {joined(names, chinese=True)}", talk)
    return about(papers, f"Compare {joined(names)}.", talk)


def _readdressed(text: str, papers: Sequence[Paper], talk: Talk) -> str:
    """Put the names of `papers` in the place of those that `text` holds."""
    old = [name for name in map(talk.called, talk.last.papers) if name in text]
    new = joined([talk.called(paper) for paper in papers])
    return text.replace(old[0], new) if old else text


def joined(names: Sequence[str], *, chinese: bool = False) -> str:
    """Return "A, B and C"."""
    if chinese:
        return "、".join(names)
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def spliced(text: str, start: int, end: int, new: str) -> str:
    """Return `text` with `new` from `start` to `end`, set apart from Latin letters by a blank."""
    before, after = text[:start], text[end:]
    gap_before = " " if before and new[:1].isascii() and before[-1].isalnum() else ""
    gap_after = " " if after and new[-1:].isascii() and after[:1].isalnum() else ""
    return before + gap_before + new + gap_after + after
