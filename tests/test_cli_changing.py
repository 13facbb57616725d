"""The commands remove and rebuild."""

from __future__ import annotations

import io
import json
import shutil
import sys
from pathlib import Path

import pytest

import askpapers
from rag.store.index import Index
from ui.cli import main

RECORDS = [
    {"id": "a", "title": "OtterCam: counting otters", "abstract": "We introduce OtterCam.",
     "doi": "10.5555/a", "year": 2019},
    {"id": "b", "title": "Beetles in deep snow", "abstract": "Beetles sleep.", "year": 2021},
    {"id": "c", "title": "Eels of the river", "abstract": "Eels swim.", "year": 2021},
    {"id": "d", "title": "Editorial", "abstract": "On eels."},
    {"id": "e", "title": "Editorial", "abstract": "On beetles and their sleep."},
]  # fmt: skip


@pytest.fixture
def index(tmp_path: Path) -> Path:
    file = tmp_path / "papers.jsonl"
    file.write_text("\n".join(json.dumps(record) for record in RECORDS))
    askpapers.ingest([file], index=tmp_path / "index")
    return tmp_path / "index"


def left(index: Path) -> str:
    with Index.open(index) as opened:
        return "".join(paper.id for paper in opened.papers())


@pytest.mark.parametrize(
    ("arguments", "ids"),
    [
        (["a"], "bcde"),
        (["https://doi.org/10.5555/A"], "bcde"),
        (["ottercam"], "bcde"),
        (["Beetles in deep snow", "c"], "ade"),
        (["--year", "2021"], "ade"),
        (["a", "--file", "papers.jsonl"], ""),
        (["--year", "1990"], "abcde"),
    ],
)
def test_remove_takes_ids_names_titles_dois_and_filters(index, arguments, ids):
    assert main(["remove", *arguments, "--yes", "--index", str(index)]) == 0
    assert left(index) == ids
    with Index.open_for_writing(index) as opened:
        assert opened.vectors.count() == len(ids)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["absent", "--yes"], "No paper here"),
        (["Editorial", "--yes"], "names 2 papers. Give the id of one: d, e."),
        (["--yes"], "at least one paper"),
        (["a"], "add --yes"),
    ],
)
def test_remove_removes_nothing_where_it_is_not_sure(index, capsys, monkeypatch, arguments, says):
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert main(["remove", *arguments, "--index", str(index)]) == 2
    assert says in capsys.readouterr().err
    assert left(index) == "abcde"


def test_remove_says_in_json_what_it_removed(index, capsys):
    main(["remove", "b", "--yes", "--json", "--index", str(index)])
    assert [paper["id"] for paper in json.loads(capsys.readouterr().out)["removed"]] == ["b"]


def test_rebuild_makes_lost_vectors_anew(index, capsys):
    shutil.rmtree(index / "chroma")
    assert main(["rebuild", "--index", str(index), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"version": 1, "papers": 5, "embedded": 0}
    with Index.open(index) as opened:
        assert opened.vectors.count() == 5


def test_rebuild_embeds_anew_what_another_embedder_made(tmp_path):
    from letters import Collection

    collection = Collection(tmp_path)
    collection.ingest(collection.write("papers.jsonl", *RECORDS))
    assert main(["rebuild", "--index", str(collection.index)]) == 0
    assert main(["rebuild", "--embed", "--index", str(collection.index)]) == 0
    with askpapers.open(collection.index) as chain:
        assert chain.index.info().dimension == 384
        assert chain.search("insects in winter")[0].paper.id in "be"
    report = askpapers.ingest([tmp_path / "papers.jsonl"], index=collection.index)
    assert (report.unchanged, report.embedded) == (5, 0)


def test_rebuild_of_no_index_makes_none(tmp_path, capsys):
    assert main(["rebuild", "--index", str(tmp_path / "absent")]) == 2
    assert not (tmp_path / "absent").exists()
