"""Details that an abstract lacks, and lists by what papers give, lack, or must not name."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from small import chain_over

import askpapers
from rag.types import Status

DAMWISE = (
    "We present Damwise, a language model that predicts beaver dams from river maps. Trained with "
    "three losses, it cuts errors by 12% against the best earlier forecaster, a large vision "
    "model. Damwise outperforms its teacher on 4 streams and answers 2.5x faster."
)
LODGE = (
    "LodgeQA asks where beaver lodges stand. Built on Qwen2.5-VL and tested on MireBench, it "
    "reaches an accuracy of 81%, while inference takes a third of the memory."
)
OTTERS = "Otters swim through rivers, and beavers watch them. Faster otters catch more fish."


@pytest.fixture(scope="module")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[askpapers.Chain]:
    papers = (
        {"id": "d", "title": "Damwise: Dams", "abstract": DAMWISE, "year": 2026, "venue": "RIVERS"},
        {"id": "l", "title": "LodgeQA: Lodges", "abstract": LODGE, "authors": ["Ting Wang"]},
        {"id": "o", "title": "Position: Otters Swim", "abstract": OTTERS, "authors": ["Bo Marsh"]},
    )
    with chain_over(tmp_path_factory.mktemp("details"), *papers) as opened:
        yield opened


@pytest.mark.parametrize(
    "question",
    [
        "Which language model is Damwise based on?",
        "Which large vision model does Damwise beat?",
        "What share of the dams does LodgeQA find on the Rhine?",
        "What learning rate was Damwise trained with?",
    ],
)
def test_a_detail_that_is_not_there_is_not_answered(chain: askpapers.Chain, question: str) -> None:
    assert chain.ask(question).status is Status.NOT_FOUND


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Which model is LodgeQA built on?", "Qwen2.5-VL"),
        ("On which benchmark was LodgeQA tested?", "MireBench"),
        ("What accuracy does LodgeQA reach?", "81%"),
        ("By what percentage does Damwise cut errors?", "12%"),
    ],
)
def test_the_same_kind_of_detail_is_answered_where_it_is(
    chain: askpapers.Chain, question: str, said: str
) -> None:
    answer = chain.ask(question)
    assert answer.status is Status.ANSWERED
    assert said in answer.text


@pytest.mark.parametrize(
    "question",
    ["Why does Damwise lose to its teacher?", "Damwise falls behind its teacher. By how much?"],
)
def test_who_is_better_is_contradicted(chain: askpapers.Chain, question: str) -> None:
    first = chain.ask(question).sentences[0]
    assert "otherwise" in first.text
    assert "outperforms its teacher" in first.text


def test_who_is_better_is_not_contradicted_where_it_is_so(chain: askpapers.Chain) -> None:
    assert "otherwise" not in chain.ask("Why does Damwise outperform its teacher?").text


@pytest.mark.parametrize(
    ("question", "ids"),
    [
        ("Which papers give a number for a speedup?", {"d"}),
        ("Which papers put a figure on memory?", {"l"}),
        ("Which papers have no authors?", {"d"}),
        ("papers without a year", {"l", "o"}),
        ("没有作者的论文有哪些？", {"d"}),
        ("Which papers mention beavers but not lodges?", {"d", "o"}),
        ("Which papers mention the Qwen family?", {"l"}),
        ("Which papers mention beavers but are not position papers?", {"d", "l"}),
        ("Which papers are position papers?", {"o"}),
        ("Which papers mention beavers but are not about otters?", {"d", "l"}),
        ("Which papers are not about otters?", {"d", "l"}),
        ("Which papers do not mention Qwen?", {"d", "o"}),
        ("Papers that mention beavers without mentioning rivers", {"l"}),
        ("Which papers mention neither Qwen nor otters?", {"d"}),
        ("哪些论文没有提到 Qwen？", {"d", "o"}),
        ("Which papers give a number for accuracy?", {"l"}),
        ("Please collect all the records that mention MireBench.", {"l"}),
        ("Are fish talked about anywhere? In which papers?", {"o"}),
        ("Animals in rivers: otters, fish. Who is on that?", {"o"}),
        ("Who is Ting Wang?", {"l"}),
    ],
)
def test_lists_by_what_is_given_or_missing(
    chain: askpapers.Chain, question: str, ids: set[str]
) -> None:
    assert {citation.paper.id for citation in chain.ask(question).citations} == ids


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How many authors does LodgeQA have?", "Ting Wang"),
        ("Was Damwise published in 2025?", "2026"),
        ("Is Damwise published at NeurIPS?", "RIVERS"),
    ],
)
def test_records_answer_whether_and_how_many(
    chain: askpapers.Chain, question: str, said: str
) -> None:
    assert said in chain.ask(question).text


def test_a_filter_holds_for_a_paper_that_is_named(chain: askpapers.Chain) -> None:
    with pytest.raises(askpapers.AskpapersError, match="Damwise does not fit the filter"):
        chain.ask("What is Damwise?", where={"author": "Marsh"})
    assert chain.ask("What is Damwise?", where={"year": 2026}).status is Status.ANSWERED


def test_a_list_says_what_its_papers_are_not(chain: askpapers.Chain) -> None:
    answer = chain.ask("Which papers are not position papers?")
    assert "those that are not position papers" in answer.text
