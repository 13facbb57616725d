"""How far an ingest has come, told to whoever watches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """`done` of `total` papers (None while it is not known) in a stage of the work.

    Stages: "reading", "titles" (how many abstracts were joined to a title, of those without),
    "matching", "indexing"; "embedding" in a rebuild.
    """

    done: int
    total: int | None
    stage: str


OnProgress = Callable[[Progress], None]


def silent(progress: Progress) -> None:
    """Tell nobody."""
