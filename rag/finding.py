"""From a question to its evidence: the papers that may answer it, and their sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rag.compared import MOST_COMPARED, find_paper, with_compared
from rag.described import Description, description_of, papers_meant
from rag.described import about as about_paper
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
    """What was found for a question: the papers best first, each with its scored sentences.

    The first `meant` papers are those that the question may mean, where it describes one and more
    than one fit; 0 where it is clear.
    """

    question: Question
    candidates: tuple[Candidate, ...]
    evidence: tuple[PaperEvidence, ...]
    meant: int = 0

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
    _check_filter(scope, question, store)
    described = None if meant else description_of(question)
    vectors = _vectors(retriever, question, described)
    candidates = _held_to(scope, retriever, question, vectors[question.query])
    rows: list[int] = []
    if described:
        vector = vectors[described.text]
        rows = papers_meant(described, vector, candidates, retriever, _within(scope, retriever))
        question = about_paper(question, described, rows[0]) if rows else question
    first = [row for named in question.named for row in named] + rows
    candidates = _first(first, candidates)[:_CONSIDERED]
    asked = [asked_of(part, vectors[part.text], store) for part in question.parts]
    evidence = _evidence(retriever, candidates, asked)
    return Finding(question, tuple(candidates), tuple(evidence), len(rows) if len(rows) > 1 else 0)


def _check_filter(scope: Scope, question: Question, store: PaperStore) -> None:
    """A filter holds for papers that are named, too."""
    if scope.fitting is None:
        return
    for rows in question.named:
        if scope.fitting.isdisjoint(rows):
            label = plain(store.by_row(rows[:1])[rows[0]].label)
            raise QuestionError(
                f"{label} does not fit the filter. Take a part of it away and ask again."
            )


def _vectors(
    retriever: Retriever, question: Question, described: Description | None
) -> dict[str, Vectors]:
    """Embed the question, what it asks, and how it describes a paper: text -> shape (d,)."""
    texts = [question.query, *(part.text for part in question.parts)]
    if described:
        texts += [described.text, *(part.text for part in described.parts)]
    distinct = list(dict.fromkeys(texts))
    return dict(zip(distinct, retriever.index.embedder.embed(distinct), strict=True))


def _held_to(
    scope: Scope, retriever: Retriever, question: Question, vector: Vectors
) -> list[Candidate]:
    """Return the candidates that `scope` leaves; all, should it leave none."""
    without = set(_rows(retriever.index.store, scope.without).values())
    weight = _CHINESE_LEXICAL_WEIGHT if question.language == "zh" else LEXICAL_WEIGHT
    candidates = retriever.candidates(
        question.query,
        vector,
        question.terms,
        rows=_within(scope, retriever),
        lexical_weight=weight,
    )
    return [c for c in candidates if c.row not in without] or candidates


def _within(scope: Scope, retriever: Retriever) -> frozenset[int] | None:
    within = frozenset(_rows(retriever.index.store, scope.within).values()) or None
    if within is None or scope.fitting is None:
        return scope.fitting if within is None else within
    return within & scope.fitting


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


def _first(rows: Sequence[int], candidates: Sequence[Candidate]) -> list[Candidate]:
    """Put the papers that the question names or means in front, in that order."""
    known = {candidate.row: candidate for candidate in candidates}
    front = [known.get(row) or Candidate(row, 0.0, 0.0, 0.0, 0.0) for row in dict.fromkeys(rows)]
    return front + [candidate for candidate in candidates if candidate.row not in rows]


def _evidence(
    retriever: Retriever, candidates: Sequence[Candidate], asked: Sequence[Asked]
) -> list[PaperEvidence]:
    rows = [candidate.row for candidate in candidates]
    papers = retriever.index.store.by_row(rows)
    sentences = retriever.sentences_of(rows)
    return [gather(row, papers[row], sentences.get(row), asked) for row in rows]
