"""Questions that the page offers: only such as the collection answers, and has not answered yet.

Each is asked about its papers alone, by which it is found out at once in a collection of any size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from rag.answering import routing
from rag.answering.draft import Draft
from rag.errors import AskpapersError
from rag.finding import find
from rag.names import find_mentions
from rag.plaintext import plain
from rag.scope import Scope
from rag.types import Answer, Kind, Paper, Status
from ui.view.words import Words

if TYPE_CHECKING:
    from rag.chain import Chain

_OFFERED = 3
_EXAMPLES = 4
_LOOKED_AT = 8  # papers
_LONGEST_NAME = 80


class _Possible(NamedTuple):
    """A question that might be offered, and the papers that it is about."""

    text: str
    papers: tuple[Paper, ...]


def next_questions(chain: Chain, answers: Sequence[Answer], words: Words) -> list[str]:
    """Return up to three questions that go on from the last of a conversation's answers."""
    cited = _called([citation.paper for citation in answers[-1].citations[:_OFFERED]], chain)
    drafts = ((possible, _draft(chain, possible)) for possible in _going_on(cited, words))
    new = (one.text for one, draft in drafts if draft and not _is_told(one, draft, answers))
    return list(islice(new, _OFFERED))


def first_questions(chain: Chain, words: Words) -> list[str]:
    """Return questions to begin with, about papers of the collection."""
    store = chain.index.store
    named = store.papers_in(list(store.some_named(_LOOKED_AT)))
    papers = [*named, *islice(store.papers(), _LOOKED_AT)]
    papers = _called(list({paper.id: paper for paper in papers}.values()), chain)
    forms = (words.about[1], words.about[2], words.about[0], words.about[4])
    about = [_about(form, paper) for form, paper in zip(forms, papers, strict=False)]
    possible = [*about[:3], *_compared(papers, words), *about[3:]]
    overview = [words.overview] if papers else []
    return [*(one.text for one in possible if _draft(chain, one)), *overview][:_EXAMPLES]


def _going_on(papers: Sequence[Paper], words: Words) -> Iterator[_Possible]:
    yield from _compared(papers, words)
    for paper in papers[:2]:
        yield from (_about(form, paper) for form in words.about)


def _about(form: str, paper: Paper) -> _Possible:
    return _Possible(form.format(_name(paper)), (paper,))


def _compared(papers: Sequence[Paper], words: Words) -> list[_Possible]:
    pair = tuple(papers[:2])
    text = words.compare_question
    return [_Possible(text.format(*map(_name, pair)), pair)] if len(pair) == 2 else []


def _name(paper: Paper) -> str:
    return plain(paper.label)


def _called(papers: Sequence[Paper], chain: Chain) -> list[Paper]:
    """Return those papers whose name means them alone, in a question too."""
    store = chain.index.store
    rows = store.rows_of(paper.id for paper in papers)
    return [
        paper
        for paper in papers
        if 0 < len(name := _name(paper)) <= _LONGEST_NAME
        and [mention.rows for mention in find_mentions(name, store)] == [(rows.get(paper.id),)]
    ]


def _draft(chain: Chain, possible: _Possible) -> Draft | None:
    """Return how the papers answer a question, if they do; no language model is asked."""
    scope = Scope(about=possible.papers, within=possible.papers)
    try:
        found = find(chain.retriever, possible.text, scope)
        draft = routing.draft(chain.retriever, found, scope)
    except AskpapersError:
        return None
    return draft if draft.status is Status.ANSWERED else None


def _is_told(possible: _Possible, draft: Draft, answers: Sequence[Answer]) -> bool:
    """Say whether a conversation holds a question's answer already, however it was asked."""
    if len(possible.papers) > 1:
        wanted = {paper.id for paper in possible.papers}
        compared = (a.citations for a in answers if a.kind is Kind.COMPARE)
        return any(wanted <= {one.paper.id for one in citations} for citations in compared)
    told = (c for a in answers if a.kind is not Kind.COMPARE for c in a.citations)
    shown = {(citation.paper.id, quote) for citation in told for quote in citation.quotes}
    supports = [support for sentence in draft.sentences for support in sentence.supports]
    return {(support.paper.id, support.quote) for support in supports} <= shown
