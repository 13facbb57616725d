"""JSON Lines, a JSON array, or JSON objects one after the other."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, TextIO

from ingest.readers.base import Format, RawRecord, Records
from ingest.readers.source import MAX_LINE, Source
from rag.types import Origin, Rejected

_SUFFIXES = {".json", ".jsonl", ".ndjson", ".jsonlines"}
_BEGINNING = re.compile(r'\{\s*(?:"|\})|\[\s*[\[{"\]]')
_PRETTY = re.compile(r"\[|\{\s*\n")
_BETWEEN = re.compile(r"[\s,\[\]\ufeff]*")
_CHUNK = 64 * 1024
_DECODER = json.JSONDecoder(strict=False)  # control characters in strings are left to cleaning


def recognises(source: Source) -> bool:
    """Tell whether the text begins like JSON, or its name says that it is JSON."""
    return bool(_BEGINNING.match(source.head)) or source.suffix in _SUFFIXES


def read(source: Source) -> Records:
    """Yield the objects of the file; what is no JSON object is rejected, the rest is read."""
    values = _streamed_values if _PRETTY.match(source.head) else _values_by_line
    for record, (line, value) in enumerate(values(source), start=1):
        if isinstance(value, dict):
            yield RawRecord(Origin(source.name, record, line), value)
        elif isinstance(value, ValueError):
            yield Rejected(source.name, record, line, str(value))
        else:
            reason = f"not a JSON object but {_kind(value)}"
            yield Rejected(source.name, record, line, reason)


FORMAT = Format("JSON", recognises, read)


def _values_by_line(source: Source) -> Iterator[tuple[int, Any]]:
    """Yield (line, value) of JSON Lines; a ValueError stands for a line that is no JSON."""
    for number, line in source.lines():
        text = line.strip("\ufeff \t\r\n")
        if len(line) >= MAX_LINE:
            yield number, ValueError(f"longer than {MAX_LINE:,} characters")
        elif text:
            yield number, _parse(text)


def _parse(text: str) -> Any:
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        return ValueError(f"not valid JSON ({error.msg} at character {error.pos + 1})")
    except (ValueError, RecursionError) as error:
        return ValueError(f"not readable JSON ({error})")


def _streamed_values(source: Source) -> Iterator[tuple[int, Any]]:
    """Yield (line, value) of the objects in one or several arrays, or bare, one by one.

    Memory is that of the largest object, never that of the file. After a broken object nothing
    more can be told apart, so a ValueError ends the values.
    """
    with source.open() as stream:
        buffer, line = "", 1
        while buffer := _next_start(stream, buffer):
            buffer, line = _skip_between(buffer, line)
            if not buffer:
                continue
            value, end, buffer = _decode(stream, buffer)
            yield line, value
            if isinstance(value, ValueError):
                return
            line += buffer.count("\n", 0, end)
            buffer = buffer[end:]


def _next_start(stream: TextIO, buffer: str) -> str:
    return buffer or stream.read(_CHUNK)


def _skip_between(buffer: str, line: int) -> tuple[str, int]:
    """Drop the brackets, commas and blank space before the next value."""
    match = _BETWEEN.match(buffer)
    skipped = match[0] if match else ""
    return buffer[len(skipped) :], line + skipped.count("\n")


def _decode(stream: TextIO, buffer: str) -> tuple[Any, int, str]:
    """Decode one value, reading on while it isn't complete: (value, its end, text read)."""
    while True:
        try:
            value, end = _DECODER.raw_decode(buffer)
            if end < len(buffer) or not (more := stream.read(_CHUNK)):
                return value, end, buffer
        except json.JSONDecodeError as error:
            more = stream.read(max(_CHUNK, len(buffer))) if len(buffer) < MAX_LINE else ""
            if not more:
                reason = f"not valid JSON ({error.msg}); what follows it is not read"
                return ValueError(reason), 0, buffer
        except (ValueError, RecursionError) as error:
            return ValueError(f"not readable JSON ({error})"), 0, buffer
        buffer += more


def _kind(value: Any) -> str:
    names = {list: "an array", str: "a string", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")
