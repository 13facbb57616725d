"""Answers and papers for other programs: the JSON contract, and the formats of bibliographies."""

from rag.export.contract import (
    CONTRACT,
    Json,
    answer_to_json,
    hits_to_json,
    listed_paper_to_json,
    paper_to_json,
    report_to_json,
)
from rag.export.formats import FORMATS, citation, papers_to, stream_papers

__all__ = [
    "CONTRACT",
    "FORMATS",
    "Json",
    "answer_to_json",
    "citation",
    "hits_to_json",
    "listed_paper_to_json",
    "paper_to_json",
    "papers_to",
    "report_to_json",
    "stream_papers",
]
