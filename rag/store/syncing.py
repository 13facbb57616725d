"""The record store and the engine that searches its vectors, kept in step."""

from __future__ import annotations

import os
import shutil
from threading import Lock
from typing import TYPE_CHECKING
from uuid import uuid4

from rag import settings
from rag.embedders import Vectors
from rag.errors import IndexDamagedError, IndexMismatchError, UsageError
from rag.store.opening import is_being_written
from rag.store.papers import PaperStore
from rag.store.vectors import EMBEDDED, ExactVectors, VectorStore

if TYPE_CHECKING:
    from llama_index.core.vector_stores.types import BasePydanticVectorStore

_FOLDER = "chroma"
_BATCH = 5000  # passages whose vectors are in memory at once


class Synced:
    """The vectors of a record store in an engine: one that was given, a server, or embedded."""

    def __init__(
        self,
        store: PaperStore,
        dimension: int,
        given: BasePydanticVectorStore | None,
        writing: bool,
    ) -> None:
        self._store = store
        self._dimension = dimension
        self._given = given
        self._writing = writing
        self._folder = store.path.parent / _FOLDER
        self._opened: VectorStore | ExactVectors | None = None
        self._generation = -1
        self._asked = Lock()

    @property
    def vectors(self) -> VectorStore | ExactVectors:
        """The engine, opened at first use and, by readers, again after a change."""
        if self._writing:
            return self._engine()
        generation = self._store.generation
        if generation != self._generation:
            self.close()
        if self._opened is None:
            self._opened = self._for_reading()
            self._generation = generation
        return self._opened

    def nearest(self, vector: Vectors, k: int) -> dict[int, float]:
        """See `VectorStore.query`; one at a time, so that no engine is closed while it is asked."""
        with self._asked:
            return self.vectors.query(vector, k)

    def sync(self) -> None:
        """Bring the engine in step with the record store."""
        while stale := self._store.stale(_BATCH):
            self._engine().delete(stale)
            self._store.mark_synced([], stale)
        while True:
            new = self._store.passage_vectors("NOT in_chroma", _BATCH)
            if not len(new.keys):
                return
            self._engine().upsert(new.keys.tolist(), new.vectors)
            self._store.mark_synced(new.keys.tolist(), [])

    def repair(self) -> None:
        """Finish what a killed writer left undone; make vectors anew that are broken or gone."""
        try:
            complete = self._is_in_step()
        except IndexDamagedError:
            complete = False
        if not complete:
            self.rebuild()

    def _is_in_step(self) -> bool:
        engine = self._engine()
        if self._store.meta("vectors") not in (None, engine.identity):
            return False
        self.sync()
        if self._store.count("passages"):
            engine.check(self._dimension)
        self._store.set_meta("vectors", engine.identity)
        return engine.count() in (None, self._store.count("passages"))

    def rebuild(self) -> None:
        """Make all vectors in the engine anew from the record store."""
        self._store.mark_unsynced()
        self.close()
        if self._is_embedded():
            shutil.rmtree(self._folder, ignore_errors=True)
        else:
            self._engine().clear()
        self._store.set_meta("vectors", self._engine().identity)
        self.sync()

    def close(self) -> None:
        """Let go of the engine's files and connections."""
        if self._opened:
            self._opened.close()
        self._opened = None

    def _is_embedded(self) -> bool:
        return self._given is None and not settings.load().chroma_url

    def _engine(self) -> VectorStore:
        if self._opened is None:
            self._opened = self._open()
        if isinstance(self._opened, ExactVectors):
            raise UsageError(f"The index in {self._store.path.parent} is open for reading only.")
        return self._opened

    def _open(self) -> VectorStore:
        if self._given is not None:
            from rag.store.engines import EngineVectors

            return EngineVectors(self._given)
        from rag.store.chroma import ChromaVectors

        given = settings.load()
        if given.chroma_url:
            return ChromaVectors.server(given.chroma_url, given.chroma_headers, self._collection())
        return ChromaVectors.embedded(self._folder)

    def _for_reading(self) -> VectorStore | ExactVectors:
        """Chroma can't open a folder that it can't write, and crashes in one that is being written.

        One product over all vectors has to do then.
        """
        if self._is_embedded():
            self._check_place(EMBEDDED)
            if not os.access(self._folder, os.W_OK) or is_being_written(self._folder.parent):
                return ExactVectors(self._store.passage_vectors())
        engine = self._open()
        self._check_place(engine.identity)
        return engine

    def _check_place(self, asked: str) -> None:
        made = self._store.meta("vectors")
        if made not in (None, asked):
            raise IndexMismatchError(
                f"The vectors of the index in {self._store.path.parent} are kept in: {made}; asked "
                f"for was: {asked}. Name the former (ASKPAPERS_CHROMA_URL, or vector_store=… in "
                "Python), or move them with: askpapers rebuild"
            )

    def _collection(self) -> str:
        """Return the name that the index has on a server, which it is given once."""
        name = self._store.meta("collection")
        if name is None:
            name = f"askpapers-{uuid4().hex}"
            self._store.set_meta("collection", name)
        return name
