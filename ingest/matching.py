"""Which records are the same paper, among themselves and with what the index has."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Set

from rapidfuzz import fuzz

from ingest.duplicates import digest, keys, same_paper, same_record
from ingest.likeness import normalised
from ingest.merging import merge
from ingest.naming import find_introduced
from ingest.progress import OnProgress, Progress
from ingest.staging import Staging
from rag.store.index import Index
from rag.types import Paper

_NEAREST = 100
_EDITED = 80.0
_EDITED_WITH_NAME = 40.0


class Matcher:
    """Sorts staged records into works: one work, one paper."""

    def __init__(self, staging: Staging, index: Index) -> None:
        self._staging = staging
        self._index = index

    def match(self, progress: OnProgress) -> None:
        """Assign every staged record to a work, and give every work its paper's id."""
        for paper in self._index.papers():
            self._staging.add_work(keys(paper), stored_id=paper.id)
        total = self._staging.record_count()
        for record, paper in self._staging.records():
            self._staging.assign(record, self._work_of(paper))
            progress(Progress(record, total, "matching"))
        self._match_edited()
        for work in self._staging.new_works():
            self._name_work(work)

    def unmatched(self, files: Set[str]) -> Iterator[Paper]:
        """Yield what the index has from one of the files, but no record of this run gave."""
        left = {paper_id for _, paper_id in self._staging.works_without_records()}
        for file in sorted(files):
            for paper in self._index.papers({"file": file}):
                if paper.id in left:
                    left.remove(paper.id)
                    yield paper

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
        rewritten = bool(stored) and not members and _files(paper) <= _files(stored[0])
        return rewritten or same_record(paper, known)

    def _match_edited(self) -> None:
        """Find the old form of abstracts that were edited in lists without ids."""
        nameless = [
            (work, paper)
            for work in self._staging.new_works()
            for paper in self._staging.members(work)[:1]
            if not paper.id and not paper.doi
        ]
        left = self._left_by_file({file for _, paper in nameless for file in _files(paper)})
        for work, paper in nameless:
            old = self._old_form(paper, left[paper.origins[0].file]) if paper.origins else None
            if old is not None:
                self._staging.adopt(work, old)

    def _left_by_file(self, files: Set[str]) -> Mapping[str, dict[int, tuple[int, str]]]:
        """Return file -> record number -> (work, paper id) of what no record has matched."""
        left: dict[str, dict[int, tuple[int, str]]] = defaultdict(dict)
        work_of = {paper_id: work for work, paper_id in self._staging.works_without_records()}
        for paper in self.unmatched(files) if files else ():
            for origin in paper.origins:
                left[origin.file][origin.record] = (work_of[paper.id], paper.id)
        return left

    def _old_form(self, paper: Paper, left: dict[int, tuple[int, str]]) -> int | None:
        """Take the most alike of the nearest papers out of `left`, if it is alike enough."""
        place = paper.origins[0].record
        nearest = sorted(left, key=lambda record: abs(record - place))[:_NEAREST]
        stored = {old.id: old for old in self._index.get([left[record][1] for record in nearest])}
        likeness = {record: _likeness(paper, stored[left[record][1]]) for record in nearest}
        best = max(likeness, key=likeness.__getitem__, default=None)
        return left.pop(best)[0] if best is not None and likeness[best] > 0 else None

    def _name_work(self, work: int) -> None:
        paper = merge(self._staging.members(work))
        base = paper.id or paper.doi or digest(normalised(paper.abstract or paper.title or ""))[:16]
        for paper_id in _numbered(base):
            if self._staging.set_paper_id(work, paper_id):
                return


def _likeness(new: Paper, old: Paper) -> float:
    """How alike two texts are, 0 when they are not two forms of one."""
    ratio = fuzz.ratio(normalised(new.abstract), normalised(old.abstract))
    if ratio >= _EDITED:
        return ratio
    introduced = find_introduced(new.abstract) if ratio >= _EDITED_WITH_NAME and old.name else None
    return ratio if introduced and introduced.name == old.name else 0.0


def _numbered(base: str) -> Iterator[str]:
    """Yield an id and its variants: two papers may come with the same id."""
    yield base
    number = 2
    while True:
        yield f"{base}-{number}"
        number += 1


def _files(paper: Paper) -> set[str]:
    return {origin.file for origin in paper.origins}
