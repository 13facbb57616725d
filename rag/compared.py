"""Which papers a question compares: named, or described ("the Markov-process paper").

A description is resolved by search. Words beside a name ("EchoRL and asymmetric prompt weighting")
are taken for a paper only where one introduces just that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rag.aspects import sentence_roles
from rag.chinese import is_chinese, translate
from rag.descriptions import Span, all_descriptions, beside, descriptions, without
from rag.errors import QuestionError
from rag.forms import compares
from rag.names import codes_of_one, find_mentions, name_key
from rag.plaintext import plain
from rag.question import Question, clean, understand
from rag.retrieval import Candidate, Retriever
from rag.roles import Role
from rag.tokens import query_terms, terms
from rag.types import Kind, Paper

MOST_COMPARED = 5
_SEARCHED = 8  # best papers for a description, of which one may introduce it
_LIKELY = 0.5


@dataclass(frozen=True, slots=True)
class _Slot:
    """A stretch of a question that stands for a paper, and the row of the paper."""

    span: Span
    row: int


def with_compared(question: Question, retriever: Retriever) -> Question:
    """Return `question` as a comparison where it is about several papers, else as it is.

    A comparison's `named` holds one row for each paper, in the order of the question, and its
    `parts` say what is asked of each of them.
    """
    text = plain(question.text)
    if question.kind is Kind.COUNT or not _may_compare(question, text):
        return question
    slots = _slots(text, retriever)
    rows = list(dict.fromkeys(slot.row for slot in slots))[:MOST_COMPARED]
    if len(rows) < 2:
        return question
    asked = understand(without(text, [slot.span for slot in slots]), retriever.index.store)
    named = tuple((row,) for row in rows)
    return replace(question, kind=Kind.COMPARE, named=named, parts=asked.parts)


def find_paper(name: str, retriever: Retriever) -> int:
    """Return the row of the paper that has the id `name`, is named so, or is described so.

    Raises `QuestionError` when there is none.
    """
    if not name_key(name):
        raise QuestionError("A name without words names no paper. Give names or titles of papers.")
    store, name = retriever.index.store, clean(name)
    text = plain(name)
    ids, mentions = store.rows_of([name]), find_mentions(text, store)
    row = ids.get(name, mentions[0].rows[0] if mentions else _introducing(text, retriever))
    for _, description in descriptions(text) if row is None else ():
        row = _closest(description, retriever)
    if row is None:
        raise QuestionError(f"No paper here is called “{name}”. Give names or titles of papers.")
    return row


def _may_compare(question: Question, text: str) -> bool:
    papers = len(question.named) + len(descriptions(text))
    return papers > 1 or compares(text)


def _slots(text: str, retriever: Retriever) -> list[_Slot]:
    """Return what stands for papers in `text`, in order."""
    mentions = find_mentions(text, retriever.index.store)
    slots = [_Slot((mention.start, mention.end), mention.rows[0]) for mention in mentions]
    described = all_descriptions(text) if compares(text) else descriptions(text)
    for span, description in described:
        if _is_free(span, slots):
            slots += _slot(span, _closest(description, retriever))
    slots += _coded(text, retriever, slots) if compares(text) else ()
    for span in beside(text, [slot.span for slot in slots]) if compares(text) else ():
        if _is_free(span, slots):
            slots += _slot(span, _introducing(text[slice(*span)], retriever))
    return sorted(slots, key=lambda slot: slot.span)


def _coded(text: str, retriever: Retriever, slots: Sequence[_Slot]) -> Iterator[_Slot]:
    """Yield the codes that stand for the paper that introduces them."""
    for mention in codes_of_one(text, retriever.index.store):
        span, row = (mention.start, mention.end), mention.rows[0]
        papers = retriever.index.store.by_row([row])
        if _is_free(span, slots) and _introduces(papers[row], text[slice(*span)]):
            yield _Slot(span, row)


def _slot(span: Span, row: int | None) -> list[_Slot]:
    return [] if row is None else [_Slot(span, row)]


def _is_free(span: Span, slots: Sequence[_Slot]) -> bool:
    return all(span[1] <= slot.span[0] or slot.span[1] <= span[0] for slot in slots)


def _closest(description: str, retriever: Retriever) -> int | None:
    """Return the paper that a description fits best."""
    found = _search(description, retriever)
    return found[0].row if found else None


def _introducing(phrase: str, retriever: Retriever) -> int | None:
    """Return the paper that introduces `phrase`, in its title or where it says what it does."""
    rows = [candidate.row for candidate in _search(phrase, retriever)[:_SEARCHED]]
    papers = retriever.index.store.by_row(rows)
    return next((row for row in rows if _introduces(papers[row], phrase)), None)


def _introduces(paper: Paper, phrase: str) -> bool:
    quotes, likely = sentence_roles(paper)
    wanted = set(query_terms(phrase))
    own = [q for q, share in zip(quotes, likely[Role.APPROACH], strict=True) if share > _LIKELY]
    told = [plain(paper.title or ""), *(plain(quote.text) for quote in own)]
    spelled_out = f"({phrase})" in plain(paper.abstract)  # behind what it is short for
    return spelled_out or any(wanted <= set(terms(text)) for text in told)


def _search(description: str, retriever: Retriever) -> list[Candidate]:
    query = translate(description).text if is_chinese(description) else description
    vector = retriever.index.embedder.embed([query])[0]
    return retriever.candidates(query, vector, query_terms(query))
