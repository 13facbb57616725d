"""The panel beside the conversation: a list of papers to filter, and the collection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from rag.errors import UsageError
from rag.types import IndexInfo, IngestReport, Paper
from ui.view import links
from ui.view.cards import actions, byline, heading
from ui.view.plots import bars
from ui.view.sheet import downloads, panel
from ui.view.words import Words, counted

_FORMATS = ("bibtex", "ris", "csv", "markdown")
_KEYS = ("turn", "n", "q", "low", "high", "venue", "author", "link")
_REJECTED_SHOWN = 100
PAGE = 50  # papers of a list that are shown at once


def papers(
    shown: Sequence[Paper], total: int, values: Mapping[str, str], words: Words, start: int = 0
) -> str:
    """Return a page of a list of papers; `values` are those of its address.

    `start` papers of the `total` come before those that are `shown`.
    """
    rest = {key: values[key] for key in _KEYS if key in values}
    saved = downloads("save", _FORMATS, **rest) if total else ""
    told = f'<p class="ap-note" role="status">{_told(start, len(shown), total, words)}</p>'
    items = "".join(
        f"<li>{heading(paper, words, level=3)}{byline(paper, words)}{actions(paper, words)}</li>"
        for paper in shown
    )
    body = f'<ul class="ap-list">{items}</ul>' if items else f"<p>{words.none_fit}</p>"
    head = f"<h2>{words.papers}</h2>{_filter(values, words)}{told}"
    turning = _turning(start, total, rest, words)
    return panel(f'{head}<p class="ap-actions">{saved}</p>{body}{turning}', words)


def _told(start: int, shown: int, total: int, words: Words) -> str:
    if shown in (0, total):
        return words.shown_of.format(f"{shown:,}", f"{total:,}")
    return words.shown_from.format(f"{start + 1:,}", f"{start + shown:,}", f"{total:,}")


def _turning(start: int, total: int, rest: Mapping[str, str], words: Words) -> str:
    """Return the buttons to the pages before and behind."""
    places = {words.before: start - PAGE, words.more: start + PAGE}
    buttons = [
        links.button(label, "papers", **rest, **{"from": max(0, at)})
        for label, at in places.items()
        if -PAGE < at < total
    ]
    return f'<p class="ap-actions">{"".join(buttons)}</p>' if buttons else ""


def collection(
    info: IndexInfo,
    years: Mapping[int | None, int],
    venues: Mapping[str | None, int],
    changed: str,
    limits: tuple[int, int],
    words: Words,
) -> str:
    """Return what is in the collection, and where papers are added; `limits` are (files, MB)."""
    listed = [(str(venue), count) for venue, count in venues.items() if venue]
    listed.sort(key=lambda item: -item[1])
    parts = [
        f"<h2>{words.collection}</h2><p><b>{counted(words.count, info.papers)}</b></p>",
        _counted(words.collection, list(info.files.items())),
        bars(years.items(), words),
        _counted(words.venues, listed[:12]),
        f'<p class="ap-note">{words.last_change}: {escape(changed)}</p>',
        f'<p class="ap-actions">{links.button(words.papers, "papers")}</p>',
        f"<h3>{words.add_papers}</h3>",
        f"<p>{words.drop_here} {links.button(words.choose_files, 'add')}</p>",
        f'<p class="ap-note">{words.limits.format(files=limits[0], size=limits[1])}</p>',
        '<div class="ap-adding" role="status"></div>',
    ]
    return panel("".join(parts), words)


def report(report: IngestReport, words: Words) -> str:
    """Return what adding papers did, and each record that was left out, with its reason."""
    counts = {key: getattr(report, key) for key in ("added", "updated", "unchanged")}
    done = f"<p>{counted(words.added, report.read, **counts)}</p>"
    if not report.rejected:
        return done
    items = "".join(
        f"<li>{escape(r.file)}{f' ({r.line or r.record})' if r.line or r.record else ''}: "
        f"{escape(r.reason)}</li>"
        for r in report.rejected[:_REJECTED_SHOWN]
    )
    summary = counted(words.rejected, len(report.rejected))
    return f"{done}<details open><summary>{summary}</summary><ul>{items}</ul></details>"


def _counted(label: str, items: Sequence[tuple[str, int]]) -> str:
    rows = "".join(f"<li>{escape(name)} <b>{count:,}</b></li>" for name, count in items[:12])
    return f'<ul class="ap-counts" title="{escape(label)}">{rows}</ul>' if rows else ""


def _filter(values: Mapping[str, str], words: Words) -> str:
    fields = (
        ("q", words.words, "search"),
        ("low", words.from_year, "number"),
        ("high", words.to_year, "number"),
        ("venue", words.venue, "text"),
        ("author", words.author, "text"),
    )
    shown = "".join(
        f'<label>{label}<input name="{name}" type="{kind}" value="{escape(values.get(name, ""))}">'
        "</label>"
        for name, label, kind in fields
    )
    checked = " checked" if values.get("link") else ""
    box = f'<input name="link" type="checkbox"{checked}>'
    shown += f'<label class="ap-check">{box} {words.with_code}</label>'
    kept = {key: values[key] for key in ("turn", "n") if key in values}
    return f'<div class="ap-filter">{shown}{links.button(words.apply, "apply", **kept)}</div>'


def any_filter(values: Mapping[str, str]) -> dict[str, Any]:
    """Return the filter that a list's address holds. Raises `UsageError`."""
    low, high = _year(values.get("low", "")), _year(values.get("high", ""))
    where: dict[str, Any] = {k: values[k] for k in ("venue", "author") if values.get(k)}
    if low or high:
        where["year"] = (low, high)
    if values.get("link"):
        where["has_code"] = True
    return where


def _year(text: str) -> int | None:
    if text and not text.isdecimal():
        raise UsageError(f"“{text}” is no year. Give one such as 2024.")
    return int(text) if text else None
