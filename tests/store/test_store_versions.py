"""Indexes of other versions and other embedders, in places of any name."""

from __future__ import annotations

import sqlite3

import pytest
from letters import Collection, LetterEmbedder
from weir import RECORDS, found

import askpapers
from rag.store.index import Index


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


def test_a_reader_is_told_when_the_papers_were_embedded_anew_by_another(collection):
    with askpapers.open(collection.index, embedder=collection.embedder) as chain:
        assert chain.search("otters")
        other = LetterEmbedder()
        other.fingerprint = "letters-2"
        askpapers.rebuild(collection.index, embed_anew=True, embedder=other)
        with pytest.raises(askpapers.IndexMismatchError, match="was made with letters"):
            chain.search("otters")
