"""What has to hold before an index is opened: its folder, its lock, its embedder."""

from __future__ import annotations

from pathlib import Path

from filelock import FileLock, Timeout

from rag.embedders import Embedder
from rag.errors import IndexInUseError, IndexMismatchError, IndexMissingError, UsageError
from rag.store.papers import PaperStore

STORE_FILE = "papers.sqlite"
_LOCK_FILE = "writer.lock"


def check_there(folder: Path) -> None:
    """Raise `IndexMissingError` where there is no index, `UsageError` where none can be."""
    try:
        size = (folder / STORE_FILE).stat().st_size
    except (FileNotFoundError, NotADirectoryError):
        size = 0
    except (OSError, ValueError) as error:
        raise _unusable(folder, error) from error
    if not size:
        raise IndexMissingError(
            f"There is no index in {folder}. Make one with: askpapers ingest PATH… --index {folder}"
        )


def writer_lock(folder: Path) -> FileLock:
    """Lock an index for writing; its folder is made if it isn't there.

    Two writers would take each other's changes for their own, so there is one at a time.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / _LOCK_FILE)
        lock.acquire(timeout=0)
    except Timeout as error:
        raise IndexInUseError(
            f"Another process is writing to the index in {folder}. Wait until it is done."
        ) from error
    except (OSError, ValueError) as error:
        raise _unusable(folder, error) from error
    return lock


def check_embedder(store: PaperStore, embedder: Embedder, *, remember: bool) -> None:
    """Refuse another embedder than the one that made the index; `remember` it of a new one."""
    folder, fingerprint = store.path.parent, store.meta("fingerprint")
    if fingerprint is None and remember:
        for key, value in made_by(embedder).items():
            store.set_meta(key, value)
    elif fingerprint is None:
        raise IndexMissingError(
            f"There are no papers in the index in {folder} yet. "
            "Put some in with: askpapers ingest PATH…"
        )
    elif fingerprint != embedder.fingerprint:
        raise IndexMismatchError(
            f"The index in {folder} was made with {store.meta('embedder')} "
            f"({store.meta('dimension')} dimensions), not with {embedder.name}. Open it with that "
            "embedder, ingest into a new folder, or embed its papers anew with: "
            "askpapers rebuild --embed"
        )


def made_by(embedder: Embedder) -> dict[str, str]:
    """Return what an index remembers of its embedder."""
    return {
        "embedder": embedder.name,
        "dimension": str(embedder.dimension),
        "fingerprint": embedder.fingerprint,
    }


def _unusable(folder: Path, error: Exception) -> UsageError:
    reason = getattr(error, "strerror", None) or str(error)
    return UsageError(
        f"The index folder {folder} can't be used ({reason}). Choose another one with --index."
    )
