"""What RIS, MEDLINE, Web of Science and Refer have in common: fields behind tags, line by line.

No library is used: rispy loses the first record behind a byte order mark and every record without
its end tag, and there is none for the others that says which line a record stands on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ingest.readers.base import CUT_SHORT, KEPT, RawRecord, Records
from ingest.readers.source import MAX_LINE, Source
from rag.types import Origin, Rejected

_ABSTRACTS = {"AB", "N2", "X"}
_END_OF_TEXT = re.compile(r"""[^\w\s,\-]$""")


@dataclass(slots=True)
class TaggedRecord:
    """A record: the line it starts on and its values by tag, in the order of the file.

    `ended` tells whether it has the end that its format gives a record.
    """

    line: int
    ended: bool = False
    _values: list[tuple[str, list[str]]] = field(default_factory=list)
    _size: int = 0

    def add(self, tag: str, value: str) -> None:
        """Begin a new value."""
        self._values.append((tag, [value.strip()]))

    def extend(self, line: str) -> None:
        """Let the last value go on; an empty line is a break between paragraphs."""
        if self._values and self._size < MAX_LINE:
            self._values[-1][1].append(line.strip())
            self._size += len(line)

    def lines(self, *tags: str) -> list[str]:
        """Return every line of the values with these tags that is not empty."""
        return [line for tag, lines in self._values if tag in tags for line in lines if line]

    def texts(self, *tags: str) -> list[str]:
        """Return the values with these tags, their lines kept."""
        found = ("\n".join(lines).strip() for tag, lines in self._values if tag in tags)
        return [text for text in found if text]

    def values(self, *tags: str) -> list[str]:
        """Return the values with these tags, each on one line."""
        return [" ".join(text.split()) for text in self.texts(*tags)]

    def first(self, *tags: str) -> str | None:
        """Return the first value of the first of these tags that has one."""
        return next((value for tag in tags for value in self.values(tag)), None)

    def has(self, *tags: str) -> bool:
        """Tell whether one of these tags stands in the record, with or without a value."""
        return any(tag in tags for tag, _ in self._values)

    def __len__(self) -> int:
        return len(self._values)

    def breaks_off(self) -> bool:
        """Tell whether it ends with an abstract that ends as no sentence does."""
        tag, lines = self._values[-1] if self._values else ("", [""])
        return tag in _ABSTRACTS and not _END_OF_TEXT.search(lines[-1])


def raw_records(
    source: Source,
    records: Iterator[TaggedRecord],
    fields: Callable[[TaggedRecord], Mapping[str, Any]],
) -> Records:
    """Yield the records, but for a last one that lacks the end which all before it have.

    The file is cut short there, and may be so where it ends in the middle of an abstract's line.
    """
    held: TaggedRecord | None = None
    number, ended = 0, False
    for number, record in enumerate(records, start=1):
        if held:
            yield RawRecord(Origin(source.name, number - 1, held.line), fields(held))
            ended = held.ended and (ended or number == 2)
        held = record
    if held and ended and not held.ended:
        yield Rejected(source.name, number, held.line, CUT_SHORT)
    elif held:
        yield RawRecord(Origin(source.name, number, held.line), fields(held))
        if not held.ended and source.ends_in_a_line and held.breaks_off():
            yield Rejected(source.name, number, held.line, KEPT)
