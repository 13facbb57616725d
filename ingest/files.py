"""Whether records came from the same file.

A file is known by its path, so that two of one name in different folders are two, from wherever
they are given. A folder that was moved is still known: a stored path where nothing is any more
stands for a file of the same name in a folder of the same name. An index of an earlier version, and
standard input, have names alone.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from pathlib import Path, PurePath

from rag.types import Origin, Paper

File = tuple[str, str]  # the name that its papers show, and its path


class Files:
    """Some of the files of a run; `origin in files` tells whether a record came from one.

    So did those of files that were in one of `folders` and aren't there any more. A path that was
    `known` before is no place to which a file has moved.
    """

    def __init__(
        self, files: Iterable[File], folders: Iterable[Path] = (), known: Container[str] = ()
    ) -> None:
        self._folders = tuple(folders)
        self._known = known
        self._paths: dict[str, set[str]] = {}
        for name, path in files:
            self._paths.setdefault(name, set()).add(path)

    def names(self, known: Iterable[str]) -> list[str]:
        """Return their names, sorted; of folders, all that are `known` may be among them."""
        return sorted({*self._paths, *(known if self._folders else ())})

    def __bool__(self) -> bool:
        return bool(self._paths or self._folders)

    def __contains__(self, origin: Origin) -> bool:
        known = self._paths.get(origin.file, ())
        return any(self._is_same(origin.path, path) for path in known) or self._is_gone(origin.path)

    def _is_same(self, known: str, path: str) -> bool:
        if not known or not path or known == path:
            return True
        return path not in self._known and _has_moved(known, path)

    def _is_gone(self, path: str) -> bool:
        inside = bool(path) and any(Path(path).is_relative_to(folder) for folder in self._folders)
        return inside and _nearest(Path(path)).is_dir()


def files_of(paper: Paper) -> Files:
    """Return the files that a paper came from."""
    return Files((origin.file, origin.path) for origin in paper.origins)


def are_those_of(paper: Paper, stored: Paper) -> bool:
    """Tell whether a paper came from no other files than a stored one."""
    return all(
        any(known in Files([(origin.file, origin.path)]) for known in stored.origins)
        for origin in paper.origins
    )


def _nearest(path: Path) -> Path:
    """Return a path, or what is left of it: the archive that a file is in, or a folder."""
    while not path.exists():
        path = path.parent
    return path


def _has_moved(known: str, path: str) -> bool:
    return PurePath(known).parts[-2:] == PurePath(path).parts[-2:] and not Path(known).exists()
