"""Kills of writers and readers at random moments, over vectors in several parts."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from letters import Collection

from rag.store.index import Index

ROOT = Path(__file__).resolve().parents[1]
PAPERS, PART, KILLS, SEED = 1_300, 250, 8, 5

BEGINNING = f"""
import sys, time
sys.path.insert(0, "tests")
from pathlib import Path
from letters import Collection
from rag.store import parts
from rag.store.index import Index
parts.PART = {PART}
collection = Collection(Path(sys.argv[1]))
"""
WRITER = f"{BEGINNING}\ncollection.ingest(collection.folder / 'papers.jsonl')"
READER = f"""{BEGINNING}
while True:
    with Index.open(collection.index, collection.embedder) as index:
        for _ in range(int(sys.argv[2])):
            known = index.store.passage_vectors("key % 97 = 1")
            for key, vector in zip(known.keys.tolist(), known.vectors):
                found = index.nearest(vector, 5)
                assert abs(found[key] - 1) < 1e-2, (key, found)
            time.sleep(0.05)
"""


def start(script: str, *arguments: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE)


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    made, chance = Collection(tmp_path), random.Random(SEED)
    letters = "abcdefghijklmnopqrstuvwxyz"
    records = [
        {"id": str(n), "title": f"Study {n}", "abstract": " ".join(chance.choices(letters, k=60))}
        for n in range(PAPERS)
    ]
    made.ingest(made.write("papers.jsonl", *records[:1]))
    made.text("papers.jsonl", "\n".join(map(json.dumps, records)))
    return made


def papers_in(collection: Collection) -> int:
    with Index.open(collection.index, collection.embedder) as index:
        return index.store.count("papers")


def test_kills_of_writers_and_readers_cost_nothing_that_was_written(collection, monkeypatch):
    monkeypatch.setattr("rag.store.parts.PART", PART)
    chance, before, amid = random.Random(SEED), 1, 0
    readers = [start(READER, collection.folder, searches) for searches in (1, 1_000_000)]
    for kill in range(KILLS):
        writer = start(WRITER, collection.folder)
        while writer.poll() is None and papers_in(collection) == before < PAPERS:
            time.sleep(0.02)
        time.sleep(chance.uniform(0, 1))
        writer.kill()
        writer.wait()
        assert papers_in(collection) >= before
        before = papers_in(collection)
        amid += before < PAPERS
        reader = readers[kill % 2]
        assert reader.poll() is None, reader.communicate()[1].decode()
        reader.kill()
        reader.communicate()
        readers[kill % 2] = start(READER, collection.folder, (1, 1_000_000)[kill % 2])
    assert collection.ingest(collection.folder / "papers.jsonl").rejected == ()
    for reader in readers:
        assert reader.poll() is None, reader.communicate()[1].decode()
        reader.kill()
        reader.communicate()
    assert amid
    assert_whole(collection)


def assert_whole(collection: Collection) -> None:
    with Index.open(collection.index, collection.embedder) as index:
        known = index.store.passage_vectors()
        assert len(known.keys) == index.vectors.count() == PAPERS
        assert len(index.store.parts()) == 1 + PAPERS // PART
        for key, vector in zip(known.keys.tolist(), known.vectors, strict=True):
            assert index.nearest(vector, 5)[key] == pytest.approx(1, abs=1e-2)
