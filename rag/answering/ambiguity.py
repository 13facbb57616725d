"""Questions that mean one paper and could mean several: which one?"""

from __future__ import annotations

from collections.abc import Sequence

from rag.answering.draft import Draft, DraftSentence, Support
from rag.answering.extractive import fitting, framed, label
from rag.answering.phrases import phrase
from rag.evidence import PaperEvidence, ScoredSentence
from rag.types import Status


def ask_which(found: Sequence[PaperEvidence], language: str) -> Draft:
    """Name the papers that fit, ask which one is meant, and answer for each."""
    supports = tuple(Support(evidence.paper) for evidence in found)
    joint, last = phrase("comma", language), phrase("or", language)
    names = [label(evidence.paper) for evidence in found]
    listed = joint.join(names[:-1]) + last + names[-1]
    question = DraftSentence(phrase("which", language, names=listed), supports)
    each = [framed("says", e.paper, _answering(e), language, "\n- ") for e in found]
    return Draft(Status.AMBIGUOUS, (question, *each))


def _answering(evidence: PaperEvidence) -> ScoredSentence:
    best = evidence.best
    return best if best.fits else fitting(evidence)
