"""Which kind of answer a question gets."""

from __future__ import annotations

from collections.abc import Sequence

from rag.answerability import says_it
from rag.answering import comparison, extractive, listing, record
from rag.answering.ambiguity import ask_which
from rag.answering.draft import Draft, DraftSentence
from rag.answering.phrases import phrase
from rag.evidence import PaperEvidence
from rag.finding import Finding
from rag.forms import is_small_talk
from rag.outdone import outdone_otherwise
from rag.premises import needless
from rag.question import Question
from rag.reranking import rerank
from rag.retrieval import Retriever
from rag.scope import Scope
from rag.stated import dated_otherwise, stated_otherwise
from rag.types import Kind, Status

_CLEAR_LEAD = 0.15  # of score, over the next paper
_OFFERED = 3
_WHOLE_COLLECTION = (Kind.LIST, Kind.COUNT, Kind.COLLECTION)


def draft(retriever: Retriever, finding: Finding, scope: Scope) -> Draft:
    """Return what to say to a question, given what was found; there has to be a paper."""
    question, language = finding.question, finding.question.language
    if is_small_talk(question.text):
        talk = DraftSentence(phrase("small_talk", language), ())
        return Draft(Status.NOT_FOUND, (talk,))
    if question.kind in _WHOLE_COLLECTION:
        return listing.draft(retriever, question, _rows(retriever, scope))
    if question.kind is Kind.COMPARE:
        count = len(question.named)
        return comparison.draft(question, finding.evidence[:count], finding.candidates[:count])
    recorded = record.draft(finding)
    if recorded:
        return recorded
    if finding.meant:
        return ask_which(finding.evidence[: finding.meant], question.parts, language)
    if question.named:
        return _about_one(finding)
    describes = question.kind is Kind.FIND
    finding = rerank(finding) if describes else finding
    first = finding.evidence[0]
    if not says_it(question, first, finding.candidates[0]):
        return extractive.refuse(first, language, named=False)
    if describes:
        return extractive.offer(_that_fit(finding), question.parts, language)
    return extractive.say(first, question.parts, language)


def _about_one(finding: Finding) -> Draft:
    """Answer from the paper that is named, or contradict what is taken for granted of it."""
    question, first = finding.question, finding.evidence[0]
    asked = [part.text for part in question.parts]
    draft = _contradicted(question, first, asked)
    if draft is None and says_it(question, first, finding.candidates[0]):
        draft = extractive.say(first, question.parts, question.language)
    draft = draft or extractive.refuse(first, question.language, named=True)
    if dated_otherwise([*asked, question.text], first.paper):
        return extractive.dated(draft, first.paper, question.language)
    return draft


def _contradicted(question: Question, paper: PaperEvidence, asked: Sequence[str]) -> Draft | None:
    if denial := needless(asked, paper):
        key, quote = "otherwise", denial.quote
    elif stated := stated_otherwise(asked, paper.paper) or outdone_otherwise(asked, paper.paper):
        key, quote = "stated_otherwise", stated
    else:
        return None
    return extractive.correct(paper, question.parts, key, quote, question.language)


def _rows(retriever: Retriever, scope: Scope) -> frozenset[int] | None:
    """Return the rows that a conversation has narrowed the collection down to; None for all."""
    if not (scope.within or scope.without):
        return scope.fitting
    store = retriever.index.store
    within = store.rows_of(paper.id for paper in scope.within or store.papers())
    without = store.rows_of(paper.id for paper in scope.without)
    left = frozenset(within.values()) - frozenset(without.values())
    return left if scope.fitting is None else left & scope.fitting


def _that_fit(finding: Finding) -> list[PaperEvidence]:
    """Return the first paper, and the next ones as long as none of them clearly leads."""
    best = finding.candidates[0].score
    count = sum(c.score >= best - _CLEAR_LEAD for c in finding.candidates[:_OFFERED])
    return [evidence for evidence in finding.evidence[:count] if evidence.sentences]
