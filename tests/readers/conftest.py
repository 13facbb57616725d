"""Reading a small file from its text or bytes: what the tests of the readers share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ingest.cleaning import clean
from ingest.readers import find_sources, read_file
from rag.types import Paper, Rejected

Read = Callable[..., list[Paper | Rejected]]


def read_path(path: Path) -> list[Paper | Rejected]:
    """Return what becomes of each record at a path."""
    found: list[Paper | Rejected] = []
    for source in find_sources(path):
        if isinstance(source, Rejected):
            found.append(source)
            continue
        for record in read_file(source):
            found.append(record if isinstance(record, Rejected) else clean(record))
    return found


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Write a file and read it: papers and what was rejected, in order."""

    def read_content(content: str | bytes, name: str = "a.txt") -> list[Paper | Rejected]:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_path(path)

    return read_content
