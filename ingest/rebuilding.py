"""What derives from the stored papers, made anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ingest.changes import Action, Change, hashes_of
from ingest.passages import embed
from ingest.progress import OnProgress, Progress, silent
from rag.embedders import Embedder
from rag.store.index import Index
from rag.store.papers import IndexedPaper

if TYPE_CHECKING:
    from llama_index.core.vector_stores.types import BasePydanticVectorStore

_BATCH = 64
_EMBEDDED = (Action.EMBED, "updated")


def rebuild(
    index: str | Path,
    *,
    embed_anew: bool = False,
    embedder: Embedder | None = None,
    vector_store: BasePydanticVectorStore | None = None,
    progress: OnProgress | None = None,
) -> int:
    """Make the searched vectors anew from the stored ones; return the number of papers.

    With `embed_anew` the papers are embedded anew first, also by another embedder than before.
    Until all of them are, the index stays as it was. Raises what `Index.open_for_writing` raises.
    """
    watcher = progress or silent
    with Index.open_for_writing(index, embedder, vector_store, as_it_is=True) as opened:
        if embed_anew:
            opened.embed_anew(_embedded(opened, watcher))
        else:
            opened.rebuild_vectors()
        return opened.store.count("papers")


def _embedded(index: Index, progress: OnProgress) -> Iterator[Sequence[IndexedPaper]]:
    rows = sorted(index.rows({}))
    for start in range(0, len(rows), _BATCH):
        papers = index.store.by_row(rows[start : start + _BATCH]).values()
        hashes = index.hashes(paper.id for paper in papers)
        changes = [
            # The name stays as it is, and so does what tells by which rules it was given.
            Change(p, replace(hashes_of(p), content_hash=hashes[p.id].content_hash), *_EMBEDDED)
            for p in papers
        ]
        yield embed(changes, index.embedder)
        progress(Progress(start + len(changes), len(rows), "embedding"))
