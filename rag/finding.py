"""From a question to its evidence: the papers that may answer it, and their sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rag.evidence import Asked, PaperEvidence, asked_of, gather
from rag.question import Question, understand
from rag.retrieval import Candidate, Retriever
from rag.types import Paper

_CONSIDERED = 8  # papers whose sentences are looked at


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found for a question: the papers best first, each with its scored sentences."""

    question: Question
    candidates: tuple[Candidate, ...]
    evidence: tuple[PaperEvidence, ...]

    @property
    def papers(self) -> tuple[Paper, ...]:
        """The papers that were looked at, best first."""
        return tuple(evidence.paper for evidence in self.evidence)


def find(retriever: Retriever, text: str) -> Finding:
    """Understand a question and gather its evidence. Raises `QuestionError`."""
    store = retriever.index.store
    question = understand(text, store)
    texts = [question.query, *(part.text for part in question.parts)]
    vectors = retriever.index.embedder.embed(texts)
    asked = [asked_of(part, v, store) for part, v in zip(question.parts, vectors[1:], strict=True)]
    candidates = retriever.candidates(question.query, vectors[0], question.terms)
    candidates = _named_first(question, candidates)[:_CONSIDERED]
    return Finding(question, tuple(candidates), tuple(_evidence(retriever, candidates, asked)))


def _named_first(question: Question, candidates: list[Candidate]) -> list[Candidate]:
    """Put the papers that the question names in front, in the order in which it names them."""
    known = {candidate.row: candidate for candidate in candidates}
    rows = list(dict.fromkeys(row for rows in question.named for row in rows))
    named = [known.get(row) or Candidate(row, 0.0, 0.0, 0.0, 0.0) for row in rows]
    return named + [candidate for candidate in candidates if candidate.row not in rows]


def _evidence(
    retriever: Retriever, candidates: Sequence[Candidate], asked: Sequence[Asked]
) -> list[PaperEvidence]:
    rows = [candidate.row for candidate in candidates]
    papers = retriever.index.store.by_row(rows)
    sentences = retriever.sentences_of(rows)
    return [gather(row, papers[row], sentences.get(row), asked) for row in rows]
