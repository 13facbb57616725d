"""From a raw record to a paper, or to the reason why it is none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ingest.fields import authors, doi, identifier, listed, text, url, year
from ingest.readers import RawRecord
from rag.types import Paper, Rejected

LONGEST_ABSTRACT = 200_000

# What the sources call a field, the surest name first.
_NAMES = {
    "id": ("id", "_id"),
    "title": ("title",),
    "abstract": ("abstract", "text", "summary"),
    "authors": ("authors", "author"),
    "year": ("year", "date", "published", "publication_date", "issued"),
    "venue": ("venue", "journal", "booktitle", "container-title", "conference"),
    "doi": ("doi",),
    "url": ("url", "link"),
    "keywords": ("keywords", "keyword"),
    "name": ("name",),
    "aliases": ("aliases",),
    "arxiv": ("arxiv", "arxiv_id", "eprint"),
}
_NO_ABSTRACT = {
    "n/a", "na", "none", "null", "-", "--", "abstract", "not available", "no abstract",
    "no abstract available", "abstract not available", "[no abstract available]", "nan",
}  # fmt: skip


def clean(record: RawRecord) -> Paper | Rejected:
    """Return the record as a paper, its abstract verbatim but for characters that no text has.

    The paper's id is the record's own, or "" where it has none. A record with neither a title nor
    an abstract, or with an abstract too long to be one, is rejected.
    """
    values = _by_field(record)
    title, abstract = _one_line(text(values["title"])), _abstract(values["abstract"])
    reason = _fault(title, abstract)
    if reason:
        origin = record.origin
        return Rejected(origin.file, origin.record, origin.line, reason)
    return Paper(
        id=identifier(values["id"]),
        abstract=abstract,
        title=title or None,
        name=_one_line(text(values["name"])) or None,
        aliases=listed(values["aliases"]),
        authors=authors(values["authors"]),
        year=year(values["year"]),
        venue=_one_line(text(values["venue"])) or None,
        doi=doi(values["doi"]),
        url=url(values["url"]) or _arxiv_url(values["arxiv"]),
        keywords=listed(values["keywords"]),
        origins=(record.origin,),
    )


def _by_field(record: RawRecord) -> dict[str, Any]:
    given = {str(name).strip().lower(): value for name, value in record.fields.items()}
    return {field: _first_filled(given, names) for field, names in _NAMES.items()}


def _first_filled(given: dict[str, Any], names: Iterable[str]) -> Any:
    filled = (given[name] for name in names if given.get(name) not in (None, "", [], {}))
    return next(filled, None)


def _abstract(value: Any) -> str:
    abstract = text(value).strip()
    return "" if abstract.lower().rstrip(".") in _NO_ABSTRACT else abstract


def _fault(title: str, abstract: str) -> str | None:
    if not title and not abstract:
        return "neither a title nor an abstract"
    if len(abstract) > LONGEST_ABSTRACT:
        return f"{len(abstract):,} characters are no abstract (at most {LONGEST_ABSTRACT:,})"
    return None


def _one_line(value: str) -> str:
    return " ".join(value.split())


def _arxiv_url(value: Any) -> str | None:
    number = text(value).strip().lower().removeprefix("arxiv:")
    return f"https://arxiv.org/abs/{number}" if number[:1].isalnum() and "/" not in number else None
