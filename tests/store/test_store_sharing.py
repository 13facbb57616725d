"""Readers beside a writer, in threads, and where nobody can write."""

from __future__ import annotations

import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from letters import Collection

import askpapers
from ingest.changes import plan
from ingest.files import Files
from ingest.passages import embed
from rag.store.chroma import ChromaVectors
from rag.store.index import Index
from rag.store.vectors import ExactVectors
from rag.types import Origin, Paper


def test_a_second_writer_is_refused_and_a_reader_sees_what_is_written(collection):
    more = collection.write("more.jsonl", {"id": "q", "title": "Larks", "abstract": "Larks sang."})
    with Index.open(collection.index, collection.embedder) as reader:
        with Index.open_for_writing(collection.index, collection.embedder):
            with pytest.raises(askpapers.IndexInUseError, match="Another process is writing"):
                collection.ingest(more)
            assert len(list(reader.papers())) == 4
        collection.ingest(more)
        assert len(list(reader.papers())) == 5


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


def test_a_reader_without_vectors_searches_the_record_store_and_makes_no_files(collection):
    shutil.rmtree(collection.index / "chroma")
    with Index.open(collection.index, collection.embedder) as index:
        assert isinstance(index.vectors, ExactVectors)
    assert not (collection.index / "chroma").exists()


def test_threads_open_and_close_one_part_at_the_same_time(collection):
    (part,) = (collection.index / "chroma").iterdir()

    def look(_: int) -> int:
        with closing(ChromaVectors.embedded(part)) as opened:
            return opened.count()

    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(look, range(300))) == {4}
