"""The files inside a zip archive, read where they lie: nothing is ever unpacked to disk."""

from __future__ import annotations

import stat
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import PurePosixPath
from typing import BinaryIO, cast

from ingest.readers.source import MAX_RATIO, SMALL, Source
from rag.errors import InputFileError
from rag.types import Rejected

_MAGIC = (b"PK\x03\x04", b"PK\x05\x06")
_OFFICE = ("[Content_Types].xml", "mimetype", "META-INF/container.xml")
_ARCHIVES = (".zip", ".tar", ".tgz", ".tar.gz", ".7z", ".rar", ".bz2", ".xz")
_MOST_MEMBERS = 100_000
_ENCRYPTED = 0x1


def is_archive(source: Source) -> bool:
    """Tell a zip archive of files from an office document, which is packed in the same way."""
    if not source.start.startswith(_MAGIC):
        return False
    try:
        with source.open_bytes() as binary, zipfile.ZipFile(binary) as archive:
            return not set(archive.namelist()).intersection(_OFFICE)
    except (zipfile.BadZipFile, InputFileError):
        return True  # what is wrong with it is told when its members are asked for


def members(source: Source, passed_over: Callable[[str], bool]) -> Iterator[Source | Rejected]:
    """Yield the archive's files by name, or the reason why one isn't read.

    `passed_over` tells from the name of a file or folder whether to leave it out. Raises
    `InputFileError` when the archive is damaged or unpacks to more than papers ever do.
    """
    archive = _opened(source)
    for info in sorted(_checked(archive, source), key=lambda info: info.filename):
        name = f"{source.name}/{info.filename}"
        parts = [part for part in PurePosixPath(info.filename).parts if part != ".."]
        if info.is_dir() or any(part == "__MACOSX" or passed_over(part) for part in parts):
            continue
        fault = _fault(info)
        opener = partial(archive.open, info)
        yield (
            Rejected(name, None, None, f"{name} {fault}.")
            if fault
            else Source(source.path, name, cast(Callable[[], BinaryIO], opener))
        )


def _opened(source: Source) -> zipfile.ZipFile:
    if source.start.startswith(b"\x1f\x8b"):
        raise InputFileError(f"{source.name} is an archive inside a gzip file; unpack it first.")
    try:
        return zipfile.ZipFile(source.path if source.is_file else source.opener())
    except (zipfile.BadZipFile, OSError) as error:
        raise InputFileError(f"{source.name} is a damaged zip archive ({error}).") from error


def _checked(archive: zipfile.ZipFile, source: Source) -> list[zipfile.ZipInfo]:
    """Return the list of members of an archive that is no bomb, judged by its own list.

    Python reads no more of a member than the list says, so the list can't lie; members that
    share their bytes show in a packed size larger than the archive.
    """
    infos = archive.infolist()
    packed = sum(info.compress_size for info in infos)
    size = sum(info.file_size for info in infos)
    with source.open_bytes() as binary:
        length = binary.seek(0, 2)
    if len(infos) > _MOST_MEMBERS:
        raise InputFileError(f"{source.name} holds more than {_MOST_MEMBERS:,} files.")
    if packed > length or size > MAX_RATIO * packed + SMALL:
        raise InputFileError(
            f"{source.name} unpacks to {size:,} bytes, which no list of papers of its size does; "
            "it isn't read."
        )
    return infos


def _fault(info: zipfile.ZipInfo) -> str | None:
    parts = PurePosixPath(info.filename.replace("\\", "/")).parts
    if ".." in parts or info.filename.startswith(("/", "\\")) or ":" in parts[0]:
        return "has a name that leads out of its archive"
    if stat.S_ISLNK(info.external_attr >> 16):
        return "is a link, not a file"
    if info.flag_bits & _ENCRYPTED:
        return "is encrypted; unpack the archive first"
    if info.filename.lower().endswith(_ARCHIVES):
        return "is an archive in an archive; unpack it first"
    return None
