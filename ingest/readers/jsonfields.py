"""What JSON records call their fields: arXiv, OpenAlex, Semantic Scholar, OpenReview, Crossref,
CSL, Zotero, Europe PMC, DBLP and the lists of conferences.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

Json = dict[str, Any]

# Where a paper lies inside what stands for it.
_SHELLS = ("content", "data", "info", "paper", "bibjson", "attributes", "message", "_source",
           "document", "article", "metadata", "citingPaper", "citedPaper", "publication", "work",
           "fields", "record", "reference")  # fmt: skip
# Paths to a field, in lower case without "-" and "_", the surest first.
_PATHS: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "id_"),
    "title": ("title", "papertitle", "displayname", "titles"),
    "abstract": ("abstract", "abstracttext", "abstractnote", "paperabstract", "summary", "text",
                 "abstracts"),
    "authors": ("authorsparsed", "authorships", "authors", "author", "creators", "authorlist",
                "authorstring", "contributors", "creator"),
    "year": ("year", "publicationyear", "pubyear", "publishedprint", "issued", "publicationdate",
             "publisheddate", "published", "publishedat", "pubdate", "date", "publishedonline",
             "firstpublicationdate", "versions.created", "pdate", "odate", "cdate",
             "submitteddate", "createddate", "updatedate"),
    "venue": ("venue", "journal.name", "journal.title", "journal", "journalref", "containertitle",
              "publicationtitle", "booktitle", "conference", "publicationvenue.name",
              "primarylocation.source.displayname", "hostvenue.displayname", "journaltitle",
              "journalinfo.journal.title", "proceedingstitle", "conferencename", "source.title",
              "source", "event", "series"),
    "doi": ("doi", "externalids.doi", "ids.doi", "identifiers.doi", "externalids"),
    "url": ("url", "link", "links", "ee", "paperurl", "openaccesspdf.url", "pdfurl", "pdf",
            "primarylocation.landingpageurl", "landingpageurl", "absurl", "openreviewurl",
            "fulltexturllist.fulltexturl.url"),
    "keywords": ("keywords", "authorkeywords", "keyword", "tags", "keywordlist.keyword",
                 "fieldsofstudy", "subject", "categories"),
    "arxiv": ("arxiv", "arxivid", "eprint", "externalids.arxiv", "ids.arxiv"),
    "comments": ("comments", "comment", "note", "notes"),
    "publication_type": ("publicationtype", "publicationtypes", "pubtypes", "pubtypelist.pubtype",
                         "itemtype", "type"),
    "update_type": ("updatedby.type", "updateto.type"),
    "is_retracted": ("isretracted", "retracted", "iswithdrawn"),
    "notice": ("notice",),
    "name": ("name",),
    "aliases": ("aliases",),
}  # fmt: skip
_ARXIV = re.compile(r"\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Z]{2})?/\d{7}(?:v\d+)?")
_LEAST_MILLISECONDS = 10**11
_EMPTY: tuple[Any, ...] = (None, "", [], {})


def papers_in(value: Json) -> Iterator[Json]:
    """Yield the paper that an object is, or the papers in one that maps names to papers."""
    inner = [item for item in value.values() if isinstance(item, dict)]
    if not _titled(value) and len(inner) == len(value) and inner and all(map(_titled, inner)):
        yield from inner
    else:
        yield value


def fields_of(value: Json) -> Json:
    """Return an object's fields under our names, each from the surest place that has it."""
    known = {_plain(name): _unwrapped(item) for name, item in _opened(value).items()}
    found = {
        field: next((v for path in paths if (v := _at(known, path)) not in _EMPTY), None)
        for field, paths in _PATHS.items()
    }
    if not found["abstract"] and isinstance(known.get("abstractinvertedindex"), Mapping):
        found["abstract"] = _from_inverted(known["abstractinvertedindex"])
    return _completed(found, known)


