"""JSON Lines with our own field names: everything that is known of a paper but its places."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from rag.types import Paper

_FIELDS = (
    "id", "title", "name", "aliases", "authors", "year", "venue", "doi", "url", "keywords",
    "notice", "abstract",
)  # fmt: skip


def write(papers: Iterable[Paper]) -> Iterator[str]:
    """Yield a line for each paper."""
    for paper in papers:
        known = {name: getattr(paper, name) for name in _FIELDS}
        known["publication_type"] = "conference paper" if paper.meeting else None
        known["authors"] = [_author(name) for name in paper.authors]
        yield json.dumps({k: v for k, v in known.items() if v}, ensure_ascii=False) + "\n"


def _author(name: str) -> str | dict[str, str]:
    """A name with a comma would be taken for two, or for a family name first."""
    return {"literal": name} if "," in name or ";" in name else name
