"""A second look at the best papers for a description: word by word (see `alignment`)."""

from __future__ import annotations

from dataclasses import replace

from rag.alignment import align
from rag.evidence import PaperEvidence
from rag.finding import Finding
from rag.plaintext import plain
from rag.retrieval import Candidate

_LOOKED_AT = 6  # papers
_SENTENCES = 2
# Fitted on descriptions of our own; see bench/questions.
_ALIGNMENT_WEIGHT = 1.0


def rerank(finding: Finding) -> Finding:
    """Return `finding` with its first papers in the order of score and alignment together.

    Their scores are raised by the mean cosine of the question's words with their best matches.
    """
    pairs = list(zip(finding.candidates, finding.evidence, strict=True))
    seen = [(_raised(finding.question.query, *pair), pair[1]) for pair in pairs[:_LOOKED_AT]]
    ordered = sorted(seen, key=lambda pair: -pair[0].score) + pairs[_LOOKED_AT:]
    return replace(
        finding,
        candidates=tuple(candidate for candidate, _ in ordered),
        evidence=tuple(evidence for _, evidence in ordered),
    )


def _raised(query: str, candidate: Candidate, evidence: PaperEvidence) -> Candidate:
    if not evidence.sentences:
        return candidate
    texts = [plain(sentence.quote.text) for sentence in evidence.sentences[:_SENTENCES]]
    return replace(candidate, score=candidate.score + _ALIGNMENT_WEIGHT * align(query, texts).mean)
