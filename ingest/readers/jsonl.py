"""JSON Lines, arrays, objects one after the other, and the pages that web services answer with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ingest.readers.base import Format, RawRecord, Records
from ingest.readers.jsonfields import fields_of, papers_in
from ingest.readers.jsonstream import JsonStream, Value, parse
from ingest.readers.source import MAX_LINE, Source
from rag.types import Origin, Rejected

_SUFFIXES = {".json", ".jsonl", ".ndjson", ".jsonlines"}
_BEGINNING = re.compile(r'\{\s*(?:"|\})|\[\s*[\[{"\]]')
# The list of papers in a page: {"results": […]} of OpenAlex, {"data": […]} of Semantic Scholar, ….
_PAGE = re.compile(
    r'"(?:results|data|notes|items|papers|works|records|hits|hit|documents|docs|entries|articles'
    r'|publications|result|bibliography)"\s*:\s*\[(?=\s*[\]{])'
)
_OWN_FIELD = re.compile(r'"(?:title|display_name|abstract|paperId|name)"\s*:')


def recognises(source: Source) -> bool:
    """Tell whether the text begins like JSON, or its name says that it is JSON."""
    return bool(_BEGINNING.match(source.head)) or source.suffix in _SUFFIXES


def read(source: Source) -> Records:
    """Yield the papers of the file; what is no JSON object is rejected, the rest is read."""
    record = 0
    for line, value in _values(source):
        for paper in papers_in(value) if isinstance(value, dict) else [value]:
            record += 1
            if isinstance(paper, dict):
                yield RawRecord(Origin(source.name, record, line), fields_of(paper))
            else:
                yield Rejected(source.name, record, line, _fault(paper))


FORMAT = Format("JSON", recognises, read)


def _values(source: Source) -> Iterator[Value]:
    page = _PAGE.search(source.head) if source.head.startswith("{") else None
    if page and not _OWN_FIELD.search(source.head, 0, page.start()):
        with source.open() as stream:
            yield from JsonStream(stream).items(_PAGE)
    elif _is_by_line(source.head):
        yield from _values_by_line(source)
    else:
        with source.open() as stream:
            yield from JsonStream(stream).values()


def _is_by_line(head: str) -> bool:
    """Tell JSON Lines from values that go over several lines, by the first two lines."""
    first, _, rest = head.partition("\n")
    lines = [line for line in (first, rest.lstrip().partition("\n")[0]) if line.strip()]
    if first.startswith("[") and not isinstance(parse(first), ValueError) and len(lines) == 1:
        return False
    return first.startswith("{") and (
        not rest or any(isinstance(parse(line.strip(" \r\t\ufeff")), dict) for line in lines)
    )


def _values_by_line(source: Source) -> Iterator[Value]:
    """Yield (line, value) of JSON Lines; a ValueError stands for a line that is no JSON."""
    for number, line in source.lines():
        text = line.strip("\ufeff \t\r\n")
        if len(line) >= MAX_LINE:
            yield number, ValueError(f"longer than {MAX_LINE:,} characters")
        elif text:
            yield number, parse(text)


def _fault(value: Any) -> str:
    if isinstance(value, ValueError):
        return str(value)
    names = {list: "an array", str: "a string", bool: "true or false", type(None): "null"}
    return f"not a JSON object but {names.get(type(value), 'a number')}"
