"""A chain over a few papers of a test's own, with the bundled model."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import askpapers


@contextmanager
def chain_over(folder: Path, *records: dict[str, Any]) -> Iterator[askpapers.Chain]:
    """Index `records` in `folder` and open them for questions."""
    lines = "".join(json.dumps(record) + "\n" for record in records)
    (folder / "papers.jsonl").write_text(lines, encoding="utf-8")
    askpapers.ingest([folder / "papers.jsonl"], index=folder / "index")
    with closing(askpapers.open(folder / "index")) as chain:
        yield chain
