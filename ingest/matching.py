"""Which records are the same paper, among themselves and with what the index has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from rapidfuzz import fuzz

from ingest.duplicates import digest, same_paper, same_record
from ingest.files import Files, are_those_of
from ingest.merging import merge
from ingest.naming import find_introduced
from ingest.progress import OnProgress, Progress
from ingest.staging import MOST_SHARING, Staging
from rag.identity import keys, normalised
from rag.store.index import Index
from rag.types import Origin, Paper

_NEAREST = 100
_EDITED = 80.0
_EDITED_WITH_NAME = 40.0


class Matcher:
    """Sorts staged records into works: one work, one paper."""

    def __init__(self, staging: Staging, index: Index) -> None:
        self._staging = staging
        self._index = index
        self._tried: dict[str, int] = {}  # of ids that came more than once: the last number

    def match(self, progress: OnProgress) -> None:
        """Assign every staged record to a work, and give every work its paper's id."""
        total = self._staging.record_count()
        for group in self._staging.groups():
            self._bring_in([paper for _, paper in group])
            for record, paper in group:
                self._staging.assign(record, self._work_of(paper))
                progress(Progress(record, total, "matching"))
        if self._index.store.count("papers"):
            self._match_edited()
        for work in self._staging.new_works():
            self._name_work(work)

    def unmatched(self, files: Files) -> Iterator[Paper]:
        """Yield what the index has from one of the files, but no record of this run gave."""
        for name in files.names(self._index.store.files()):
            for paper in self._index.papers({"file": name}):
                names = {origin.file for origin in paper.origins if origin in files}
                first = min(names, default="")  # a paper of several files comes once
                if first == name and not self._staging.has_records_of(paper.id):
                    yield paper

    def _bring_in(self, papers: Sequence[Paper]) -> None:
        """Make works of what the index has under any key of these papers."""
        wanted = {key for paper in papers for key in keys(paper)}
        rows = self._index.store.identified(wanted, MOST_SHARING)
        for paper in self._index.store.papers_in(sorted(rows)):
            self._staging.add_stored(paper.id, keys(paper))

    def _work_of(self, paper: Paper) -> int:
        paper_keys = list(keys(paper))
        for key in paper_keys:
            for work in self._staging.find_works(key):
                if self._belongs(paper, work):
                    self._staging.add_keys(work, paper_keys)
                    return work
        return self._staging.add_work(paper_keys)

    def _belongs(self, paper: Paper, work: int) -> bool:
        members = self._staging.members(work)
        stored_id = self._staging.stored_id(work)
        stored = self._index.get([stored_id]) if stored_id else []
        known = merge([*members, *stored])
        if same_paper(paper, known):
            return True
        if not paper.id or paper.id not in {stored_id, *(member.id for member in members)}:
            return False
        # A record that kept its id and its file may have been rewritten from top to bottom.
        rewritten = bool(stored) and not members and are_those_of(paper, stored[0])
        return rewritten or same_record(paper, known)

    def _match_edited(self) -> None:
        """Find the old form of abstracts that were edited in lists without ids."""
        files = Files((place.file, place.path) for _, _, place in self._nameless())
        for paper in self.unmatched(files):
            self._staging.add_left_over(paper)
        for work, paper, place in self._nameless() if files else ():
            old = self._old_form(paper, place)
            if old is not None:
                self._staging.adopt(work, old)

    def _nameless(self) -> Iterator[tuple[int, Paper, Origin]]:
        """Yield (work, first record, its place) of new papers without an id or a DOI."""
        for work in self._staging.new_works():
            for paper in self._staging.members(work)[:1]:
                if not paper.id and not paper.doi and paper.origin:
                    yield work, paper, paper.origin

    def _old_form(self, paper: Paper, place: Origin) -> str | None:
        """Return the id of the most alike of the nearest papers left, if it is alike enough."""
        nearest = self._index.get(self._staging.nearest_left_over(place, _NEAREST))
        likeness = {old.id: _likeness(paper, old) for old in nearest}
        best = max(likeness, key=likeness.__getitem__, default=None)
        return best if best is not None and likeness[best] > 0 else None

    def _name_work(self, work: int) -> None:
        paper = merge(self._staging.members(work))
        base = paper.id or paper.doi or digest(normalised(paper.abstract or paper.title or ""))[:16]
        for number in count(self._tried.get(base, 0) + 1):
            paper_id = base if number == 1 else f"{base}-{number}"
            if not self._index.store.rows_of([paper_id]) and (
                self._staging.set_paper_id(work, paper_id)
            ):
                return
            self._tried[base] = number


def _likeness(new: Paper, old: Paper) -> float:
    """How alike two texts are, 0 when they are not two forms of one."""
    ratio = fuzz.ratio(normalised(new.abstract), normalised(old.abstract))
    if ratio >= _EDITED:
        return ratio
    introduced = find_introduced(new.abstract) if ratio >= _EDITED_WITH_NAME and old.name else None
    return ratio if introduced and introduced.name == old.name else 0.0
