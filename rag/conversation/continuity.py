"""Does a question that points back with no word go on about a paper, or begin something new?"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rag.conversation.ellipsis import identifiers
from rag.evidence import coverage
from rag.plaintext import plain
from rag.question import understand
from rag.rarity import idf_of
from rag.retrieval import Candidate, Retriever
from rag.tokens import query_terms, terms
from rag.types import Paper

# Logistic regression on 1,200 pairs of a question of our own and the paper spoken of: the question
# is about it but leaves out its name, or it is about another paper. It takes 96 % of the former
# and 4 % of the latter for a continuation. A word that points back adds what lets all of 285
# questions with one go on, and 8 % of 202 that hold one but point within themselves.
_GAP, _COVERAGE, _LENGTH, _BIAS = 12.43, 11.33, -0.61, 4.79
_POINTING_BACK = 2.6
_LEAD = 0.1  # of the paper that was spoken of first over the others
# "What is BERT?", "Who is Ada Lovelace?", "What is the capital of France?"
_DEFINES = re.compile(
    r"\W*(?:[Ww]hat|[Ww]ho)(?:'s| is| are| was| were) (?:the [a-z]+ of )?"
    r"((?:[A-Z][\w-]*)(?: [A-Z][\w-]*)*)\W*$"
)
_FEW = 3  # papers that share a name which tells what is spoken of


def continues(retriever: Retriever, text: str, paper: Paper, points_back: bool) -> bool:
    """Say whether `text` asks about `paper` rather than about another paper of the index.

    Three things tell: how much closer the closest paper is, the share of the question's terms
    that `paper` holds, and the number of these terms, since what goes on can be short; a word
    that points back (`points_back`) outweighs much of that.
    """
    defined = _DEFINES.match(text)
    if defined and not _held(paper).issuperset(terms(defined[1])):
        return False
    if points_back:
        return log_odds(retriever, text, paper) + _POINTING_BACK > 0
    return not _names_elsewhere(retriever, text, paper) and log_odds(retriever, text, paper) > 0


def log_odds(retriever: Retriever, text: str, paper: Paper) -> float:
    """Return the log-odds that `text`, which may point back with no word, is about `paper`."""
    question = understand(text, retriever.index.store)
    asked = query_terms(question.query)
    gap = _closeness(retriever, question.query, [paper]).get(paper.id, 0.0) - _best(
        retriever, question.query
    )
    covered = _covered(retriever, asked, paper)
    return _GAP * min(gap, 0.0) + _COVERAGE * covered + _LENGTH * len(asked) + _BIAS


def _names_elsewhere(retriever: Retriever, text: str, paper: Paper) -> bool:
    """Say whether `text` has a name or code that only a few papers hold, and `paper` does not."""
    asked = {term for word in identifiers(text) for term in terms(word)}
    found = retriever.index.store.document_frequency(sorted(asked - _held(paper)))
    return any(0 < papers <= _FEW for papers in found.values())


def closest(retriever: Retriever, text: str, papers: Sequence[Paper]) -> Paper:
    """Return the one of `papers` that a question fits best, the first one unless another leads."""
    question = understand(text, retriever.index.store)
    asked = query_terms(question.query)
    fits = _closeness(retriever, question.query, papers)
    leads = {papers[0].id: _LEAD}

    def fit(paper: Paper) -> float:
        described = _covered(retriever, asked, paper)
        return fits.get(paper.id, 0.0) + described + leads.get(paper.id, 0.0)

    return max(papers, key=fit)


def _best(retriever: Retriever, query: str) -> float:
    found = _candidates(retriever, query)
    return max((_fit(candidate) for candidate in found), default=0.0)


def _closeness(retriever: Retriever, query: str, papers: Sequence[Paper]) -> Mapping[str, float]:
    rows = retriever.index.store.rows_of(paper.id for paper in papers)
    found = _candidates(retriever, query, frozenset(rows.values()))
    fits = {candidate.row: _fit(candidate) for candidate in found}
    return {id_: fits.get(row, 0.0) for id_, row in rows.items()}


def _candidates(
    retriever: Retriever, query: str, rows: frozenset[int] | None = None
) -> list[Candidate]:
    vector = retriever.index.embedder.embed([query])[0]
    return retriever.candidates(query, vector, query_terms(query), rows=rows)


def _fit(candidate: Candidate) -> float:
    """Only what does not depend on the other candidates."""
    return (candidate.passage + candidate.sentences) / 2


def _covered(retriever: Retriever, asked: Sequence[str], paper: Paper) -> float:
    """Return the share, by idf, of the terms asked for that `paper` holds."""
    weights = idf_of(asked, retriever.index.store)
    return coverage(_held(paper).intersection(weights), weights)


def _held(paper: Paper) -> frozenset[str]:
    said = [paper.title or "", paper.abstract, *paper.authors, str(paper.year or "")]
    return frozenset(terms(plain(" ".join(said))))
