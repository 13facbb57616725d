"""Which papers are meant when some are to be removed from an index."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ingest.fields import doi
from rag.errors import UsageError
from rag.names import name_key
from rag.plaintext import plain
from rag.store.index import Index
from rag.types import Paper

_MOST_NAMED = 5


def papers_meant(
    index: Index, references: Sequence[str], where: Mapping[str, Any] | None = None
) -> list[Paper]:
    """Return the papers with an id, DOI, name or title, and those that fit the filter `where`.

    Raises `UsageError` for a reference that names no paper or several, for a filter that is wrong,
    and when neither is given.
    """
    if not references and not where:
        raise UsageError("Name at least one paper (id, DOI, name or title), or give a filter.")
    meant = [_paper_meant(index, reference) for reference in references]
    fitting = index.papers(where) if where else ()
    return list({paper.id: paper for paper in [*meant, *fitting]}.values())


def _paper_meant(index: Index, reference: str) -> Paper:
    found = index.get([reference]) or _with_doi(index, reference) or _named(index, reference)
    if not found:
        raise UsageError(
            f"No paper here has the id, DOI, name or title {reference!r}. "
            "To see what there is: askpapers papers"
        )
    if len(found) > 1:
        ids = ", ".join(paper.id for paper in found[:_MOST_NAMED])
        raise UsageError(f"{reference!r} names {len(found)} papers. Give the id of one: {ids}.")
    return found[0]


def _with_doi(index: Index, reference: str) -> list[Paper]:
    number = doi(reference)
    return list(index.papers({"doi": number})) if number else []


def _named(index: Index, reference: str) -> list[Paper]:
    """Only a whole name or title counts: who removes a paper has to say which."""
    wanted = name_key(plain(reference))
    rows = {row for _, row in index.store.named([wanted]).get(wanted, ())} if wanted else set()
    return [
        paper
        for _, paper in sorted(index.store.by_row(rows).items())
        if wanted in {name_key(plain(n or "")) for n in (paper.title, paper.name, *paper.aliases)}
    ]
