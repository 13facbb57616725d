"""The records of one paper made one: the published version first, and of each field the richest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rag.types import Paper

_PREPRINT_DOI = re.compile(
    r"10\.(?:48550/|1101/\d{4}\.|1101/\d{6}$|21203/rs|2139/ssrn|20944/preprints|31234/osf|31219/osf"
    r"|26434/chemrxiv|36227/techrxiv|22541/au|33774/|55458/)",
    re.IGNORECASE,
)
_PREPRINT_VENUE = re.compile(
    r"\b(?:arxiv|corr|(?:bio|med|chem|tech)rxiv|psyarxiv|ssrn|preprints?|research square)\b",
    re.IGNORECASE,
)


def merge(papers: Sequence[Paper]) -> Paper:
    """Return one paper with the richest fields of all, the id of the first and every origin.

    What is known of a published version goes before what a preprint says. A notice of any record
    holds.
    """
    ranked = sorted(papers, key=is_preprint)
    return replace(
        papers[0],
        id=_first_filled([paper.id for paper in papers]) or "",
        abstract=max((paper.abstract for paper in ranked), key=len),
        title=_first_filled([paper.title for paper in ranked]),
        name=_first_filled([paper.name for paper in papers]),
        aliases=_union([paper.aliases for paper in papers]),
        authors=max((paper.authors for paper in ranked), key=_richness),
        year=next((paper.year for paper in ranked if paper.year), None),
        venue=_first_filled([paper.venue for paper in ranked]),
        doi=_first_filled([paper.doi for paper in ranked]),
        url=_first_filled([paper.url for paper in ranked]),
        keywords=_union([paper.keywords for paper in papers]),
        origins=tuple(dict.fromkeys(origin for paper in papers for origin in paper.origins)),
        meeting=any(paper.meeting for paper in papers),
        notice=min(filter(None, (paper.notice for paper in papers)), default=None),
    )


def is_preprint(paper: Paper) -> bool:
    """Tell whether a record is of a preprint: by its DOI, else by its venue or address."""
    if paper.doi:
        return has_preprint_doi(paper)
    if paper.venue:
        return _PREPRINT_VENUE.search(paper.venue) is not None
    return "arxiv.org" in (paper.url or "").lower()


def has_preprint_doi(paper: Paper) -> bool:
    """Tell whether the DOI is one that a preprint server gave."""
    return _PREPRINT_DOI.match(paper.doi or "") is not None


def _richness(authors: tuple[str, ...]) -> tuple[int, int]:
    """More authors, and first names rather than initials."""
    return len(authors), sum(map(len, authors))


def _first_filled(values: Sequence[str | None]) -> str | None:
    return next((value for value in values if value), None)


def _union(values: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(entry for entries in values for entry in entries))
