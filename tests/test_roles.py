from __future__ import annotations

import pytest

from rag.roles import Role, role_probabilities, states_contribution

ABSTRACT = {
    "Large language models have become popular, yet their memory remains costly.": Role.PROBLEM,
    "Existing methods often fail on long inputs.": Role.PROBLEM,
    "We propose Foldmem, a framework that compresses the cache via two modules.": Role.APPROACH,
    "Specifically, it learns which keys to keep by minimizing a loss.": Role.APPROACH,
    "Experiments on LongBench and RULER show that Foldmem gains 3.1%.": Role.RESULT,
    "Code is available at https://example.org/foldmem.": Role.CODE,
}


def likeliest(sentences: list[str]) -> list[Role]:
    return [list(Role)[place] for place in role_probabilities(sentences).argmax(axis=1)]


def test_the_sentences_of_an_abstract_get_their_roles():
    assert likeliest(list(ABSTRACT)) == list(ABSTRACT.values())


def test_a_result_may_also_tell_on_what_it_was_measured():
    result = role_probabilities(list(ABSTRACT))[4]
    assert result[list(Role).index(Role.EVALUATION)] > 0.5


def test_chinese_abstracts_are_read_by_the_same_cues():
    sentences = [
        "然而，现有方法难以处理长文本。",
        "本文提出一种新的框架。",
        "实验结果表明，该方法优于基线。",
    ]
    assert likeliest(sentences) == [Role.PROBLEM, Role.APPROACH, Role.RESULT]


def test_no_sentences_have_no_roles():
    assert role_probabilities([]).shape == (0, len(Role))


@pytest.mark.parametrize(
    ("text", "states"),
    [("In this paper, we introduce Foldmem.", True), ("Memory is costly.", False)],
)
def test_a_contribution_is_told_from_background(text: str, states: bool):
    assert states_contribution(text) is states
