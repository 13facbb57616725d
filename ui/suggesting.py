"""Questions that the page offers: only such as the collection answers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from rag.answering import routing
from rag.errors import AskpapersError
from rag.finding import find
from rag.scope import NO_SCOPE
from rag.types import Answer, Paper, Status
from ui.view.words import Words

if TYPE_CHECKING:
    from rag.chain import Chain

_OFFERED = 3
_EXAMPLES = 4
_LOOKED_AT = 8  # papers
_LONGEST_NAME = 80


def next_questions(chain: Chain, answer: Answer, asked: list[str], words: Words) -> list[str]:
    """Return up to three questions that go on from an answer, none of them asked already."""
    found: list[str] = []
    for question in _candidates([c.paper for c in answer.citations], words):
        if len(found) == _OFFERED:
            break
        if question not in asked and _is_answered(chain, question):
            found.append(question)
    return found


def first_questions(chain: Chain, words: Words) -> list[str]:
    """Return questions to begin with, about papers of the collection."""
    titles = (paper.title or "" for paper in islice(chain.index.papers(), _LOOKED_AT))
    names = [*chain.index.store.some_names(_LOOKED_AT), *titles]
    names = [name for name in dict.fromkeys(names) if 0 < len(name) <= _LONGEST_NAME]
    forms = (words.about[1], words.about[2], words.about[0], words.about[4])
    pairs = [words.compare_question.format(*names[:2])] if len(names) > 1 else []
    questions = [form.format(name) for form, name in zip(forms, names, strict=False)]
    possible = [*questions[:3], *pairs, *questions[3:], words.overview]
    return list(islice((q for q in possible if _is_answered(chain, q)), _EXAMPLES))


def _candidates(papers: list[Paper], words: Words) -> Iterator[str]:
    names = [paper.label for paper in papers[:3] if len(paper.label) <= _LONGEST_NAME]
    if len(names) > 1:
        yield words.compare_question.format(names[0], names[1])
    for name in names[:2]:
        yield from (form.format(name) for form in words.about)


def _is_answered(chain: Chain, question: str) -> bool:
    """Say whether the papers answer a question; no language model is asked."""
    try:
        finding = find(chain.retriever, question)
        return routing.draft(chain.retriever, finding, NO_SCOPE).status is Status.ANSWERED
    except AskpapersError:
        return False
