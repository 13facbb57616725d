"""The tables of the record store, and how those of earlier versions become these."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from rag.errors import IndexMismatchError
from rag.store.facets import add_facets
from rag.store.identities import add_identities
from rag.store.rows import PAPER_COLUMNS, paper_of
from rag.types import Origin

FORMAT = "6"
_EARLIER = ("1", "2", "3", "4", "5")  # what can be brought up to date

_FACETS = """
-- What papers are filtered by, folded (see facets.py), in rows so short that all are read quickly.
CREATE TABLE IF NOT EXISTS facets (
    paper INTEGER PRIMARY KEY, year INTEGER, doi TEXT, has_url INTEGER NOT NULL,
    venue TEXT NOT NULL, authors TEXT NOT NULL, files TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS facets_doi ON facets (doi);
"""

_IDENTITIES = """
-- By which records of a paper that is here are brought to it (see rag/identity.py).
CREATE TABLE IF NOT EXISTS identities (
    key INTEGER NOT NULL, paper INTEGER NOT NULL, PRIMARY KEY (key, paper)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS identities_paper ON identities (paper);
"""

_PARTS = """
-- The parts in which the embedded vectors are searched (see parts.py).
CREATE TABLE IF NOT EXISTS parts (
    number INTEGER PRIMARY KEY, folder TEXT NOT NULL,
    vectors INTEGER NOT NULL, size INTEGER NOT NULL
);
"""

SCHEMA = f"""
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO meta VALUES ('generation', 0), ('format', {FORMAT});

CREATE TABLE notes (file TEXT PRIMARY KEY, note TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE papers (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    abstract TEXT NOT NULL,
    title TEXT, name TEXT, aliases TEXT NOT NULL,
    authors TEXT NOT NULL, year INTEGER, venue TEXT, doi TEXT, url TEXT,
    keywords TEXT NOT NULL, origins TEXT NOT NULL, notice TEXT,
    meeting INTEGER NOT NULL DEFAULT 0,
    content_hash TEXT NOT NULL, text_hash TEXT NOT NULL
);
CREATE INDEX papers_year ON papers (year);
{_FACETS}
{_IDENTITIES}
-- Keys are never used again, so that a vector in Chroma can't pass for another passage's.
CREATE TABLE passages (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    paper INTEGER NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL,
    vector BLOB NOT NULL,
    in_chroma INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX passages_paper ON passages (paper);
CREATE INDEX passages_missing ON passages (key) WHERE NOT in_chroma;
CREATE TABLE stale_passages (key INTEGER PRIMARY KEY);
{_PARTS}
CREATE TABLE sentences (
    paper INTEGER PRIMARY KEY, count INTEGER NOT NULL, spans TEXT NOT NULL, vectors BLOB NOT NULL
);

-- The ways to write a paper's name (see names.py).
CREATE TABLE names (key TEXT NOT NULL, form TEXT NOT NULL, paper INTEGER NOT NULL);
CREATE INDEX names_key ON names (key);
CREATE INDEX names_paper ON names (paper);

-- Terms are stemmed before they come here (see tokens.py).
CREATE VIRTUAL TABLE terms USING fts5 (heading, body, tokenize = 'unicode61');
CREATE VIRTUAL TABLE vocabulary USING fts5vocab (terms, 'row');
"""


def migrate(db: sqlite3.Connection, folder: Path) -> None:
    """Turn the tables of an earlier format into today's; raise `IndexMismatchError` if need be."""
    try:
        with db:
            db.execute("BEGIN IMMEDIATE")  # another process may be doing the same
            found = _format(db)
            if found == "1":
                db.execute("ALTER TABLE papers ADD COLUMN notice TEXT")
            if found in _EARLIER[:4]:
                db.execute("ALTER TABLE papers ADD COLUMN meeting INTEGER NOT NULL DEFAULT 0")
            if found in _EARLIER[:2]:
                _add_facets_of_all(db)
            if found in _EARLIER[:3]:
                _add_identities_of_all(db)
            if found in _EARLIER:
                _begin_parts(db)
                db.execute("UPDATE meta SET value = ? WHERE key = 'format'", (FORMAT,))
    except sqlite3.OperationalError as error:
        raise IndexMismatchError(
            f"The index in {folder} is of an earlier version and can't be brought up to date "
            f"({error}). Make the folder writable, or ingest the papers into a new one."
        ) from error
    if _format(db) != FORMAT:
        raise IndexMismatchError(
            f"The index in {folder} has format {_format(db)}, this version of Askpapers reads "
            f"{FORMAT}. Use the version that made it, or ingest the papers into a new folder."
        )


def _format(db: sqlite3.Connection) -> str:
    return str(db.execute("SELECT value FROM meta WHERE key = 'format'").fetchone()[0])


def _add_facets_of_all(db: sqlite3.Connection) -> None:
    _make(db, _FACETS)
    found = db.execute("SELECT row, year, doi, url, venue, authors, origins FROM papers")
    for row, year, doi, url, venue, authors, origins in found:
        places = [Origin(*origin) for origin in json.loads(origins)]
        add_facets(db, row, year, doi, url, venue, json.loads(authors), places)


def _add_identities_of_all(db: sqlite3.Connection) -> None:
    _make(db, _IDENTITIES)
    for row, *columns in db.execute(f"SELECT row, {PAPER_COLUMNS} FROM papers"):
        add_identities(db, row, paper_of(columns))


def _begin_parts(db: sqlite3.Connection) -> None:
    """Embedded vectors lay in one database; the next writer makes them anew, in parts."""
    _make(db, _PARTS)
    place = db.execute("SELECT value FROM meta WHERE key = 'vectors'").fetchone()
    if place in (None, ("embedded",)):
        db.execute("UPDATE passages SET in_chroma = 0")
        db.execute("DELETE FROM stale_passages")


def _make(db: sqlite3.Connection, tables: str) -> None:
    for statement in filter(str.strip, tables.split(";")):
        db.execute(statement)
