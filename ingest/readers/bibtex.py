"""BibTeX and BibLaTeX."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from typing import Any

from ingest.readers.base import CUT_SHORT, KEPT, Format, RawRecord, Records
from ingest.readers.bibfields import Fields, parse_fields, split_key
from ingest.readers.bibnames import names
from ingest.readers.bibsplit import Entry, entries
from ingest.readers.source import Source
from rag.errors import InputFileError
from rag.latex import unlatex
from rag.types import Origin, Rejected

_BEGINNING = re.compile(
    r"(?:^|[\n}\s])@\s*[A-Za-z]\w*\s*(?:\{\s*(?:[^\s{}\"]*\s*[,=]|[\w-]+:|\Z)|\(\s*[^\s()]*\s*,)"
)
_SUFFIXES = {".bib", ".bibtex", ".biblatex"}
_NO_PAPER = {"comment", "string", "preamble"}
_MONTHS = {month.lower()[:3]: month for month in calendar.month_name if month}
_VERBATIM = {"doi", "url", "eprint", "file", "pmid", "howpublished"}
_VERBATIM_ESCAPE = re.compile(r"\\([%#&_~{}])|\\(?:url|path)\b|[{}]")
_LINE = re.compile(r"[ \t]*\n[ \t]*")
# What BibTeX and BibLaTeX call what a paper has, the surest name first.
_FIELDS = {
    "venue": ("journal", "journaltitle", "booktitle", "maintitle", "eventtitle", "school",
              "institution", "organization"),
    "year": ("year", "date", "issue_date", "origdate"),
    "url": ("url", "ee", "biburl", "link", "howpublished"),
    "keywords": ("keywords", "keyword", "author_keywords", "author-keywords", "tags"),
    "abstract": ("abstract", "abstractnote"),
}  # fmt: skip


def recognises(source: Source) -> bool:
    """Tell whether an entry begins in the first part of the file, or its name says so."""
    if source.suffix in _SUFFIXES:
        return True
    begins = source.head.startswith(("@", "%")) or "\n@" in source.head
    return begins and bool(_BEGINNING.search(source.head))


def read(source: Source) -> Records:
    """Yield the entries; macros are filled in, LaTeX is turned into text but for formulas."""
    macros = dict(_MONTHS)
    record = 0
    parents = _parents(source)
    for entry in entries(source):
        if entry.kind == "string":
            macros.update(parse_fields(entry.text, macros, closed=entry.closed))
        if entry.kind in _NO_PAPER:
            continue
        record += 1
        key, fields = _parsed(entry, macros)
        if entry.breaks_off:
            yield Rejected(source.name, record, entry.line, CUT_SHORT)
        elif not fields:
            reason = f"the entry {key or '@' + entry.kind!r} has no fields that can be read"
            yield Rejected(source.name, record, entry.line, reason)
        else:
            inherited = parents.get(fields.get("crossref", "").strip().lower(), {})
            values = _values(fields, inherited) | {"publication_type": entry.kind}
            yield RawRecord(Origin(source.name, record, entry.line), values)
            if entry.is_last and not entry.closed:
                yield Rejected(source.name, record, entry.line, KEPT)


FORMAT = Format("BibTeX", recognises, read)


def _parsed(entry: Entry, macros: dict[str, str]) -> tuple[str, Fields]:
    key, text = split_key(entry.text)
    return key, parse_fields(text, macros, closed=entry.closed)


def _parents(source: Source) -> dict[str, Fields]:
    """Return title and year of the entries that others name under `crossref`, by key."""
    found: dict[str, Fields] = {}
    try:
        wanted = set(_crossrefs(source))
        for entry in entries(source) if wanted else ():
            key = split_key(entry.text)[0].strip().lower()
            if key in wanted:
                found[key] = _parsed(entry, _MONTHS)[1]
    except InputFileError:
        pass  # damage in the file is told where its entries are read
    return found


def _crossrefs(source: Source) -> Iterator[str]:
    for _, line in source.lines():
        if "crossref" in line.lower() and (
            match := re.search(r"crossref\s*=\s*[{\"]\s*([^{}\"]+)", line, re.IGNORECASE)
        ):
            yield match[1].strip().lower()


def _values(fields: Fields, parent: Fields) -> dict[str, Any]:
    text = {name: _text(name, value) for name, value in fields.items()}
    values: dict[str, Any] = {
        target: next((text[name] for name in names if text.get(name)), None)
        for target, names in _FIELDS.items()
    }
    if parent:
        values["venue"] = values["venue"] or _text("title", parent.get("title", ""))
        values["year"] = values["year"] or parent.get("year") or parent.get("date")
    return values | {
        "title": _title(text),
        "authors": names(fields.get("author") or fields.get("editor") or ""),
        "doi": text.get("doi"),
        "arxiv": _arxiv(text),
        "comments": text.get("note") or text.get("comment"),
        "pubstate": text.get("pubstate"),
    }


def _title(text: Fields) -> str:
    title = text.get("title") or text.get("chapter") or text.get("booktitle") or ""
    subtitle = text.get("subtitle")
    return f"{title}: {subtitle}" if title and subtitle else title


def _text(name: str, value: str) -> str:
    if name in _VERBATIM:
        return _VERBATIM_ESCAPE.sub(lambda match: match[1] or "", value).strip()
    return unlatex(_LINE.sub("\n", value)).strip()


def _arxiv(text: Fields) -> str | None:
    kind = (text.get("archiveprefix") or text.get("eprinttype") or "arxiv").lower()
    return text.get("eprint") if kind == "arxiv" else None
