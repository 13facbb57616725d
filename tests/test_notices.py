"""Papers that were retracted or withdrawn, and papers without an abstract, in answers."""

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

import askpapers
from ingest.changes import hashes_of
from ingest.merging import merge
from rag.export import paper_to_json
from rag.store.index import Index

OTTER = {
    "id": "otter",
    "title": "Otter counts on the Brill in winter",
    "abstract": "We count otters at the weir of the Brill. In winter 83 otters were seen.",
    "year": 2020,
}
BARE = {"id": "bare", "title": "A census of mountain beetles in deep snow", "authors": "Ama Sowah"}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A retracted paper, and one without an abstract."""
    folder = tmp_path_factory.mktemp("notices")
    file = folder / "papers.jsonl"
    file.write_text("\n".join(json.dumps(record) for record in (OTTER, BARE)))
    askpapers.ingest([file], index=folder / "index")
    with closing(Index.open_for_writing(folder / "index")) as opened:
        paper = replace(opened.get(["otter"])[0], notice="retracted")
        opened.update_metadata([(paper, hashes_of(paper))])
    return folder / "index"


@pytest.mark.parametrize(
    ("question", "note"),
    [
        ("How many otters were seen in winter?", "has been retracted."),
        ("冬天看到了多少只 otters？", "已被撤稿"),
        ("List all papers about otters", "has been retracted."),
    ],
)
def test_an_answer_says_that_a_cited_paper_is_retracted(index, question, note):
    with closing(askpapers.open(index)) as chain:
        answer = chain.ask(question)
    assert any(note in line and OTTER["title"] in line for line in answer.notes), answer


def test_a_notice_stands_in_json_and_survives_merging(index):
    with closing(Index.open(index)) as opened:
        otter, bare = opened.papers()
    assert (paper_to_json(otter)["notice"], paper_to_json(bare)["notice"]) == ("retracted", None)
    for papers in ([otter, bare], [bare, otter], [replace(bare, notice="withdrawn"), otter]):
        assert merge(papers).notice == "retracted"


@pytest.mark.parametrize(
    "question",
    [
        "What does A census of mountain beetles in deep snow find?",
        "Which paper counts mountain beetles in snow?",
        "What is A census of mountain beetles in deep snow about?",
        "How do A census of mountain beetles in deep snow and Otter counts on the Brill in winter "
        "differ?",
    ],
)
def test_a_paper_without_an_abstract_is_found_by_its_title(index, question):
    with closing(askpapers.open(index)) as chain:
        answer = chain.ask(question)
    assert "bare" in [citation.paper.id for citation in answer.citations]
    assert "there is no abstract" in answer.text
