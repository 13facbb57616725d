"""The record store and the engine that searches its vectors: which one it is, and is it the one."""

from __future__ import annotations

import os
from threading import Lock
from typing import TYPE_CHECKING
from uuid import uuid4

from rag import settings
from rag.embedders import Vectors
from rag.errors import IndexMismatchError, UsageError
from rag.store.chroma import ChromaVectors
from rag.store.papers import PaperStore
from rag.store.parts import Parts
from rag.store.sending import Sent
from rag.store.vectors import EMBEDDED, Engine, ExactVectors

if TYPE_CHECKING:
    from llama_index.core.vector_stores.types import BasePydanticVectorStore

_FOLDER = "chroma"


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
        self._opened: Engine | ExactVectors | None = None
        self._generation = -1
        self._asked = Lock()

    @property
    def vectors(self) -> Engine | ExactVectors:
        """The engine, opened at first use and looked at again, by readers, after a change."""
        if self._writing:
            return self._engine()
        generation = self._store.generation
        if generation != self._generation:
            self._after_a_change()
            self._generation = generation
        if self._opened is None:
            self._opened = self._for_reading()
        return self._opened

    def nearest(self, vector: Vectors, k: int) -> dict[int, float]:
        """See `Engine.query`; one at a time, so that no engine is closed while it is asked."""
        with self._asked:
            return self.vectors.query(vector, k)

    def follow(self) -> None:
        """See `Engine.follow`."""
        self._engine().follow()

    def finish(self) -> None:
        """See `Engine.finish`."""
        self._engine().finish()

    def repair(self) -> None:
        """See `Engine.repair`; vectors that were elsewhere move here."""
        engine = self._engine()
        if self._store.meta("vectors") in (None, engine.identity):
            engine.repair(self._dimension)
            self._store.set_meta("vectors", engine.identity)
        else:
            self.rebuild()

    def rebuild(self) -> None:
        """See `Engine.rebuild`."""
        engine = self._engine()
        self._store.set_meta("vectors", engine.identity)
        engine.rebuild()

    def close(self) -> None:
        """Let go of the engine's files and connections."""
        if self._opened:
            self._opened.close()
        self._opened = None

    def _engine(self) -> Parts | Sent:
        if not self._writing:
            raise UsageError(f"The index in {self._store.path.parent} is open for reading only.")
        if not isinstance(self._opened, Parts | Sent):
            self._opened = self._open()
        return self._opened

    def _open(self) -> Parts | Sent:
        if self._given is not None:
            from rag.store.engines import EngineVectors

            return Sent(self._store, EngineVectors(self._given))
        given = settings.load()
        if given.chroma_url:
            name = self._collection()
            server = ChromaVectors.server(given.chroma_url, given.chroma_headers, name)
            return Sent(self._store, server)
        return Parts(self._store, self._folder)

    def _after_a_change(self) -> None:
        """Parts look at what has changed by themselves."""
        if isinstance(self._opened, Parts):
            self._check_place(EMBEDDED)
        else:
            self.close()

    def _for_reading(self) -> Engine | ExactVectors:
        """Chroma can't open a folder that it can't write; one product has to do then."""
        embedded = self._given is None and not settings.load().chroma_url
        if embedded and not os.access(self._folder, os.W_OK):
            self._check_place(EMBEDDED)
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
