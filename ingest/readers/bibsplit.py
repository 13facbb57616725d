"""A BibTeX file cut into its entries, so that a fault costs at most the entry it is in.

No library is used: bibtexparser and pybtex hold the whole file in memory, and an entry with a brace
too few takes those behind it along. Here a line that can only begin an entry begins one, whatever
the braces say, and the text goes by line by line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ingest.readers.source import MAX_LINE, Source

_START = re.compile(r"(?<![\w.])@\s*([A-Za-z][\w-]*)\s*([{(])")
_START_OF_LINE = re.compile(
    r"\s*@\s*(?:"
    r"(?:article|book|booklet|inbook|incollection|inproceedings|conference|manual|mastersthesis"
    r"|misc|phdthesis|proceedings|techreport|unpublished|online|electronic|thesis|report|string)"
    r"\s*[{(](?:[^{}=\"]*(?:,|$)|\s*\w+\s*=)"
    r"|[A-Za-z]\w*\s*[{(]\s*[^\s{}(),=\"#%]*\s*,\s*(?:$|[A-Za-z][\w-]*\s*=))",
    re.IGNORECASE,
)
_LONE_START = re.compile(r"\s*@\s*[A-Za-z]\w*\s*$")
_FIELD = re.compile(r"[\s,})]*[A-Za-z][\w-]*\s*=\s*(?:[{\"]|\d+\s*[,}]|[A-Za-z]\w*\s*[,}#])")
_MARK = re.compile(r"\\[\\{}\"]|[{}\")]")
_STRAY = " \t},)"


@dataclass(slots=True)
class Entry:
    """An entry: its type in lower case, the line it starts on and the lines between its braces.

    `closed` is False where the closing brace is missing, `is_last` tells that the file ends here.
    """

    kind: str
    line: int
    delimiter: str
    lines: list[str] = field(default_factory=list)
    closed: bool = False
    is_last: bool = False
    _size: int = 0
    _depth: int = 1
    _quoted: bool = False

    @property
    def text(self) -> str:
        """What stands between the entry's own braces."""
        return "\n".join(self.lines)

    @property
    def breaks_off(self) -> bool:
        """Whether the file ends in the middle of it, and not only without its closing brace."""
        return self.is_last and not self.closed and not self.text.rstrip().endswith(("}", '"'))

    def take(self, line: str) -> str | None:
        """Add a line; return what stands behind the entry's closing brace, None if it is open."""
        end = self._closing(line)
        if self._size < MAX_LINE:
            self.lines.append(line[:end])
            self._size += len(line)
        self.closed = end is not None
        return None if end is None else line[end + 1 :]

    def reopen(self) -> None:
        """Take the closing brace for one too many: more fields follow."""
        self.closed, self._depth = False, 1

    def _closing(self, line: str) -> int | None:
        """Return where in the line the entry closes; escaped braces don't count."""
        for mark in _MARK.finditer(line):
            sign = mark[0]
            if sign == "{":
                self._depth += 1
            elif sign == "}":
                self._depth = self._depth - 1 if self.delimiter == "{" else max(1, self._depth - 1)
            elif sign == '"' and self._depth == 1:
                self._quoted = not self._quoted
            closes = sign == ")" and self.delimiter == "(" and self._depth == 1 and not self._quoted
            if not self._depth or closes:
                return mark.start()
        return None


def entries(source: Source) -> Iterator[Entry]:
    """Yield the entries of a file, comments and macros (`@string`) among them.

    As for BibTeX itself, an entry inside an `@comment` is an entry.
    """
    entry: Entry | None = None
    for number, line in _joined(source):
        if entry and not entry.closed and "@" in line and _START_OF_LINE.match(line):
            yield entry
            entry = None
        rest: str | None = line
        while rest is not None:
            if entry and not entry.closed:
                rest = entry.take(rest)
            elif entry and entry.kind != "comment" and _FIELD.match(rest):
                entry.reopen()
                rest = rest.lstrip(_STRAY)
            elif (start := _START.search(rest)) or rest.strip(_STRAY):
                if entry:
                    yield entry
                entry = Entry(start[1].lower(), number, start[2]) if start else None
                rest = rest[start.end() :] if start else None
            else:
                rest = None
    if entry:
        entry.is_last = True
        yield entry


def _joined(source: Source) -> Iterator[tuple[int, str]]:
    """Yield (number, line); a type that stands alone on its line is joined to the next."""
    held: tuple[int, str] | None = None
    for number, line in source.lines():
        if held:
            number, line = held[0], held[1] + line
            held = None
        if "@" in line and _LONE_START.match(line):
            held = number, line
        else:
            yield number, line
    if held:
        yield held
