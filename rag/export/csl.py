"""CSL-JSON, which citation processors and Zotero read: one array."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from rag.export.people import parts_of
from rag.types import Paper
from rag.venues import is_meeting


def write(papers: Iterable[Paper]) -> Iterator[str]:
    """Yield the array, an item a line."""
    separator = "[\n"
    for paper in papers:
        yield separator + json.dumps(_item(paper), ensure_ascii=False)
        separator = ",\n"
    yield "[]\n" if separator == "[\n" else "\n]\n"


def _item(paper: Paper) -> dict[str, Any]:
    item = {
        "id": paper.id,
        "type": _type(paper),
        "title": paper.title,
        "author": [_author(name) for name in paper.authors],
        "issued": {"date-parts": [[paper.year]]} if paper.year else None,
        "container-title": paper.venue,
        "DOI": paper.doi,
        "URL": paper.url,
        "keyword": ", ".join(paper.keywords),
        "note": (paper.notice or "").capitalize(),
        "abstract": paper.abstract,
    }
    return {name: value for name, value in item.items() if value}


def _type(paper: Paper) -> str:
    if not paper.venue:
        return "article"
    met = paper.meeting or is_meeting(paper.venue)
    return "paper-conference" if met else "article-journal"


def _author(name: str) -> dict[str, str]:
    parts = parts_of(name)
    if parts is None:
        return {"literal": name}
    return {k: v for k, v in zip(("given", "family", "suffix"), parts, strict=True) if v}
