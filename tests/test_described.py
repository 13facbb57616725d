"""Papers that a question describes, and needs that it takes for granted."""

from __future__ import annotations

import askpapers
from askpapers import Status


def names(answer: askpapers.Answer) -> list[str | None]:
    return [citation.paper.name for citation in answer.citations]


def test_a_described_paper_is_asked_as_if_it_were_named(sample_chain: askpapers.Chain) -> None:
    answer = sample_chain.ask("What does the paper on watermarking sentences improve?")
    assert answer.status is Status.ANSWERED
    assert names(answer) == ["X-Guard"]


def test_papers_that_fit_a_description_equally_are_asked_about(
    sample_chain: askpapers.Chain,
) -> None:
    answer = sample_chain.ask("What does the safety paper propose?")
    assert answer.status is Status.AMBIGUOUS
    assert names(answer) == ["SafeThink", "SBR"]


def test_a_detail_that_a_described_paper_does_not_give_is_refused(
    sample_chain: askpapers.Chain,
) -> None:
    answer = sample_chain.ask("On how many graphics cards was the watermarking paper trained?")
    assert answer.status is Status.NOT_FOUND
    assert "X-Guard" in answer.text


def test_a_need_that_a_paper_denies_is_contradicted(sample_chain: askpapers.Chain) -> None:
    answer = sample_chain.ask("Why does XSkill need to update parameters?")
    assert "no such need" in answer.sentences[0].text
    assert "without updating parameters" in answer.sentences[0].text


def test_a_need_that_a_paper_has_is_not_contradicted(sample_chain: askpapers.Chain) -> None:
    answer = sample_chain.ask("Why do LLM agents need SimpleMem?")
    assert "no such need" not in answer.text


def test_matching_words_of_a_chinese_question_are_explained(sample_chain: askpapers.Chain) -> None:
    answer = sample_chain.ask("哪些论文研究智能体的记忆？")
    assert any("“智能体”即 agent" in note for note in answer.notes)
