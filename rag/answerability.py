"""Do the papers say it? The decision to answer, calibrated on labelled questions."""

from __future__ import annotations

from rag.evidence import PaperEvidence
from rag.forms import Wants
from rag.question import Question
from rag.retrieval import Candidate


def says_it(question: Question, evidence: PaperEvidence, candidate: Candidate) -> bool:
    """Say whether the best sentences of a paper answer at least one part of the question."""
    if not evidence.sentences:
        return False
    if question.parts[0].wants is Wants.LINK and not any(s.fits for s in evidence.sentences):
        return False
    best = evidence.best
    return best.dense + best.coverage > 0.35 and candidate.score > 0.35
