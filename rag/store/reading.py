"""Papers, passages and sentences, read from the record store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rag.store.database import Database
from rag.store.rows import (
    PAPER_COLUMNS,
    PassageVectors,
    Sentences,
    StoredHash,
    paper_of,
    passage_vectors_of,
    sentences_of,
)
from rag.types import Paper

_CHUNK = 500


class Reading(Database):
    """Reads what stands in the tables."""

    def papers(self, every: int = 1) -> Iterator[Paper]:
        """Yield the papers in the order of their arrival: all, or one of `every` so many."""
        sql = f"SELECT {PAPER_COLUMNS} FROM papers WHERE row % ? = 0 ORDER BY row"
        return map(paper_of, self.rows(sql, (every,)))

    def papers_in(self, rows: Sequence[int]) -> Iterator[Paper]:
        """Yield the papers that stand in `rows`, in their order."""
        for start in range(0, len(rows), _CHUNK):
            found = self.by_row(rows[start : start + _CHUNK])
            yield from (found[row] for row in rows[start : start + _CHUNK] if row in found)

    def by_row(self, rows: Iterable[int]) -> dict[int, Paper]:
        """Return the papers that stand in `rows`."""
        sql = f"SELECT row, {PAPER_COLUMNS} FROM papers WHERE row IN ({{marks}})"
        return {row[0]: paper_of(row[1:]) for row in self.rows_in(sql, rows)}

    def by_id(self, ids: Iterable[str]) -> dict[str, Paper]:
        """Return the papers with these ids, as far as they are there."""
        sql = f"SELECT {PAPER_COLUMNS} FROM papers WHERE id IN ({{marks}})"
        return {row[0]: paper_of(row) for row in self.rows_in(sql, ids)}

    def rows_of(self, ids: Iterable[str]) -> dict[str, int]:
        """Return paper id -> row."""
        return dict(self.rows_in("SELECT id, row FROM papers WHERE id IN ({marks})", ids))

    def hashes_of(self, ids: Iterable[str]) -> dict[str, StoredHash]:
        """Return paper id -> its hashes, of the papers with these ids."""
        sql = "SELECT id, content_hash, text_hash FROM papers WHERE id IN ({marks})"
        return {id_: StoredHash(*hashes) for id_, *hashes in self.rows_in(sql, ids)}

    def sentence_count(self) -> int:
        """Return the number of sentences in the index."""
        return int(self.value("SELECT total(count) FROM sentences"))

    def notes(self) -> dict[str, str]:
        """Return what readers must know of the texts of a file: file name -> note."""
        return dict(self.rows("SELECT file, note FROM notes ORDER BY file"))

    def passage_vectors(self, where: str = "1", most: int = -1) -> PassageVectors:
        """Return the vectors of the passages for which the SQL condition `where` holds.

        Of more than `most` (if not negative), the first ones.
        """
        sql = f"SELECT key, paper, vector FROM passages WHERE {where} ORDER BY key LIMIT {most}"
        return passage_vectors_of(list(self.rows(sql)))

    def passage_vectors_of(self, rows: Iterable[int], keys: Iterable[int] = ()) -> PassageVectors:
        """Return the vectors of the passages of the papers in `rows`, and of those with `keys`."""
        where = f"paper IN ({_listed(rows)})"
        passages = _listed(keys)
        # Beside an OR, an empty list would make SQLite look at every passage.
        return self.passage_vectors(f"{where} OR key IN ({passages})" if passages else where)

    def sentences(self, rows: Iterable[int] | None = None) -> dict[int, Sentences]:
        """Return row -> sentences, of the papers in `rows` or of all."""
        sql = "SELECT paper, spans, vectors FROM sentences"
        found = self.rows(sql) if rows is None else self._sentences_in(sql, rows)
        return {row: sentences_of(spans, vectors) for row, spans, vectors in found}

    def _sentences_in(self, sql: str, rows: Iterable[int]) -> Iterator[tuple[int, str, bytes]]:
        return self.rows_in(sql + " WHERE paper IN ({marks})", rows)


def _listed(numbers: Iterable[int]) -> str:
    return ",".join(str(int(number)) for number in numbers)
