"""The index's files: filters, damage, earlier versions, places that can't be written."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from letters import Collection, LetterEmbedder

import askpapers
from ingest.changes import plan
from ingest.files import Files
from ingest.passages import embed
from rag.errors import AskpapersError, IndexDamagedError, IndexMissingError, UsageError
from rag.store.chroma import ChromaVectors
from rag.store.index import Index
from rag.store.vectors import ExactVectors
from rag.types import Origin, Paper

ROOT = Path(__file__).resolve().parents[1]
RECORDS = [
    {
        "id": f"p{number}",
        "title": f"A study of {animal} in winter",
        "abstract": f"We counted {animal} at the weir. {where}",
        "authors": [author],
        "year": year,
        "venue": venue,
        "doi": f"10.5555/{number}",
    }
    for number, (animal, author, year, venue, where) in enumerate(
        [
            ("otters", "Jürgen Müller", 2019, "River Letters", "Code: https://github.com/o/otters"),
            ("beetles", "Ama Sowah", 2021, "Journal of Beetles", "There were 83."),
            ("eels", "Ida Brook", 2023, "River Letters", "Data at https://example.org/eels"),
            ("herons", "Li Wei", None, None, "None was seen."),
        ]
    )
]


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    made = Collection(tmp_path)
    made.ingest(made.write("papers.jsonl", *RECORDS))
    return made


def found(collection: Collection, **where: Any) -> list[str]:
    with Index.open(collection.index, collection.embedder) as index:
        return [paper.id for paper in index.papers(where)]


@pytest.mark.parametrize(
    ("where", "ids"),
    [
        ({"year": 2021}, ["p1"]),
        ({"year": (2020, None)}, ["p1", "p2"]),
        ({"venue": "river"}, ["p0", "p2"]),
        ({"author": "muller"}, ["p0"]),
        ({"file": "papers.jsonl", "year": (None, 2020)}, ["p0"]),
        ({"file": "papers"}, []),
        ({"doi": "10.5555/2"}, ["p2"]),
        ({"ids": ["p3", "absent", "p1"]}, ["p1", "p3"]),
        ({"has_code": True}, ["p0"]),
        ({"has_code": False, "venue": "River"}, ["p2"]),
        ({"has_url": True}, []),
        ({}, ["p0", "p1", "p2", "p3"]),
    ],
)
def test_filters_find_exactly_the_papers_that_fit(collection, where, ids):
    assert found(collection, **where) == ids


@pytest.mark.parametrize(
    "where",
    [
        {"year": "2021"}, {"year": (1, 2, 3)}, {"year": None}, {"year": True}, {"venue": 3},
        {"author": ["a"]}, {"file": Path("a")}, {"has_url": "yes"}, {"has_code": 1},
        {"ids": "p1"}, {"ids": [1]}, {"doi": None}, {"colour": "red"},
    ],
)  # fmt: skip
def test_a_filter_of_a_wrong_type_says_what_is_allowed(collection, where):
    with pytest.raises(UsageError, match=next(iter(where))):
        found(collection, **where)


def test_damage_anywhere_in_the_record_store_is_named_and_never_raw(collection, tmp_path):
    whole = (collection.index / "papers.sqlite").read_bytes()
    chance = random.Random(5)
    faults = [_faults_of(tmp_path / "damaged", _damaged(whole, chance)) for _ in range(60)]
    raw = [error for errors in faults for error in errors if not isinstance(error, AskpapersError)]
    assert raw == []
    assert sum(bool(errors) for errors in faults) > 20


def _damaged(whole: bytes, chance: random.Random) -> bytes:
    """Overwrite a stretch with noise, or cut the file off."""
    start, length = chance.randrange(len(whole)), chance.choice([100, 4096, 20000])
    noise = chance.randbytes(length) if chance.random() < 0.8 else b""
    return whole[:start] + noise + (whole[start + length :] if noise else b"")


def _faults_of(folder: Path, store: bytes) -> list[BaseException]:
    """Return what reading everything raises."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "papers.sqlite").write_bytes(store)
    faults: list[BaseException] = []
    for use in (
        lambda index: list(index.papers()),
        lambda index: list(index.papers({"year": (2000, 2030)})),
        lambda index: index.info(),
        lambda index: index.store.passage_vectors(),
        lambda index: index.store.sentences(),
        lambda index: index.store.bm25(["otter", "winter"], 10),
        lambda index: index.store.named(["otters"]),
    ):
        try:
            with Index.open(folder, LetterEmbedder()) as index:
                use(index)
        except Exception as error:
            faults.append(error)
    return faults


