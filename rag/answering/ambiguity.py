"""Questions that mean one paper and could mean several ("the safety paper")."""

from __future__ import annotations

from collections.abc import Sequence

from rag.alignment import align
from rag.answering.draft import Draft, DraftSentence, Support
from rag.answering.extractive import fitting, framed, label
from rag.answering.phrases import phrase
from rag.evidence import PaperEvidence, ScoredSentence
from rag.finding import Finding
from rag.forms import loose_reference
from rag.plaintext import plain
from rag.types import Kind, Status

# Of score: a paper is meant for certain when it leads by more. Chosen on questions of our own.
_CLEAR_LEAD = 0.17
_STILL_FITS = 0.22
_MOST = 4
_ABOUT = 0.4  # cosine of the weakest word of "the … paper" with the words of a paper that fits


def meant(finding: Finding) -> list[PaperEvidence]:
    """Return the papers that a loose reference may mean; fewer than two when it is clear."""
    question = finding.question
    if question.named or question.kind not in (Kind.FACT, Kind.FIND):
        return []
    reference = loose_reference(question.query)
    if reference is None or not _is_open(finding):
        return []
    best = finding.candidates[0].score
    near = [c.score >= best - _STILL_FITS for c in finding.candidates]
    fitting_papers = [
        evidence
        for evidence, is_near in zip(finding.evidence, near, strict=True)
        if is_near and evidence.sentences and _is_about(evidence, reference)
    ]
    return fitting_papers[:_MOST]


def ask_which(found: Sequence[PaperEvidence], language: str) -> Draft:
    """Name the papers that fit, ask which one is meant, and answer for each."""
    supports = tuple(Support(evidence.paper) for evidence in found)
    joint, last = phrase("comma", language), phrase("or", language)
    names = [label(evidence.paper) for evidence in found]
    listed = joint.join(names[:-1]) + last + names[-1]
    question = DraftSentence(phrase("which", language, names=listed), supports)
    each = [framed("says", e.paper, _answering(e), language, "\n- ") for e in found]
    return Draft(Status.AMBIGUOUS, (question, *each))


def _is_open(finding: Finding) -> bool:
    scores = [candidate.score for candidate in finding.candidates[:2]]
    return len(scores) == 2 and scores[0] - scores[1] <= _CLEAR_LEAD


def _is_about(evidence: PaperEvidence, reference: str) -> bool:
    """Say whether a paper's words match each word of the reference; an empty one fits all."""
    texts = [plain(sentence.quote.text) for sentence in evidence.sentences]
    title = plain(evidence.paper.title or "")
    return not reference or align(reference, [title, *texts] if title else texts).weakest >= _ABOUT


def _answering(evidence: PaperEvidence) -> ScoredSentence:
    best = evidence.best
    return best if best.fits else fitting(evidence)
