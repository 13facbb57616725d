"""The record store: one SQLite file per index, the truth that everything else derives from.

It holds a row per paper, a full-text table for BM25, and each vector as it came from the
embedder, so that the vectors in Chroma can be made again without embedding anything.
"""

from __future__ import annotations

from rag.store.lookups import Lookups
from rag.store.marking import Marking
from rag.store.rows import IndexedPaper, PassageVectors, Rows, Sentences, StoredHash
from rag.store.writing import Writing

__all__ = ["IndexedPaper", "PaperStore", "PassageVectors", "Rows", "Sentences", "StoredHash"]


class PaperStore(Marking, Lookups, Writing):
    """Papers, terms and vectors in SQLite. One writer, many readers, any thread."""
