"""The whole way: read, match, embed what is new, write, prune, report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from ingest.changes import Action, Change, plan, without_files
from ingest.files import Files
from ingest.matching import Matcher
from ingest.passages import embed
from ingest.progress import OnProgress, Progress, silent
from ingest.reading import Input, add_titles, read_papers
from ingest.staging import Staging
from rag.embedders import Embedder
from rag.store.index import Index
from rag.types import IngestReport, Paper

if TYPE_CHECKING:
    from llama_index.core.vector_stores.types import BasePydanticVectorStore

DEFAULT_INDEX = "askpapers-index"

_BATCH = 64  # papers that are embedded and written at once: the most that an interruption costs


def ingest(
    paths: str | Path | Iterable[str | Path],
    index: str | Path = DEFAULT_INDEX,
    *,
    titles: str | Path | None = None,
    prune: bool = False,
    lasting: bool = True,
    embedder: Embedder | None = None,
    vector_store: BasePydanticVectorStore | None = None,
    progress: OnProgress | None = None,
) -> IngestReport:
    """Read papers from files and folders into an index, which is made if it isn't there.

    Only what is new or changed is embedded. `titles` names a file of titles that are joined to
    abstracts without one, where the match is certain. With `prune`, papers that came from the
    given files and are no longer in them are deleted, and those of files that are no longer in the
    given folders, unless they also came from another file; files are told apart by their paths, and
    a folder that was moved is known by its name (see `ingest.files`). Without `lasting`, for files
    that are on their way only, by name alone. A file with records that can't be read is left
    alone, since they may be papers. An interruption (KeyboardInterrupt) keeps what is done; the
    next run goes on from there. `vector_store` is a vector store of LlamaIndex that shall keep the
    vectors, instead of the index's own.

    In the report, read = added + updated + unchanged + merged. Raises `InputFileError` when there
    is nothing to take in (the index then stays as it was), and what `Index.open_for_writing`
    raises.
    """
    watcher = progress or silent
    with Staging() as staging:
        found = read_papers(paths, staging, watcher, lasting=lasting)
        if titles is not None:
            add_titles(titles, staging, watcher)
        with Index.open_for_writing(index, embedder, vector_store) as opened:
            return _Run(opened, staging, found, prune, watcher).run()


class _Run:
    """One ingest, from staged records to the report."""

    def __init__(
        self, index: Index, staging: Staging, found: Input, prune: bool, progress: OnProgress
    ) -> None:
        self._index = index
        self._staging = staging
        self._found = found
        self._pruned = found.complete(_known_paths(index, found)) if prune else Files(())
        self._unpruned = sorted({name for name, _ in found.faulty}) if prune else []
        self._progress = progress
        self._counts: Counter[str] = Counter()

    def run(self) -> IngestReport:
        matcher = Matcher(self._staging, self._index)
        matcher.match(self._progress)
        for file, note in self._found.notes():
            self._index.set_note(file, note)
        self._write(self._staging.works_with_records())
        gone = matcher.unmatched(self._pruned)
        while batch := list(islice(gone, _BATCH)):
            self._prune(batch)
        return self._report()

    def _write(self, works: Sequence[int]) -> None:
        done = 0
        self._progress(Progress(done, len(works), "indexing"))
        for changes in self._batches(works):
            fields = [change for change in changes if change.action is Action.WRITE_FIELDS]
            texts = [change for change in changes if change.action is Action.EMBED]
            if fields:
                self._index.update_metadata([(c.paper, c.hashes) for c in fields])
            if texts:
                self._index.upsert(embed(texts, self._index.embedder))
            self._counts.update(change.counts_as for change in changes)
            self._counts["embedded"] += len(texts)
            done += len(changes)
            self._progress(Progress(done, len(works), "indexing"))

    def _batches(self, works: Sequence[int]) -> Iterator[list[Change]]:
        """Plan what becomes of each work, in groups of `_BATCH`."""
        for start in range(0, len(works), _BATCH):
            group = [
                (self._staging.paper_id(w), self._staging.members(w))
                for w in works[start : start + _BATCH]
            ]
            ids = [id_ for id_, _ in group]
            stored = {paper.id: paper for paper in self._index.get(ids)}
            hashes = self._index.hashes(ids)
            self._counts["merged"] += sum(len(members) - 1 for _, members in group)
            yield [
                plan(members, id_, stored.get(id_), hashes.get(id_), self._pruned)
                for id_, members in group
            ]

    def _prune(self, gone: Sequence[Paper]) -> None:
        """Delete what no file gives any more; forget single origins of what others still give."""
        left = [without_files(paper, self._pruned) for paper in gone]
        kept = [paper for paper in left if paper.origins]
        deleted = [paper.id for paper in left if not paper.origins]
        if kept:
            hashes = self._index.hashes(paper.id for paper in kept)  # origins are in neither
            self._index.update_metadata([(paper, hashes[paper.id]) for paper in kept])
        if deleted:
            self._index.delete(deleted)
        self._counts["removed"] += len(deleted)

    def _report(self) -> IngestReport:
        counters = ("added", "updated", "unchanged", "merged", "removed", "embedded")
        return IngestReport(
            read=self._found.read,
            rejected=tuple(self._found.rejected),
            unpruned=tuple(self._unpruned),
            **{name: self._counts[name] for name in counters},
        )


def _known_paths(index: Index, found: Input) -> set[str]:
    """Return the paths of the files that the index has papers from, and that were read now."""
    names = {name for name, _ in found.files}
    papers = (paper for name in names for paper in index.papers({"file": name}))
    return {origin.path for paper in papers for origin in paper.origins}
