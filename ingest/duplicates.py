"""The same paper twice: how it is noticed, made sure of, and made one.

Keys bring pairs together, `same_paper` decides. When in doubt two papers stay two.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rapidfuzz import fuzz

from rag.types import Paper

_ARXIV = re.compile(
    r"arxiv(?:\.org/(?:abs|pdf|html)/|[.:])(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})",
    re.IGNORECASE,
)
_PREPRINT_DOI = "10.48550/"
_SUFFIX = re.compile(r"-\d+$")
_FEWEST_TITLE_CHARACTERS = 15  # "Editorial" and "Introduction" tell nothing
_NEAR_IDENTICAL, _ALIKE, _UNLIKE = 90.0, 75.0, 50.0


def keys(paper: Paper) -> Iterator[int]:
    """Yield numbers that two records of the same paper are likely to share, the surest first."""
    arxiv = arxiv_number(paper)
    title, text = normalised(paper.title or ""), normalised(paper.abstract)
    if paper.doi:
        yield _key("doi", paper.doi)
    if arxiv:
        yield _key("arxiv", arxiv)
    if paper.id:
        yield from {_key("id", paper.id), _key("id", _SUFFIX.sub("", paper.id))}
    if text:
        yield _key("text", text)
    if len(title) >= _FEWEST_TITLE_CHARACTERS:
        yield _key("title", title)


def same_paper(one: Paper, other: Paper) -> bool:
    """Tell whether two records are surely about the same paper, by number, title or text."""
    if _numbers_differ(one, other):
        return False
    if (one.title, one.abstract) == (other.title, other.abstract):
        return True
    title = _similarity(one.title, other.title)
    text = _similarity(one.abstract, other.abstract)
    if _share_number(one, other):
        return not (_below(title, _UNLIKE) and (text is None or text < _UNLIKE))
    if text == 100.0:
        return not _below(title, _ALIKE)
    if title == 100.0 and len(normalised(one.title or "")) >= _FEWEST_TITLE_CHARACTERS:
        authors = _same_first_author(one, other)
        return not _below(text, _UNLIKE if authors else _NEAR_IDENTICAL) and (
            authors or text is not None
        )
    return False


def same_record(one: Paper, other: Paper) -> bool:
    """Tell whether two records with the same id of their own are about the same paper.

    An id may be a mere running number, so something else has to agree.
    """
    if _numbers_differ(one, other):
        return False
    text = _similarity(one.abstract, other.abstract)
    return _similarity(one.title, other.title) == 100.0 or (text is not None and text >= _ALIKE)


def merge(papers: Sequence[Paper]) -> Paper:
    """Return one paper with the richest fields of all, the id of the first and every origin."""
    first = papers[0]
    return replace(
        first,
        id=next((paper.id for paper in papers if paper.id), ""),
        abstract=max((paper.abstract for paper in papers), key=len),
        title=_first_filled([paper.title for paper in papers]),
        name=_first_filled([paper.name for paper in papers]),
        aliases=_union([paper.aliases for paper in papers]),
        authors=max((paper.authors for paper in papers), key=len),
        year=next((paper.year for paper in papers if paper.year), None),
        venue=_first_filled([paper.venue for paper in papers]),
        doi=_best_doi([paper.doi for paper in papers if paper.doi]),
        url=_first_filled([paper.url for paper in papers]),
        keywords=_union([paper.keywords for paper in papers]),
        origins=tuple(dict.fromkeys(origin for paper in papers for origin in paper.origins)),
        notice=min(filter(None, (paper.notice for paper in papers)), default=None),
    )


def arxiv_number(paper: Paper) -> str | None:
    """Return the arXiv number in the paper's address or DOI, without its version."""
    match = _ARXIV.search(f"{paper.url or ''} {paper.doi or ''}")
    return match[1].lower() if match else None


def normalised(text: str) -> str:
    """Return the letters and digits of a text, in lower case."""
    return re.sub(r"[\W_]+", "", text.casefold())


def digest(*parts: str) -> str:
    """Return a hash of the parts, 32 hexadecimal digits."""
    return hashlib.blake2b("\x1f".join(parts).encode(), digest_size=16).hexdigest()


def _key(kind: str, value: str) -> int:
    """64 bits are enough to bring pairs together, and small enough to keep for all papers."""
    hashed = hashlib.blake2b(f"{kind}:{value}".encode(), digest_size=8).digest()
    return int.from_bytes(hashed, "big", signed=True)


def _share_number(one: Paper, other: Paper) -> bool:
    arxiv = arxiv_number(one)
    return bool((one.doi and one.doi == other.doi) or (arxiv and arxiv == arxiv_number(other)))


def _numbers_differ(one: Paper, other: Paper) -> bool:
    """Two DOIs mean two papers, unless one of them is that of the preprint."""
    numbers = (one.doi, other.doi)
    if not all(numbers) or one.doi == other.doi:
        return False
    return sum(str(number).startswith(_PREPRINT_DOI) for number in numbers) != 1


def _same_first_author(one: Paper, other: Paper) -> bool:
    """Compare family names, since first names may be initials."""
    if not one.authors or not other.authors:
        return False
    families = {normalised(paper.authors[0].split()[-1]) for paper in (one, other)}
    return len(families) == 1


def _similarity(one: str | None, other: str | None) -> float | None:
    """0 to 100, None when there is nothing to compare."""
    left, right = normalised(one or ""), normalised(other or "")
    if not left or not right:
        return None
    return 100.0 if left == right else min(99.9, fuzz.ratio(left, right))


def _below(similarity: float | None, limit: float) -> bool:
    return similarity is not None and similarity < limit


def _first_filled(values: Sequence[str | None]) -> str | None:
    return next((value for value in values if value), None)


def _union(values: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(entry for entries in values for entry in entries))


def _best_doi(dois: Sequence[str]) -> str | None:
    published = [doi for doi in dois if not doi.startswith(_PREPRINT_DOI)]
    return next(iter([*published, *dois]), None)
