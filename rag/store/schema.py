"""The tables of the record store."""

FORMAT = "2"

SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT OR IGNORE INTO meta VALUES ('generation', 0);

CREATE TABLE IF NOT EXISTS notes (file TEXT PRIMARY KEY, note TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS papers (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    abstract TEXT NOT NULL,
    title TEXT, name TEXT, aliases TEXT NOT NULL,
    authors TEXT NOT NULL, year INTEGER, venue TEXT, doi TEXT, url TEXT,
    keywords TEXT NOT NULL, origins TEXT NOT NULL, notice TEXT,
    content_hash TEXT NOT NULL, text_hash TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS papers_year ON papers (year);

-- Keys are never used again, so that a vector in Chroma can't pass for another passage's.
CREATE TABLE IF NOT EXISTS passages (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    paper INTEGER NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL,
    vector BLOB NOT NULL,
    in_chroma INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS passages_paper ON passages (paper);
CREATE INDEX IF NOT EXISTS passages_missing ON passages (key) WHERE NOT in_chroma;
CREATE TABLE IF NOT EXISTS stale_passages (key INTEGER PRIMARY KEY);

CREATE TABLE IF NOT EXISTS sentences (
    paper INTEGER PRIMARY KEY, count INTEGER NOT NULL, spans TEXT NOT NULL, vectors BLOB NOT NULL
);

-- The ways to write a paper's name (see names.py).
CREATE TABLE IF NOT EXISTS names (key TEXT NOT NULL, form TEXT NOT NULL, paper INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS names_key ON names (key);
CREATE INDEX IF NOT EXISTS names_paper ON names (paper);

-- Terms are stemmed before they come here (see tokens.py).
CREATE VIRTUAL TABLE IF NOT EXISTS terms USING fts5 (heading, body, tokenize = 'unicode61');
CREATE VIRTUAL TABLE IF NOT EXISTS vocabulary USING fts5vocab (terms, 'row');
"""

# What turns the tables of an earlier format into those of the next one.
MIGRATIONS = {"1": "ALTER TABLE papers ADD COLUMN notice TEXT"}
