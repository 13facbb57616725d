"""Questions that mean one paper and could mean several: which one?"""

from __future__ import annotations

from collections.abc import Sequence

from rag.answering.draft import Draft, DraftSentence, Support
from rag.answering.extractive import fitting, framed, label
from rag.answering.phrases import phrase
from rag.evidence import PaperEvidence, ScoredSentence
from rag.types import Status

_ITEM = "\n- "


def ask_which(found: Sequence[PaperEvidence], language: str, *, link: bool = False) -> Draft:
    """Name the papers that fit, ask which one is meant, and answer for each.

    With `link`, what is asked for is a link.
    """
    supports = tuple(Support(evidence.paper) for evidence in found)
    joint, last = phrase("comma", language), phrase("or", language)
    names = [label(evidence.paper) for evidence in found]
    listed = joint.join(names[:-1]) + last + names[-1]
    question = DraftSentence(phrase("which", language, names=listed), supports)
    each = [_answer(evidence, language, link) for evidence in found]
    return Draft(Status.AMBIGUOUS, (question, *each))


def _answer(evidence: PaperEvidence, language: str, link: bool) -> DraftSentence:
    if link and not evidence.best.fits:
        text = phrase("no_link", language, name=label(evidence.paper))
        return DraftSentence(text, (Support(evidence.paper),), _ITEM)
    return framed("says", evidence.paper, _answering(evidence), language, _ITEM)


def _answering(evidence: PaperEvidence) -> ScoredSentence:
    best = evidence.best
    return best if best.fits else fitting(evidence)
