"""Which papers hold a term, bear a name or fit a condition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rag.store.database import Database
from rag.store.facets import conditions, listed_ids

_COMMON_SHARE = 0.2  # of the papers: a term in more of them is common


class Lookups(Database):
    """Finds rows of papers by their terms, names and fields."""

    def bm25(self, query: Sequence[str], limit: int) -> dict[int, float]:
        """Return row -> BM25 score (positive) of the best `limit` papers that hold any term."""
        match = self._any_of(query)
        sql = "SELECT rowid, -rank FROM terms WHERE terms MATCH ? ORDER BY rank LIMIT ?"
        return dict(self.rows(sql, (match, limit))) if match else {}

    def bm25_of(self, query: Sequence[str], rows: Iterable[int]) -> dict[int, float]:
        """As `bm25`, of the papers in `rows` alone, which costs little where they are few."""
        match, papers = self._any_of(query), ",".join(str(int(row)) for row in rows)
        sql = f"SELECT rowid, -rank FROM terms WHERE terms MATCH ? AND rowid IN ({papers})"
        return dict(self.rows(sql, (match,))) if match else {}

    def _any_of(self, query: Sequence[str]) -> str:
        return " OR ".join(f'"{term}"' for term in self._telling(query))

    def _telling(self, query: Sequence[str]) -> list[str]:
        """Leave out the terms that so many papers hold that they cost much and tell little."""
        frequency = self.document_frequency(query)
        most = _COMMON_SHARE * self.count("papers")
        return [term for term, found in frequency.items() if 0 < found <= most] or [
            term for term, found in frequency.items() if found
        ]

    def document_frequency(self, query: Sequence[str]) -> dict[str, int]:
        """Return term -> number of papers that hold it (0 where none does)."""
        sql = "SELECT term, doc FROM vocabulary WHERE term IN ({marks})"
        found = dict(self.rows_in(sql, query))
        return {term: int(found.get(term, 0)) for term in query}

    def holders(self, query: Sequence[str]) -> dict[str, set[int]]:
        """Return term -> rows of the papers that hold it."""
        return {term: set(self.rows_matching(f'"{term}"')) for term in query}

    def rows_matching(self, expression: str) -> frozenset[int]:
        """Return the rows of the papers whose terms fit a full-text `expression`."""
        sql = "SELECT rowid FROM terms WHERE terms MATCH ?"
        return frozenset(row for (row,) in self.rows(sql, (expression,)))

    def named(self, keys: Sequence[str]) -> dict[str, list[tuple[str, int]]]:
        """Return key -> (form, row) of the papers that may be named so (see `names`)."""
        found: dict[str, list[tuple[str, int]]] = {}
        sql = "SELECT key, form, paper FROM names WHERE key IN ({marks}) ORDER BY paper"
        for key, form, row in self.rows_in(sql, keys):
            found.setdefault(key, []).append((form, row))
        return found

    def identified(self, keys: Iterable[int], most: int) -> set[int]:
        """Return the rows of papers with any of these keys, of each key the first `most`."""
        sql = "SELECT paper FROM identities WHERE key = ? ORDER BY paper LIMIT ?"
        return {row for key in keys for (row,) in self.rows(sql, (key, most))}

    def name_keys(self, shortest: int, longest: int) -> list[str]:
        """Return the distinct keys of names, of so many characters."""
        sql = "SELECT DISTINCT key FROM names WHERE length(key) BETWEEN ? AND ?"
        return [row[0] for row in self.rows(sql, (shortest, longest))]

    def some_named(self, count: int) -> dict[int, str]:
        """Return row -> name of up to `count` papers with an abstract, spread over all."""
        first, last = next(self.rows("SELECT min(row), max(row) FROM papers"))
        sql = (
            "SELECT row, name FROM papers WHERE row >= ? AND name IS NOT NULL AND abstract != ''"
            " ORDER BY row LIMIT 1"
        )
        places = [first + (last + 1 - first) * i // count for i in range(count)] if last else []
        return dict(row for place in places for row in self.rows(sql, (place,)))

    def some_names(self, count: int) -> list[str]:
        """Return the names of up to `count` papers with an abstract, spread over the collection."""
        return list(self.some_named(count).values())

    def rows_where(self, condition: str, *values: Any) -> frozenset[int]:
        """Return the rows of the papers for which the SQL `condition` holds."""
        sql = f"SELECT row FROM papers WHERE {condition}"
        return frozenset(row for (row,) in self.rows(sql, values))

    def rows_fitting(self, where: Mapping[str, Any]) -> frozenset[int]:
        """Return the rows of the papers that fit a filter (see `Index.papers`).

        `has_code` is left to the caller, who reads abstracts for it.
        """
        tests = conditions(where)
        sql = " AND ".join(test for test, _ in tests) or "1"
        values = [value for _, given in tests for value in given]
        found = (row for (row,) in self.rows(f"SELECT paper FROM facets WHERE {sql}", values))
        if "ids" not in where:
            return frozenset(found)
        ids = "SELECT row FROM papers WHERE id IN ({marks})"
        return frozenset(found) & {row for (row,) in self.rows_in(ids, listed_ids(where["ids"]))}

    def files(self) -> dict[str, int]:
        """Return file name -> number of papers that came from it."""
        counts: dict[str, int] = {}
        for files, count in self.rows("SELECT files, count(*) FROM facets GROUP BY 1"):
            for file in files.split("\n")[1:-1]:
                counts[file] = counts.get(file, 0) + count
        return dict(sorted(counts.items()))

    def tally(self, column: str) -> dict[Any, int]:
        """Return value -> number of papers, of the column `year` or `venue`; None for no value."""
        sql = f"SELECT {column}, count(*) FROM papers GROUP BY 1 ORDER BY 2 DESC, 1"
        return dict(self.rows(sql))

    def author_lists(self) -> Iterator[tuple[int, str]]:
        """Yield (row, authors as a JSON array) of every paper that has authors."""
        return self.rows("SELECT row, authors FROM papers WHERE authors != '[]'")
