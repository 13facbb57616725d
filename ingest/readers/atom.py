"""arXiv's Atom feeds."""

from __future__ import annotations

import re
from typing import Any
from xml.etree.ElementTree import Element

from ingest.readers.base import Format, RawRecord, Records
from ingest.readers.source import Source
from ingest.readers.xmlrecords import elements, words
from rag.types import Origin, Rejected

_BEGINNING = re.compile(r"<(?:\w+:)?feed\s[^>]*http://www\.w3\.org/2005/Atom")
_ID = re.compile(r"arxiv\.org/abs/(.+?)(?:v\d+)?$")


def recognises(source: Source) -> bool:
    """Tell whether an Atom feed begins in the head."""
    return bool(_BEGINNING.search(source.head))


def read(source: Source) -> Records:
    """Yield the entries; the error that arXiv answers with is rejected."""
    for record, (line, element) in enumerate(elements(source, ("entry",)), start=1):
        if isinstance(element, str):
            yield Rejected(source.name, record, line, element)
        elif "/api/errors" in words(element.find("id")):
            yield Rejected(source.name, record, line, f"an error: {words(element.find('summary'))}")
        else:
            yield RawRecord(Origin(source.name, record, line), _fields(element))


FORMAT = Format("arXiv Atom", recognises, read)


def _fields(element: Element) -> dict[str, Any]:
    number = _ID.search(words(element.find("id")))
    summary = words(element.find("summary")) or words(element.find("content"))
    return {
        "title": words(element.find("title")),
        "abstract": re.sub(r"\n[ \t]*\n\s*|\n\s+", "\n", summary),
        "authors": [{"name": words(name)} for name in element.findall("author/name")],
        "year": [words(element.find("published")), words(element.find("updated"))],
        "venue": words(element.find("journal_ref")) or ("arXiv" if number else None),
        "doi": words(element.find("doi")),
        "arxiv": number[1] if number else None,
        "url": None if number else _link(element),
        "keywords": [category.get("term", "") for category in element.findall("category")],
        "comments": words(element.find("comment")),
    }


def _link(element: Element) -> str | None:
    links = element.findall("link")
    return next(
        (link.get("href") for link in links if link.get("rel") in (None, "alternate")), None
    )
