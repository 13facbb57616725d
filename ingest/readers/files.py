"""Which files a path stands for."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import IO, BinaryIO

from ingest.readers.archives import is_archive, members
from ingest.readers.source import STANDARD_INPUT, Source
from rag.errors import InputFileError
from rag.types import Rejected

NOTE_SUFFIX = ".note.txt"

_INDEX_FILE = "papers.sqlite"
_NO_PAPERS = re.compile(
    r"(?:readme|license|copying|changelog|contributing|notice)\b", re.IGNORECASE
)


def find_sources(path: Path) -> Iterator[Source | Rejected]:
    """Yield what there is to read at `path`: a file, the files of a folder or a zip archive.

    "-" is standard input. What can't be read is told by a `Rejected`. Raises `InputFileError`
    when there is nothing at `path`.
    """
    if path == STANDARD_INPUT:
        yield from _opened_up(_standard_input())
    else:
        for file in find_files(path):
            yield from _opened_up(Source(file))


def find_files(path: Path) -> list[Path]:
    """Return the files that `path` stands for: itself, or all below a folder, sorted.

    In a folder, hidden files, notes, a project's usual papers (README, LICENSE) and indexes are
    passed over, and links to folders aren't followed. Raises `InputFileError` if nothing is left.
    """
    if path.is_dir():
        found = sorted(_walk(path))
        if not found:
            raise InputFileError(f"The folder {path} holds no files to read.")
        return found
    if not path.exists():
        raise InputFileError(f"There is no file or folder {path}.")
    if not path.is_file():
        raise InputFileError(f"{path} is no regular file.")
    if path.name.endswith(NOTE_SUFFIX):
        raise InputFileError(f"{path.name} is a note on a list of papers, not such a list.")
    return [path]


def find_note(path: Path) -> Path | None:
    """Return the note beside a list: `papers.note.txt` for `papers.jsonl`, if it is there."""
    stem = re.sub(r"(?:\.\w+?)?(?:\.gz)?$", "", path.name)
    note = path.with_name(stem + NOTE_SUFFIX)
    return note if note.is_file() else None


def unique(sources: Iterable[Source]) -> Iterator[Source]:
    """Yield each file once, also when it is given twice or by way of a link."""
    seen: set[tuple[Path, str]] = set()
    for source in sources:
        key = source.path.resolve(), "" if source.is_file else source.name
        if key not in seen:
            seen.add(key)
            yield source


def _opened_up(source: Source) -> Iterator[Source | Rejected]:
    """Yield the source itself, or the files in it if it is an archive."""
    try:
        if is_archive(source):
            yield from members(source, _is_passed_over)
            return
    except InputFileError as error:
        yield Rejected(source.name, None, None, str(error))
        return
    yield source


def _standard_input() -> Source:
    """Keep what comes from standard input in a file without a name, to read it more than once."""
    if sys.stdin is None:
        raise InputFileError("There is no standard input to read.")
    kept = tempfile.TemporaryFile()  # noqa: SIM115 (it lives as long as its source)
    try:
        shutil.copyfileobj(sys.stdin.buffer, kept)
        kept.flush()
    except OSError as error:
        raise InputFileError(f"Standard input can't be read: {error.strerror}.") from error
    return Source(STANDARD_INPUT, "stdin", partial(_opened_again, kept))


def _opened_again(kept: IO[bytes]) -> BinaryIO:
    again = os.fdopen(os.dup(kept.fileno()), "rb")
    again.seek(0)
    return again


def _walk(folder: Path) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder):
        folders[:] = [
            name
            for name in folders
            if not name.startswith(".") and not Path(parent, name, _INDEX_FILE).exists()
        ]
        for name in names:
            file = Path(parent, name)
            if not _is_passed_over(name) and file.is_file():
                yield file


def _is_passed_over(name: str) -> bool:
    return name.startswith(".") or name.endswith(NOTE_SUFFIX) or bool(_NO_PAPERS.match(name))
