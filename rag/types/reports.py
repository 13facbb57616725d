"""What an index holds, and what an ingest did to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class IndexInfo:
    """What an index holds and what made it."""

    path: str
    papers: int
    passages: int
    sentences: int
    embedder: str
    dimension: int
    generation: int
    notes: tuple[str, ...] = ()
    files: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rejected:
    """A record that was left out, where it stands and why."""

    file: str
    record: int | None
    line: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What an ingest did: counts of papers, and the records that were left out.

    `unpruned` are the files from which nothing was removed, though that was asked for, since a part
    of them could not be read.
    """

    read: int = 0
    added: int = 0
    updated: int = 0
    unchanged: int = 0
    merged: int = 0
    removed: int = 0
    embedded: int = 0
    rejected: tuple[Rejected, ...] = ()
    unpruned: tuple[str, ...] = ()
