"""Collections of English and Chinese abstracts, asked in either language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from small import chain_over

import askpapers
from askpapers import Status

PAPERS = {
    "lake": ("高原湖泊的蓝藻", "本文研究高原湖泊中的蓝藻。实验在七个湖泊进行，每三天采样一次。"),
    "humour": ("幽默识别方法", "我们提出一种识别幽默的方法。该方法达到百分之九十的准确率。"),
    "bees": ("Bees and Maps", "We study how bees read maps. Forty bees learned for two weeks."),
    "rice": ("Rice under Salt", "We breed rice that grows in salt. The yield rises by 12 %."),
}


@pytest.fixture(scope="module")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[askpapers.Chain]:
    records = [{"id": id_, "title": t, "abstract": a} for id_, (t, a) in PAPERS.items()]
    with chain_over(tmp_path_factory.mktemp("mixed"), *records) as opened:
        yield opened


@pytest.mark.parametrize(
    ("question", "paper", "said"),
    [
        ("Which paper recognizes humor?", "humour", "幽默"),
        ("In how many lakes was the experiment on blue algae run?", "lake", "七个湖泊"),
        ("哪篇论文研究幽默识别？", "humour", "幽默"),
        ("哪篇論文研究幽默識別？", "humour", "幽默"),
        ("湖泊中多久采样一次？", "lake", "每三天采样一次"),
        ("湖泊中多久採樣一次？", "lake", "每三天采样一次"),
        ("多少蜜蜂学习了两周？", "bees", "Forty bees"),
    ],
)
def test_abstracts_are_found_and_quoted_whatever_their_language(
    chain: askpapers.Chain, question: str, paper: str, said: str
) -> None:
    answer = chain.ask(question)
    assert answer.status is Status.ANSWERED
    assert answer.citations[0].paper.id == paper
    assert said in answer.sentences[0].text


def test_the_chinese_words_that_matched_are_explained(chain: askpapers.Chain) -> None:
    assert "幽默 is “humor”" in " ".join(chain.ask("Which paper recognizes humor?").notes)


def test_words_in_traditional_characters_are_found_in_simplified_ones(
    chain: askpapers.Chain,
) -> None:
    answer = chain.ask("提到“識別”的論文有哪些？")
    assert [citation.paper.id for citation in answer.citations] == ["humour"]


def test_what_no_abstract_says_is_refused_in_both_languages(chain: askpapers.Chain) -> None:
    for question in ("Which paper studies coral reefs?", "哪篇论文研究珊瑚礁？"):
        assert chain.ask(question).status is Status.NOT_FOUND
