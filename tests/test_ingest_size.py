"""Large collections: an ingest looks at what it has to, and the vectors follow."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from letters import Collection

from rag.store.index import Index
from rag.store.papers import PaperStore

WORDS = ("otter", "beetle", "heron", "eel", "larch", "quartz", "zinc", "fjord", "jackdaw", "wharf")


def record(number: int, **other: Any) -> dict[str, Any]:
    words = random.Random(number).choices(WORDS, k=12)
    title = f"Number {number} on {' and '.join(words[:3])}"
    return {"id": f"p{number}", "title": title, "abstract": " ".join(words), **other}


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    """Eighteen papers."""
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


def test_vectors_are_searched_as_exactly(collection):
    assert_searched_as_exactly(collection, 18)


def test_vectors_follow_edits_and_removals(collection):
    edited = [record(n, abstract=f"Rewritten: {' '.join(WORDS[n % 7 :])}") for n in (1, 7, 16)]
    kept = [record(n) for n in range(18) if n not in (0, 1, 7, 9, 16)]
    report = collection.ingest(collection.write("papers.jsonl", *kept, *edited), prune=True)
    assert (report.updated, report.removed, report.embedded) == (3, 2, 3)
    assert_searched_as_exactly(collection, 16)


def test_an_emptied_database_is_made_anew(collection):
    vectors = [f for f in (collection.index / "chroma").rglob("*") if f.suffix == ".sqlite3"]
    vectors[0].write_bytes(b"")
    assert collection.ingest(collection.folder / "papers.jsonl").embedded == 0
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
