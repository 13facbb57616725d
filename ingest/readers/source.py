"""A file to read papers from: plain or gzipped, in any of the usual encodings."""

from __future__ import annotations

import gzip
import io
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import BinaryIO, TextIO, cast

from ingest.readers.decoding import FALLBACK, detect_encoding
from rag.errors import InputFileError

HEAD_BYTES = 64 * 1024
MAX_LINE = 32 * 1024 * 1024

_GZIP = b"\x1f\x8b"
_BINARY = (
    b"%PDF-",
    b"PK\x03\x04",
    b"\xd0\xcf\x11\xe0",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"SQLite format",
)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]")
_MAX_CONTROL_SHARE = 0.02


def base_name(path: Path) -> str:
    """Return the file's name as text, also where its bytes are no UTF-8."""
    return path.name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


class Source:
    """A file that may hold papers.

    `name` is its base name, `suffix` its ending in lower case without a closing ".gz". Reading
    raises `InputFileError` when the file can't be opened, is damaged, empty or binary.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = base_name(path)
        self.suffix = Path(re.sub(r"\.gz$", "", path.name, flags=re.IGNORECASE)).suffix.lower()

    @cached_property
    def head(self) -> str:
        """The beginning of the text, without blank space in front."""
        with self.open() as stream:
            text = stream.read(HEAD_BYTES).lstrip("\ufeff \t\r\n")
        if not text:
            raise InputFileError(f"{self.name} is empty.")
        if len(_CONTROL.findall(text)) > _MAX_CONTROL_SHARE * len(text):
            raise InputFileError(f"{self.name} is a binary file, not text.")
        return text

    @contextmanager
    def open(self) -> Iterator[TextIO]:
        """Open the text for reading; every kind of line end reads as a newline."""
        try:
            with self._open_bytes() as binary:
                yield cast(
                    TextIO,
                    io.TextIOWrapper(
                        binary, encoding=self._encoding, errors=FALLBACK, newline=None
                    ),
                )
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise InputFileError(f"{self.name} is a damaged gzip file ({error}).") from error
        except OSError as error:
            raise InputFileError(
                f"{self.name} can't be read: {error.strerror or error}."
            ) from error

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield (1-based line number, line without its end); a line is cut at `MAX_LINE`."""
        with self.open() as stream:
            number = 1
            while line := stream.readline(MAX_LINE):
                yield number, line.rstrip("\n")
                while line and not line.endswith("\n"):
                    line = stream.readline(MAX_LINE)
                number += 1

    @cached_property
    def _encoding(self) -> str:
        with self._open_bytes() as binary:
            head = binary.read(HEAD_BYTES)
        if head.startswith(_BINARY):
            raise InputFileError(f"{self.name} is a binary file, not text.")
        return detect_encoding(head)

    def _open_bytes(self) -> BinaryIO:
        binary = self.path.open("rb")
        zipped = binary.read(len(_GZIP)) == _GZIP
        binary.seek(0)
        return cast(BinaryIO, gzip.GzipFile(fileobj=binary)) if zipped else binary
