"""A file to read papers from: plain or gzipped, in any of the usual encodings."""

from __future__ import annotations

import codecs
import gzip
import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import BinaryIO, TextIO, cast

from ingest.readers.decoding import FALLBACK, detect_encoding
from rag.errors import InputFileError

STANDARD_INPUT = Path("-")
HEAD_BYTES = 64 * 1024
MAX_LINE = 32 * 1024 * 1024
MAX_RATIO = 200  # text of papers packs to a tenth, a bomb to a thousandth
SMALL = 8 * 1024 * 1024  # bytes: below that nothing is a bomb

_PIECE = 4 * 1024
_GZIP = b"\x1f\x8b"
_BINARY = {
    b"%PDF-": "a PDF, not a list of papers",
    b"PK\x03\x04": "an archive or office document, not text",
    b"\xd0\xcf\x11\xe0": "an old Office file; save it as .xlsx or .csv",
    b"\x89PNG": "a picture, not text",
    b"\xff\xd8\xff": "a picture, not text",
    b"SQLite format": "a database, not text",
    b"BZh": "packed with bzip2; unpack it first",
    b"\xfd7zXZ": "packed with xz; unpack it first",
    b"7z\xbc\xaf": "a 7z archive; unpack it first",
    b"Rar!": "a RAR archive; unpack it first",
}
_TAR = (257, b"ustar")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]")
_MAX_CONTROL_SHARE = 0.02


def base_name(path: Path) -> str:
    """Return the file's name as text, also where its bytes are no UTF-8."""
    return as_text(path.name)


def as_text(name: str) -> str:
    """Return a name that came from the file system without lone surrogates."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


class Source:
    """A file, a member of a zip archive or standard input, that may hold papers.

    `name` is its base name (below "archive.zip/" for a member), `suffix` its ending in lower case
    without a closing ".gz", `path` the file that it lies in. `opener` opens its bytes where it is
    no file of its own. `ends_in_a_line` tells, once `lines` has come to its end, that the last line
    has none. Reading raises `InputFileError` when it can't be opened, is damaged, empty
    or binary.
    """

    def __init__(
        self, path: Path, name: str | None = None, opener: Callable[[], BinaryIO] | None = None
    ) -> None:
        self.path = path
        self.name = base_name(path) if name is None else name
        self.suffix = Path(re.sub(r"\.gz$", "", self.name, flags=re.IGNORECASE)).suffix.lower()
        self.is_file = opener is None
        self.ends_in_a_line = False
        self.opener: Callable[[], BinaryIO] = opener or (lambda: path.open("rb"))

    @cached_property
    def location(self) -> str:
        """Where `path` is, with links of folders followed; "" for standard input."""
        if self.path == STANDARD_INPUT:
            return ""
        return as_text(str(self.path.parent.resolve() / self.path.name))

    @cached_property
    def start(self) -> bytes:
        """The first bytes, unpacked; of a damaged file, those before the damage."""
        found = bytearray()
        with self.open_bytes() as binary:
            try:
                while len(found) < HEAD_BYTES and (piece := binary.read(_PIECE)):
                    found += piece
            except (EOFError, zlib.error, gzip.BadGzipFile, zipfile.BadZipFile):
                if not found:
                    raise
        return bytes(found)

    @cached_property
    def head(self) -> str:
        """The beginning of the text, without blank space in front."""
        self._refuse_binary()
        decoder = codecs.getincrementaldecoder(detect_encoding(self.start))(FALLBACK)
        decoded = decoder.decode(self.start).lstrip("\ufeff \t\r\n")
        text = decoded.replace("\r\n", "\n").replace("\r", "\n")
        if not text:
            raise InputFileError(f"{self.name} is empty.")
        if len(_CONTROL.findall(text)) > _MAX_CONTROL_SHARE * len(text):
            raise InputFileError(f"{self.name} is a binary file, not text.")
        return text

    @contextmanager
    def open(self) -> Iterator[TextIO]:
        """Open the text for reading; every kind of line end reads as a newline."""
        encoding = detect_encoding(self.start)
        with self.open_bytes() as binary:
            yield io.TextIOWrapper(binary, encoding=encoding, errors=FALLBACK, newline=None)

    @contextmanager
    def open_bytes(self) -> Iterator[BinaryIO]:
        """Open the unpacked bytes for reading."""
        try:
            with self.opener() as binary:
                zipped = binary.read(len(_GZIP)) == _GZIP
                binary.seek(0)
                yield cast(BinaryIO, _Unpacked(binary, self.name)) if zipped else binary
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise InputFileError(f"{self.name} is a damaged gzip file ({error}).") from error
        except zipfile.BadZipFile as error:
            raise InputFileError(f"{self.name} is damaged in its archive ({error}).") from error
        except NotImplementedError as error:
            raise InputFileError(
                f"{self.name} is packed in an unusual way ({error}); unpack it first."
            ) from error
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
                self.ends_in_a_line = not line
                number += 1

    def _refuse_binary(self) -> None:
        for magic, kind in _BINARY.items():
            if self.start.startswith(magic):
                raise InputFileError(f"{self.name} is {kind}.")
        offset, magic = _TAR
        if self.start[offset:].startswith(magic):
            raise InputFileError(f"{self.name} is a tar archive; unpack it first.")


class _Unpacked(gzip.GzipFile):
    """A gzip stream that stops where it unpacks to more than papers ever do."""

    def __init__(self, packed: BinaryIO, name: str) -> None:
        super().__init__(fileobj=packed)
        self._packed = packed
        self._source = name

    def read(self, size: int | None = -1) -> bytes:
        return self._checked(super().read(size))

    def read1(self, size: int = -1) -> bytes:
        return self._checked(super().read1(size))

    def _checked(self, data: bytes) -> bytes:
        if self.tell() > MAX_RATIO * self._packed.tell() + SMALL:
            raise InputFileError(
                f"{self._source} unpacks to more than {MAX_RATIO} times its size and isn't read "
                "further: no list of papers does."
            )
        return data
