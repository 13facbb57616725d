"""Answers, papers and reports as JSON: the contract that other programs rely on.

`CONTRACT` is its version. It grows when a key changes its meaning or goes away; a key that is
added leaves it as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rag.types import Answer, Citation, IngestReport, Paper, SearchHit, Table

CONTRACT = 1

Json = dict[str, Any]


def paper_to_json(paper: Paper) -> Json:
    """Return a paper as it stands in answers and search results (without its abstract)."""
    origins = [{"file": o.file, "record": o.record, "line": o.line} for o in paper.origins]
    return {
        "id": paper.id,
        "title": paper.title,
        "name": paper.name,
        "authors": list(paper.authors),
        "year": paper.year,
        "venue": paper.venue,
        "doi": paper.doi,
        "url": paper.url,
        "notice": paper.notice,
        "origin": origins[0] if origins else None,
        "origins": origins,
    }


def listed_paper_to_json(paper: Paper) -> Json:
    """Return a paper as it stands in a list of papers: with aliases and keywords."""
    more = {"aliases": list(paper.aliases), "keywords": list(paper.keywords)}
    return paper_to_json(paper) | more


def answer_to_json(answer: Answer) -> Json:
    """Return an answer with everything that is known about it."""
    return {
        "version": CONTRACT,
        "question": answer.question,
        "standalone": answer.standalone,
        "kind": answer.kind.value,
        "status": answer.status.value,
        "text": answer.text,
        "sentences": [_plain_lists(asdict(sentence)) for sentence in answer.sentences],
        "citations": [_citation(citation) for citation in answer.citations],
        "considered": [paper_to_json(paper) for paper in answer.considered],
        "dropped": [asdict(dropped) for dropped in answer.dropped],
        "notes": list(answer.notes),
        "language": answer.language,
        "model": answer.model,
        "usage": asdict(answer.usage),
        "timings_ms": {step: round(ms, 1) for step, ms in answer.timings_ms.items()},
        "table": _table(answer.table) if answer.table else None,
        "by_year": [{"year": year, "papers": count} for year, count in answer.by_year],
        "reply": answer.reply,
    }


def hits_to_json(query: str, hits: Sequence[SearchHit]) -> Json:
    """Return the papers found for a query, best first."""
    results = [
        {"rank": hit.rank, "score": hit.score, "paper": paper_to_json(hit.paper)} for hit in hits
    ]
    return {"version": CONTRACT, "query": query, "results": results}


def report_to_json(report: IngestReport) -> Json:
    """Return what an ingest did."""
    return _plain_lists(asdict(report))


def _citation(citation: Citation) -> Json:
    return {
        "number": citation.number,
        "paper": paper_to_json(citation.paper),
        "quotes": [asdict(quote) for quote in citation.quotes],
    }


def _table(table: Table) -> Json:
    rows = [
        {"aspect": row.aspect, "cells": [_plain_lists(asdict(cell)) for cell in row.cells]}
        for row in table.rows
    ]
    return {"columns": list(table.columns), "rows": rows}


def _plain_lists(values: Json) -> Json:
    """Turn tuples into lists, so that the result equals what is read back from JSON."""
    return {key: list(v) if isinstance(v, tuple) else v for key, v in values.items()}
