"""Chroma's border: an embedded database, or a server that many processes share."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Any, Self

import numpy as np

from rag.embedders import Vectors
from rag.errors import (
    AskpapersError,
    IndexDamagedError,
    IndexUnwritableError,
    VectorStoreError,
)
from rag.store.vectors import EMBEDDED

_BATCH = 5000  # Chroma takes at most 5,461 at once
# Changes that may be left to whoever opens an embedded database next, who then writes to its files:
# the fewest that Chroma takes.
_AT_ONCE = 2
# What Chroma shares among the clients of one folder bears no second thread meanwhile.
_OPENING = Lock()
_FULL = ("disk is full", "no space left", "readonly database", "read-only")


class ChromaVectors:
    """Nearest passages by cosine (see `VectorStore`). Chroma is imported with the first instance.

    Every method raises `IndexDamagedError` when an embedded database can't read its files,
    `IndexUnwritableError` when it can't write them, and `VectorStoreError` when a server fails.
    """

    def __init__(
        self, client: Any, collection: str, identity: str, address: str = "", create: bool = True
    ) -> None:
        """Use a Chroma client; `address` is that of its server.

        The collection is made if it isn't there, unless `create` says that it has to be.
        """
        self.identity = identity
        self._client = client
        self._name = collection
        self._address = address
        self._collection: Any = None
        with _translated(address):
            self._open(create)

    @classmethod
    def embedded(cls, folder: Path, *, create: bool = False) -> Self:
        """Open the database in `folder`, which has to be there unless it is to be made."""
        import chromadb

        logging.getLogger("chromadb").setLevel(logging.ERROR)
        try:
            with _translated():
                if not create and not folder.is_dir():
                    raise FileNotFoundError(f"{folder} is not there")
                with _OPENING:
                    client = chromadb.PersistentClient(str(folder), _settings())
            return cls(client, "passages", EMBEDDED, create=create)
        except AskpapersError:
            _forget(folder)
            raise

    @classmethod
    def server(cls, address: str, headers: Mapping[str, str], collection: str) -> Self:
        """Use a collection of the Chroma server at `address`; `headers` go with each request."""
        import chromadb

        logging.getLogger("chromadb").setLevel(logging.ERROR)
        logging.getLogger("httpx").setLevel(logging.WARNING)
        with _translated(address):
            client = chromadb.HttpClient(address, headers=dict(headers), settings=_settings())
        return cls(client, collection, f"chroma {address} {collection}", address)

    def _open(self, create: bool = True) -> None:
        if not create:
            self._collection = self._client.get_collection(self._name, embedding_function=None)
            return
        hnsw: dict[str, Any] = {"space": "cosine"}
        if not self._address:
            hnsw["sync_threshold"] = _AT_ONCE
        self._collection = self._client.get_or_create_collection(
            self._name, embedding_function=None, configuration={"hnsw": hnsw}
        )

    def count(self) -> int:
        """See `VectorStore.count`."""
        with _translated(self._address):
            return int(self._collection.count())

    def upsert(self, keys: Sequence[int], vectors: Vectors) -> None:
        """See `VectorStore.upsert`."""
        for start in range(0, len(keys), _BATCH):
            part = [str(key) for key in keys[start : start + _BATCH]]
            with _translated(self._address):
                self._collection.upsert(ids=part, embeddings=vectors[start : start + _BATCH])

    def delete(self, keys: Sequence[int]) -> None:
        """See `VectorStore.delete`."""
        for start in range(0, len(keys), _BATCH):
            with _translated(self._address):
                self._collection.delete(ids=[str(key) for key in keys[start : start + _BATCH]])

    def query(self, vector: Vectors, k: int) -> dict[int, float]:
        """See `VectorStore.query`; the likeness is the cosine."""
        with _translated(self._address):
            found = self._collection.query(
                query_embeddings=vector[None, :], n_results=max(1, k), include=["distances"]
            )
        pairs = zip(found["ids"][0], found["distances"][0], strict=True)
        return {int(key): 1.0 - float(distance) for key, distance in pairs}

    def check(self, dimension: int) -> None:
        """See `VectorStore.check`; all of an embedded database's vector files are read."""
        if self.count():
            self.query(np.full(dimension, dimension**-0.5, np.float32), 1)

    def clear(self) -> None:
        """See `VectorStore.clear`."""
        with _translated(self._address):
            self._client.delete_collection(self._name)
            self._open()

    def close(self) -> None:
        """See `VectorStore.close`."""
        with _OPENING:
            self._client.close()


def _settings() -> Any:
    from chromadb.config import Settings

    return Settings(anonymized_telemetry=False)


def _forget(folder: Path) -> None:
    """Make Chroma forget a database that it could not open; it would hand it out again."""
    from chromadb.api.shared_system_client import SharedSystemClient

    with _OPENING:
        SharedSystemClient._identifier_to_system.pop(str(folder), None)


class _translated:  # noqa: N801 - reads as a statement
    """Chroma's errors as ours. Its native part raises classes of its own, hence `Exception`."""

    def __init__(self, address: str = "") -> None:
        self._address = address

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None or isinstance(error, AskpapersError):
            return
        # A panic of the native part is no Exception.
        if isinstance(error, Exception) or type(error).__name__ == "PanicException":
            raise _as_ours(error, self._address) from error


def _as_ours(error: BaseException, address: str) -> AskpapersError:
    if address:
        return VectorStoreError(
            f"The Chroma server at {address} can't be reached or failed ({error}). Start it, or "
            "correct ASKPAPERS_CHROMA_URL (and ASKPAPERS_CHROMA_HEADERS for a proxy before it)."
        )
    if any(word in str(error).lower() for word in _FULL):
        return IndexUnwritableError(
            f"The vectors can't be written ({error}). What was in the index is still there. "
            "Make room, or make the folder writable, and run the same command again."
        )
    return IndexDamagedError(
        f"The vectors in the index can't be read or written ({error}). "
        "Make them anew from the stored papers with: askpapers rebuild"
    )