def _completed(found: Json, known: Json) -> Json:
    """Fill in what only some sources give in ways of their own."""
    if isinstance(found["title"], list):
        found["title"] = next((item for item in found["title"] if isinstance(item, str)), None)
    if not found["title"] and len(str(found["name"] or "").split()) > 2:
        found["title"], found["name"] = found["name"], None  # conference pages call a title so
    if isinstance(found["authors"], Mapping):
        found["authors"] = next(iter(found["authors"].values()), None)  # {"author": […]}
    if isinstance(found["authors"], list):
        found["authors"] = _writers(found["authors"])
    if {"categories", "publishedat"} & known.keys() and _ARXIV.fullmatch(str(found["id"] or "")):
        found["arxiv"] = found["arxiv"] or found["id"]
        found["venue"] = found["venue"] or "arXiv"
    if isinstance(found["year"], int | float) and found["year"] > _LEAST_MILLISECONDS:
        found["year"] = [found["venue"], _from_milliseconds(found["year"])]  # "ICLR 2024 poster"
    if not found["url"] and isinstance(known.get("forum"), str):
        found["url"] = f"https://openreview.net/forum?id={known['forum']}"
    found["keywords"] = _labels(found["keywords"], known)
    return found


def _titled(value: Any) -> bool:
    return isinstance(value, dict) and any(
        isinstance(_unwrapped(value.get(name)), str | list)
        for name in ("title", "Title", "display_name", "abstract", "text", "paper_title")
    )


def _opened(value: Json) -> Json:
    """Take a paper out of its shell, with what the shell says of it."""
    for shell in _SHELLS:
        inner = value.get(shell)
        opens = shell == "paper" or not _titled(value)
        if opens and isinstance(inner, dict) and _titled(inner):
            return {**value, **inner}
    return value


@lru_cache(maxsize=4096)
def _plain(name: str) -> str:
    text = name.strip().lower()
    return "id_" if text == "_id" else re.sub(r"[-_ ]", "", text)


def _unwrapped(value: Any) -> Any:
    """Open OpenReview's {"value": …}."""
    if isinstance(value, dict) and "value" in value and len(value) <= 2:
        return value["value"]
    return value


def _at(known: Json, path: str) -> Any:
    if "." not in path:
        return known.get(path)
    first, *inner = path.split(".")
    value = known.get(first)
    for step in inner:
        if isinstance(value, list):
            value = value[0] if value else None
        if not isinstance(value, dict):
            return None
        value = next((item for name, item in value.items() if _plain(name) == step), None)
    return value


def _from_inverted(index: Mapping[str, Any]) -> str:
    """Put OpenAlex's inverted index (word -> its positions) in order again."""
    inner = index.get("InvertedIndex")
    index = inner if isinstance(inner, Mapping) else index
    places = [
        (place, word)
        for word, positions in index.items()
        if isinstance(positions, list)
        for place in positions
        if isinstance(place, int)
    ]
    return " ".join(word for _, word in sorted(places))


def _writers(people: list[Any]) -> list[Any]:
    """Keep the authors among Zotero's creators; read arXiv's [family, given, suffix]."""
    authors = [p for p in people if isinstance(p, dict) and p.get("creatorType") == "author"]
    return [
        dict(zip(("family", "given", "suffix"), person, strict=False))
        if isinstance(person, list) and person and all(isinstance(part, str) for part in person)
        else person
        for person in authors or people
    ]


def _labels(value: Any, known: Json) -> Any:
    """Return keywords as a list or string of names, whatever they are wrapped in."""
    if isinstance(value, str) and value == known.get("categories") and "authorsparsed" in known:
        return value.split()  # arXiv's "cs.LG cs.AI"
    if not isinstance(value, list):
        return value
    names = ("display_name", "keyword", "name", "tag", "value", "term", "category")
    return [
        next((item[name] for name in names if isinstance(item.get(name), str)), None)
        if isinstance(item, dict)
        else item
        for item in value
    ]


def _from_milliseconds(value: float) -> int | None:
    try:
        return datetime.datetime.fromtimestamp(value / 1000, datetime.UTC).year
    except (ValueError, OverflowError, OSError):
        return None
