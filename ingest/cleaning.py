"""From a raw record to a paper, or to the reason why it is none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ingest.abstracts import clean_abstract
from ingest.authors import authors
from ingest.casing import from_capitals
from ingest.fields import arxiv_id, doi, identifier, listed, text, url, year
from ingest.markup import untagged
from ingest.notices import notice_of
from ingest.readers import RawRecord
from rag.latex import unaccent
from rag.types import Paper, Rejected
from rag.venues import is_meeting

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
_NO_TITLE = {
    "n/a", "na", "none", "null", "nan", "-", "--", "untitled", "no title", "[no title]",
    "[no title available]", "no title available", "undefined",
}  # fmt: skip
_CONFERENCE = re.compile(r"conference|proceedings|^c(?:onf|paper)$", re.IGNORECASE | re.MULTILINE)
_LABELS = ("name", "title", "display_name", "value")


def clean(record: RawRecord) -> Paper | Rejected:
    """Return the record as a paper, or why it is none.

    The abstract is what its author wrote: tags, entities, a label in front and a copyright notice
    are taken off. The paper's id is the record's own, or "" where it has none. A record with
    neither a title nor an abstract, or with an abstract too long to be one, is rejected.
    """
    given = {str(name).strip().lower(): value for name, value in record.fields.items()}
    values = {field: _first_filled(given, names) for field, names in _NAMES.items()}
    abstract = clean_abstract(values["abstract"])
    title = _title(values["title"], abstract)
    venue = _label(values["venue"]) or None
    reason = _fault(title, abstract) or _beside_a_paper(given, title)
    if reason:
        origin = record.origin
        return Rejected(origin.file, origin.record, origin.line, reason + _known_by(values))
    return Paper(
        id=identifier(values["id"]),
        abstract=abstract,
        title=title or None,
        name=_label(values["name"]) or None,
        aliases=listed(values["aliases"]),
        authors=authors(values["authors"]),
        year=year(values["year"]),
        venue=venue,
        doi=doi(values["doi"]),
        url=url(values["url"]) or _arxiv_url(values),
        keywords=tuple(untagged(word) for word in listed(values["keywords"])),
        notice=notice_of(given, title, abstract),
        meeting=_is_of_a_meeting(given, venue),
        origins=(record.origin,),
    )


def _first_filled(given: Mapping[str, Any], names: Iterable[str]) -> Any:
    filled = (given[name] for name in names if given.get(name) not in (None, "", [], {}))
    return next(filled, None)


def _title(value: Any, abstract: str) -> str:
    title = _one_line(text(unaccent(untagged(text(value)))))
    return "" if title.lower().rstrip(".") in _NO_TITLE else from_capitals(title, abstract)


def _label(value: Any) -> str:
    """Return a name on one line, also where it is wrapped: {"name": …}, ["…"]."""
    if isinstance(value, list) and value:
        value = value[0]
    if isinstance(value, Mapping):
        value = _first_filled(value, _LABELS)
    return _one_line(text(unaccent(untagged(text(value)))))


def _is_of_a_meeting(given: Mapping[str, Any], venue: str | None) -> bool:
    """Tell whether only the record's type says that the paper was given at a conference."""
    said = _CONFERENCE.search(text(given.get("publication_type")))
    return bool(said and venue and not is_meeting(venue))


def _fault(title: str, abstract: str) -> str | None:
    if not title and not abstract:
        return "neither a title nor an abstract"
    if len(abstract) > LONGEST_ABSTRACT:
        return f"{len(abstract):,} characters are no abstract (at most {LONGEST_ABSTRACT:,})"
    return None


def _beside_a_paper(given: Mapping[str, Any], title: str) -> str | None:
    """Zotero gives notes, attachments and annotations as items of their own."""
    kind = text(given.get("publication_type")).strip().lower()
    if kind in ("attachment", "annotation") or (kind == "note" and not title):
        return f"no paper but an item of the kind {kind!r}"
    return None


def _known_by(values: Mapping[str, Any]) -> str:
    """Say by what else the record can be found in its file."""
    known = doi(values["doi"]) or url(values["url"]) or ", ".join(authors(values["authors"])[:2])
    return f" ({known[:100]})" if known else ""


def _one_line(value: str) -> str:
    return " ".join(value.split())


def _arxiv_url(values: Mapping[str, Any]) -> str | None:
    number = arxiv_id(values["arxiv"]) or arxiv_id(values["doi"])
    venue = text(values["venue"])
    if not number and "arxiv" in venue.lower():
        number = arxiv_id(venue)
    return f"https://arxiv.org/abs/{number}" if number else None
