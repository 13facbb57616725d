"""The last step: from what was written to the answer that is handed out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rag.answering.phrases import phrase
from rag.answering.tables import numbered
from rag.answering.written.writing import Written
from rag.citations import Cited, Numbering, cite
from rag.finding import Finding
from rag.glossing import explained
from rag.plaintext import plain
from rag.store.index import Index
from rag.types import Answer, Citation, Delta, Kind, Paper, Status


def finish(
    index: Index,
    question: str,
    finding: Finding,
    written: Written,
    numbering: Numbering,
    timings: Mapping[str, float],
) -> Answer:
    """Number the citations, add the notes, and return the answer; `timings` are in seconds."""
    asked, draft = finding.question, written.draft
    cited = cite(draft, numbering)
    return Answer(
        question=question,
        standalone=asked.text,
        kind=asked.kind,
        status=draft.status,
        text=cited.text,
        sentences=cited.sentences,
        citations=cited.citations,
        considered=finding.papers,
        dropped=written.dropped,
        notes=(*written.notes, *_notes(index, finding, cited)),
        model=written.model,
        usage=written.usage,
        reply=written.reply,
        language=asked.language,
        timings_ms={step: round(1000 * seconds, 1) for step, seconds in timings.items()},
        table=numbered(draft.table, numbering.number) if draft.table else None,
        by_year=draft.by_year,
    )


def _notes(index: Index, finding: Finding, cited: Cited) -> Iterator[str]:
    """Yield what a reader has to know of the cited papers and of the words that matched."""
    papers = [citation.paper for citation in cited.citations]
    yield from dict.fromkeys(_on_papers(index, papers, finding.question.language))
    yield from _read_as(index, finding)
    yield from explained(finding.question, _quoted(cited.citations))


def _on_papers(index: Index, papers: Sequence[Paper], language: str) -> Iterator[str]:
    """Yield which papers are retracted or withdrawn, and what holds for the texts of a file."""
    for paper in papers:
        if paper.notice:
            yield phrase(paper.notice, language, name=plain(paper.label))
    notes = index.notes()
    files = (origin.file for paper in papers for origin in paper.origins)
    yield from (notes[file] for file in files if file in notes)


def _read_as(index: Index, finding: Finding) -> Iterator[str]:
    """Yield which names were taken for others, since no paper has them."""
    misspelt, language = finding.question.misspelt, finding.question.language
    papers = index.store.by_row(row for _, row in misspelt)
    for word, row in misspelt:
        yield phrase("read_as", language, word=word, name=plain(papers[row].label))


def _quoted(citations: Sequence[Citation]) -> list[str]:
    return [quote.text for citation in citations for quote in citation.quotes]


def pieces(answer: Answer) -> Iterator[Delta]:
    """Yield a finished answer's text as it would be written."""
    position = 0
    for sentence in answer.sentences:
        end = answer.text.index(sentence.text, position) + len(sentence.text)
        yield Delta(answer.text[position:end])
        position = end
    if position < len(answer.text):
        yield Delta(answer.text[position:])


def empty(question: str, language: str) -> Answer:
    """Return the answer of a collection without papers."""
    return Answer(
        question=question,
        standalone=question,
        kind=Kind.FACT,
        status=Status.NOT_FOUND,
        text=phrase("empty", language),
        language=language,
    )
