"""Conversations as JSON, to be kept in a browser or on disk, and read again.

What is read comes from outside: it is checked, and papers are taken from the index by their ids.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rag.errors import UsageError
from rag.export import answer_to_json
from rag.types import (
    Answer,
    AnswerSentence,
    Cell,
    Citation,
    Dropped,
    Kind,
    Origin,
    Paper,
    Quote,
    Status,
    Table,
    TableRow,
    Usage,
)
from ui.turns import Turn

Json = dict[str, Any]
Lookup = Callable[[Iterable[str]], Sequence[Paper]]

_MOST_TURNS = 500


def turn_to_json(turn: Turn) -> Json:
    """Return a turn as it is kept."""
    answer = answer_to_json(turn.answer) if turn.answer else None
    if answer is not None:
        answer["considered"] = answer["considered"][:3]
    return {
        "question": turn.question,
        "answer": answer,
        "error": turn.error,
        "draft": turn.draft,
        "where": dict(turn.where) if turn.where else None,
    }


def turns_from_json(records: Any, papers: Lookup) -> list[Turn]:
    """Read turns that were kept; `papers` returns those of the index by their ids.

    Raises `UsageError` where they are not what `turn_to_json` makes.
    """
    try:
        if not isinstance(records, list):
            raise TypeError(type(records))
        listed = records[:_MOST_TURNS]
        ids = {paper["id"] for record in listed for paper in _papers_of(record)}
        known = {paper.id: paper for paper in papers(sorted(ids))}
        return [_turn(record, known) for record in listed]
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise UsageError("This is not a conversation that was kept here.") from error


def _papers_of(record: Json) -> list[Json]:
    answer = record["answer"] or {"citations": [], "considered": []}
    return [c["paper"] for c in answer["citations"]] + list(answer["considered"])


def _turn(record: Json, known: Mapping[str, Paper]) -> Turn:
    answer, error, where = record["answer"], record["error"], record.get("where")
    where = {k: tuple(v) if isinstance(v, list) else v for k, v in where.items()} if where else None
    return Turn(
        question=str(record["question"]),
        answer=_answer(answer, known) if answer else None,
        error=None if error is None else str(error),
        draft=str(record["draft"]),
        where=where,
    )


def _answer(record: Json, known: Mapping[str, Paper]) -> Answer:
    return Answer(
        question=str(record["question"]),
        standalone=str(record["standalone"]),
        kind=Kind(record["kind"]),
        status=Status(record["status"]),
        text=str(record["text"]),
        sentences=tuple(_sentence(sentence) for sentence in record["sentences"]),
        citations=tuple(_citation(citation, known) for citation in record["citations"]),
        considered=tuple(_paper(paper, known) for paper in record["considered"]),
        dropped=tuple(Dropped(str(d["marker"]), str(d["reason"])) for d in record["dropped"]),
        notes=tuple(map(str, record["notes"])),
        language=str(record["language"]),
        model=str(record["model"]),
        usage=Usage(**record["usage"]),
        reply=str(record.get("reply", "")),
        table=_table(record["table"]) if record.get("table") else None,
        by_year=tuple((one["year"], int(one["papers"])) for one in record.get("by_year", ())),
    )


def _sentence(record: Json) -> AnswerSentence:
    numbers = tuple(int(number) for number in record["citations"])
    reason = str(record.get("reason", ""))
    return AnswerSentence(str(record["text"]), numbers, bool(record["supported"]), reason)


def _citation(record: Json, known: Mapping[str, Paper]) -> Citation:
    paper = _paper(record["paper"], known)
    quotes = (Quote(str(q["text"]), int(q["start"]), int(q["end"])) for q in record["quotes"])
    kept = tuple(q for q in quotes if paper.abstract[q.start : q.end] == q.text)
    return Citation(int(record["number"]), paper, kept)


def _paper(record: Json, known: Mapping[str, Paper]) -> Paper:
    """Return the paper of the index; what was kept of it where it is there no longer."""
    if record["id"] in known:
        return known[record["id"]]
    origins = (Origin(str(o["file"]), int(o["record"]), o["line"]) for o in record["origins"])
    texts = {key: record[key] and str(record[key]) for key in ("title", "name", "venue", "doi")}
    authors = tuple(map(str, record["authors"]))
    year = int(record["year"]) if record["year"] else None
    return Paper(str(record["id"]), "", authors=authors, year=year, origins=tuple(origins), **texts)


def _table(record: Json) -> Table:
    rows = tuple(
        TableRow(str(row["aspect"]), tuple(_cell(cell) for cell in row["cells"]))
        for row in record["rows"]
    )
    return Table(tuple(map(str, record["columns"])), rows)


def _cell(record: Json) -> Cell:
    quote = record["quote"]
    found = Quote(str(quote["text"]), int(quote["start"]), int(quote["end"])) if quote else None
    return Cell(str(record["text"]), tuple(int(n) for n in record["citations"]), found)
