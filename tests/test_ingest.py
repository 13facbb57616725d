from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from letters import Collection

from ingest import Progress
from ingest.changes import hashes_of
from rag.errors import InputFileError, UsageError
from rag.store.index import Index

OTTERS = (
    "Cameras at the weir of the Brill saw otters in winter, and far fewer in summer. We count {}."
)
ABSTRACTS = [
    "We introduce OtterCam, a camera trap that counts otters. It saw 12 otters in one winter.",
    "Looms break threads at random. A model of tension predicts 83 percent of all breaks.",
    "Sodium cells lose capacity in hard frost. An electrolyte without fluorine keeps 83.4 percent.",
]


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    return Collection(tmp_path)


def text_list(abstracts: Sequence[str], heading: str = "ICML 2026 论文列表") -> str:
    return "\n\n".join([heading, *abstracts]) + "\n"


def test_text_list_gives_venue_year_name_and_place(collection: Collection) -> None:
    report = collection.ingest(collection.text("list.txt", text_list(ABSTRACTS)))
    first = collection.papers()[0]
    assert (report.read, report.added, report.embedded) == (3, 3, 3)
    assert (first.venue, first.year, first.name) == ("ICML", 2026, "OtterCam")
    assert first.origin is not None
    assert (first.origin.file, first.origin.record, first.origin.line) == ("list.txt", 1, 3)


def test_same_files_again_embed_nothing(collection: Collection) -> None:
    file = collection.text("list.txt", text_list(ABSTRACTS))
    collection.ingest(file)
    collection.embedder.texts.clear()
    report = collection.ingest(file)
    assert (report.unchanged, report.added, report.updated, report.embedded) == (3, 0, 0, 0)
    assert collection.embedder.texts == []


def test_one_edited_abstract_is_updated_and_its_old_text_is_gone(collection: Collection) -> None:
    collection.ingest(collection.text("list.txt", text_list(ABSTRACTS)))
    before = {paper.id for paper in collection.papers()}
    edited = [ABSTRACTS[0].replace("12", "21"), *ABSTRACTS[1:]]
    report = collection.ingest(collection.text("list.txt", text_list(edited)))
    papers = collection.papers()
    assert (report.updated, report.unchanged, report.embedded) == (1, 2, 1)
    assert {paper.id for paper in papers} == before
    assert not any("12 otters" in paper.abstract for paper in papers)


def test_removed_abstract_stays_without_prune_and_goes_with_it(collection: Collection) -> None:
    collection.ingest(collection.text("list.txt", text_list(ABSTRACTS)))
    shorter = collection.text("list.txt", text_list(ABSTRACTS[1:]))
    kept = collection.ingest(shorter)
    assert (kept.removed, kept.unchanged, len(collection.papers())) == (0, 2, 3)
    pruned = collection.ingest(shorter, prune=True)
    assert (pruned.removed, pruned.embedded, len(collection.papers())) == (1, 0, 2)
    assert [paper.origins[0].record for paper in collection.papers()] == [1, 2]


def test_prune_spares_what_another_file_still_holds(collection: Collection) -> None:
    one = collection.text("one.txt", text_list(ABSTRACTS))
    two = collection.text("two.txt", text_list(ABSTRACTS[:1]))
    collection.ingest(one, two)
    report = collection.ingest(collection.text("one.txt", text_list(ABSTRACTS[1:])), prune=True)
    survivor = next(paper for paper in collection.papers() if paper.name == "OtterCam")
    assert report.removed == 0
    assert [origin.file for origin in survivor.origins] == ["two.txt"]


def test_prune_leaves_a_file_alone_that_has_unreadable_records(collection: Collection) -> None:
    record = {"id": "a", "title": "Otter counts", "abstract": ABSTRACTS[0]}
    file = collection.write(
        "a.jsonl", record, {"id": "b", "title": "Loom", "abstract": ABSTRACTS[1]}
    )
    collection.ingest(file)
    collection.text("a.jsonl", json.dumps(record) + '\n{"id": "b", "tit')
    report = collection.ingest(file, prune=True)
    assert (report.removed, report.unpruned) == (0, ("a.jsonl",))