def test_an_empty_store_is_no_index_and_the_next_ingest_makes_one(collection):
    store = collection.index / "papers.sqlite"
    store.write_bytes(b"")
    with pytest.raises(IndexMissingError, match="askpapers ingest"):
        collection.papers()
    assert store.stat().st_size == 0
    assert collection.ingest(collection.folder / "papers.jsonl").added == 4


def test_a_file_that_is_no_store_is_damage(collection):
    (collection.index / "papers.sqlite").write_bytes(b"no database at all" * 100)
    with pytest.raises(IndexDamagedError, match=r"papers\.sqlite is damaged"):
        collection.papers()


@pytest.mark.parametrize("folder", ["x" * 300, "a\0b"])
def test_a_folder_that_can_t_be_is_refused_in_a_sentence(folder):
    with pytest.raises(UsageError, match="can't be used"):
        Index.open(folder, LetterEmbedder())
    with pytest.raises(UsageError, match="can't be used"):
        Index.open_for_writing(folder, LetterEmbedder())


def test_a_folder_that_is_a_file_is_refused(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(IndexMissingError, match="no index"):
        Index.open(tmp_path / "file", LetterEmbedder())
    with pytest.raises(UsageError, match="can't be used"):
        Index.open_for_writing(tmp_path / "file", LetterEmbedder())


def test_blanks_and_chinese_letters_in_a_path_are_nothing_special(tmp_path):
    collection = Collection(tmp_path)
    collection.index = tmp_path / "湖泊 甲烷 %20?#"
    collection.ingest(collection.write("papers.jsonl", *RECORDS))
    assert len(collection.papers()) == 4


def test_an_index_of_the_first_version_is_brought_up_to_date(collection):
    store = collection.index / "papers.sqlite"
    with sqlite3.connect(store) as db:
        db.executescript(
            "DROP TABLE facets; DROP TABLE identities; DROP TABLE parts;"
            "ALTER TABLE papers DROP COLUMN notice;"
            "ALTER TABLE papers DROP COLUMN meeting;"
            "UPDATE meta SET value = '1' WHERE key = 'format';"
            "DELETE FROM meta WHERE key = 'vectors'"
        )
    assert found(collection, venue="river", year=(2020, None)) == ["p2"]
    with Index.open(collection.index, collection.embedder) as index:
        known = index.store.passage_vectors()
        assert index.nearest(known.vectors[1], 1) == pytest.approx(
            {int(known.keys[1]): 1}, abs=1e-3
        )
    report = collection.ingest(collection.folder / "papers.jsonl")
    assert (report.unchanged, report.embedded) == (4, 0)


def test_an_index_of_a_later_version_is_refused(collection):
    with sqlite3.connect(collection.index / "papers.sqlite") as db:
        db.execute("UPDATE meta SET value = '99' WHERE key = 'format'")
    with pytest.raises(askpapers.IndexMismatchError, match="has format 99"):
        collection.papers()


def test_another_embedder_is_refused_for_reading_and_writing(collection):
    other = LetterEmbedder()
    other.fingerprint, other.name = "letters-2", "other letters"
    for opened in (Index.open, Index.open_for_writing):
        with pytest.raises(askpapers.IndexMismatchError, match=r"letters .*not with other letters"):
            opened(collection.index, other)
    assert len(collection.papers()) == 4


def test_a_second_writer_is_refused_and_a_reader_sees_what_is_written(collection):
    more = collection.write("more.jsonl", {"id": "q", "title": "Larks", "abstract": "Larks sang."})
    with Index.open(collection.index, collection.embedder) as reader:
        with Index.open_for_writing(collection.index, collection.embedder):
            with pytest.raises(askpapers.IndexInUseError, match="Another process is writing"):
                collection.ingest(more)
            assert len(list(reader.papers())) == 4
        collection.ingest(more)
        assert len(list(reader.papers())) == 5


FULL_DISK = """
import resource, signal, sys
sys.path.insert(0, "tests")
from pathlib import Path
from letters import Collection
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
import askpapers
from ingest.changes import plan
from ingest.files import Files
from ingest.passages import embed
collection = Collection(Path(sys.argv[1]))
try:
    collection.ingest(collection.folder / "many.jsonl")
except askpapers.AskpapersError as error:
    print(type(error).__name__, error)
"""


def test_a_full_disk_is_named_and_costs_nothing_that_was_there(collection):
    many = [
        {"id": f"m{i}", "title": f"Number {i}", "abstract": f"Text {i}. " * 50} for i in range(400)
    ]
    file = collection.write("many.jsonl", *many)
    command = [sys.executable, "-c", FULL_DISK, str(collection.folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.startswith("IndexUnwritableError"), done.stdout + done.stderr
    kept = {paper.id for paper in collection.papers()}
    assert kept >= {record["id"] for record in RECORDS}
    report = collection.ingest(file)
    assert report.added + report.unchanged == 400
    assert len(collection.papers()) == 404


def test_a_folder_that_can_t_be_written_is_read_and_searched_exactly(collection, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    with Index.open(collection.index, collection.embedder) as index:
        known = index.store.passage_vectors()
        nearest = index.vectors.query(known.vectors[2], 1)
        assert isinstance(index.vectors, ExactVectors)
    assert list(nearest) == [known.keys[2]]
    assert nearest[known.keys[2]] == pytest.approx(1, abs=1e-3)


def files_of_vectors(collection: Collection) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in collection.index.glob("chroma/*/*/*")}


def test_what_readers_search_stays_as_it_is_while_somebody_writes(collection):
    before = files_of_vectors(collection)
    more = {"id": "q", "title": "Larks", "abstract": "Larks sang."}
    with Index.open(collection.index, collection.embedder) as reader:
        old = reader.store.passage_vectors().vectors[0]
        assert reader.nearest(old, 1)
        collection.ingest(collection.write("more.jsonl", more))
        assert files_of_vectors(collection).items() > before.items()
        new = reader.store.passage_vectors()
        found = reader.nearest(new.vectors[-1], 1)
    assert found == pytest.approx({int(new.keys[-1]): 1}, abs=1e-3)


def test_a_reader_finds_what_an_unfinished_ingest_has_written(collection):
    larks = Paper("larks", "Larks sang.", "Larks", origins=(Origin("more.jsonl", 1, 1),))
    with (
        Index.open(collection.index, collection.embedder) as reader,
        Index.open_for_writing(collection.index, collection.embedder) as writer,
    ):
        assert reader.vectors.count() == 4
        writer.upsert(embed([plan([larks], "larks", None, None, Files(()))], writer.embedder))
        new = reader.store.passage_vectors()
        found = reader.nearest(new.vectors[-1], 1)
        assert found == pytest.approx({int(new.keys[-1]): 1}, abs=1e-3)
        assert (reader.vectors.count(), writer.store.waiting()) == (5, 1)


def test_threads_search_while_the_index_changes(collection):
    with Index.open(collection.index, collection.embedder) as reader:
        vector = reader.store.passage_vectors().vectors[0]
        with ThreadPoolExecutor(4) as threads:
            searches = [threads.submit(reader.nearest, vector, 1) for _ in range(400)]
            for change in range(6):
                more = {"id": f"more{change}", "title": "More", "abstract": f"Otters {change}."}
                collection.ingest(collection.write(f"more{change}.jsonl", more))
        assert all(len(search.result()) == 1 for search in searches)


def test_damaged_vectors_are_made_anew_from_the_record_store(collection):
    (database,) = collection.index.glob("chroma/*/chroma.sqlite3")
    database.write_bytes(database.read_bytes()[: database.stat().st_size // 2])
    report = collection.ingest(collection.folder / "papers.jsonl")
    with Index.open(collection.index, collection.embedder) as index:
        assert (index.vectors.count(), report.embedded) == (4, 0)


def test_a_reader_without_vectors_searches_the_record_store_and_makes_no_files(collection):
    shutil.rmtree(collection.index / "chroma")
    with Index.open(collection.index, collection.embedder) as index:
        assert isinstance(index.vectors, ExactVectors)
    assert not (collection.index / "chroma").exists()


def test_a_reader_is_told_when_the_papers_were_embedded_anew_by_another(collection):
    with askpapers.open(collection.index, embedder=collection.embedder) as chain:
        assert chain.search("otters")
        other = LetterEmbedder()
        other.fingerprint = "letters-2"
        askpapers.rebuild(collection.index, embed_anew=True, embedder=other)
        with pytest.raises(askpapers.IndexMismatchError, match="was made with letters"):
            chain.search("otters")


def test_threads_open_and_close_one_part_at_the_same_time(collection):
    (part,) = (collection.index / "chroma").iterdir()

    def look(_: int) -> int:
        with closing(ChromaVectors.embedded(part)) as opened:
            return opened.count()

    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(look, range(300))) == {4}
