"""A list of references in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rag.plaintext import plain
from rag.types import Paper

_MARK = re.compile(r"[\\`*_{}\[\]<>#|~&$!]")
_MOST_AUTHORS = 6
_UNSAFE_IN_LINK = re.compile(r"[\s()<>\[\]\"'`\\]")


def write(papers: Iterable[Paper]) -> Iterator[str]:
    """Yield a bullet for each paper: title, authors, venue, year, link, notice."""
    for paper in papers:
        yield f"- {'. '.join(_parts(paper))}.\n"


def _parts(paper: Paper) -> Iterator[str]:
    yield f"**{_text(paper.title or paper.label).rstrip('.')}**"
    if paper.authors:
        others = " et al" if len(paper.authors) > _MOST_AUTHORS else ""
        yield _text(", ".join(paper.authors[:_MOST_AUTHORS])).rstrip(".") + others
    year = str(paper.year or "")
    venue = _text(paper.venue or "")
    known = [f"*{venue}*" if venue else "", "" if year in (paper.venue or "") else year]
    if any(known):
        yield ", ".join(filter(None, known))
    link = f"https://doi.org/{paper.doi}" if paper.doi else paper.url
    if link:
        yield f"<{_UNSAFE_IN_LINK.sub(lambda sign: f'%{ord(sign[0]):02X}', link)}>"
    if paper.notice:
        yield f"**{paper.notice.capitalize()}**"


def _text(text: str) -> str:
    """Nothing in a title is markup."""
    return _MARK.sub(lambda sign: "\\" + sign[0], " ".join(plain(text).split()))
