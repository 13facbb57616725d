"""Real exports and cases that lie beside the project."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from ingest.cleaning import clean
from ingest.readers import find_sources, read_file
from rag.errors import InputFileError
from rag.types import Paper, Rejected

pytestmark = pytest.mark.shared
MOST_LOST = 0.01


def read_path(path: Path) -> list[Paper | Rejected]:
    found: list[Paper | Rejected] = []
    for source in find_sources(path):
        try:
            for record in read_file(source):
                found.append(record if isinstance(record, Rejected) else clean(record))
        except InputFileError as error:
            found.append(Rejected(source.name, None, None, str(error)))
    return found


def test_real_exports_arrive(shared):
    with (shared / "exports" / "MANIFEST.tsv").open(encoding="utf-8", newline="") as manifest:
        entries = list(csv.DictReader(manifest, delimiter="\t"))
    lost = 0
    for entry in entries:
        found = read_path(shared / "exports" / entry["file"])
        rejected = [item for item in found if isinstance(item, Rejected)]
        assert all(item.reason and (item.line or len(found) == 1) for item in rejected)
        assert all("neither" in item.reason for item in rejected if item.record)
        lost += max(0, int(entry["records"]) - len(found))
    assert lost <= MOST_LOST * sum(int(entry["records"]) for entry in entries)


def test_broken_bibtex(shared):
    found = read_path(shared / "cases" / "B02" / "broken.bib")
    expected = json.loads((shared / "cases" / "B02" / "expected.json").read_text("utf-8"))
    assert len(found) == expected["entries_in_file"]
    for words, year in expected["must_be_in"] + expected["in_or_reported"]:
        (paper,) = [p for p in found if isinstance(p, Paper) and words in (p.title or "")]
        assert (paper.year, bool(paper.authors), bool(paper.abstract)) == (year, True, True)


@pytest.mark.parametrize("file", ["ovid.ris", "library.ris", "no_er.ris", "abstracts.ris"])
def test_ris_of_platforms(shared, file):
    expected = json.loads((shared / "cases" / "B06" / "expected.json").read_text("utf-8"))[file]
    found = read_path(shared / "cases" / "B06" / file)
    assert [(p.title, p.year) for p in found] == [(title, year) for title, year, *_ in expected]
    for paper, (_, _, *phrases) in zip(found, expected, strict=True):
        for phrase in phrases[:1]:
            assert paper.abstract.count(phrase) == 1
        assert "Search Strategy" not in paper.abstract


def test_lines_of_json(shared):
    folder = shared / "cases" / "B09"
    expected = json.loads((folder / "expected.json").read_text("utf-8"))
    found = read_path(folder / "lines.jsonl")
    with_text = [p.doi for p in found if isinstance(p, Paper) and p.abstract]
    assert with_text == expected["lines.jsonl"]["with_text"]
    bad = [item.line for item in found if isinstance(item, Rejected)]
    assert bad == expected["lines.jsonl"]["bad_lines_reported"]


def test_abstracts_full_of_markup_stay_as_written(shared):
    file = shared / "cases" / "B05" / "special.jsonl"
    with file.open(encoding="utf-8") as lines:
        written = [json.loads(line)["abstract"] for line in lines]
    found = [paper.abstract for paper in read_path(file)]
    kept = [text.replace("\0", "").replace("\a", "") for text in written]
    assert found == kept
