"""From paths to staged papers: everything is read before the index is touched."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ingest.cleaning import clean
from ingest.files import File, Files
from ingest.merging import merge
from ingest.progress import OnProgress, Progress
from ingest.readers import Source, base_name, find_note, find_sources, read_file, unique
from ingest.staging import Staging
from ingest.titles import join_titles
from rag.errors import InputFileError
from rag.types import Paper, Rejected


@dataclass(slots=True)
class Input:
    """What was read: how many papers, from which files, and what was left out.

    `faulty` are files in which something could not be read. Files that are not `lasting` are known
    by name alone.
    """

    lasting: bool = True
    read: int = 0
    files: dict[File, Path] = field(default_factory=dict)
    folders: set[Path] = field(default_factory=set)
    faulty: set[File] = field(default_factory=set)
    rejected: list[Rejected] = field(default_factory=list)

    def complete(self, known: Container[str]) -> Files:
        """Return the files read without a fault, and whole folders: what isn't in them is gone.

        `known` are the paths that the index knew before.
        """
        return Files(self.files.keys() - self.faulty, self.folders if self.lasting else (), known)

    def file(self, source: Source) -> File:
        """Return by what a source's papers are known to come from it."""
        return source.name, source.location if self.lasting else ""

    def notes(self) -> Iterator[tuple[str, str | None]]:
        """Yield (file name, the note beside the file; None where there is none)."""
        for (name, _), path in self.files.items():
            note = find_note(path)
            yield name, " ".join(note.read_text("utf-8", "replace").split()) if note else None

    def reject(self, item: Rejected, file: File | None = None) -> None:
        """Note what was left out, of a file that was opened or of one that was not."""
        self.rejected.append(item)
        self.faulty.add(file or (item.file, ""))


def read_papers(
    paths: str | Path | Iterable[str | Path],
    staging: Staging,
    progress: OnProgress,
    *,
    lasting: bool = True,
) -> Input:
    """Stage the papers of all files, which are known by name unless they are `lasting`.

    Raises `InputFileError` when not one paper was found.
    """
    found = Input(lasting)
    listed = [paths] if isinstance(paths, str | Path) else paths
    for source in unique(_sources(listed, found)):
        read_before, rejected_before = found.read, len(found.rejected)
        for paper in _papers(source, found):
            staging.add_record(paper)
            found.read += 1
            progress(Progress(found.read, None, "reading"))
        if found.read > read_before:
            found.files[found.file(source)] = source.path
        elif len(found.rejected) == rejected_before:
            found.reject(Rejected(source.name, None, None, f"{source.name} holds no papers."))
    if not found.read:
        reasons = _reasons(found.rejected) or "Name at least one file or folder."
        raise InputFileError(f"No papers were found. {reasons}")
    return found


def add_titles(titles: str | Path, staging: Staging, progress: OnProgress) -> None:
    """Join the titles of a file to staged abstracts that have none, where it is certain.

    Raises `InputFileError` when the file holds no titles.
    """
    listed = _read_titles(Path(titles))
    bare = [record for record, paper in staging.records() if not paper.title]
    abstracts = ((key, paper.abstract) for key, paper in staging.records() if not paper.title)
    joined = join_titles(abstracts, listed)
    for record, paper in staging.records():
        if record in joined:
            staging.set_record(record, _with_title(paper, joined[record]))
    progress(Progress(len(joined), len(bare), "titles"))


def _with_title(paper: Paper, title: Paper) -> Paper:
    return replace(merge([paper, title]), abstract=paper.abstract, origins=paper.origins)


def _read_titles(path: Path) -> Sequence[Paper]:
    found = Input()
    papers = [paper for source in _sources([path], found) for paper in _papers(source, found)]
    titles = [paper for paper in papers if paper.title]
    if not titles:
        raise InputFileError(f"No titles were found in {path}. {_reasons(found.rejected)}")
    return titles


def _sources(paths: Iterable[str | Path], found: Input) -> Iterator[Source]:
    for path in paths:
        if Path(path).is_dir():
            found.folders.add(Path(path).resolve())
        try:
            for source in find_sources(Path(path)):
                if isinstance(source, Rejected):
                    found.reject(source)
                else:
                    yield source
        except InputFileError as error:
            found.reject(Rejected(base_name(Path(path)), None, None, str(error)))


def _papers(source: Source, found: Input) -> Iterator[Paper]:
    """Yield the file's papers; what is none is noted as rejected."""
    file = found.file(source)
    try:
        for record in read_file(source):
            cleaned = record if isinstance(record, Rejected) else clean(record)
            if isinstance(cleaned, Rejected):
                found.reject(cleaned, file)
            else:
                origins = tuple(replace(origin, path=file[1]) for origin in cleaned.origins)
                yield replace(cleaned, origins=origins)
    except InputFileError as error:
        found.reject(Rejected(source.name, None, None, str(error)), file)


def _reasons(rejected: Sequence[Rejected], most: int = 5) -> str:
    reasons = [
        f"{item.file}, line {item.line}: {item.reason}." if item.line else item.reason
        for item in rejected[:most]
    ]
    if len(rejected) > most:
        reasons.append(f"And {len(rejected) - most} more.")
    return " ".join(reasons)
