"""By which keys a paper that is stored is found again when a record of it is read."""

from __future__ import annotations

import sqlite3

from rag.identity import keys
from rag.types import Paper


def add_identities(db: sqlite3.Connection, row: int, paper: Paper) -> None:
    """Write the keys of the paper in `row`, instead of those that it had."""
    db.execute("DELETE FROM identities WHERE paper = ?", (row,))
    found = [(key, row) for key in dict.fromkeys(keys(paper))]
    db.executemany("INSERT INTO identities VALUES (?, ?)", found)
