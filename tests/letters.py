"""A quick embedder, and a collection of files with its index, for tests of ingest and store."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ingest import ingest
from rag.embedders import Vectors, unit
from rag.store.index import Index
from rag.types import IngestReport, Paper


class LetterEmbedder:
    """A double: vectors of letter counts, quick, and it counts the papers' texts it was given."""

    name, fingerprint, dimension, max_tokens = "letters", "letters-1", 26, 256

    def __init__(self) -> None:
        self.texts: list[str] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.texts += texts
        counts = [[text.lower().count(chr(97 + i)) + 0.01 for i in range(26)] for text in texts]
        return unit(np.array(counts, np.float32).reshape(-1, 26))

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(text.split()) for text in texts]


class Collection:
    """An index in a temporary folder, and files to ingest into it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.index = folder / "index"
        self.embedder = LetterEmbedder()

    def write(self, name: str, *records: Any) -> Path:
        return self.text(name, "\n".join(json.dumps(record) for record in records))

    def text(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return path

    def ingest(self, *paths: Path, **options: Any) -> IngestReport:
        return ingest(paths, self.index, embedder=self.embedder, **options)

    def papers(self) -> list[Paper]:
        with Index.open(self.index, self.embedder) as index:
            return list(index.papers())
