"""JSON values one by one out of a file of any size, and on past those that are broken.

ijson streams too, but it ends at the first fault and knows no lines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, TextIO

from ingest.readers.source import MAX_LINE

_BETWEEN = re.compile(r"[\s,\[\ufeff]*")
_BETWEEN_ITEMS = re.compile(r"[\s,]*")
_FIRST_KEY = re.compile(r'\{\s*"([^"\\]{1,60})"\s*:')
_CHUNK = 64 * 1024
_LITERAL = 20  # characters: a literal or escape that is cut off is shorter
_CUT_SHORT = "the file ends before its list does: it seems to be cut short"
_DECODER = json.JSONDecoder(strict=False)  # control characters in strings are left to cleaning

Value = tuple[int, Any]


def parse(text: str) -> Any:
    """Return the value of a text; a ValueError stands for one that is no JSON."""
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        return ValueError(
            f"not valid JSON ({error.msg.removesuffix(' at')}, character {error.pos + 1})"
        )
    except (ValueError, RecursionError) as error:
        return ValueError(f"not readable JSON ({error})")


class JsonStream:
    """A text of JSON values; memory is that of the largest value, never that of the text."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._buffer = ""
        self._line = 1
        self._depth = 0  # of arrays around values
        self._broken = False

    def values(self) -> Iterator[Value]:
        """Yield (line, value) of what stands in arrays, however deep, or bare.

        A ValueError stands for a broken value; the next one like it is sought behind it. Another
        stands at the end of a text that ends inside an array.
        """
        while self._skip(_BETWEEN):
            if self._buffer[0] == "]":
                self._depth -= 1
                self._drop(1)
            else:
                yield from self._next_value()
        if self._depth > 0 and not self._broken:
            yield self._line, ValueError(_CUT_SHORT)

    def items(self, opening: re.Pattern[str]) -> Iterator[Value]:
        """Yield (line, value) of the items of every array whose beginning matches `opening`."""
        while self._seek(opening):
            while (more := self._skip(_BETWEEN_ITEMS)) and self._buffer[0] not in "]}":
                yield from self._next_value()
            if not more and not self._broken:
                yield self._line, ValueError(_CUT_SHORT)

    def _next_value(self) -> Iterator[Value]:
        line, start = self._line, self._buffer
        value, end = self._decode()
        yield line, value
        if isinstance(value, ValueError):
            self._broken = True
            key = _FIRST_KEY.match(start)
            name = re.escape(key[1]) if key else r'[^"]+'
            self._drop(1)
            self._seek(re.compile(rf'[\n,}}\]][ \t]*(?=\{{\s*"{name}"\s*:)'))
        else:
            self._drop(end)

    def _decode(self) -> tuple[Any, int]:
        """Decode the value at the beginning, reading on while it isn't complete: (it, its end)."""
        while True:
            try:
                value, end = _DECODER.raw_decode(self._buffer)
                if end < len(self._buffer) or not self._read():
                    return value, end
            except json.JSONDecodeError as error:
                complete = error.pos < len(self._buffer) - _LITERAL and "Unterm" not in error.msg
                if complete or len(self._buffer) > MAX_LINE or not self._read():
                    return ValueError(f"not valid JSON ({error.msg})"), 0
            except (ValueError, RecursionError) as error:
                return ValueError(f"not readable JSON ({error})"), 0

    def _read(self) -> bool:
        more = self._stream.read(max(_CHUNK, len(self._buffer)))
        self._buffer += more
        return bool(more)

    def _skip(self, between: re.Pattern[str]) -> bool:
        """Drop what matches; False at the end of the text."""
        while True:
            match = between.match(self._buffer)
            self._depth += match[0].count("[") if match else 0
            self._drop(match.end() if match else 0)
            if self._buffer:
                return True
            if not self._read():
                return False

    def _seek(self, pattern: re.Pattern[str]) -> bool:
        """Drop everything up to the end of what matches; False if nothing does."""
        while not (match := pattern.search(self._buffer)):
            self._drop(max(0, len(self._buffer) - 1000))
            kept = len(self._buffer)
            self._buffer += self._stream.read(_CHUNK)
            if len(self._buffer) == kept:
                self._drop(kept)
                return False
        self._drop(match.end())
        return True

    def _drop(self, count: int) -> None:
        self._line += self._buffer.count("\n", 0, count)
        self._buffer = self._buffer[count:]
