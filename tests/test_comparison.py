"""Comparisons over the sample collection, and over papers made to break a table."""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt
from small import chain_over

import askpapers
from rag.errors import QuestionError
from rag.types import Answer, Delta, Kind, Status

AWKWARD = [
    {"title": "Pipes: On Bars", "abstract": "We propose Pipes, with $|x| \\|y\\|$\nand `a|b`."},
    {"title": "Slots: On Gaps", "abstract": "We propose Slots, see [1].\n\n| a | b |\n|---|---|"},
]


@pytest.fixture(scope="module")
def awkward(tmp_path_factory: pytest.TempPathFactory) -> Answer:
    with chain_over(tmp_path_factory.mktemp("awkward"), *AWKWARD) as chain:
        return chain.compare(["Pipes", "Slots"])


def cited(answer: Answer) -> list[str]:
    return [citation.paper.id for citation in answer.citations]


@pytest.mark.parametrize(
    ("question", "papers"),
    [
        ("How do EvolveR and XSkill differ?", ["evolver", "xskill"]),
        ("On which benchmarks were XSkill and EvolveR evaluated?", ["xskill", "evolver"]),
        ("EvolveR, XSkill and DRIFT: what does each learn from?", ["evolver", "xskill", "drift"]),
        ("How do the RIF-RFT study and the Markov-process paper each keep a model from forgetting?",
         ["rif-rft", "markov-embedding-tuning"]),
        ("EchoRL and asymmetric prompt weighting: which prompts does each want to use?",
         ["echorl", "asymmetric-prompt-weighting"]),
        ("EvolveR 和 XSkill 有什么区别？", ["evolver", "xskill"]),
    ],
)  # fmt: skip
def test_all_papers_named_or_described_are_in_the_answer(
    sample_chain: askpapers.Chain, question: str, papers: list[str]
):
    answer = sample_chain.ask(question)
    assert answer.kind is Kind.COMPARE
    assert cited(answer) == papers


@pytest.mark.parametrize(
    "question",
    ["How does EvolveR differ from other methods?", "Which papers compare agents with each other?"],
)
def test_one_paper_alone_is_not_compared(sample_chain: askpapers.Chain, question: str):
    answer = sample_chain.ask(question)
    assert answer.kind is not Kind.COMPARE
    assert answer.table is None


def test_a_line_for_each_paper_comes_before_the_table(sample_chain: askpapers.Chain):
    answer = sample_chain.ask("What do EvolveR and XSkill each learn from?")
    lines = answer.text.split("\n\n")
    assert [line.split(" ")[0] for line in lines] == ["**EvolveR**:", "**XSkill**:", "|"]
    assert [line[-3:] for line in lines[:2]] == ["[1]", "[2]"]


def test_cells_are_words_of_their_own_columns_paper(sample_chain: askpapers.Chain):
    answer = sample_chain.compare(["EvolveR", "XSkill", "the Markov-process paper"])
    assert answer.table is not None
    for row in answer.table.rows:
        for cell, citation in zip(row.cells, answer.citations, strict=True):
            assert cell.citations == (citation.number,)
            assert cell.quote in (None, *citation.quotes)
            assert cell.text == (cell.quote.text if cell.quote else "not stated in the abstract")


def test_a_comparison_by_name_shows_every_aspect(sample_chain: askpapers.Chain):
    answer = sample_chain.compare(["xskill", "evolver"])
    assert answer.table is not None
    assert answer.status is Status.ANSWERED
    aspects = [row.aspect for row in answer.table.rows]
    assert aspects == ["Problem", "Approach", "Evaluated on", "Results", "Code"]


def test_cells_tell_what_was_proposed_and_on_what(sample_chain: askpapers.Chain):
    table = sample_chain.compare(["AgentLAB", "UltraHorizon"]).table
    assert table is not None
    cells = {row.aspect: [cell.text for cell in row.cells] for row in table.rows}
    assert "first benchmark" in cells["Approach"][0]
    assert cells["Approach"][1].startswith("UltraHorizon measures")
    assert "644 security test cases" in cells["Evaluated on"][0]
    assert "three distinct environments" in cells["Evaluated on"][1]


def test_of_several_papers_each_says_what_it_proposes(sample_chain: askpapers.Chain):
    text = sample_chain.ask("What does the safety paper propose?").text
    assert "SafeThink is a lightweight defense" in text
    assert "moves the defense out of this redundant space" in text


def test_a_chinese_comparison_is_framed_in_chinese(sample_chain: askpapers.Chain):
    answer = sample_chain.ask("EvolveR 和 XSkill 有什么区别？")
    assert answer.table is not None
    assert [row.aspect for row in answer.table.rows] == ["问题", "方法", "评测对象", "结果", "代码"]


@pytest.mark.parametrize("names", [["EvolveR"], ["EvolveR", "evolver"], ["EvolveR", "Zorbax"], []])
def test_a_comparison_needs_two_known_papers(sample_chain: askpapers.Chain, names: list[str]):
    with pytest.raises(QuestionError):
        sample_chain.compare(names)


def test_a_streamed_comparison_is_the_same_text(sample_chain: askpapers.Chain):
    events = list(sample_chain.stream("How do EvolveR and XSkill differ?"))
    streamed = "".join(event.text for event in events if isinstance(event, Delta))
    assert streamed == sample_chain.ask("How do EvolveR and XSkill differ?").text


def test_no_cell_breaks_the_table(awkward: Answer):
    tokens = MarkdownIt("commonmark").enable("table").parse(awkward.text)
    assert [token.type for token in tokens].count("table_open") == 1
    assert awkward.table is not None
    cells = [token for token in tokens if token.type in ("th_open", "td_open")]
    assert len(cells) == 3 * (1 + len(awkward.table.rows))


def test_numbers_in_a_papers_own_words_are_no_citations(awkward: Answer):
    assert "see [1]" not in awkward.text
    assert "see [\u20601]" in awkward.text
