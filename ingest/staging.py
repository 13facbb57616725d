"""The records of one run on their way into the index, kept on disk so that memory stays small."""

from __future__ import annotations

import pickle
import sqlite3
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Self

from rag.types import Paper

_SCHEMA = """
CREATE TABLE records (record INTEGER PRIMARY KEY, work INTEGER, paper BLOB NOT NULL);
CREATE TABLE works (work INTEGER PRIMARY KEY, paper_id TEXT UNIQUE, stored INTEGER NOT NULL);
CREATE TABLE keys (key INTEGER NOT NULL, work INTEGER NOT NULL);
CREATE INDEX keys_key ON keys (key);
CREATE INDEX records_work ON records (work);
"""


class Staging:
    """Records, and the works (papers) that they belong to, in a database of SQLite's own making.

    It has no name, is private to the process, and is gone when it is closed.
    """

    def __init__(self) -> None:
        self._db = sqlite3.connect("")
        self._db.executescript(_SCHEMA)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        self._db.close()

    def add_record(self, paper: Paper) -> None:
        """Keep a record that was read."""
        self._db.execute("INSERT INTO records (paper) VALUES (?)", (_packed(paper),))

    def add_work(self, keys: Iterable[int], stored_id: str | None = None) -> int:
        """Make a work with its keys; `stored_id` is its paper's id in the index."""
        cursor = self._db.execute(
            "INSERT INTO works (paper_id, stored) VALUES (?, ?)", (stored_id, stored_id is not None)
        )
        work = int(cursor.lastrowid or 0)
        self.add_keys(work, keys)
        return work

    def add_keys(self, work: int, keys: Iterable[int]) -> None:
        """Let a work be found by more keys."""
        self._db.executemany("INSERT INTO keys VALUES (?, ?)", [(key, work) for key in keys])

    def find_works(self, key: int) -> list[int]:
        """Return the works that have the key."""
        found = self._db.execute("SELECT DISTINCT work FROM keys WHERE key = ? LIMIT 20", (key,))
        return [row[0] for row in found]

    def assign(self, record: int, work: int) -> None:
        """Say to which work a record belongs."""
        self._db.execute("UPDATE records SET work = ? WHERE record = ?", (work, record))

    def adopt(self, work: int, stored: int) -> None:
        """Give the records of a work to a stored one."""
        self._db.execute("UPDATE records SET work = ? WHERE work = ?", (stored, work))
        self._db.execute("DELETE FROM works WHERE work = ?", (work,))

    def set_paper_id(self, work: int, paper_id: str) -> bool:
        """Give a work its paper's id; False if another one has it."""
        try:
            self._db.execute("UPDATE works SET paper_id = ? WHERE work = ?", (paper_id, work))
        except sqlite3.IntegrityError:
            return False
        return True

    def set_record(self, record: int, paper: Paper) -> None:
        """Replace a record."""
        self._db.execute("UPDATE records SET paper = ? WHERE record = ?", (_packed(paper), record))

    def record_count(self) -> int:
        """Return the number of records."""
        return int(self._db.execute("SELECT count(*) FROM records").fetchone()[0])

    def records(self) -> Iterator[tuple[int, Paper]]:
        """Yield (record, paper) in the order of reading."""
        last = 0
        query = "SELECT record, paper FROM records WHERE record > ? ORDER BY record LIMIT 500"
        while rows := self._db.execute(query, (last,)).fetchall():
            last = rows[-1][0]
            yield from ((record, pickle.loads(paper)) for record, paper in rows)

    def members(self, work: int) -> list[Paper]:
        """Return a work's records in the order of reading."""
        query = "SELECT paper FROM records WHERE work = ? ORDER BY record"
        return [pickle.loads(row[0]) for row in self._db.execute(query, (work,))]

    def stored_id(self, work: int) -> str | None:
        """Return the id under which the index has the work, None if it hasn't got it."""
        query = "SELECT paper_id FROM works WHERE work = ? AND stored"
        row = self._db.execute(query, (work,)).fetchone()
        return row[0] if row else None

    def paper_id(self, work: int) -> str:
        """Return the id of the work's paper, once it has one."""
        query = "SELECT paper_id FROM works WHERE work = ?"
        return str(self._db.execute(query, (work,)).fetchone()[0])

    def works_with_records(self) -> list[int]:
        """Return the works that have records, in the order of reading."""
        query = "SELECT work FROM records GROUP BY work ORDER BY min(record)"
        return [row[0] for row in self._db.execute(query)]

    def new_works(self) -> list[int]:
        """Return the works that the index hasn't got, in the order of reading."""
        query = "SELECT work FROM works WHERE NOT stored ORDER BY work"
        return [row[0] for row in self._db.execute(query)]

    def works_without_records(self) -> list[tuple[int, str]]:
        """Return (work, paper id) of what the index has and no file gave."""
        query = (
            "SELECT work, paper_id FROM works w WHERE stored "
            "AND NOT EXISTS (SELECT 1 FROM records r WHERE r.work = w.work) ORDER BY work"
        )
        return list(self._db.execute(query))


def _packed(paper: Paper) -> bytes:
    return pickle.dumps(paper, protocol=pickle.HIGHEST_PROTOCOL)
