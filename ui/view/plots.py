"""Numbers over the years as a small plot of bars, in HTML alone."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from ui.view.words import Words


def bars(counts: Iterable[tuple[int | None, int]], words: Words) -> str:
    """Return a bar for each year; nothing for fewer than two years."""
    known = sorted((year, count) for year, count in counts if year is not None)
    if len(known) < 2:
        return ""
    most = max(count for _, count in known)
    # The newest stands first in the text and last in the row: many years scroll back from there.
    shown = "".join(_bar(year, count, most) for year, count in reversed(known))
    label = escape(words.over_years)
    return f'<figure class="ap-years"><figcaption>{label}</figcaption><div>{shown}</div></figure>'


def _bar(year: int, count: int, most: int) -> str:
    height = f"--ap-height:{100 * count / most:.0f}%"
    return f'<span><b>{count:,}</b><i style="{height}"></i><small>{year}</small></span>'
