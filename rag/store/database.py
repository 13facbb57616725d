"""SQLite's border: connections, transactions, and its errors as ours."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from rag.errors import (
    IndexDamagedError,
    IndexInUseError,
    IndexMissingError,
    IndexUnwritableError,
    PaperIndexError,
)
from rag.store.schema import FORMAT, SCHEMA, migrate

_WRITE_FAILURES = ("FULL", "IOERR_WRITE", "IOERR_FSYNC", "IOERR_TRUNCATE", "IOERR_SHM")
_NOT_WRITABLE = ("READONLY", "CANTOPEN", "PERM")
_SECONDS = 30  # to wait for another process to end its transaction


class Database:
    """One SQLite file, used from any thread; every error of SQLite's comes out as one of ours."""

    def __init__(self, path: Path, *, create: bool = False) -> None:
        """Open the file; with `create` it is made if it isn't there.

        Raises `IndexMissingError` when there is nothing in it, `IndexDamagedError` when it is no
        database, `IndexMismatchError` when it was made by another version of Askpapers.
        """
        self.path = path
        self._create = create
        self._counted: dict[str, tuple[int, int]] = {}  # table -> rows, at which generation
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        try:
            with self._translated():
                self._prepare()
        except BaseException:
            self.close()
            raise

    def _prepare(self) -> None:
        if not self.value("SELECT 1 FROM sqlite_master WHERE name = 'meta'"):
            if not self._create:
                raise IndexMissingError(
                    f"There are no papers in the index in {self.path.parent} yet. "
                    "Put some in with: askpapers ingest PATH…"
                )
            self.db.executescript(f"BEGIN IMMEDIATE; {SCHEMA}; COMMIT")
        if self.meta("format") != FORMAT:
            migrate(self.db, self.path.parent)

    @property
    def db(self) -> sqlite3.Connection:
        """The connection of the thread that asks."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = _connect(self.path, self._create)
            self._local.connection = connection
            self._connections.append(connection)
        return connection

    def close(self) -> None:
        """Close the connections of all threads."""
        for connection in self._connections:
            with suppress(sqlite3.Error):
                connection.close()
        self._connections.clear()
        self._local = threading.local()

    def rows(self, sql: str, values: Sequence[Any] = ()) -> Iterator[Any]:
        """Yield what a query finds."""
        with self._translated():
            yield from self.db.execute(sql, values)

    def value(self, sql: str, values: Sequence[Any] = ()) -> Any:
        """Return the first column of the first row, None if there is no row."""
        with self._translated():
            row = self.db.execute(sql, values).fetchone()
        return row[0] if row else None

    def count(self, table: str) -> int:
        """Return the number of rows in a table, which are counted once in each generation."""
        generation = self.generation
        if self._counted.get(table, (0, -1))[1] != generation:
            found = int(self.value(f"SELECT count(*) FROM {table}"))
            self._counted[table] = found, generation
        return self._counted[table][0]

    def rows_in(self, sql: str, values: Iterable[Any], size: int = 500) -> Iterator[Any]:
        """Run `sql`, which has {marks} where a list belongs, for `values` in groups."""
        listed = list(values)
        for start in range(0, len(listed), size):
            group = listed[start : start + size]
            yield from self.rows(sql.format(marks=",".join("?" * len(group))), group)

    @contextmanager
    def changing(self) -> Iterator[sqlite3.Connection]:
        """One transaction that changes what readers see: all of it is written, or nothing."""
        with self._translated(), self.db as connection:
            yield connection
            connection.execute("UPDATE meta SET value = value + 1 WHERE key = 'generation'")

    def meta(self, key: str) -> str | None:
        """Return what is remembered under `key`."""
        found: str | None = self.value("SELECT value FROM meta WHERE key = ?", (key,))
        return found

    def set_meta(self, key: str, value: str) -> None:
        """Remember `value` under `key`."""
        with self._translated(), self.db as connection:
            connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    @property
    def generation(self) -> int:
        """A number that grows with every change, so that readers notice it."""
        return int(self.meta("generation") or 0)

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.ProgrammingError:
            raise
        except sqlite3.DatabaseError as error:
            raise _as_ours(error, self.path) from error


def _as_ours(error: sqlite3.DatabaseError, path: Path) -> PaperIndexError:
    kind = getattr(error, "sqlite_errorname", "").removeprefix("SQLITE_")
    if kind.startswith(_WRITE_FAILURES):
        return IndexUnwritableError(
            f"The disk of {path.parent} is full or fails ({error}). What was in the index is still "
            "there. Make room and run the same command again."
        )
    if kind.startswith(_NOT_WRITABLE):
        return IndexUnwritableError(
            f"The index in {path.parent} can't be opened for writing ({error}). "
            "Make the folder and its files writable."
        )
    if kind.startswith(("BUSY", "LOCKED")):
        return IndexInUseError(f"Another process is busy with {path.parent}. Try again later.")
    return IndexDamagedError(
        f"The record store {path} is damaged ({error}). "
        "Restore it from a copy, or ingest the papers again into a new folder."
    )


def _connect(path: Path, create: bool) -> sqlite3.Connection:
    if path.exists() and not os.access(path.parent, os.W_OK):
        return _open(path, _without_writing(path))
    connection = _open(path, "mode=rwc" if create else "mode=rw")
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        connection.close()
        if create or not path.stat().st_size:
            raise
        # On a full disk there is no room for what SQLite keeps beside the file, even to read it.
        connection = _open(path, _without_writing(path))
    return connection


def _open(path: Path, mode: str) -> sqlite3.Connection:
    address = f"{path.resolve().as_uri()}?{mode}"
    return sqlite3.connect(address, uri=True, timeout=_SECONDS, check_same_thread=False)


def _without_writing(path: Path) -> str:
    """A file whose last changes still stand in its log can't be read without the log."""
    log = path.with_name(path.name + "-wal")
    return "mode=ro" if log.exists() and log.stat().st_size else "immutable=1"
