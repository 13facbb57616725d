"""Papers, written to the record store with all that derives from them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence

from rag.names import forms
from rag.plaintext import plain
from rag.store.database import Database
from rag.store.facets import add_facets
from rag.store.identities import add_identities
from rag.store.rows import PAPER_COLUMNS, IndexedPaper, StoredHash, blob_of, columns_of
from rag.tokens import terms
from rag.types import Paper

_DERIVED = ("passages", "sentences", "names", "facets", "identities")


class Writing(Database):
    """Changes what stands in the tables. One process at a time may do that."""

    def upsert(self, batch: Sequence[IndexedPaper]) -> None:
        """Write papers with all that derives from them, in one transaction.

        Passages are marked as not yet in Chroma.
        """
        with self.changing() as db:
            _write(db, batch)

    def upsert_all(
        self, batches: Iterable[Sequence[IndexedPaper]], meta: Mapping[str, str]
    ) -> None:
        """Write papers, and what is remembered of the index, in one transaction."""
        with self.changing() as db:
            for batch in batches:
                _write(db, batch)
            db.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", list(meta.items()))

    def update_metadata(self, papers: Sequence[tuple[Paper, StoredHash]]) -> None:
        """Write fields that are not embedded, with each paper's new hashes."""
        with self.changing() as db:
            for paper, hashes in papers:
                _write_lookups(db, _write_paper(db, paper, hashes), paper)

    def delete(self, ids: Iterable[str]) -> None:
        """Delete papers and all that derives from them."""
        listed = list(ids)
        rows = [row for (row,) in self.rows_in(_ROWS_OF, listed)]
        with self.changing() as db:
            for row in rows:
                _clear_derived(db, row)
                db.execute("DELETE FROM papers WHERE row = ?", (row,))

    def set_note(self, file: str, note: str | None) -> None:
        """Set or (with None) remove the note of a file."""
        with self.changing() as db:
            db.execute("DELETE FROM notes WHERE file = ?", (file,))
            if note:
                db.execute("INSERT INTO notes VALUES (?, ?)", (file, note))


_ROWS_OF = "SELECT row FROM papers WHERE id IN ({marks})"
_NAMES = [*PAPER_COLUMNS.split(", "), "content_hash", "text_hash"]
_WRITE_PAPER = (
    f"INSERT INTO papers ({', '.join(_NAMES)}) VALUES ({','.join('?' * len(_NAMES))}) "
    f"ON CONFLICT (id) DO UPDATE SET {', '.join(f'{n} = excluded.{n}' for n in _NAMES[1:])} "
    "RETURNING row"
)


def _write(db: sqlite3.Connection, batch: Sequence[IndexedPaper]) -> None:
    for item in batch:
        row = _write_paper(db, item.paper, StoredHash(item.content_hash, item.text_hash))
        _clear_derived(db, row)
        _write_derived(db, row, item)


def _write_paper(db: sqlite3.Connection, paper: Paper, hashes: StoredHash) -> int:
    values = (*columns_of(paper), hashes.content_hash, hashes.text_hash)
    return int(db.execute(_WRITE_PAPER, values).fetchone()[0])


def _clear_derived(db: sqlite3.Connection, row: int) -> None:
    db.execute(
        "INSERT OR IGNORE INTO stale_passages SELECT key FROM passages WHERE paper = ?", (row,)
    )
    for table in _DERIVED:
        db.execute(f"DELETE FROM {table} WHERE paper = ?", (row,))
    db.execute("DELETE FROM terms WHERE rowid = ?", (row,))


def _write_derived(db: sqlite3.Connection, row: int, item: IndexedPaper) -> None:
    passages = zip(item.passages, item.passage_vectors, strict=True)
    db.executemany(
        'INSERT INTO passages (paper, start, "end", vector) VALUES (?, ?, ?, ?)',
        [(row, passage.start, passage.end, blob_of(vector)) for passage, vector in passages],
    )
    db.execute(
        "INSERT INTO sentences VALUES (?, ?, ?, ?)",
        (row, len(item.sentences), json.dumps(item.sentences), blob_of(item.sentence_vectors)),
    )
    _write_lookups(db, row, item.paper)


def _write_lookups(db: sqlite3.Connection, row: int, paper: Paper) -> None:
    heading = " ".join([paper.title or "", paper.name or "", *paper.aliases, *paper.keywords])
    db.execute("DELETE FROM names WHERE paper = ?", (row,))
    db.executemany(
        "INSERT INTO names VALUES (?, ?, ?)",
        [(form.key, form.text, row) for form in forms(paper)],
    )
    db.execute("DELETE FROM terms WHERE rowid = ?", (row,))
    db.execute(
        "INSERT INTO terms (rowid, heading, body) VALUES (?, ?, ?)",
        (row, " ".join(terms(plain(heading))), " ".join(terms(plain(paper.abstract)))),
    )
    add_identities(db, row, paper)
    add_facets(db, row, paper.year, paper.doi, paper.url, paper.venue, paper.authors, paper.origins)
