"""What RIS, MEDLINE, Web of Science and Refer have in common: fields behind tags, line by line.

No library is used: rispy loses the first record behind a byte order mark and every record without
its end tag, and there is none for the others that says which line a record stands on.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ingest.readers.source import MAX_LINE


@dataclass(slots=True)
class TaggedRecord:
    """A record: the line it starts on and its values by tag, in the order of the file."""

    line: int
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
