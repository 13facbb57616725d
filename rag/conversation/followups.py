"""What a question means in its conversation: a question that stands alone, and its papers.

The rules are tried in turn. A question that selects papers ("the second one", "the other paper
with …", a name) is asked of these; a fragment completes the question before it; a pronoun takes
the name of the paper spoken of. Any other question either goes on about that paper or begins
something new, and then nothing old is dragged in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.conversation import ellipsis, references, selecting
from rag.conversation.history import Library, Talk, Turn
from rag.conversation.standalone import SEARCHES, FollowUp, about, with_name
from rag.plaintext import plain
from rag.tokens import query_terms, terms
from rag.types import Paper

_ABOUT_PAPERS = re.compile(
    r"\b(?:which|what|any|is there an?|are there|find|list|how many) (?:[\w-]+ ){0,3}"
    rf"{references.WORK}\b(?! for\b)|\bwhat (?:topics|subjects)\b"
    r"|哪一?[篇些](?:论文|論文|文章)?|多少篇|[几幾]篇|[有没沒]有.{0,3}(?:论文|論文)",
    re.IGNORECASE,
)


def resolve(question: str, turns: Sequence[Turn], library: Library) -> FollowUp:
    """Return what `question` means after `turns`."""
    if not turns:
        return FollowUp(question)
    talk = Talk(tuple(turns), library)
    text = selecting.without_correction(plain(question))
    for rule in (selecting.select, _fragment, _pointing_back, _unmarked):
        found = rule(text, talk)
        if found:
            return found
    return FollowUp(question)


def _fragment(text: str, talk: Talk) -> FollowUp | None:
    """Understand "And on Qwen3?"."""
    core, paper = ellipsis.fragment(text), talk.focus(text)
    if core is None or paper is None or references.points_back(core):
        return None
    held = _holds(paper, core)
    if not held and not ellipsis.is_phrase(core) and not talk.library.continues(core, paper):
        return FollowUp(core)
    completed = None
    if talk.last.answer.kind not in SEARCHES or not held:
        names = [talk.called(paper) for paper in talk.last.papers]
        completed = ellipsis.complete(core, talk.earlier, names)
    if completed and not held and not talk.last.about:
        return FollowUp(completed)
    return about([paper], completed or ellipsis.asked(core), talk)


def _pointing_back(text: str, talk: Talk) -> FollowUp | None:
    """Understand "Does it hurt accuracy?"."""
    paper = talk.focus(text)
    if paper is None or not references.points_back(text):
        return None
    return about([paper], with_name(text, paper, talk), talk)


def _unmarked(text: str, talk: Talk) -> FollowUp | None:
    """Understand "Who drew the annotations?"."""
    paper = talk.focus(text)
    if paper is None or _ABOUT_PAPERS.search(text) or not talk.library.continues(text, paper):
        return None
    return about([paper], text, talk)


def _holds(paper: Paper, words: str) -> bool:
    """Say whether `paper` speaks of `words`."""
    asked, held = query_terms(words), set(terms(plain(paper.abstract)))
    return bool(asked) and sum(term in held for term in asked) > len(asked) / 2