def test_same_id_with_corrected_abstract_replaces(collection: Collection) -> None:
    first = {"id": "b15.1", "title": "Otter counts on the Brill", "abstract": OTTERS.format(12)}
    other = {"id": "b15.2", "title": "Otter diet on the Brill", "abstract": "Otters eat eels."}
    collection.ingest(collection.write("v1.jsonl", first, other))
    corrected = {**first, "abstract": "Corrected: the Brill had 21 otters in winter."}
    report = collection.ingest(collection.write("v2.jsonl", corrected, other))
    papers = {paper.id: paper for paper in collection.papers()}
    assert (report.updated, report.unchanged, report.embedded) == (1, 1, 1)
    assert papers["b15.1"].abstract == corrected["abstract"]
    assert [origin.file for origin in papers["b15.1"].origins] == ["v1.jsonl", "v2.jsonl"]


def test_new_fields_are_written_without_embedding(collection: Collection) -> None:
    record = {"id": "a", "title": "Otter counts on the Brill", "abstract": ABSTRACTS[0]}
    collection.ingest(collection.write("a.jsonl", record))
    report = collection.ingest(
        collection.write("a.jsonl", {**record, "year": 2024, "authors": "A B"})
    )
    assert (report.updated, report.embedded) == (1, 0)
    assert (collection.papers()[0].year, collection.papers()[0].authors) == (2024, ("A B",))


def test_names_given_by_older_rules_are_given_anew_without_embedding(
    collection: Collection,
) -> None:
    file = collection.text("list.txt", text_list(ABSTRACTS))
    collection.ingest(file)
    with Index.open_for_writing(collection.index, collection.embedder) as index:
        old = [replace(paper, name="Old", aliases=()) for paper in index.papers()]
        index.update_metadata([(p, replace(hashes_of(p), content_hash="old")) for p in old])
    report = collection.ingest(file)
    assert (report.updated, report.unchanged, report.embedded) == (3, 0, 0)
    assert [paper.name for paper in collection.papers()] == ["OtterCam", None, None]
    assert collection.ingest(file).unchanged == 3


def test_different_records_with_one_id_both_stay_and_stay_put(collection: Collection) -> None:
    records = [
        {"id": "1", "title": f"Title of {i}", "abstract": text} for i, text in enumerate(ABSTRACTS)
    ]
    file = collection.write("a.jsonl", *records)
    collection.ingest(file)
    assert [paper.id for paper in collection.papers()] == ["1", "1-2", "1-3"]
    assert collection.ingest(file).unchanged == 3


def test_same_id_in_another_file_does_not_replace_another_paper(collection: Collection) -> None:
    collection.ingest(
        collection.write("a.jsonl", {"id": 1, "title": "Looms", "abstract": ABSTRACTS[1]})
    )
    collection.ingest(
        collection.write("b.jsonl", {"id": 1, "title": "Cells", "abstract": ABSTRACTS[2]})
    )
    assert [paper.title for paper in collection.papers()] == ["Looms", "Cells"]


def test_same_paper_from_two_files_becomes_one_with_the_richest_fields(
    collection: Collection,
) -> None:
    poor = {
        "title": "Otter counts on the Brill",
        "authors": ["T. Ferry"],
        "abstract": OTTERS.format(12),
    }
    rich = {
        **poor,
        "authors": ["Tom Ferry", "Ida Brook"],
        "doi": "https://doi.org/10.5555/X1",
        "year": "2018",
    }
    report = collection.ingest(collection.write("a.jsonl", poor), collection.write("b.jsonl", rich))
    (paper,) = collection.papers()
    assert (report.read, report.added, report.merged) == (2, 1, 1)
    assert (paper.authors, paper.doi, paper.year) == (
        ("Tom Ferry", "Ida Brook"),
        "10.5555/x1",
        2018,
    )
    assert [origin.file for origin in paper.origins] == ["a.jsonl", "b.jsonl"]


