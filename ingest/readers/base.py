"""What every reader works with: the records it yields, and how a format is described."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ingest.readers.source import Source
from rag.types import Origin, Rejected


@dataclass(frozen=True, slots=True)
class RawRecord:
    """A record as its file gives it: fields by name, their values not yet cleaned."""

    origin: Origin
    fields: Mapping[str, Any]


CUT_SHORT = "the file ends within this record: it seems to be cut short"
KEPT = "the file ends before the end of this record: what stands there is kept"

Records = Iterator[RawRecord | Rejected]


@dataclass(frozen=True, slots=True)
class Format:
    """A family of files.

    `recognises` tells from a file's beginning whether it is one; `read` yields the records one by
    one, and a `Rejected` for each that it can't read.
    """

    name: str
    recognises: Callable[[Source], bool]
    read: Callable[[Source], Records]
