"""Precision and recall of what is taken for the same paper, on pairs labelled by reading them.

The labels lie in bench/duplicates/ as ids and record numbers; the records themselves are test data.
The pairs were chosen to be hard: equal or near-equal titles, equal beginnings of abstracts, and
records of one paper in exports of several services. What could not be decided was left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

from bench.common import SHARED, work_folder
from ingest.cleaning import clean
from ingest.duplicates import same_paper
from ingest.readers import Source, read_file
from rag.identity import keys
from rag.types import Paper

ACL = SHARED / "corpora" / "acl_anthology.jsonl.gz"
EXPORTS = SHARED / "exports"
LABELS = Path(__file__).parent / "duplicates"
_MOST_SHARING = 20  # as in an ingest: a key that more papers share tells nothing


@dataclass(frozen=True)
class Pair:
    name: str
    one: Paper
    other: Paper
    same: bool


def main() -> None:
    work_folder("Precision and recall of the merging of duplicates.")
    acl = dict(acl_papers())
    measured("60,425 papers of the ACL Anthology", list(acl_pairs(acl)))
    measured("exports of reference managers", list(export_pairs()))
    merged = list(merged_in(list(acl.values())))
    print(f"Pairs merged in the whole ACL Anthology: {len(merged)}")
    labels = {frozenset((label["one"], label["other"])): label["same"] for label in labelled("acl")}
    for one, other in merged:
        label = labels.get(frozenset((one.id, other.id)))
        if not label:
            print(f"    {one.id} and {other.id}: {'WRONG' if label is False else 'undecided'}")


def measured(name: str, pairs: list[Pair]) -> None:
    found = [pair for pair in pairs if is_merged(pair.one, pair.other)]
    right = [pair for pair in found if pair.same]
    same = [pair for pair in pairs if pair.same]
    print(f"{name}: {len(pairs)} pairs, {len(same)} of them of one paper")
    print(f"    precision {len(right) / len(found):.3f}   recall {len(right) / len(same):.3f}")
    for pair in pairs:
        if pair.same != (pair in found):
            print(f"    {'missed' if pair.same else 'WRONGLY MERGED'}: {pair.name}")


def is_merged(one: Paper, other: Paper) -> bool:
    """As an ingest does it: a key brings the pair together, then it is looked at."""
    return bool(set(keys(one)) & set(keys(other))) and same_paper(one, other)


def merged_in(papers: list[Paper]) -> Iterator[tuple[Paper, Paper]]:
    by_key: dict[int, list[int]] = {}
    for number, paper in enumerate(papers):
        for key in keys(_without_id(paper)):
            by_key.setdefault(key, []).append(number)
    together = {
        pair
        for numbers in by_key.values()
        if len(numbers) <= _MOST_SHARING
        for pair in combinations(sorted(set(numbers)), 2)
    }
    for one, other in sorted(together):
        if same_paper(papers[one], papers[other]):
            yield papers[one], papers[other]


def acl_papers() -> Iterator[tuple[str, Paper]]:
    for record in read_file(Source(ACL)):
        paper = clean(record)
        if isinstance(paper, Paper):
            yield paper.id, paper


def acl_pairs(papers: Mapping[str, Paper]) -> Iterator[Pair]:
    for label in labelled("acl"):
        one, other = papers[label["one"]], papers[label["other"]]
        name = f"{one.id} and {other.id}"
        yield Pair(name, _without_id(one), _without_id(other), label["same"])


def export_pairs() -> Iterator[Pair]:
    papers: dict[str, dict[int, Paper]] = {}
    for label in labelled("exports"):
        for file, _ in (label["one"], label["other"]):
            if file not in papers:
                papers[file] = dict(_numbered(EXPORTS / file))
        (file, number), (other_file, other_number) = label["one"], label["other"]
        one, other = papers[file].get(number), papers[other_file].get(other_number)
        if one and other:
            name = f"{Path(file).name} {number} and {Path(other_file).name} {other_number}"
            yield Pair(name, one, other, label["same"])


def labelled(name: str) -> list[dict[str, Any]]:
    lines = (LABELS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _numbered(path: Path) -> Iterator[tuple[int, Paper]]:
    for record in read_file(Source(path)):
        paper = clean(record) if hasattr(record, "fields") else record
        if isinstance(paper, Paper) and paper.origin:
            yield paper.origin.record, paper


def _without_id(paper: Paper) -> Paper:
    """Ids of the Anthology differ for each publication; people's exports don't have them."""
    return replace(paper, id="")


if __name__ == "__main__":
    main()
