"""From a question to its evidence: the papers that may answer it, and their sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rag.compared import MOST_COMPARED, find_paper, with_compared
from rag.embedders import Vectors
from rag.errors import QuestionError
from rag.evidence import Asked, PaperEvidence, asked_of, gather
from rag.plaintext import plain
from rag.question import Question, understand
from rag.retrieval import LEXICAL_WEIGHT, Candidate, Retriever
from rag.scope import NO_SCOPE, Scope
from rag.store.papers import PaperStore
from rag.types import Kind, Paper

_CONSIDERED = 8  # papers whose sentences are looked at
_CHINESE_LEXICAL_WEIGHT = 0.3  # words looked up in a dictionary tell more than their embedding


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


def find(retriever: Retriever, text: str, scope: Scope = NO_SCOPE) -> Finding:
    """Understand a question and gather its evidence. Raises `QuestionError`."""
    store = retriever.index.store
    about = _rows(store, scope.about)
    meant = {about[paper.id]: plain(paper.label) for paper in scope.about if paper.id in about}
    question = understand(text, store, meant)
    question = question if meant else with_compared(question, retriever)
    texts = list(dict.fromkeys([question.query, *(part.text for part in question.parts)]))
    vectors = dict(zip(texts, retriever.index.embedder.embed(texts), strict=True))
    asked = [asked_of(part, vectors[part.text], store) for part in question.parts]
    candidates = _held_to(scope, retriever, question, vectors[question.query])
    candidates = _named_first(question, candidates)[:_CONSIDERED]
    return Finding(question, tuple(candidates), tuple(_evidence(retriever, candidates, asked)))


def _held_to(
    scope: Scope, retriever: Retriever, question: Question, vector: Vectors
) -> list[Candidate]:
    """Return the candidates that `scope` leaves; all, should it leave none."""
    store = retriever.index.store
    within = frozenset(_rows(store, scope.within).values()) or None
    without = set(_rows(store, scope.without).values())
    weight = _CHINESE_LEXICAL_WEIGHT if question.language == "zh" else LEXICAL_WEIGHT
    candidates = retriever.candidates(
        question.query, vector, question.terms, rows=within, lexical_weight=weight
    )
    return [c for c in candidates if c.row not in without] or candidates


def _rows(store: PaperStore, papers: Sequence[Paper]) -> dict[str, int]:
    return store.rows_of(paper.id for paper in papers)


def find_named(retriever: Retriever, names: Sequence[str]) -> Finding:
    """Return the papers with these names, to be compared. Raises `QuestionError`."""
    rows = list(dict.fromkeys(find_paper(name, retriever) for name in names))
    if not 1 < len(rows) <= MOST_COMPARED:
        raise QuestionError(f"Name two to {MOST_COMPARED} different papers to compare.")
    store = retriever.index.store
    question = understand(" vs ".join(names), store)
    compared = replace(question, kind=Kind.COMPARE, named=tuple((row,) for row in rows))
    papers = store.by_row(rows)
    return Finding(compared, (), tuple(PaperEvidence(row, papers[row], ()) for row in rows))


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
