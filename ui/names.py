"""Names of papers completed from their beginning."""

from __future__ import annotations

from rag.names import name_key
from rag.store.papers import PaperStore

_MOST = 8
_LONGEST = 120


def completions(store: PaperStore, begun: str) -> list[str]:
    """Return up to eight names and titles that begin with what was typed, shortest first."""
    key = name_key(begun[:_LONGEST])
    if not key:
        return []
    sql = (
        "SELECT max(form) FROM names WHERE key >= ? AND key < ? GROUP BY key "
        f"ORDER BY length(key) LIMIT {_MOST}"
    )
    return [form for (form,) in store.rows(sql, (key, key + "\U0010ffff"))]
