"""The vectors of a record store in an engine that many processes share: sent as they change."""

from __future__ import annotations

from rag.embedders import Vectors
from rag.store.papers import PaperStore
from rag.store.vectors import VectorStore

_BATCH = 5000  # passages whose vectors are in memory at once


class Sent:
    """A server or a vector store that was given (see `Engine`)."""

    def __init__(self, store: PaperStore, vectors: VectorStore) -> None:
        self.identity = vectors.identity
        self.vectors = vectors
        self._store = store

    def count(self) -> int | None:
        """See `Engine.count`."""
        return self.vectors.count()

    def query(self, vector: Vectors, k: int) -> dict[int, float]:
        """See `Engine.query`; the likeness is that of the engine."""
        return self.vectors.query(vector, k)

    def follow(self) -> None:
        """See `Engine.follow`."""
        while stale := self._store.stale(_BATCH):
            self.vectors.delete(stale)
            self._store.mark_synced([], stale)
        while len((new := self._store.passage_vectors("NOT in_chroma", _BATCH)).keys):
            keys = new.keys.tolist()
            self.vectors.upsert(keys, new.vectors)
            self._store.mark_synced(keys, [])

    def finish(self) -> None:
        """See `Engine.finish`."""
        self.follow()

    def repair(self, dimension: int) -> None:
        """See `Engine.repair`."""
        self.follow()
        if passages := self._store.count("passages"):
            self.vectors.check(dimension)
        if self.vectors.count() not in (None, passages):
            self.rebuild()

    def rebuild(self) -> None:
        """See `Engine.rebuild`."""
        self._store.mark_unsynced()
        self.vectors.clear()
        self.follow()

    def close(self) -> None:
        """See `Engine.close`."""
        self.vectors.close()
