"""Which files a path stands for."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from rag.errors import InputFileError

NOTE_SUFFIX = ".note.txt"

_INDEX_FILE = "papers.sqlite"
_NO_PAPERS = re.compile(
    r"(?:readme|license|copying|changelog|contributing|notice)\b", re.IGNORECASE
)


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


def unique(files: Iterable[Path]) -> Iterator[Path]:
    """Yield each file once, also when it is given twice or by way of a link."""
    seen: set[Path] = set()
    for file in files:
        real = file.resolve()
        if real not in seen:
            seen.add(real)
            yield file


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
