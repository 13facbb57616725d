"""LlamaIndex's border for vectors: any of its vector stores as the place where they are kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

import numpy as np

from rag.embedders import Vectors
from rag.errors import VectorStoreError

if TYPE_CHECKING:
    from llama_index.core.vector_stores.types import BasePydanticVectorStore

_NAMES = ("collection_name", "table_name", "index_name")


class EngineVectors:
    """The vectors of an index in a vector store of LlamaIndex (see `VectorStore`).

    A passage is a node without text whose id is a UUID made of the passage's key, which every
    engine takes. What the engine raises becomes `VectorStoreError`.
    """

    def __init__(self, store: BasePydanticVectorStore) -> None:
        self._store = store
        name = next((str(value) for n in _NAMES if (value := getattr(store, n, None))), "")
        self.identity = f"{type(store).__name__} {name}".strip()

    def count(self) -> None:
        """See `VectorStore.count`: LlamaIndex has no way to ask."""

    def upsert(self, keys: Sequence[int], vectors: Vectors) -> None:
        """See `VectorStore.upsert`."""
        from llama_index.core.schema import NodeRelationship, RelatedNodeInfo, TextNode

        nodes = []
        for key, vector in zip(keys, vectors.tolist(), strict=True):
            source = {NodeRelationship.SOURCE: RelatedNodeInfo(node_id=_id(key))}
            nodes.append(TextNode(id_=_id(key), embedding=vector, relationships=source))
        with self._translated():
            self._store.add(nodes)

    def delete(self, keys: Sequence[int]) -> None:
        """See `VectorStore.delete`; by the source of a node, which is what all engines know."""
        with self._translated():
            for key in keys:
                self._store.delete(_id(key))

    def query(self, vector: Vectors, k: int) -> dict[int, float]:
        """See `VectorStore.query`; the likeness is the engine's own."""
        from llama_index.core.vector_stores.types import VectorStoreQuery

        with self._translated():
            wanted = VectorStoreQuery(query_embedding=vector.tolist(), similarity_top_k=k)
            found = self._store.query(wanted)
        ids = found.ids or [node.node_id for node in found.nodes or ()]
        scores = found.similarities or [0.0] * len(ids)
        return {UUID(id_).int: float(score) for id_, score in zip(ids, scores, strict=True)}

    def check(self, dimension: int) -> None:
        """See `VectorStore.check`."""
        self.query(np.full(dimension, dimension**-0.5, np.float32), 1)

    def clear(self) -> None:
        """See `VectorStore.clear`."""
        with self._translated():
            self._store.clear()

    def close(self) -> None:
        """The store belongs to whoever made it."""

    def _translated(self) -> Any:
        return _translated(self.identity)


class _translated:  # noqa: N801 - reads as a statement
    def __init__(self, identity: str) -> None:
        self._identity = identity

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Exception):
            raise VectorStoreError(
                f"The vector store {self._identity} failed ({type(error).__name__}: {error})."
            ) from error


def _id(key: int) -> str:
    return str(UUID(int=key))
