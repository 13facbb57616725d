from __future__ import annotations

import pytest

from rag.descriptions import beside, descriptions, one_description, without


@pytest.mark.parametrize(
    ("text", "described"),
    [
        (
            "How do the Markov-process paper and the RIF-RFT study differ?",
            ["Markov-process", "RIF-RFT"],
        ),
        (
            "Compare the paper on token pruning with the one about caches.",
            ["on token pruning", "about caches"],
        ),
        ("关于稀疏注意力的那篇论文有什么结果？", ["稀疏注意力"]),
        ("What did the user study of SENSEI find?", []),
        ("Does the other paper release code?", []),
    ],
)
def test_descriptions_of_papers_are_found(text: str, described: list[str]):
    assert [description for _, description in descriptions(text)] == described


@pytest.mark.parametrize(
    ("text", "name", "listed"),
    [
        (
            "EchoRL and asymmetric prompt weighting: which is cheaper?",
            "EchoRL",
            "asymmetric prompt weighting",
        ),
        ("How do deep thinking and EchoRL differ?", "EchoRL", "deep thinking"),
        ("How does EchoRL work?", "EchoRL", None),
        ("Does EchoRL differ from other methods?", "EchoRL", None),
    ],
)
def test_what_is_listed_with_a_paper_is_found(text: str, name: str, listed: str | None):
    start = text.index(name)
    spans = beside(text, [(start, start + len(name))])
    assert [text[slice(*span)] for span in spans] == ([listed] if listed else [])


def test_what_is_asked_is_left_without_the_papers():
    text = "How do EchoRL and the Markov paper each learn?"
    assert without(text, [(7, 13), (18, 34)]) == "How do the method each learn?"


@pytest.mark.parametrize(
    ("text", "description"),
    [
        ("What does the position paper on unlearning propose?", "position on unlearning"),
        ("How large is the vision-language benchmark?", "vision-language"),
        ("How fast is the one with 'Sparse' in its title?", "Sparse"),
        ("那篇用超网络的论文，代码在哪里？", "超网络"),
        ("What does the paper conclude?", ""),
        ("Which papers are about unlearning?", None),
    ],
)
def test_what_one_paper_is_called_is_found(text: str, description: str | None):
    found = one_description(text)
    assert (found and found[1]) == description
