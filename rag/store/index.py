"""An index: the record store (SQLite, the truth) and the vectors in Chroma, as one."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from filelock import FileLock, Timeout

from rag.embedders import Embedder, default_embedder
from rag.errors import (
    IndexDamagedError,
    IndexInUseError,
    IndexMismatchError,
    IndexMissingError,
    UsageError,
)
from rag.store.filters import matches
from rag.store.papers import IndexedPaper, PaperStore, StoredHash
from rag.store.vectors import VectorStore
from rag.types import IndexInfo, Paper

_STORE_FILE = "papers.sqlite"
_CHROMA_FOLDER = "chroma"
_LOCK_FILE = "writer.lock"


class Index:
    """A folder of papers that can be searched; made by `open` or `open_for_writing`.

    It may be used from several threads. One process writes at a time, any number read.
    """

    def __init__(self, folder: Path, embedder: Embedder, lock: FileLock | None) -> None:
        self.folder = folder
        self.embedder = embedder
        self._lock = lock
        self.store = PaperStore(folder / _STORE_FILE)
        self._chroma: VectorStore | None = None
        self._chroma_generation = -1

    @classmethod
    def open(cls, folder: str | Path, embedder: Embedder | None = None) -> Self:
        """Open an index for reading.

        Raises `IndexMissingError`, `IndexMismatchError` (another embedder or version) and
        `IndexDamagedError`.
        """
        path = Path(folder)
        if not (path / _STORE_FILE).is_file():
            raise IndexMissingError(
                f"There is no index in {path}. Make one with: askpapers ingest PATH… --index {path}"
            )
        index = cls(path, embedder or default_embedder(), None)
        index._check_embedder()
        return index

    @classmethod
    def open_for_writing(cls, folder: str | Path, embedder: Embedder | None = None) -> Self:
        """Open an index for writing, made if it isn't there, and bring Chroma in step with it.

        Raises `IndexInUseError` while another process writes, `UsageError` when the folder can't
        be written, and what `open` raises.
        """
        path = Path(folder)
        lock = _writer_lock(path)
        try:
            index = cls(path, embedder or default_embedder(), lock)
            index._check_embedder()
            index._repair()
        except BaseException:
            lock.release()
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
        self.close()

    def close(self) -> None:
        """Close the files and release the lock."""
        self.store.close()
        self._close_chroma()
        if self._lock:
            self._lock.release()

    # -- reading -------------------------------------------------------------------------------

    @property
    def vectors(self) -> VectorStore:
        """Chroma, opened at first use and again after another process has changed it."""
        generation = self.store.generation
        if self._lock is None and generation != self._chroma_generation:
            self._close_chroma()
        if self._chroma is None:
            self._chroma = VectorStore(self.folder / _CHROMA_FOLDER)
            self._chroma_generation = generation
        return self._chroma

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
        """Yield the papers that fit the filter `where`, in the order of their arrival."""
        return (paper for paper in self.store.papers() if not where or matches(paper, where))

    def get(self, ids: Iterable[str]) -> list[Paper]:
        """Return the papers with these ids, in the order asked; unknown ids are passed over."""
        listed = list(ids)
        found = self.store.by_id(listed)
        return [found[id_] for id_ in listed if id_ in found]

    def hashes(self) -> dict[str, StoredHash]:
        """Return paper id -> its hashes."""
        return self.store.hashes()

    def notes(self) -> dict[str, str]:
        """Return what readers must know of the texts of a file: file name -> note."""
        return self.store.notes()

    # -- writing -------------------------------------------------------------------------------

    def upsert(self, batch: Sequence[IndexedPaper]) -> None:
        """Add papers, or replace those with the same id: the record store first, then Chroma."""
        self.store.upsert(batch)
        self._sync()

    def update_metadata(self, papers: Sequence[tuple[Paper, str]]) -> None:
        """Replace fields that are not embedded; each paper comes with its new content hash."""
        self.store.update_metadata(papers)

    def delete(self, ids: Iterable[str]) -> None:
        """Delete papers; unknown ids are passed over."""
        self.store.delete(ids)
        self._sync()

    def set_note(self, file: str, note: str | None) -> None:
        """Set or remove what readers must know of the texts that came from `file`."""
        if self.notes().get(file) != note:
            self.store.set_note(file, note)

    def rebuild_vectors(self) -> None:
        """Make the vectors in Chroma anew from the record store, without embedding anything."""
        self._close_chroma()
        shutil.rmtree(self.folder / _CHROMA_FOLDER, ignore_errors=True)
        everything = self.store.passage_vectors()
        self.vectors.upsert(everything.keys.tolist(), everything.vectors)
        self.store.mark_synced()

    def _sync(self) -> None:
        """Bring Chroma in step with the record store."""
        missing, stale = self.store.unsynced()
        if stale:
            self.vectors.delete(stale)
        if missing:
            new = self.store.passage_vectors("NOT in_chroma")
            self.vectors.upsert(new.keys.tolist(), new.vectors)
        if missing or stale:
            self.store.mark_synced()

    def _repair(self) -> None:
        """Finish what a killed writer left undone; make broken vectors anew."""
        try:
            self._sync()
            self.vectors.check(self.embedder.dimension)
            complete = self.vectors.count() == self.store.count("passages")
        except IndexDamagedError:
            complete = False
        if not complete:
            self.rebuild_vectors()

    def _close_chroma(self) -> None:
        if self._chroma:
            self._chroma.close()
        self._chroma = None

    def _check_embedder(self) -> None:
        """Remember the embedder of a new index; refuse another one later."""
        made_by = self.store.meta("fingerprint")
        if made_by is None:
            self.store.set_meta("embedder", self.embedder.name)
            self.store.set_meta("dimension", str(self.embedder.dimension))
            self.store.set_meta("fingerprint", self.embedder.fingerprint)
        elif made_by != self.embedder.fingerprint:
            raise IndexMismatchError(
                f"The index in {self.folder} was made with {self.store.meta('embedder')}, not with "
                f"{self.embedder.name}. Open it with that embedder, or ingest into a new folder."
            )


def _writer_lock(folder: Path) -> FileLock:
    """Two Chroma writers on one folder destroy the index, so there is one at a time."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / _LOCK_FILE)
        lock.acquire(timeout=0)
    except Timeout as error:
        raise IndexInUseError(
            f"Another process is writing to the index in {folder}. Wait until it is done."
        ) from error
    except OSError as error:
        raise UsageError(
            f"The index folder {folder} can't be written ({error.strerror}). "
            "Choose another one with --index."
        ) from error
    return lock
