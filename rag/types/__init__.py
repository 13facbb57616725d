"""The values that pass between the steps: frozen, comparable, free of behaviour."""

from rag.types.answers import (
    Answer,
    AnswerSentence,
    Cell,
    Citation,
    Dropped,
    Evidence,
    Kind,
    SearchHit,
    Status,
    Table,
    TableRow,
    Usage,
)
from rag.types.events import Delta, Done, Event, Progress, Sources, Stage
from rag.types.papers import Origin, Paper, Passage, Quote
from rag.types.reports import IndexInfo, IngestReport, Rejected

__all__ = [
    "Answer",
    "AnswerSentence",
    "Cell",
    "Citation",
    "Delta",
    "Done",
    "Dropped",
    "Event",
    "Evidence",
    "IndexInfo",
    "IngestReport",
    "Kind",
    "Origin",
    "Paper",
    "Passage",
    "Progress",
    "Quote",
    "Rejected",
    "SearchHit",
    "Sources",
    "Stage",
    "Status",
    "Table",
    "TableRow",
    "Usage",
]
