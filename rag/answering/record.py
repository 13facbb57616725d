"""Answers from a paper's record: its authors, and where and when it was published."""

from __future__ import annotations

from rag.answering.draft import Draft, DraftSentence, Support
from rag.answering.extractive import label
from rag.answering.phrases import phrase
from rag.finding import Finding
from rag.types import Paper, Status
from rag.wants import Wants

_FROM_RECORD = {Wants.AUTHORS, Wants.PUBLICATION}


def draft(finding: Finding) -> Draft | None:
    """Return what the records of the papers named say; None when something else is asked."""
    question = finding.question
    wanted = [part.wants for part in question.parts if part.wants in _FROM_RECORD]
    if not wanted or not question.named:
        return None
    papers = finding.papers[: len(question.named)]
    told = [(paper, _told(paper, wants, question.language)) for paper in papers for wants in wanted]
    status = Status.ANSWERED if any(text for _, text in told) else Status.NOT_FOUND
    return Draft(status, tuple(_sentence(paper, text, question.language) for paper, text in told))


def _told(paper: Paper, wants: Wants, language: str) -> str | None:
    """Return the sentence that a record gives, None where it has no such field."""
    name = label(paper)
    if wants is Wants.AUTHORS and paper.authors:
        return phrase("authors", language, name=name, authors=", ".join(paper.authors))
    if wants is Wants.PUBLICATION and (paper.year or paper.venue):
        year, venue = str(paper.year or "–"), paper.venue or "–"
        return phrase("published", language, name=name, venue=venue, year=year)
    return None


def _sentence(paper: Paper, text: str | None, language: str) -> DraftSentence:
    return DraftSentence(
        text or phrase("not_in_record", language, name=label(paper)), (Support(paper),)
    )
