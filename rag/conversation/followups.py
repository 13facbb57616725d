"""What a question means in its conversation: a question that stands alone, and its papers.

The rules are tried in turn. A question that selects papers ("the second one", "the other paper
with …", a name) is asked of these; a fragment completes the question before it; a pronoun takes
the name of the paper spoken of. Any other question either goes on about that paper or begins
something new, and then nothing old is dragged in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.chinese import is_chinese, translate
from rag.conversation import anew, ellipsis, references, selecting
from rag.conversation.history import SEARCHES, Library, Talk, Turn
from rag.conversation.standalone import FollowUp, about, joined, with_name
from rag.forms import is_small_talk, kind_of
from rag.plaintext import plain
from rag.tokens import query_terms, terms
from rag.types import Kind, Paper

_OTHERS = re.compile(
    r"\b(?:others?|these|those|them|of them)\b|其他|其它|这些|這些|它们|它們", re.I
)


def resolve(question: str, turns: Sequence[Turn], library: Library) -> FollowUp:
    """Return what `question` means after `turns`."""
    if not turns:
        return FollowUp(question)
    text = selecting.without_correction(question)
    if is_small_talk(text) or _asks_of_all(text):
        return FollowUp(question)
    talk = Talk(tuple(turns), library)
    for rule in (selecting.select, _fragment, _continuing):
        found = rule(text, talk)
        if found:
            return found
    return FollowUp(question)


def _asks_of_all(text: str) -> bool:
    """Say whether `text` asks of the whole collection and points at nothing said before."""
    kinds = (Kind.LIST, Kind.COUNT, Kind.COLLECTION)
    return (
        kind_of(text, 0) in kinds and not references.points_back(text) and not _OTHERS.search(text)
    )


def _fragment(text: str, talk: Talk) -> FollowUp | None:
    """Understand "And on Qwen3?"."""
    core, paper = ellipsis.fragment(text), talk.focus(text)
    if core is None or paper is None or references.points_back(core):
        return None
    after_search = talk.last.answer.kind in SEARCHES and not talk.last.about
    new = _new_question(core, paper, "" if after_search else talk.earlier, talk)
    if new:
        return new
    held = _holds(paper, core)
    if not held and not ellipsis.is_phrase(core) and not talk.library.continues(core, paper, False):
        return FollowUp(ellipsis.asked(core))
    completed = None
    if not (after_search and (held or ellipsis.asks(core))):
        names = [talk.called(paper) for paper in talk.last.papers]
        completed = ellipsis.complete(core, talk.predicate(paper), names)
    if completed and not held and not talk.last.about:
        return FollowUp(completed)
    return about([paper], completed or ellipsis.asked(core), talk)


def _new_question(core: str, paper: Paper, earlier: str, talk: Talk) -> FollowUp | None:
    """Understand "And on which models?", which asks its own thing of the same papers."""
    if not ellipsis.asks(core):
        return None
    papers = talk.last.about if len(talk.last.about) > 1 else (paper,)
    name = joined([talk.called(paper) for paper in papers], chinese=is_chinese(core))
    asked = anew.question_of(ellipsis.lowered(core), earlier, name)
    return about(papers, asked, talk) if asked else None


def _continuing(text: str, talk: Talk) -> FollowUp | None:
    """Understand "Does it hurt accuracy?", "Who drew the annotations?"."""
    paper = talk.focus(text)
    points_back = references.points_back(text)
    if paper is None or (references.describes(text) and not points_back):
        return None
    if not talk.library.continues(text, paper, points_back):
        return None
    text = ellipsis.without_opening(text)
    return about([paper], with_name(text, paper, talk) if points_back else text, talk)


def _holds(paper: Paper, words: str) -> bool:
    """Say whether `paper` speaks of `words`."""
    english = translate(words).text if is_chinese(words) else words
    asked, held = query_terms(english), set(terms(plain(paper.abstract)))
    return bool(asked) and sum(term in held for term in asked) > len(asked) / 2
