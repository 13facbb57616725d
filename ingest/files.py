"""Whether records came from the same file.

A file is known by its path, so that two of one name in different folders are two, from wherever
they are given. A folder that was moved is still known: a stored path where nothing is any more
stands for a file of the same name in a folder of the same name. An index of an earlier version, and
standard input, have names alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePath

from rag.types import Origin, Paper

File = tuple[str, str]  # the name that its papers show, and its path


class Files:
    """Some of the files of a run; `origin in files` tells whether a record came from one."""

    def __init__(self, files: Iterable[File]) -> None:
        self._paths: dict[str, set[str]] = {}
        for name, path in files:
            self._paths.setdefault(name, set()).add(path)

    @property
    def names(self) -> list[str]:
        """Their names, sorted."""
        return sorted(self._paths)

    def __contains__(self, origin: Origin) -> bool:
        return any(_is_same(origin.path, path) for path in self._paths.get(origin.file, ()))


def files_of(paper: Paper) -> Files:
    """Return the files that a paper came from."""
    return Files((origin.file, origin.path) for origin in paper.origins)


def are_those_of(paper: Paper, stored: Paper) -> bool:
    """Tell whether a paper came from no other files than a stored one."""
    return all(
        any(known in Files([(origin.file, origin.path)]) for known in stored.origins)
        for origin in paper.origins
    )


def _is_same(known: str, path: str) -> bool:
    return not known or not path or known == path or _has_moved(known, path)


def _has_moved(known: str, path: str) -> bool:
    return PurePath(known).parts[-2:] == PurePath(path).parts[-2:] and not Path(known).exists()
