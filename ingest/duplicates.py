"""The same paper twice: how it is noticed and made sure of.

Keys (see `rag.identity`) bring pairs together, `same_paper` decides. When in doubt two papers stay
two. The limits were chosen on labelled pairs (see bench/duplicates.py).
"""

from __future__ import annotations

import hashlib

from ingest.likeness import (
    in_other_script,
    same_first_author,
    same_numerals,
    similarity,
    years_apart,
)
from ingest.merging import has_preprint_doi
from rag.identity import FEWEST_TITLE_CHARACTERS, arxiv_number, normalised, unversioned
from rag.types import Paper

_TELLING_TITLE_CHARACTERS = 30  # what two authors don't come upon in one year
_FEWEST_TEXT_CHARACTERS = 60  # "This is a summary of the talk" tells nothing either
_FEWEST_LONG_TEXT_CHARACTERS = 200
_NEAR_IDENTICAL, _ALIKE, _REVISED, _UNLIKE = 90.0, 75.0, 70.0, 50.0


def same_paper(one: Paper, other: Paper) -> bool:
    """Tell whether two records are surely about the same paper, by number, title or text."""
    if _numbers_differ(one, other):
        return _published_twice(one, other)
    if _fields(one) == _fields(other):
        return True
    title, text = similarity(one.title, other.title), similarity(one.abstract, other.abstract)
    if _share_number(one, other):
        return not (_below(title, _UNLIKE) and (text is None or text < _UNLIKE))
    if not same_numerals(one.title, other.title):
        return False
    if text == 100.0 and len(normalised(one.abstract)) >= _FEWEST_TEXT_CHARACTERS:
        return not _below(title, _ALIKE) or _is_translated(one, other)
    length = len(normalised(one.title or ""))
    return title == 100.0 and length >= FEWEST_TITLE_CHARACTERS and _fits(one, other, text)


def same_record(one: Paper, other: Paper) -> bool:
    """Tell whether two records with the same id of their own are about the same paper.

    An id may be a mere running number, so something else has to agree.
    """
    if _numbers_differ(one, other):
        return False
    text = similarity(one.abstract, other.abstract)
    return similarity(one.title, other.title) == 100.0 or (text is not None and text >= _ALIKE)


def digest(*parts: str) -> str:
    """Return a hash of the parts, 32 hexadecimal digits."""
    return hashlib.blake2b("\x1f".join(parts).encode(), digest_size=16).hexdigest()


def _fits(one: Paper, other: Paper, text: float | None) -> bool:
    """Tell whether what else is known of two records with one title fits together."""
    authors, years = same_first_author(one, other), years_apart(one, other)
    if text is None:
        telling = len(normalised(one.title or "")) >= _TELLING_TITLE_CHARACTERS
        return years in (None, 0, 1) if authors else authors is None and telling and years == 0
    if authors:
        return text >= (_REVISED if years else _UNLIKE)
    return text >= _NEAR_IDENTICAL


def _published_twice(one: Paper, other: Paper) -> bool:
    """Tell whether two papers with DOIs of their own are one work, say at a workshop and after.

    All has to agree for that: title, first author, year, and a text long enough to tell.
    """
    text = similarity(one.abstract, other.abstract)
    return (
        similarity(one.title, other.title) == 100.0
        and len(normalised(one.title or "")) >= _TELLING_TITLE_CHARACTERS
        and min(len(one.abstract), len(other.abstract)) >= _FEWEST_LONG_TEXT_CHARACTERS
        and not _below(text, _NEAR_IDENTICAL)
        and same_first_author(one, other) is True
        and years_apart(one, other) in (0, 1)
    )


def _is_translated(one: Paper, other: Paper) -> bool:
    return bool(same_first_author(one, other)) and in_other_script(one.title, other.title)


def _fields(paper: Paper) -> tuple[object, ...]:
    """What makes two records without numbers the same, however little they say."""
    if paper.abstract and not paper.authors:
        return paper.title, paper.abstract
    return paper.title, paper.abstract, paper.authors, paper.year, paper.venue


def _share_number(one: Paper, other: Paper) -> bool:
    arxiv = arxiv_number(one)
    same_doi = one.doi and other.doi and unversioned(one.doi) == unversioned(other.doi)
    return bool(same_doi or (arxiv and arxiv == arxiv_number(other)))


def _numbers_differ(one: Paper, other: Paper) -> bool:
    """Two DOIs mean two publications, unless one of them is that of the preprint."""
    if not one.doi or not other.doi or unversioned(one.doi) == unversioned(other.doi):
        return False
    return has_preprint_doi(one) == has_preprint_doi(other)


def _below(similarity: float | None, limit: float) -> bool:
    return similarity is not None and similarity < limit
