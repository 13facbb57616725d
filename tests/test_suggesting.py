"""Questions that the page offers can be answered, and have not been."""

from __future__ import annotations

import pytest

from rag.types import Status
from ui.suggesting import first_questions, next_questions
from ui.view.words import CHINESE, ENGLISH


def quoted(answers):
    return {(c.paper.id, quote) for a in answers for c in a.citations for quote in c.quotes}


@pytest.mark.parametrize(
    "question",
    [
        "Compare EvolveR and XSkill",
        "How does XSkill differ from EvolveR?",
        "EvolveR 和 XSkill 有什么区别？",
    ],
)
def test_comparison_is_not_offered_again_however_it_was_asked(sample_chain, question):
    answer = sample_chain.ask(question)
    offered = next_questions(sample_chain, [answer], ENGLISH)
    assert offered
    assert not any("EvolveR" in one and "XSkill" in one for one in offered)


def test_comparison_of_the_papers_cited_is_offered(sample_chain):
    answers = [sample_chain.ask("Which papers introduce a benchmark?")]
    assert any(one.startswith("Compare ") for one in next_questions(sample_chain, answers, ENGLISH))


@pytest.mark.parametrize("question", ["What is EvolveR?", "Tell me what EvolveR puts forward"])
def test_what_is_offered_tells_something_new(sample_chain, question):
    answers = [sample_chain.ask(question)]
    offered = next_questions(sample_chain, answers, ENGLISH)
    assert offered
    for one in offered:
        assert not quoted([sample_chain.ask(one)]) <= quoted(answers)


@pytest.mark.parametrize("words", [ENGLISH, CHINESE])
def test_first_questions_are_answered(sample_chain, words):
    offered = first_questions(sample_chain, words)
    assert len(set(offered)) == 4
    assert {sample_chain.ask(one).status for one in offered} == {Status.ANSWERED}
