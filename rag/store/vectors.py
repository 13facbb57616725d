"""Chroma's border: vectors under the keys of passages, and nothing else."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from rag.embedders import Vectors
from rag.errors import IndexDamagedError

_BATCH = 5000  # Chroma takes at most 5,461 at once
_COLLECTION = "passages"


class VectorStore:
    """Nearest passages by cosine, in an embedded Chroma database.

    Chroma is imported when the first instance is made. Every method raises `IndexDamagedError`
    when Chroma can't read its files.
    """

    def __init__(self, folder: Path) -> None:
        """Open the database in `folder`, which is made if it isn't there."""
        import chromadb
        from chromadb.config import Settings

        logging.getLogger("chromadb").setLevel(logging.ERROR)
        if folder.is_file():
            folder.unlink()
        try:
            with _translated():
                self._client: Any = chromadb.PersistentClient(
                    str(folder), Settings(anonymized_telemetry=False)
                )
                self._collection = self._open()
        except IndexDamagedError:
            _forget(folder)
            raise

    def _open(self) -> Any:
        return self._client.get_or_create_collection(
            _COLLECTION, embedding_function=None, configuration={"hnsw": {"space": "cosine"}}
        )

    def count(self) -> int:
        """Return how many vectors there are."""
        with _translated():
            return int(self._collection.count())

    def upsert(self, keys: Sequence[int], vectors: Vectors) -> None:
        """Write `vectors`, shape (len(keys), d), under `keys`."""
        for start in range(0, len(keys), _BATCH):
            part = [str(key) for key in keys[start : start + _BATCH]]
            with _translated():
                self._collection.upsert(ids=part, embeddings=vectors[start : start + _BATCH])

    def delete(self, keys: Sequence[int]) -> None:
        """Forget the vectors under `keys`; keys that aren't there are passed over."""
        for start in range(0, len(keys), _BATCH):
            with _translated():
                self._collection.delete(ids=[str(key) for key in keys[start : start + _BATCH]])

    def query(self, vector: Vectors, k: int) -> dict[int, float]:
        """Return key -> cosine of the `k` nearest to `vector`, shape (d,)."""
        with _translated():
            found = self._collection.query(
                query_embeddings=vector[None, :], n_results=max(1, min(k, self.count() or 1)),
                include=["distances"],
            )  # fmt: skip
        pairs = zip(found["ids"][0], found["distances"][0], strict=True)
        return {int(key): 1.0 - float(distance) for key, distance in pairs}

    def check(self, dimension: int) -> None:
        """Search once, which reads all of the vector files."""
        if self.count():
            self.query(np.full(dimension, dimension**-0.5, np.float32), 1)

    def clear(self) -> None:
        """Forget everything."""
        with _translated():
            self._client.delete_collection(_COLLECTION)
            self._collection = self._open()

    def close(self) -> None:
        """Let go of the files."""
        self._client.close()


def _forget(folder: Path) -> None:
    """Make Chroma forget a database that it could not open; it would hand it out again."""
    from chromadb.api.shared_system_client import SharedSystemClient

    SharedSystemClient._identifier_to_system.pop(str(folder), None)


class _translated:  # noqa: N801 - reads as a statement
    """Chroma's errors as ours. Its native part raises classes of its own, hence `Exception`."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Exception):
            raise IndexDamagedError(
                f"The vectors in the index can't be read or written ({error}). "
                "They are made anew from the stored papers at the next ingest."
            ) from error
