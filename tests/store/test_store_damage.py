"""Files that are damaged, empty or no index, and a disk that is full."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from letters import LetterEmbedder
from weir import RECORDS

from rag.errors import AskpapersError, IndexDamagedError, IndexMissingError, UsageError
from rag.store.index import Index

ROOT = Path(__file__).resolve().parents[2]


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


def test_damaged_vectors_are_made_anew_from_the_record_store(collection):
    (database,) = collection.index.glob("chroma/*/chroma.sqlite3")
    database.write_bytes(database.read_bytes()[: database.stat().st_size // 2])
    report = collection.ingest(collection.folder / "papers.jsonl")
    with Index.open(collection.index, collection.embedder) as index:
        assert (index.vectors.count(), report.embedded) == (4, 0)
