"""Large collections: the vectors in parts, and an ingest that looks at what it has to."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from letters import Collection

import askpapers
from rag.store import parts
from rag.store.index import Index
from rag.store.papers import PaperStore

WORDS = ("otter", "beetle", "heron", "eel", "larch", "quartz", "zinc", "fjord", "jackdaw", "wharf")
PART = 5


def record(number: int, **other: Any) -> dict[str, Any]:
    words = random.Random(number).choices(WORDS, k=12)
    title = f"Number {number} on {' and '.join(words[:3])}"
    return {"id": f"p{number}", "title": title, "abstract": " ".join(words), **other}


@pytest.fixture
def collection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Collection:
    """Eighteen papers, their vectors in four parts."""
    monkeypatch.setattr(parts, "PART", PART)
    made = Collection(tmp_path)
    made.ingest(made.write("papers.jsonl", *map(record, range(18))))
    return made


def assert_searched_as_exactly(collection: Collection, papers: int) -> None:
    with Index.open(collection.index, collection.embedder) as index:
        known = index.store.passage_vectors()
        assert index.vectors.count() == len(known.keys) == papers
        for vector in known.vectors[::4]:
            cosines = known.vectors @ vector
            found = index.vectors.query(vector, 4)
            assert list(found.values()) == pytest.approx(sorted(cosines)[:-5:-1], abs=2e-3)
            exact = dict(zip(known.keys.tolist(), cosines.tolist(), strict=True))
            assert found == pytest.approx({key: exact[key] for key in found}, abs=2e-3)


def folders(collection: Collection) -> set[str]:
    """Those in use, of the parts."""
    with Index.open(collection.index, collection.embedder) as index:
        return {part.folder for part in index.store.parts().values()}


def test_vectors_in_several_parts_are_searched_as_one(collection):
    assert len(folders(collection)) == 4
    assert_searched_as_exactly(collection, 18)


def test_vectors_in_several_parts_follow_edits_and_removals(collection):
    edited = [record(n, abstract=f"Rewritten: {' '.join(WORDS[n % 7 :])}") for n in (1, 7, 16)]
    kept = [record(n) for n in range(18) if n not in (0, 1, 7, 9, 16)]
    report = collection.ingest(collection.write("papers.jsonl", *kept, *edited), prune=True)
    assert (report.updated, report.removed, report.embedded) == (3, 2, 3)
    assert_searched_as_exactly(collection, 16)


def test_a_part_without_papers_is_gone(collection):
    last = [record(n) for n in range(15, 18)]
    collection.ingest(collection.write("papers.jsonl", *last), prune=True)
    assert_searched_as_exactly(collection, 3)
    assert len(folders(collection)) == 1


def test_a_part_with_a_single_paper_is_none(collection):
    collection.ingest(collection.write("papers.jsonl", record(0), record(17)), prune=True)
    assert not folders(collection)
    assert_searched_as_exactly(collection, 2)


@pytest.mark.parametrize("file", ["*.sqlite3", "*/data_level0.bin", "*/index_metadata.pickle"])
@pytest.mark.parametrize("harm", [Path.unlink, lambda path: path.write_bytes(b"")])
def test_a_damaged_part_is_made_anew_and_the_others_stay(collection, file, harm):
    before = folders(collection)
    harm(next((collection.index / "chroma").glob(f"2-*/{file}")))
    assert collection.ingest(collection.folder / "papers.jsonl").embedded == 0
    assert_searched_as_exactly(collection, 18)
    assert len(before & folders(collection)) == 3


def test_what_a_killed_writer_or_an_earlier_version_left_is_deleted(collection):
    before = folders(collection)
    (collection.index / "chroma" / "3-killed").mkdir()
    (collection.index / "chroma" / "chroma.sqlite3").write_bytes(b"all passages in one")
    collection.ingest(collection.folder / "papers.jsonl")
    assert {path.name for path in (collection.index / "chroma").iterdir()} == before


def test_vectors_made_anew_take_the_place_of_the_old(collection):
    before = folders(collection)
    with Index.open(collection.index, collection.embedder) as reader:
        vector = reader.store.passage_vectors().vectors[3]
        found = reader.nearest(vector, 3)
        askpapers.rebuild(collection.index, embedder=collection.embedder)
        assert reader.nearest(vector, 3) == pytest.approx(found, abs=1e-3)
    assert not before & folders(collection)
    assert_searched_as_exactly(collection, 18)


def test_an_ingest_reads_only_the_stored_papers_that_share_something(collection, monkeypatch):
    read: list[str] = []
    by_row = PaperStore.by_row

    def noting(store: PaperStore, rows: Any) -> Any:
        found = by_row(store, rows)
        read.extend(paper.id for paper in found.values())
        return found

    monkeypatch.setattr(PaperStore, "papers", lambda store: pytest.fail("all papers were read"))
    monkeypatch.setattr(PaperStore, "by_row", noting)
    again = record(3) | {"id": "other", "doi": "10.5555/3"}
    report = collection.ingest(collection.write("more.jsonl", again, record(40)))
    assert (report.merged, report.updated, report.added) == (0, 1, 1)
    assert read == ["p3"]


def test_an_edited_abstract_without_an_id_takes_the_place_of_the_nearest_like_it(tmp_path):
    collection = Collection(tmp_path)
    texts = [{"abstract": f"{record(n)['abstract']} in the year {n}."} for n in range(150)]
    collection.ingest(collection.write("list.jsonl", *texts))
    texts[120] = {"abstract": texts[120]["abstract"].replace("in the year", "during the year of")}
    report = collection.ingest(collection.write("list.jsonl", *texts))
    assert (report.updated, report.unchanged, report.added) == (1, 149, 0)


def test_a_paper_of_two_files_that_are_both_without_it_is_removed_once(collection):
    more = [collection.write(name, record(50), record(51)) for name in ("a.jsonl", "b.jsonl")]
    collection.ingest(*more)
    shorter = [collection.write(name, record(50)) for name in ("a.jsonl", "b.jsonl")]
    assert collection.ingest(*shorter, prune=True).removed == 1
    assert "p51" not in {paper.id for paper in collection.papers()}


def test_many_papers_with_one_id_are_told_apart_also_from_those_that_are_stored(collection):
    same = [record(number) | {"id": "p1"} for number in range(60, 64)]
    collection.ingest(collection.write("same.jsonl", *same))
    ids = [paper.id for paper in collection.papers()][-4:]
    assert ids == ["p1-2", "p1-3", "p1-4", "p1-5"]


def test_a_part_that_can_t_be_written_leaves_nothing_and_is_told(collection, monkeypatch):
    before = {path.name for path in (collection.index / "chroma").iterdir()}

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(askpapers.IndexUnwritableError, match="No space left"):
        collection.ingest(collection.write("more.jsonl", record(40)))
    assert {path.name for path in (collection.index / "chroma").iterdir()} == before
    monkeypatch.undo()
    monkeypatch.setattr(parts, "PART", PART)
    assert collection.ingest(collection.folder / "more.jsonl").unchanged == 1
    assert_searched_as_exactly(collection, 19)


def test_a_reader_says_of_a_damaged_part_what_to_do_each_time(collection):
    shutil.rmtree(next((collection.index / "chroma").glob("2-*")))
    with Index.open(collection.index, collection.embedder) as index:
        vector = index.store.passage_vectors().vectors[0]
        for _ in range(2):
            with pytest.raises(askpapers.IndexDamagedError, match="askpapers rebuild"):
                index.nearest(vector, 3)
        askpapers.rebuild(collection.index, embedder=collection.embedder)
        assert len(index.nearest(vector, 3)) == 3
