"""Chroma's embedded database, cut so that writing to it takes the same memory at any size."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from threading import Lock

from rag.embedders import Vectors
from rag.store.chroma import ChromaVectors
from rag.store.vectors import EMBEDDED

SHARD = 25_000  # keys


class Shards:
    """Nearest passages by cosine (see `VectorStore`), a collection for each `SHARD` keys.

    Chroma holds a collection that it has touched in memory, 2 KB a vector, until its database is
    closed. What writes or checks therefore has one shard open at a time (50 MB); a search opens
    all of them. Keys grow and are never used again, so nearly all writing is in the last one.
    """

    identity = EMBEDDED

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._opening = Lock()
        self._open: dict[int, ChromaVectors] = {}
        self._numbers = {_number(name) for name in self._shard(0).collections()}

    def count(self) -> int:
        """See `VectorStore.count`."""
        return sum(self._alone(number).count() for number in sorted(self._numbers))

    def upsert(self, keys: Sequence[int], vectors: Vectors) -> None:
        """See `VectorStore.upsert`; `keys` are in ascending order."""
        start = 0
        for number, part in _by_shard(keys):
            self._numbers.add(number)
            self._alone(number).upsert(part, vectors[start : start + len(part)])
            start += len(part)

    def delete(self, keys: Sequence[int]) -> None:
        """See `VectorStore.delete`."""
        for number, part in _by_shard(sorted(keys)):
            if number in self._numbers:
                self._alone(number).delete(part)

    def query(self, vector: Vectors, k: int) -> dict[int, float]:
        """See `VectorStore.query`; the likeness is the cosine."""
        found: dict[int, float] = {}
        for number in sorted(self._numbers):
            found |= self._shard(number).query(vector, k)
        return dict(sorted(found.items(), key=lambda item: -item[1])[:k])

    def check(self, dimension: int) -> None:
        """See `VectorStore.check`."""
        for number in sorted(self._numbers):
            self._alone(number).check(dimension)

    def clear(self) -> None:
        """See `VectorStore.clear`."""
        for number in self._numbers:
            self._shard(number).clear()

    def close(self) -> None:
        """See `VectorStore.close`."""
        for shard in self._open.values():
            shard.close()
        self._open.clear()

    def _alone(self, number: int) -> ChromaVectors:
        """Return a shard after letting go of the memory of all others."""
        if self._open.keys() - {number}:
            self.close()
            _give_back_memory()
        return self._shard(number)

    def _shard(self, number: int) -> ChromaVectors:
        with self._opening:
            if number not in self._open:
                self._open[number] = ChromaVectors.embedded(self._folder, _name(number))
            return self._open[number]


def _give_back_memory() -> None:
    """What Chroma has freed stays with the process in glibc, unless it is asked for."""
    with suppress(OSError, AttributeError, TypeError):  # no glibc
        ctypes.CDLL(None).malloc_trim(0)


def _by_shard(keys: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    return ((number, list(part)) for number, part in groupby(keys, lambda key: key // SHARD))


def _name(number: int) -> str:
    return f"passages-{number}" if number else "passages"


def _number(name: str) -> int:
    return int(name.partition("-")[2] or 0)
