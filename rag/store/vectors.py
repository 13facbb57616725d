"""Where the vectors of passages are searched: what every engine has to do, and the plainest one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from rag.embedders import Vectors
from rag.store.rows import PassageVectors

EMBEDDED = "embedded"  # the identity of the engine in the index's own folder


class VectorStore(Protocol):
    """Vectors under the keys of passages, and nothing else.

    `identity` says where they are, so that an index notices when they are looked for elsewhere; it
    holds no secret.
    """

    identity: str

    def count(self) -> int | None:
        """Return how many vectors there are, None where the engine can't tell."""
        ...

    def upsert(self, keys: Sequence[int], vectors: Vectors) -> None:
        """Write `vectors`, shape (len(keys), d), under `keys`."""
        ...

    def delete(self, keys: Sequence[int]) -> None:
        """Forget the vectors under `keys`; keys that aren't there are passed over."""
        ...

    def query(self, vector: Vectors, k: int) -> dict[int, float]:
        """Return key -> likeness of the `k` nearest to `vector`, shape (d,)."""
        ...

    def check(self, dimension: int) -> None:
        """Search once, which shows whether the vectors can be read."""
        ...

    def clear(self) -> None:
        """Forget everything."""
        ...

    def close(self) -> None:
        """Let go of files and connections."""
        ...


class Engine(Protocol):
    """The vectors of a record store where they are searched, kept in step with it.

    `identity` is that of a `VectorStore`.
    """

    identity: str

    def count(self) -> int | None:
        """Return how many passages can be found, None where the engine can't tell."""
        ...

    def query(self, vector: Vectors, k: int) -> dict[int, float]:
        """Return key -> likeness of the `k` nearest to `vector`; keys just deleted may be there."""
        ...

    def follow(self) -> None:
        """Take over what the record store has changed, or wait until that is worth while."""
        ...

    def finish(self) -> None:
        """Take over all that the record store has changed."""
        ...

    def repair(self, dimension: int) -> None:
        """Finish what a killed writer left undone; make vectors anew that are broken or gone."""
        ...

    def rebuild(self) -> None:
        """Make all vectors anew from the record store."""
        ...

    def close(self) -> None:
        """Let go of files and connections."""
        ...


class ExactVectors:
    """All vectors in memory, searched by one product: for folders that Chroma can't open now."""

    def __init__(self, known: PassageVectors) -> None:
        self._known = known

    def query(self, vector: Vectors, k: int) -> dict[int, float]:
        """See `VectorStore.query`; the likeness is the cosine."""
        cosines = self._known.vectors @ vector
        k = min(k, len(cosines))
        best = np.argpartition(-cosines, k - 1)[:k] if k else np.array([], np.int64)
        return dict(zip(self._known.keys[best].tolist(), cosines[best].tolist(), strict=True))

    def close(self) -> None:
        """See `VectorStore.close`."""