def test_titles_are_joined_and_not_lost_when_the_list_is_read_again(collection: Collection) -> None:
    file = collection.text("list.txt", text_list(ABSTRACTS))
    titles = collection.write(
        "titles.jsonl",
        {
            "id": "t1",
            "title": "OtterCam: A camera trap that counts otters",
            "authors": ["Tom Ferry"],
        },
        {"id": "t2", "title": "Weaving in the winter of the north", "authors": ["Ama Sowah"]},
    )
    stages: list[Progress] = []
    collection.ingest(file, titles=titles, progress=stages.append)
    assert Progress(1, 3, "titles") in stages
    assert collection.ingest(file).unchanged == 3
    assert [paper.title for paper in collection.papers()].count(None) == 2
    assert collection.papers()[0].authors == ("Tom Ferry",)


def test_note_beside_a_file_reaches_the_index_and_is_no_paper(collection: Collection) -> None:
    folder = collection.text("in/list.txt", text_list(ABSTRACTS)).parent
    collection.text("in/list.note.txt", "These are summaries.\n")
    assert collection.ingest(folder).read == 3
    with Index.open(collection.index, collection.embedder) as index:
        assert index.notes() == {"list.txt": "These are summaries."}


def test_interruption_keeps_what_is_done(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ingest.pipeline._BATCH", 2)
    file = collection.text("list.txt", text_list(ABSTRACTS))

    def interrupt(progress: Progress) -> None:
        if progress.stage == "indexing" and progress.done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        collection.ingest(file, progress=interrupt)
    assert len(collection.papers()) == 2
    report = collection.ingest(file)
    assert (report.unchanged, report.added) == (2, 1)


def test_one_bad_path_among_good_ones_is_reported(collection: Collection) -> None:
    good = collection.text("list.txt", text_list(ABSTRACTS))
    report = collection.ingest(good, collection.folder / "absent.bib")
    assert report.added == 3
    assert [item.file for item in report.rejected] == ["absent.bib"]


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("empty.jsonl", b"", "is empty"),
        ("blank.txt", b" \n\r\n", "is empty"),
        ("array.json", b"[]", "holds no papers"),
        ("bad.jsonl", b"not json\n{broken\n", "line 1: not valid JSON"),
        ("strings.json", b'["one", "two"]', "not a JSON object but a string"),
        ("picture.txt", b"\x89PNG\r\n\x1a\n\x00\x00", "picture"),
        ("noise.txt", bytes(range(256)) * 8, "binary"),
        ("broken.jsonl.gz", b"\x1f\x8b\x08\x00broken", "damaged gzip"),
    ],
)
def test_nothing_to_take_in_is_an_error_with_a_reason(
    collection: Collection, name: str, content: bytes, says: str
) -> None:
    path = collection.folder / name
    path.write_bytes(content)
    with pytest.raises(InputFileError, match=says):
        collection.ingest(path)
    assert not collection.index.exists()


def test_missing_and_empty_folders_are_errors(collection: Collection) -> None:
    (collection.folder / "x.jsonl").mkdir()
    with pytest.raises(UsageError, match="no files to read"):
        collection.ingest(collection.folder / "x.jsonl")
    with pytest.raises(UsageError, match="no file or folder"):
        collection.ingest(collection.folder / "absent")
    with pytest.raises(UsageError):
        collection.ingest()


def test_link_loops_in_a_folder_do_no_harm(collection: Collection) -> None:
    folder = collection.text("in/list.txt", text_list(ABSTRACTS)).parent
    (folder / "again").symlink_to(folder)
    (folder / "loop").symlink_to(folder / "loop")
    (folder / "same.txt").symlink_to(folder / "list.txt")
    assert collection.ingest(folder).read == 3


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_file_without_permission_is_reported(collection: Collection) -> None:
    file = collection.text("list.txt", text_list(ABSTRACTS))
    file.chmod(0)
    with pytest.raises(InputFileError, match="can't be read"):
        collection.ingest(file)
