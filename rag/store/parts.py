"""The vectors of a record store in Chroma databases that never change once they may be read.

Chroma's embedded database bears no second process while it is written: readers crash in it, and
leave it so that nobody can open it any more. So each part of the passages has a database of its
own. Who writes makes a part, or a changed copy of it, in a folder that nobody knows, and then puts
it in the place of the former one by a row in the record store. Readers search the parts that are
listed there, and the vectors of what is in none yet by one product.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from uuid import uuid4

from rag.embedders import Vectors
from rag.errors import IndexDamagedError, IndexUnwritableError
from rag.store.chroma import ChromaVectors
from rag.store.marking import Part
from rag.store.papers import PaperStore
from rag.store.vectors import EMBEDDED, ExactVectors

PART = 25_000  # keys: Chroma takes 2 KB of memory for each vector of a part while it is written
_FEWEST = 2  # vectors: of a single one, Chroma writes files only when it is read
_BATCH = 2_000  # passages at once: with 5,000, Chroma takes 70 MB more
_DATABASE = "chroma.sqlite3"


class Parts:
    """The passages of an index, cut by their keys into the databases in `folder` (see `Engine`).

    Keys grow and are never used again, so nearly all writing is in the last part. What a writer
    replaces is deleted by the next one, since readers may still be searching it.
    """

    identity = EMBEDDED

    def __init__(self, store: PaperStore, folder: Path) -> None:
        self._store = store
        self._folder = folder
        self._open: dict[str, ChromaVectors] = {}
        self._rest: ExactVectors | None = None
        self._generation = -1

    def count(self) -> int:
        """See `Engine.count`."""
        self._look_again()
        return sum(part.count() for part in self._open.values()) + self._store.waiting()

    def query(self, vector: Vectors, k: int) -> dict[int, float]:
        """See `Engine.query`; the likeness is the cosine."""
        try:
            self._look_again()
            found = self._rest.query(vector, k) if self._rest else {}
            for part in self._open.values():
                found |= part.query(vector, k)
        except IndexDamagedError:
            if self._is_current():
                self.close()
                raise
            return self.query(vector, k)  # other parts have taken the place of these meanwhile
        return dict(sorted(found.items(), key=lambda item: -item[1])[:k])

    def follow(self) -> None:
        """See `Engine.follow`."""
        if self._store.unpublished() >= PART:
            self.finish()

    def finish(self) -> None:
        """See `Engine.finish`."""
        for number in self._store.changed_parts(PART):
            self._renew(number)

    def repair(self, dimension: int) -> None:
        """See `Engine.repair`."""
        self._sweep()
        for number, part in self._store.parts().items():
            if not self._is_whole(part):
                self._store.withdraw(number, _keys(number))
        self.follow()

    def rebuild(self) -> None:
        """See `Engine.rebuild`."""
        self._store.mark_unsynced()
        self.finish()
        self._sweep()

    def close(self) -> None:
        """See `Engine.close`."""
        for part in self._open.values():
            part.close()
        self._open.clear()
        self._generation = -1

    # -- reading -------------------------------------------------------------------------------

    def _is_current(self) -> bool:
        return self._generation == self._store.generation

    def _look_again(self) -> None:
        """Open what is new since the last time, and let go of what is not used any more."""
        if self._is_current():
            return
        self._generation = self._store.generation
        # First the rest: what is published meanwhile is then found twice, rather than not at all.
        rest = self._store.passage_vectors("NOT in_chroma")
        self._rest = ExactVectors(rest) if len(rest.keys) else None
        listed = {part.folder for part in self._store.parts().values()}
        for name in self._open.keys() - listed:
            self._open.pop(name).close()
        for name in listed - self._open.keys():
            self._open[name] = ChromaVectors.embedded(self._folder / name)

    # -- writing -------------------------------------------------------------------------------

    def _renew(self, number: int) -> None:
        """Publish a part with what the record store holds now."""
        keys, before = _keys(number), self._store.parts().get(number)
        if self._store.passages_in(keys) < _FEWEST:
            self._store.withdraw(number, keys)
            return
        folder = self._folder / f"{number}-{uuid4().hex}"
        with _unless_it_fails(folder):
            if before:
                _copy(self._folder / before.folder, folder)
            vectors = self._write(folder, keys)
            size = _settled(folder)
        self._store.publish(number, keys, Part(folder.name, vectors, size))
        _give_back_memory()

    def _write(self, folder: Path, keys: range) -> int:
        """Bring a part that nobody reads yet in step; return how many vectors it holds."""
        with closing(ChromaVectors.embedded(folder, create=True)) as part:
            part.delete(self._store.stale_in(keys))
            for new in self._store.waiting_in(keys, _BATCH):
                part.upsert(new.keys.tolist(), new.vectors)
            return part.count()

    def _is_whole(self, part: Part) -> bool:
        folder = self._folder / part.folder
        try:
            with closing(ChromaVectors.embedded(folder)) as opened:
                return opened.count() == part.vectors and _size(folder) == part.size
        except IndexDamagedError:
            return False

    def _sweep(self) -> None:
        """Delete what is in no use: former parts, and what a killed writer left."""
        listed = {part.folder for part in self._store.parts().values()}
        for path in self._folder.glob("*"):
            if path.is_file():
                path.unlink(missing_ok=True)
            elif path.name not in listed:
                shutil.rmtree(path, ignore_errors=True)  # what is still open goes the next time


def _keys(number: int) -> range:
    return range(number * PART, (number + 1) * PART)


def _copy(before: Path, folder: Path) -> None:
    """Copy a part; its database through SQLite, as a reader that opens it writes to it as well."""
    shutil.copytree(before, folder, ignore=shutil.ignore_patterns(f"{_DATABASE}*"))
    with (
        closing(sqlite3.connect(before / _DATABASE)) as source,
        closing(sqlite3.connect(folder / _DATABASE)) as target,
    ):
        source.backup(target)


def _settled(folder: Path) -> int:
    """Return the size of a part, once all that was written is really on the disk."""
    for file in filter(Path.is_file, folder.rglob("*")):
        with file.open("rb+") as opened:
            os.fsync(opened.fileno())
    return _size(folder)


def _size(folder: Path) -> int:
    """Return the bytes of the vector files, which no reader changes."""
    return sum(file.stat().st_size for file in folder.glob("*/*"))


@contextmanager
def _unless_it_fails(folder: Path) -> Iterator[None]:
    """Keep a new part only if it is made; on a full disk it would take the last room."""
    try:
        yield
    except BaseException as error:
        shutil.rmtree(folder, ignore_errors=True)
        if not isinstance(error, OSError | sqlite3.Error):
            raise
        raise IndexUnwritableError(
            f"The vectors in {folder.parent} can't be written ({error}). What was in the index is "
            "still there. Make room, or make the folder writable, and run the same command again."
        ) from error


def _give_back_memory() -> None:
    """What Chroma has freed stays with the process in glibc, unless it is asked for."""
    with suppress(OSError, AttributeError, TypeError):  # no glibc
        ctypes.CDLL(None).malloc_trim(0)
