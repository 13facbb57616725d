"""A paper and an answer to show, and what a browser would read of the page."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from rag.types import (
    Answer,
    Citation,
    Kind,
    Paper,
    Quote,
    Status,
)

ABSTRACT = "Kites need wind. They rise 90 metres in a gale. Their tails keep them steady."
PAPER = Paper(
    id="kites",
    abstract=ABSTRACT,
    title="How Kites Rise",
    name="KiteLab",
    authors=("Ann Ash", "Ben Birch", "Cy Cedar", "Di Dogwood"),
    year=2024,
    venue="Wind 2024",
    doi="10.5555/kites",
    url="https://kites.example/paper",
)


def quote(text: str) -> Quote:
    start = ABSTRACT.index(text)
    return Quote(text, start, start + len(text))


ANSWER = Answer(
    question="How high?",
    standalone="How high?",
    kind=Kind.FACT,
    status=Status.ANSWERED,
    text="They rise 90 metres in a gale. [1]",
    citations=(Citation(1, PAPER, (quote("They rise 90 metres in a gale."),)),),
)


def plain(html: str) -> str:
    return re.sub(r"<[^>]*>|[\ue000-\ue003]", "", html)


class Elements(HTMLParser):
    """Every start tag of a page, as a browser would read it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def tags(html: str) -> set[str]:
    return {tag for tag, _ in Elements(html).found}


def attributes(html: str) -> set[str]:
    return {name for _, attributes in Elements(html).found for name in attributes}


def links(html: str) -> list[str]:
    return [found["href"] or "" for tag, found in Elements(html).found if tag == "a"]
