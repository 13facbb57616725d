"""What two records of one paper are likely to share: numbers, an id, a title, a text, as keys."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from rag.types import Paper

_ARXIV = re.compile(
    r"arxiv(?:\.org/(?:abs|pdf|html)/|[.:])(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})",
    re.IGNORECASE,
)
_VERSION = re.compile(r"^(10\.12688/[^.]+\.\d+|10\..+\d(?=/?\.?v))(?:/v|\.v|v|\.)\d+$")
_SUFFIX = re.compile(r"-[1-9]\d?$")  # by which ids are told apart that came twice
FEWEST_TITLE_CHARACTERS = 15  # "Editorial" and "Introduction" tell nothing


def keys(paper: Paper) -> Iterator[int]:
    """Yield numbers that two records of the same paper are likely to share, the surest first.

    An index keeps them of its papers: who changes them has to give it a new format.
    """
    arxiv = arxiv_number(paper)
    title, text = normalised(paper.title or ""), normalised(paper.abstract)
    if paper.doi:
        yield _key("doi", unversioned(paper.doi))
    if arxiv:
        yield _key("arxiv", arxiv)
    if paper.id:
        yield from dict.fromkeys([_key("id", paper.id), _key("id", _SUFFIX.sub("", paper.id))])
    if text:
        yield _key("text", text)
    elif title:
        yield _key("record", repr((title, paper.authors, paper.year)))
    if len(title) >= FEWEST_TITLE_CHARACTERS:
        yield _key("title", title)


def arxiv_number(paper: Paper) -> str | None:
    """Return the arXiv number in the paper's address or DOI, without its version."""
    match = _ARXIV.search(f"{paper.url or ''} {paper.doi or ''}")
    return match[1].lower() if match else None


def unversioned(doi: str) -> str:
    """Return a DOI without its version: preprint servers give each one a DOI of its own."""
    return _VERSION.sub(r"\1", doi)


def normalised(text: str) -> str:
    """Return the letters and digits of a text, in lower case."""
    return re.sub(r"[\W_]+", "", text.casefold())


def _key(kind: str, value: str) -> int:
    """64 bits are enough to bring pairs together, and small enough to keep for all papers."""
    hashed = hashlib.blake2b(f"{kind}:{value}".encode(), digest_size=8).digest()
    return int.from_bytes(hashed, "big", signed=True)
