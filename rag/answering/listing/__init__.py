"""Lists and counts over the whole collection.

Exact are years, venues, authors, links, position papers, papers without an abstract, and the
mention of a word: SQL and the full-text index narrow the papers down, and what is left is checked
one by one. Judged by a threshold are topics, over all papers of a collection of up to
`finding.POOL`, and over as many of the best of a larger one.
"""

from __future__ import annotations

from rag.answering.draft import Draft
from rag.answering.listing.artefacts import Introduces
from rag.answering.listing.conditions import Rows
from rag.answering.listing.members import members_of
from rag.answering.listing.overview import overview
from rag.answering.listing.reading import Request, read
from rag.answering.listing.writing import write
from rag.answering.phrases import phrase
from rag.question import Question
from rag.retrieval import Retriever
from rag.types import Kind


def draft(retriever: Retriever, question: Question, within: Rows | None = None) -> Draft:
    """Answer a question for papers, of the kinds LIST, COUNT and COLLECTION.

    `within` limits the papers to these rows of the store. There has to be a paper.
    """
    store, language = retriever.index.store, question.language
    if question.kind is Kind.COLLECTION:
        return overview(store, language)
    request = read(question.text, store)
    members = members_of(retriever, request, within)
    total = store.count("papers") if within is None else len(within)
    return write(members, _described(request, language), total, language)


def _described(request: Request, language: str) -> str:
    parts = [condition.described(language) for condition in request.conditions]
    if request.artefact:
        kind = Introduces.called(request.artefact)
        parts.insert(0, kind.described(language))
    if request.topic:
        parts.append(phrase("on_topic", language, topic=request.topic))
    return phrase("and", language).join(parts)
