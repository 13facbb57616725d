"""Questions that mean one paper and could mean several: which one?"""

from __future__ import annotations

from collections.abc import Sequence

from rag.answering.draft import Draft, DraftSentence, Support
from rag.answering.extractive import fitting, framed, gist_of, label
from rag.answering.leading import leading
from rag.answering.phrases import phrase
from rag.evidence import PaperEvidence
from rag.question import Part
from rag.types import Status
from rag.wants import Wants

_ITEM = "\n- "


def ask_which(found: Sequence[PaperEvidence], asked: Sequence[Part], language: str) -> Draft:
    """Name the papers that fit, ask which one is meant, and answer for each what is `asked`."""
    supports = tuple(Support(evidence.paper) for evidence in found)
    joint, last = phrase("comma", language), phrase("or", language)
    names = [label(evidence.paper) for evidence in found]
    listed = joint.join(names[:-1]) + last + names[-1]
    question = DraftSentence(phrase("which", language, names=listed), supports)
    each = [_answer(evidence, asked, language) for evidence in found]
    return Draft(Status.AMBIGUOUS, (question, *each))


def _answer(evidence: PaperEvidence, asked: Sequence[Part], language: str) -> DraftSentence:
    wanted = {part.wants for part in asked}
    if wanted == {Wants.LINK} and not evidence.best.fits:
        text = phrase("no_link", language, name=label(evidence.paper))
        return DraftSentence(text, (Support(evidence.paper),), _ITEM)
    best = gist_of(evidence) if Wants.GIST in wanted else leading(evidence, asked)[0]
    answering = best if best.fits else fitting(evidence)
    return framed("says", evidence.paper, answering, language, _ITEM)
