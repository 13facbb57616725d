"""Comparisons: what is asked of each paper, then a table of their aspects, all word for word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rag.answerability import says_it
from rag.answering.draft import Draft, DraftSentence, DraftTable, Support
from rag.answering.extractive import label
from rag.answering.phrases import phrase
from rag.answering.tables import END, as_sentences
from rag.aspects import asked_role, sentence_roles, told
from rag.citations import neutral
from rag.evidence import PaperEvidence
from rag.question import Question
from rag.retrieval import Candidate
from rag.roles import Role
from rag.tokens import is_stop_word
from rag.types import Paper, Quote, Status

_ROLE_WEIGHT = 0.4  # fitted on comparing questions of our own
_SENTENCES = 5  # that answer directly, over all papers
_PARAGRAPH = "\n\n"
_COMPARING = re.compile(
    r"compar\w*|differ\w*|versus|vs|both|each|between|respectively|distinguish\w*|contrast"
    r"|methods?|papers?|main|key|one|two|three|another|other"
)

Row = tuple[str, tuple[Quote | None, ...]]


def draft(
    question: Question, evidence: Sequence[PaperEvidence], candidates: Sequence[Candidate]
) -> Draft:
    """Answer for each paper in turn what is asked of all, then set them side by side.

    `evidence` holds the papers that are compared, `candidates` how well each fits the question.
    """
    pairs = zip(evidence, candidates, strict=True)
    lines = [
        _Line(paper, says_it(question, paper, fit), choose(question, paper)) for paper, fit in pairs
    ]
    most = max(1, _SENTENCES // len(lines))
    direct = [sentence for line in lines for sentence in _said(line, most, question.language)]
    rows = [] if _is_general(question) else [_asked(lines, question.language)]
    papers = [line.paper for line in lines]
    return _with_table(_status(lines), direct, _table(papers, question.language, rows))


def side_by_side(papers: Sequence[Paper], language: str) -> Draft:
    """Set papers side by side, aspect by aspect."""
    return _with_table(Status.ANSWERED, (), _table(papers, language))


def choose(question: Question, evidence: PaperEvidence) -> list[Quote]:
    """Return the sentences of a paper, those first that answer each part of the question best."""
    quotes, likely = sentence_roles(evidence.paper)
    role = dict(zip(quotes, likely[asked_role(question.text)].tolist(), strict=True))
    focused = 0 if _is_general(question) else 1
    parts = [
        sorted(part, key=lambda s: -focused * s.score - _ROLE_WEIGHT * role.get(s.quote, 0.0))
        for part in evidence.parts
    ]
    return list(dict.fromkeys(s.quote for place in zip(*parts, strict=True) for s in place))


def _is_general(question: Question) -> bool:
    """Say whether nothing but a comparison is asked for."""
    words = re.findall(r"\w+", " ".join(part.text for part in question.parts).casefold())
    return all(is_stop_word(word) or _COMPARING.fullmatch(word) for word in words)


@dataclass(frozen=True, slots=True)
class _Line:
    """A paper, whether it says what is asked, and its sentences, best first."""

    evidence: PaperEvidence
    says: bool
    quotes: list[Quote]

    @property
    def paper(self) -> Paper:
        return self.evidence.paper


def _said(line: _Line, most: int, language: str) -> Iterator[DraftSentence]:
    """Yield a paragraph on one paper."""
    paper, name = line.paper, label(line.paper)
    if not line.quotes:
        text = phrase("no_abstract", language, name=name)
        yield DraftSentence(text, (Support(paper),), _PARAGRAPH)
        return
    first, *more = [(neutral(quote.text), (Support(paper, quote),)) for quote in line.quotes[:most]]
    key = "says" if line.says else "not_in_paper"
    yield DraftSentence(phrase(key, language, name=name, quote=first[0]), first[1], _PARAGRAPH)
    yield from (DraftSentence(*sentence) for sentence in more if line.says)


def _status(lines: Sequence[_Line]) -> Status:
    said = [line.says for line in lines]
    return Status.ANSWERED if all(said) else Status.PARTLY if any(said) else Status.NOT_FOUND


def _asked(lines: Sequence[_Line], language: str) -> Row:
    cells = tuple(line.quotes[0] if line.says else None for line in lines)
    return phrase("asked", language), cells


def _table(papers: Sequence[Paper], language: str, first: Sequence[Row] = ()) -> DraftTable:
    """Set out the aspects of papers, below the rows that come `first` and say something else."""
    aspects = [told(paper) for paper in papers]
    rows = [(phrase(role, language), tuple(a.get(role) for a in aspects)) for role in Role]
    known = [cells for _, cells in rows]
    new = [row for row in first if row[1] not in known]
    return DraftTable(tuple(papers), (*new, *rows), phrase("unstated", language))


def _with_table(status: Status, direct: Sequence[DraftSentence], table: DraftTable) -> Draft:
    return Draft(status, (*direct, *as_sentences(table)), table, END)
