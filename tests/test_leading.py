"""The sentence that an answer begins with, and words of one family in search."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from letters import Collection
from small import chain_over

import askpapers

ABSTRACT = (
    "Models of rivers are often hard to test, since beavers shape them. "
    "We propose Damwise, which predicts where a dam will stand by following the slope. "
    "It is tested on RiverNet and BogBench with three streams and forty dams. "
    "Errors of all models fall by 12 %."
)


@pytest.fixture(scope="module")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[askpapers.Chain]:
    paper = {"id": "d", "title": "Damwise: Dams on Slopes", "abstract": ABSTRACT}
    with chain_over(tmp_path_factory.mktemp("leading"), paper) as opened:
        yield opened


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("On which models and data sets was Damwise evaluated?", "RiverNet"),
        ("How many dams does Damwise look at?", "forty dams"),
        ("How does Damwise predict dams?", "following the slope"),
        ("Why is Damwise needed?", "hard to test"),
        ("How much does Damwise reduce errors?", "12 %"),
    ],
)
def test_an_answer_begins_with_what_was_asked(
    chain: askpapers.Chain, question: str, said: str
) -> None:
    assert said in chain.ask(question).sentences[0].text


def test_search_knows_words_of_one_family(sample_chain: askpapers.Chain) -> None:
    found = [hit.paper.id for hit in sample_chain.search("token sparsity", k=2)]
    assert found[0] == "token-sparse-attention"


@pytest.mark.parametrize(
    ("query", "spelled", "same_letters"),
    [("behaviour", "behavior", "a hour vibe"), ("behavior", "behaviour", "a hob vier")],
)
def test_search_knows_british_and_american_spellings(
    tmp_path: Path, query: str, spelled: str, same_letters: str
) -> None:
    made = Collection(tmp_path)  # its vectors are counts of letters, which prefer the second paper
    made.ingest(
        made.write(
            "papers.jsonl",
            {"id": "word", "title": spelled},
            {"id": "letters", "title": same_letters},
        )
    )
    with askpapers.open(made.index, embedder=made.embedder) as chain:
        assert chain.search(query)[0].paper.id == "word"
