"""An index: the record store (SQLite, the truth) and the vectors in an engine, as one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from rag.embedders import Embedder, Vectors, default_embedder
from rag.store.opening import STORE_FILE, check_embedder, check_there, made_by, writer_lock
from rag.store.papers import IndexedPaper, PaperStore, StoredHash
from rag.store.searching import rows_fitting
from rag.store.syncing import Synced
from rag.store.vectors import Engine, ExactVectors
from rag.types import IndexInfo, Paper

if TYPE_CHECKING:
    from filelock import FileLock
    from llama_index.core.vector_stores.types import BasePydanticVectorStore


class Index:
    """A folder of papers that can be searched; made by `open` or `open_for_writing`.

    It may be used from several threads. One process writes at a time, any number read.
    """

    def __init__(
        self,
        folder: Path,
        embedder: Embedder | None,
        vector_store: BasePydanticVectorStore | None = None,
        lock: FileLock | None = None,
    ) -> None:
        self.folder = folder
        self.embedder = embedder or default_embedder()
        self._lock = lock
        self.store = PaperStore(folder / STORE_FILE, create=lock is not None)
        self._synced = Synced(self.store, self.embedder.dimension, vector_store, bool(lock))

    @classmethod
    def open(
        cls,
        folder: str | Path,
        embedder: Embedder | None = None,
        vector_store: BasePydanticVectorStore | None = None,
    ) -> Self:
        """Open an index for reading.

        `vector_store`, one of LlamaIndex's, is where its vectors are; without one they are on the
        Chroma server that is set, else in the folder. Raises `IndexMissingError`,
        `IndexMismatchError` (another embedder, version or place of the vectors), `UsageError` for
        a folder that can't be one, and `IndexDamagedError`.
        """
        path = Path(folder)
        check_there(path)
        index = cls(path, embedder, vector_store)
        try:
            check_embedder(index.store, index.embedder, remember=False)
        except BaseException:
            index.close()
            raise
        return index

    @classmethod
    def open_for_writing(
        cls,
        folder: str | Path,
        embedder: Embedder | None = None,
        vector_store: BasePydanticVectorStore | None = None,
        *,
        as_it_is: bool = False,
    ) -> Self:
        """Open an index for writing, made if it isn't there, and bring its vectors in step.

        `as_it_is` is for `rebuild_vectors` and `embed_anew`: the index has to be there, and
        nothing is repaired; nor is another embedder refused, which could only embed anew.
        Raises `IndexInUseError` while another process writes, `UsageError` when the folder can't
        be written, and what `open` raises.
        """
        path = Path(folder)
        if as_it_is:
            check_there(path)
        lock = writer_lock(path)
        try:
            index = cls(path, embedder, vector_store, lock)
        except BaseException:
            lock.release()
            raise
        try:
            if not as_it_is:
                check_embedder(index.store, index.embedder, remember=True)
                index._synced.repair()
        except BaseException:
            index.close()
            raise
        return index

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        try:
            if self._lock and kind is None:
                self._synced.finish()
        finally:
            self.close()

    def close(self) -> None:
        """Close the files and release the lock.

        What was written and is not in the engine yet is found more slowly, until the next writer
        has brought it there; leaving a `with` block does it at once.
        """
        self._synced.close()
        self.store.close()
        if self._lock:
            self._lock.release()

    # -- reading -------------------------------------------------------------------------------

    @property
    def vectors(self) -> Engine | ExactVectors:
        """Where vectors are searched; opened at first use, looked at again after a change."""
        return self._synced.vectors

    def nearest(self, vector: Vectors, k: int) -> dict[int, float]:
        """Return key -> likeness of the `k` passages nearest to a `vector` of shape (d,).

        Safe from several threads.
        """
        return self._synced.nearest(vector, k)

    def check_embedder(self) -> None:
        """Raise `IndexMismatchError` if another process has embedded the papers anew meanwhile."""
        check_embedder(self.store, self.embedder, remember=False)

    def info(self) -> IndexInfo:
        """Return what the index holds and what made it."""
        return IndexInfo(
            path=str(self.folder),
            papers=self.store.count("papers"),
            passages=self.store.count("passages"),
            sentences=self.store.sentence_count(),
            embedder=self.store.meta("embedder") or "",
            dimension=int(self.store.meta("dimension") or 0),
            generation=self.store.generation,
            notes=tuple(dict.fromkeys(self.notes().values())),
            files=self.store.files(),
        )

    def papers(self, where: Mapping[str, Any] | None = None) -> Iterator[Paper]:
        """Yield the papers that fit the filter `where` (see `rows`), in the order of arrival."""
        return self.store.papers_in(sorted(self.rows(where))) if where else self.store.papers()

    def rows(self, where: Mapping[str, Any]) -> frozenset[int]:
        """Return the rows in the store of the papers that fit every condition of `where`.

        Conditions: `year` (a number or an inclusive pair, either end may be None), `venue` and
        `author` (words that the field must hold, in any case), `file` (base name of the source),
        `doi`, `has_url` and `has_code` (bool: a link, or a link to code in the abstract), `ids` (a
        collection of paper ids). Raises `UsageError` for any other key and for a wrong value.
        """
        return rows_fitting(self.store, where)

    def get(self, ids: Iterable[str]) -> list[Paper]:
        """Return the papers with these ids, in the order asked; unknown ids are passed over."""
        listed = list(ids)
        found = self.store.by_id(listed)
        return [found[id_] for id_ in listed if id_ in found]

    def hashes(self, ids: Iterable[str]) -> dict[str, StoredHash]:
        """Return paper id -> its hashes."""
        return self.store.hashes_of(ids)

    def notes(self) -> dict[str, str]:
        """Return what readers must know of the texts of a file: file name -> note."""
        return self.store.notes()

    # -- writing -------------------------------------------------------------------------------

    def upsert(self, batch: Sequence[IndexedPaper]) -> None:
        """Add papers, or replace those with the same id: the record store first, then vectors."""
        self.store.upsert(batch)
        self._synced.follow()

    def update_metadata(self, papers: Sequence[tuple[Paper, StoredHash]]) -> None:
        """Replace fields that are not embedded; each paper comes with its new hashes."""
        self.store.update_metadata(papers)

    def delete(self, ids: Iterable[str]) -> None:
        """Delete papers; unknown ids are passed over."""
        self.store.delete(ids)
        self._synced.follow()

    def set_note(self, file: str, note: str | None) -> None:
        """Set or remove what readers must know of the texts that came from `file`."""
        if self.notes().get(file) != note:
            self.store.set_note(file, note)

    def rebuild_vectors(self) -> None:
        """Make the vectors in the engine anew from the record store, embedding nothing."""
        self._synced.rebuild()

    def embed_anew(self, batches: Iterable[Sequence[IndexedPaper]]) -> None:
        """Replace all papers at once by these, which were embedded by this index's embedder."""
        self.store.upsert_all(batches, made_by(self.embedder))
        self._synced.rebuild()
