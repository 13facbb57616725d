"""Files of one name in several folders, and folders that move."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from letters import Collection

from rag.export.contract import paper_to_json


def record(name: str, **other: str) -> dict[str, str]:
    return {"id": name, "title": f"On {name}", "abstract": f"We saw {name} at the weir.", **other}


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    """Two folders, in each a file of the same name."""
    made = Collection(tmp_path)
    made.write("one/list.jsonl", record("otters"), record("herons"))
    made.write("two/list.jsonl", record("beetles"), record("larks"))
    made.ingest(tmp_path / "one", tmp_path / "two")
    return made


def ids(collection: Collection) -> set[str]:
    return {paper.id for paper in collection.papers()}


def test_prune_spares_a_file_of_the_same_name_in_another_folder(collection):
    report = collection.ingest(collection.write("one/list.jsonl", record("otters")), prune=True)
    assert (report.removed, ids(collection)) == (1, {"otters", "beetles", "larks"})


def test_a_fault_in_a_file_spares_it_alone(collection):
    collection.text("one/list.jsonl", json.dumps(record("otters")) + "\n{broken")
    collection.write("two/list.jsonl", record("larks"))
    report = collection.ingest(collection.folder / "one", collection.folder / "two", prune=True)
    assert (report.removed, ids(collection)) == (1, {"otters", "herons", "larks"})
    assert report.unpruned == ("list.jsonl",)


def test_running_numbers_of_another_file_of_that_name_are_other_papers(collection):
    collection.ingest(collection.write("one/rows.jsonl", record("newts", id="1")))
    other = {"id": "1", "title": "Graphene in sound", "abstract": "Its waves carry heat away."}
    report = collection.ingest(collection.write("two/rows.jsonl", other))
    assert (report.added, len(collection.papers())) == (1, 6)


def test_a_paper_of_both_files_stays_with_the_other(collection):
    both = collection.write("two/list.jsonl", record("otters"), record("larks"))
    collection.ingest(both)
    collection.ingest(collection.write("one/list.jsonl", record("herons")), prune=True)
    (otters,) = (paper for paper in collection.papers() if paper.id == "otters")
    assert [Path(origin.path).parent.name for origin in otters.origins] == ["two"]


def test_a_folder_is_the_same_from_wherever_it_is_given(collection, monkeypatch):
    collection.write("one/list.jsonl", record("otters"))
    monkeypatch.chdir(collection.folder / "one")
    assert collection.ingest(Path("list.jsonl"), prune=True).removed == 1


def test_a_folder_that_was_moved_is_known_again(collection):
    (collection.folder / "moved").mkdir()
    (collection.folder / "one").rename(collection.folder / "moved" / "one")
    collection.write("moved/one/list.jsonl", record("otters"))
    report = collection.ingest(collection.folder / "moved", prune=True)
    assert (report.unchanged, report.removed, report.embedded) == (1, 1, 0)
    assert ids(collection) == {"otters", "beetles", "larks"}


def test_a_copy_is_another_file(collection):
    collection.write("copy/one/list.jsonl", record("otters"))
    assert collection.ingest(collection.folder / "copy", prune=True).removed == 0


def test_in_an_index_of_an_earlier_version_names_tell_until_the_file_is_read_again(collection):
    with closing(sqlite3.connect(collection.index / "papers.sqlite")) as db, db:
        for row, origins in db.execute("SELECT row, origins FROM papers").fetchall():
            old = json.dumps([origin[:3] for origin in json.loads(origins)])
            db.execute("UPDATE papers SET origins = ? WHERE row = ?", (old, row))
    collection.ingest(collection.folder / "one")
    assert collection.ingest(collection.folder / "two", prune=True).removed == 0
    collection.write("two/list.jsonl", record("larks"))
    assert collection.ingest(collection.folder / "two", prune=True).removed == 1


def test_paths_are_not_shown(collection):
    shown = json.dumps([paper_to_json(paper) for paper in collection.papers()])
    assert "list.jsonl" in shown
    assert str(collection.folder) not in shown


def test_prune_of_a_folder_removes_the_papers_of_files_that_are_gone(collection):
    (collection.folder / "one" / "list.jsonl").unlink()
    collection.write("one/other.jsonl", record("newts"))
    report = collection.ingest(collection.folder / "one", prune=True)
    assert (report.removed, ids(collection)) == (2, {"newts", "beetles", "larks"})


def test_prune_of_a_file_spares_those_that_were_beside_it(collection):
    (collection.folder / "one" / "list.jsonl").unlink()
    report = collection.ingest(collection.write("one/other.jsonl", record("newts")), prune=True)
    assert (report.removed, len(ids(collection))) == (0, 5)


def test_a_renamed_file_keeps_what_is_still_in_it(collection):
    (collection.folder / "one" / "list.jsonl").unlink()
    collection.write("one/new.jsonl", record("otters"))
    report = collection.ingest(collection.folder / "one", prune=True)
    assert (report.removed, ids(collection)) == (1, {"otters", "beetles", "larks"})
    (otters,) = (paper for paper in collection.papers() if paper.id == "otters")
    assert [origin.file for origin in otters.origins] == ["new.jsonl"]


def test_a_folder_that_is_away_has_not_moved_to_one_that_was_there(collection):
    collection.write("a/lib/list.jsonl", record("newts"))
    collection.write("b/lib/list.jsonl", record("carp"))
    collection.ingest(collection.folder / "a", collection.folder / "b")
    (collection.folder / "a").rename(collection.folder / "away")
    assert collection.ingest(collection.folder / "b" / "lib", prune=True).removed == 0
