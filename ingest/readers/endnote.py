"""EndNote's XML."""

from __future__ import annotations

import re
from typing import Any
from xml.etree.ElementTree import Element

from ingest.readers.base import Format, RawRecord, Records
from ingest.readers.source import Source
from ingest.readers.xmlrecords import elements, words
from rag.types import Origin, Rejected

_BEGINNING = re.compile(
    r"<records>\s*<record[\s>]|<record>\s*<(?:database|source-app|ref-type)[\s>]"
)
_AUTHORS = ("contributors/authors/author", "contributors/secondary-authors/author",
            "contributors/tertiary-authors/author")  # fmt: skip


def recognises(source: Source) -> bool:
    """Tell whether records begin as EndNote begins them."""
    return bool(_BEGINNING.search(source.head))


def read(source: Source) -> Records:
    """Yield the records."""
    for record, (line, element) in enumerate(elements(source, ("record",)), start=1):
        if isinstance(element, str):
            yield Rejected(source.name, record, line, element)
        else:
            yield RawRecord(Origin(source.name, record, line), _fields(element))


FORMAT = Format("EndNote XML", recognises, read)


def _fields(element: Element) -> dict[str, Any]:
    secondary = _first(element, "titles/secondary-title")
    return {
        "title": _first(element, "titles/title", "titles/short-title") or secondary,
        "abstract": _first(element, "abstract"),
        "authors": next((found for path in _AUTHORS if (found := _all(element, path))), []),
        "year": [*_all(element, "dates/year"), *_all(element, "dates/pub-dates/date")],
        "venue": _first(element, "periodical/full-title") or secondary
        or _first(element, "periodical/abbr-1", "alt-periodical/full-title"),
        "doi": [*_all(element, "electronic-resource-num"), *_all(element, "urls/related-urls/url")],
        "url": [*_all(element, "urls/related-urls/url"), *_all(element, "urls/web-urls/url"),
                *_all(element, "urls/pdf-urls/url")],
        "keywords": _all(element, "keywords/keyword"),
        "comments": _all(element, "notes"),
        "publication_type": [*_types(element), *_all(element, "work-type")],
    }  # fmt: skip


def _types(element: Element) -> list[str]:
    return [name for kind in element.findall("ref-type") if (name := kind.get("name"))]


def _all(element: Element, path: str) -> list[str]:
    return [text for text in map(words, element.findall(path)) if text]


def _first(element: Element, *paths: str) -> str:
    return next((text for path in paths for text in _all(element, path)), "")
