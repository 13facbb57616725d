"""Values that a question takes for granted, against those that the paper states."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from small import chain_over

import askpapers

ABSTRACT = (
    "We present Damwise, which predicts dams. It is trained on 4 fast GPUs with three losses. "
    "On RiverNet, BogBench and MireQA it cuts errors by 12%. Damwise saves up to 31% of memory. "
    "Over 60 streams were filmed."
)


@pytest.fixture(scope="module")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[askpapers.Chain]:
    paper = {"id": "d", "title": "Damwise: Dams", "abstract": ABSTRACT, "year": 2026}
    with chain_over(tmp_path_factory.mktemp("premises"), paper) as opened:
        yield opened


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Why does Damwise use 8 GPUs?", "4 fast GPUs"),
        ("Why does Damwise need the two losses?", "three losses"),
        ("How does Damwise cut errors by 50%?", "errors by 12%"),
        ("Since Damwise was only evaluated on RiverNet, is it general?", "BogBench"),
        ("为什么 Damwise 用 8 个 GPUs？", "4 fast GPUs"),
    ],
)
def test_another_value_of_the_same_kind_is_contradicted(
    chain: askpapers.Chain, question: str, said: str
) -> None:
    first = chain.ask(question).sentences[0]
    assert "otherwise" in first.text or "说法不同" in first.text
    assert said in first.text
    assert first.citations == (1,)


@pytest.mark.parametrize(
    "question",
    [
        "Why does Damwise use 4 GPUs?",
        "Why does Damwise use four GPUs?",
        "Why does Damwise fail on two losses?",
        "Why does Damwise use 8 CPUs?",
        "Why does Damwise use 4 slow GPUs?",
        "How does Damwise cut errors by 12%?",
        "How does Damwise save 20% of memory?",
        "Why were 75 streams filmed for Damwise?",
        "Does Damwise use 8 GPUs?",
        "Since Damwise was evaluated on RiverNet, is it general?",
    ],
)
def test_what_may_be_true_is_not_contradicted(chain: askpapers.Chain, question: str) -> None:
    assert "otherwise" not in chain.ask(question).text


@pytest.mark.parametrize(
    ("question", "contradicted"),
    [
        ("What does the 2024 paper Damwise predict?", True),
        ("What does Damwise (2023) predict?", True),
        ("2024 年的论文 Damwise 提出了什么？", True),
        ("What does the 2026 paper Damwise predict?", False),
        ("What does Damwise predict for 2030?", False),
    ],
)
def test_a_wrong_year_is_put_right(
    chain: askpapers.Chain, question: str, contradicted: bool
) -> None:
    first = chain.ask(question).sentences[0]
    assert ("2026" in first.text) is contradicted
