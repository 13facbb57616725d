"""Which passages the engine holds that searches their vectors, as the record store remembers it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rag.store.reading import Reading
from rag.store.rows import PassageVectors


@dataclass(frozen=True, slots=True)
class Part:
    """A published part of the embedded engine: its folder, and what has to be found there."""

    folder: str
    vectors: int
    size: int  # of the vector files, in bytes


class Marking(Reading):
    """Passages with `in_chroma` are in the engine; `stale_passages` are there and gone here."""

    def stale(self, most: int) -> list[int]:
        """Return keys of passages that the engine must forget, at most so many, ascending."""
        sql = "SELECT key FROM stale_passages ORDER BY key LIMIT ?"
        return [key for (key,) in self.rows(sql, (most,))]

    def mark_synced(self, missing: Sequence[int], stale: Sequence[int]) -> None:
        """Note that the engine now holds the passages `missing`, and no longer the `stale` ones."""
        with self.changing() as db:
            db.executemany(
                "UPDATE passages SET in_chroma = 1 WHERE key = ?", [(key,) for key in missing]
            )
            db.executemany("DELETE FROM stale_passages WHERE key = ?", [(key,) for key in stale])

    def mark_unsynced(self) -> None:
        """Note that the engine holds nothing."""
        with self.changing() as db:
            db.execute("UPDATE passages SET in_chroma = 0 WHERE in_chroma")
            db.execute("DELETE FROM stale_passages")
            db.execute("DELETE FROM parts")

    def parts(self) -> dict[int, Part]:
        """Return number -> published part."""
        found = self.rows("SELECT number, folder, vectors, size FROM parts ORDER BY number")
        return {number: Part(*columns) for number, *columns in found}

    def waiting(self) -> int:
        """Return how many passages the engine does not hold yet."""
        return int(self.value("SELECT count(*) FROM passages WHERE NOT in_chroma"))

    def waiting_in(self, keys: range, most: int) -> Iterator[PassageVectors]:
        """Yield the passages with `keys` that are in no part yet, at most so many at once."""
        start = keys.start
        while True:
            new = self.passage_vectors(
                f"NOT in_chroma AND key >= {start} AND key < {keys.stop}", most
            )
            if not len(new.keys):
                return
            yield new
            start = int(new.keys[-1]) + 1

    def unpublished(self) -> int:
        """Return how many passages are not in the parts as they are here."""
        return self.waiting() + int(self.value("SELECT count(*) FROM stale_passages"))

    def changed_parts(self, size: int) -> list[int]:
        """Return the numbers of the parts, of `size` keys each, that have to follow a change."""
        changed = (
            "SELECT key FROM passages WHERE NOT in_chroma UNION ALL SELECT * FROM stale_passages"
        )
        sql = f"SELECT DISTINCT key / ? FROM ({changed}) ORDER BY 1"
        return [number for (number,) in self.rows(sql, (size,))]

    def stale_in(self, keys: range) -> list[int]:
        """Return the stale keys among `keys`."""
        sql = "SELECT key FROM stale_passages WHERE key >= ? AND key < ?"
        return [key for (key,) in self.rows(sql, (keys.start, keys.stop))]

    def passages_in(self, keys: range) -> int:
        """Return how many passages have one of `keys`."""
        sql = "SELECT count(*) FROM passages WHERE key >= ? AND key < ?"
        return int(self.value(sql, (keys.start, keys.stop)))

    def publish(self, number: int, keys: range, part: Part) -> None:
        """Put `part`, which holds all passages with `keys`, in the place of the one before."""
        with self.changing() as db:
            db.execute(
                "INSERT OR REPLACE INTO parts VALUES (?, ?, ?, ?)",
                (number, part.folder, part.vectors, part.size),
            )
            _mark(db, keys, held=True)

    def withdraw(self, number: int, keys: range) -> None:
        """Note that a part is not to be used, and that its passages are in none."""
        if number in self.parts() or self.stale_in(keys):
            with self.changing() as db:
                db.execute("DELETE FROM parts WHERE number = ?", (number,))
                _mark(db, keys, held=False)


def _mark(db: sqlite3.Connection, keys: range, *, held: bool) -> None:
    bounds = keys.start, keys.stop
    db.execute(
        "UPDATE passages SET in_chroma = ? WHERE in_chroma <> ? AND key >= ? AND key < ?",
        (held, held, *bounds),
    )
    db.execute("DELETE FROM stale_passages WHERE key >= ? AND key < ?", bounds)
