"""The column of conversations."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from ui.view import links
from ui.view.words import Words

KEEPING = ("browser", "disk", "no")


class Entry(NamedTuple):
    """A conversation as it is listed."""

    id: str
    title: str


def side(entries: Sequence[Entry], current: str, keeping: str, words: Words) -> str:
    """Return the list of conversations and the settings below it."""
    new = links.button(f"+ {words.new}", "new")
    listed = "".join(_entry(entry, entry.id == current, words) for entry in entries)
    listed = f"<ul>{listed}</ul>" if listed else f'<p class="ap-note">{words.no_conversations}</p>'
    names = (words.keep_browser, words.keep_disk, words.keep_no)
    options = "".join(
        f'<option value="{key}"{" selected" if key == keeping else ""}>{name}</option>'
        for key, name in zip(KEEPING, names, strict=True)
    )
    keep = f'<label>{words.keep}<select class="ap-keep">{options}</select></label>'
    language = links.button(words.other, "language", to="en" if words.lang != "en" else "zh")
    return (
        f'<nav class="ap-side" lang="{words.lang}" aria-label="{words.conversations}">{new}'
        f"<h2>{words.conversations}</h2>{listed}"
        f'<div class="ap-settings">{links.button(words.collection, "collection")}{keep}{language}'
        "</div></nav>"
    )


def _entry(entry: Entry, current: bool, words: Words) -> str:
    mark = ' aria-current="true"' if current else ""
    title = escape(entry.title)
    tools = "".join(
        links.button(label, action, id=entry.id, title=entry.title)
        for label, action in (
            (words.rename, "rename"),
            (words.export, "export"),
            (words.delete, "delete"),
        )
    )
    opened = f'<a class="ap-open" href="{links.to("open", id=entry.id)}"{mark}>{title}</a>'
    return f"<li>{opened}<details><summary>…</summary><p>{tools}</p></details></li>"
