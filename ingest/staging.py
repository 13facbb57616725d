"""The records of one run on their way into the index, kept on disk so that memory stays small."""

from __future__ import annotations

import pickle
import sqlite3
from array import array
from collections.abc import Iterable, Iterator, Sequence
from types import TracebackType
from typing import Self

from rag.types import Origin, Paper

_SCHEMA = """
CREATE TABLE records (record INTEGER PRIMARY KEY, work INTEGER, paper BLOB NOT NULL);
CREATE TABLE works (work INTEGER PRIMARY KEY, paper_id TEXT UNIQUE, stored INTEGER NOT NULL);
CREATE TABLE keys (key INTEGER NOT NULL, work INTEGER NOT NULL);
CREATE INDEX keys_key ON keys (key);
CREATE INDEX records_work ON records (work);
CREATE TABLE left_over (file TEXT NOT NULL, record INTEGER NOT NULL, paper_id TEXT NOT NULL);
CREATE INDEX left_over_place ON left_over (file, record);
CREATE INDEX left_over_paper ON left_over (paper_id);
"""

MOST_SHARING = 20  # works that are looked at for a key: one that more share tells nothing
_CHUNK = 500
_CACHE = 16_000  # KB: keys come in no order, and those of 500,000 papers take some 40 MB


class Staging:
    """Records, and the works (papers) that they belong to, in a database of SQLite's own making.

    It has no name, is private to the process, and is gone when it is closed.
    """

    def __init__(self) -> None:
        self._db = sqlite3.connect("")
        self._db.execute(f"PRAGMA cache_size = -{_CACHE}")
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

    def add_work(self, keys: Iterable[int]) -> int:
        """Make a work of new records, with its keys."""
        cursor = self._db.execute("INSERT INTO works (stored) VALUES (0)")
        work = int(cursor.lastrowid or 0)
        self.add_keys(work, keys)
        return work

    def add_stored(self, paper_id: str, keys: Iterable[int]) -> None:
        """Make a work of a paper in the index, unless there is one."""
        sql = "INSERT OR IGNORE INTO works (paper_id, stored) VALUES (?, 1) RETURNING work"
        made = self._db.execute(sql, (paper_id,)).fetchall()
        if made:
            self.add_keys(made[0][0], keys)

    def add_keys(self, work: int, keys: Iterable[int]) -> None:
        """Let a work be found by more keys."""
        self._db.executemany("INSERT INTO keys VALUES (?, ?)", [(key, work) for key in keys])

    def find_works(self, key: int) -> list[int]:
        """Return the works that have the key."""
        query = "SELECT DISTINCT work FROM keys WHERE key = ? LIMIT ?"
        found = self._db.execute(query, (key, MOST_SHARING))
        return [row[0] for row in found]

    def assign(self, record: int, work: int) -> None:
        """Say to which work a record belongs."""
        self._db.execute("UPDATE records SET work = ? WHERE record = ?", (work, record))

    def add_left_over(self, paper: Paper) -> None:
        """Keep where a paper of the index came from that no record has matched."""
        places = [(origin.file, origin.record, paper.id) for origin in paper.origins]
        self._db.executemany("INSERT INTO left_over VALUES (?, ?, ?)", places)

    def nearest_left_over(self, place: Origin, most: int) -> list[str]:
        """Return the ids of what is left over of a file, the nearest to `place` first."""
        sql = "SELECT abs(record - ?2), paper_id FROM left_over WHERE file = ?1 AND record "
        given = (place.file, place.record, most)
        before = self._db.execute(sql + "< ?2 ORDER BY record DESC LIMIT ?3", given).fetchall()
        after = self._db.execute(sql + ">= ?2 ORDER BY record LIMIT ?3", given).fetchall()
        return list(dict.fromkeys(id_ for _, id_ in sorted(before + after)[:most]))

    def adopt(self, work: int, paper_id: str) -> None:
        """Give the records of a work to a paper of the index, which then is left over no more."""
        self.add_stored(paper_id, ())
        stored = "SELECT work FROM works WHERE paper_id = ?"
        self._db.execute(f"UPDATE records SET work = ({stored}) WHERE work = ?", (paper_id, work))
        self._db.execute("DELETE FROM works WHERE work = ?", (work,))
        self._db.execute("DELETE FROM left_over WHERE paper_id = ?", (paper_id,))

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
        for group in self.groups():
            yield from group

    def groups(self) -> Iterator[list[tuple[int, Paper]]]:
        """Yield (record, paper) in the order of reading, some hundreds at once."""
        last = 0
        query = "SELECT record, paper FROM records WHERE record > ? ORDER BY record LIMIT ?"
        while rows := self._db.execute(query, (last, _CHUNK)).fetchall():
            last = rows[-1][0]
            yield [(record, pickle.loads(paper)) for record, paper in rows]

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

    def works_with_records(self) -> Sequence[int]:
        """Return the works that have records, in the order of reading."""
        query = "SELECT work FROM records GROUP BY work ORDER BY min(record)"
        return array("q", (row[0] for row in self._db.execute(query)))

    def new_works(self) -> Iterator[int]:
        """Yield the works that the index hasn't got, in the order of reading."""
        last = 0
        query = "SELECT work FROM works WHERE NOT stored AND work > ? ORDER BY work LIMIT ?"
        while rows := self._db.execute(query, (last, _CHUNK)).fetchall():
            last = rows[-1][0]
            yield from (row[0] for row in rows)

    def has_records_of(self, paper_id: str) -> bool:
        """Tell whether a record of this run belongs to the paper."""
        query = "SELECT 1 FROM works JOIN records USING (work) WHERE paper_id = ? LIMIT 1"
        return self._db.execute(query, (paper_id,)).fetchone() is not None


def _packed(paper: Paper) -> bytes:
    return pickle.dumps(paper, protocol=pickle.HIGHEST_PROTOCOL)
