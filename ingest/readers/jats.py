"""JATS: articles in full, as PubMed Central gives them, of which the front matter is read."""

from __future__ import annotations

import re
from typing import Any
from xml.etree.ElementTree import Element

from ingest.readers.base import Format, RawRecord, Records
from ingest.readers.source import Source
from ingest.readers.xmlrecords import elements, words
from rag.types import Origin, Rejected

_BEGINNING = re.compile(
    r"<(?:\w+:)?article[\s>].*?<(?:\w+:)?(?:front|article-meta)[\s>]", re.DOTALL
)
_NO_ABSTRACT = {"graphical", "teaser", "toc", "precis"}


def recognises(source: Source) -> bool:
    """Tell whether an article begins with front matter."""
    return bool(_BEGINNING.search(source.head))


def read(source: Source) -> Records:
    """Yield the articles of the file."""
    for record, (line, element) in enumerate(elements(source, ("article",)), start=1):
        if isinstance(element, str):
            yield Rejected(source.name, record, line, element)
        else:
            yield RawRecord(Origin(source.name, record, line), _fields(element))


FORMAT = Format("JATS", recognises, read)


def _fields(article: Element) -> dict[str, Any]:
    meta = article.find(".//article-meta")
    meta = article if meta is None else meta
    return {
        "title": words(meta.find("title-group/article-title")),
        "abstract": _abstract(meta),
        "authors": [_author(person) for person in meta.findall("contrib-group/contrib")
                    if person.get("contrib-type", "author") == "author"],
        "year": [words(date) for date in meta.findall("pub-date/year")],
        "venue": words(article.find(".//journal-title")),
        "doi": [words(e) for e in meta.findall("article-id") if e.get("pub-id-type") == "doi"],
        "keywords": [words(word) for word in meta.findall("kwd-group/kwd")],
        "publication_type": "retracted" if _is_retracted(meta) else None,
    }  # fmt: skip


def _abstract(meta: Element) -> str:
    for abstract in meta.findall("abstract"):
        if abstract.get("abstract-type") not in _NO_ABSTRACT:
            sections = abstract.findall("sec") or [abstract]
            return "\n".join(filter(None, map(_section, sections)))
    return ""


def _section(section: Element) -> str:
    title = words(section.find("title")).rstrip(":.")
    body = "\n".join(words(part) for part in section if part.tag != "title")
    return f"{title}: {body}" if title.lower() not in ("", "abstract", "summary") else body


def _author(person: Element) -> dict[str, str]:
    group = words(person.find("collab"))
    if group:
        return {"literal": group}
    parts = {"family": ".//surname", "given": ".//given-names", "suffix": ".//suffix"}
    return {name: words(person.find(path)) for name, path in parts.items()}


def _is_retracted(meta: Element) -> bool:
    kinds = [related.get("related-article-type", "") for related in meta.findall("related-article")]
    return "retraction-forward" in kinds
