"""What people ask in many words: for code, for authors, by a wrong name, about the program."""

from __future__ import annotations

import pytest

import askpapers
from rag.types import Kind, Status


@pytest.mark.parametrize(
    "form",
    [
        "Does {} release code?",
        "Does {} release its code?",
        "Is {} open source?",
        "Has {} published code?",
        "Do the authors of {} share code?",
        "Is the code of {} available?",
        "Is {} publicly available?",
        "{} 有代码吗？",
    ],
)
def test_code_is_asked_for_in_many_ways(sample_chain: askpapers.Chain, form: str) -> None:
    answer = sample_chain.ask(form.format("ToMAP"))
    assert "https://github.com/ulab-uiuc/ToMAP" in answer.text
    assert sample_chain.ask(form.format("EvolveR")).status is Status.NOT_FOUND


@pytest.mark.parametrize(
    "question", ["Who are AgentLAB's authors?", "AgentLAB's authors?", "Who wrote AgentLAB?"]
)
def test_authors_are_asked_for_in_many_ways(sample_chain: askpapers.Chain, question: str) -> None:
    assert "Ting Wang" in sample_chain.ask(question).text


def test_a_misspelt_name_is_read_as_the_nearest_and_said_so(sample_chain: askpapers.Chain) -> None:
    answer = sample_chain.ask("What does AgentLib measure?")
    assert answer.citations[0].paper.name == "AgentLAB"
    assert "No paper here is called “AgentLib”; it was read as AgentLAB." in answer.notes


def test_another_number_is_another_name(sample_chain: askpapers.Chain) -> None:
    assert sample_chain.ask("What does MemEvolve2 propose?").status is Status.NOT_FOUND


@pytest.mark.parametrize(
    "question", ["help", "Who are you?", "What can I ask you?", "你能做什么？"]
)
def test_the_program_says_what_it_is_for(sample_chain: askpapers.Chain, question: str) -> None:
    answer = sample_chain.ask(question)
    assert (answer.status, answer.citations) == (Status.NOT_FOUND, ())


@pytest.mark.parametrize("question", ["What are the main topics?", "Summarize all papers"])
def test_an_overview_is_asked_for_in_many_ways(
    sample_chain: askpapers.Chain, question: str
) -> None:
    assert sample_chain.ask(question).kind is Kind.COLLECTION
