"""RIS: a tag and a value a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rag.export.people import parts_of
from rag.types import Paper
from rag.venues import is_meeting

# A further line of a text that would begin or end a record goes on the line before it.
_LIKE_A_RECORD = re.compile(r"\n\s*(?=TY\s*-|ER\s*(?:-|$))", re.IGNORECASE | re.MULTILINE)
_INDENT = "\n      "


def write(papers: Iterable[Paper]) -> Iterator[str]:
    """Yield the records."""
    for paper in papers:
        yield "".join(f"{tag}  - {value}\n" for tag, value in _lines(paper) if value) + "ER  - \n\n"


def _lines(paper: Paper) -> Iterator[tuple[str, str]]:
    met = paper.meeting or is_meeting(paper.venue)
    yield "TY", "CONF" if met else "JOUR" if paper.venue else "GEN"
    yield "TI", paper.title or ""
    yield from (("AU", _author(name)) for name in paper.authors)
    yield "PY", str(paper.year or "")
    yield "T2", paper.venue or ""
    yield "DO", paper.doi or ""
    yield "UR", paper.url or ""
    yield from (("KW", keyword) for keyword in paper.keywords)
    yield "N1", (paper.notice or "").capitalize()
    yield "AB", _LIKE_A_RECORD.sub(" ", paper.abstract).replace("\n", _INDENT)


def _author(name: str) -> str:
    parts = parts_of(name)
    if parts is None:
        return name
    given, family, suffix = parts
    return ", ".join(filter(None, (family, given, suffix)))
