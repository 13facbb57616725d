"""What tables call their columns, whoever wrote them, and how a row becomes fields."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from typing import Any

# Names in lower case, words only; the surest first. From the exports of Scopus, Web of Science,
# Zotero, Embase, PubMed, Lens, OpenAlex, Dimensions, IEEE Xplore, ProQuest, Cochrane, Rayyan,
# Covidence, RefWorks, ASReview, JabRef, Publish or Perish, conference pages and CNKI.
_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "title": ("title", "article title", "document title", "primary title", "title primary",
        "paper title", "item title", "display name", "work title", "publication title en", "ti",
        "t1", "题名", "标题", "篇名", "論文名", "titel", "titre", "titulo", "título"),
    "abstract": ("abstract", "abstract note", "abstract text", "summary", "ab", "paper abstract",
        "description", "notes abstract", "n2", "original abstract", "摘要", "resumen",
        "zusammenfassung", "résumé", "text"),
    "authors": ("author full names", "authors", "author", "author names", "author s",
        "authors primary", "first authors", "authorships author display name",
        "authorships raw author name", "author name", "creators", "creator", "af", "au", "a1",
        "作者", "autor", "autores", "auteurs", "autoren"),
    "year": ("year", "publication year", "pub year", "pubyear", "published year", "py",
        "year published", "publicationyear", "date", "publication date", "date published",
        "pub date", "date of publication", "published", "early access date", "cover date",
        "issued", "online date", "发表时间", "年", "年份", "jahr", "année", "año"),
    "venue": ("source title", "journal", "publication title", "publication", "journal book",
        "venue", "periodical full", "primary location source display name", "journal title",
        "source name", "full journal name", "source", "conference", "conference title",
        "conference name", "booktitle", "book title", "host venue display name",
        "container title", "so", "t2", "jf", "journal conference", "publication name", "pubtitle",
        "secondary title", "title secondary", "来源", "文献来源", "刊名", "期刊", "zeitschrift",
        "revue", "revista"),
    "doi": ("doi", "di", "do", "doi link", "article doi", "digital object identifier", "doi url"),
    "url": ("url", "link", "urls", "external url", "article url", "articleurl", "paper url",
        "pdf url", "source urls", "landing page url", "primary location landing page url", "ur",
        "full text link", "pdf link", "openreview url", "forum", "链接", "网址"),
    "keywords": ("author keywords", "keywords", "keyword", "de", "manual tags", "tags",
        "keywords author", "keywords display name", "index terms", "kw", "topics",
        "index keywords", "keywords plus", "mesh terms", "automatic tags", "关键词", "schlagworte",
        "mots clés"),
    "id": ("id", "paper id"),
    "name": ("short name", "name"),
    "aliases": ("aliases",),
    "arxiv": ("arxiv", "arxiv id", "eprint", "arxiv number"),
    "comments": ("notice", "notes", "note", "comments", "extra"),
    "publication_type": ("publication type", "document type", "type of reference", "item type",
        "type", "pt", "dt"),
    "is_retracted": ("is retracted", "retracted"),
}  # fmt: skip
_FIELD_OF = {name: field for field, names in _COLUMNS.items() for name in names}
_WORDS = re.compile(r"[\W_]+")
_GUARD = re.compile(r"'(?='*\s*[=+\-@\t\r\n])")
_LISTS = ("authors", "keywords")

Columns = Mapping[str, Sequence[int]]


def find_columns(header: Sequence[str]) -> Columns | None:
    """Return which columns hold which field, best first; None if the row is no header of papers."""
    names = [_WORDS.sub(" ", cell).strip().lower() for cell in header]
    found = {
        field: [names.index(known) for known in known_names if known in names]
        for field, known_names in _COLUMNS.items()
    }
    columns = {field: indexes for field, indexes in found.items() if indexes}
    longest = max((len(cell) for cell in header), default=0)
    if not columns.keys() & {"title", "abstract"} or longest > 120:
        return None
    return columns if len(columns) > 1 or sum(map(bool, names)) == 1 else None


def fields_of(row: Sequence[str], columns: Columns) -> dict[str, Any]:
    """Return a row's values by field: of several columns, the first that is filled."""
    filled = {
        field: next((row[i] for i in indexes if i < len(row) and row[i].strip()), None)
        for field, indexes in columns.items()
    }
    return {field: _value(field, cell) for field, cell in filled.items() if cell is not None}


def field_of(name: str) -> str | None:
    """Return the field that a column of this name holds."""
    return _FIELD_OF.get(_WORDS.sub(" ", name).strip().lower())


def _value(field: str, cell: str) -> Any:
    """Take the guard against formulas off a cell; read a list that a program printed as one."""
    cell = _GUARD.sub("", cell, count=1) if cell.startswith("'") else cell
    if field in _LISTS and cell.lstrip().startswith("[") and cell.rstrip().endswith("]"):
        try:
            printed = ast.literal_eval(cell.strip())
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return cell
        return printed if isinstance(printed, list) else cell
    return cell
