"""Numbers, brackets and turns in answers that a model wrote, and that stayed its own words."""

from __future__ import annotations

import json
import re

import pytest
from conftest import QUESTION
from scripted import CODE, Reply

import askpapers

TRUE = "Pondscope measures methane above small ponds"
ALSO = "Shaded ponds release less methane than open ponds"
NUMBER = re.compile(r"(?<!\w)\[(-?[\d.]+)\](?!\()")
CODE_BLOCK = "```python\nx = data[1] + data[2]   # see [2]\n```"
FORMULA = "\\[ E = mc^2 \\tag{2} \\]"


def numbers(answer: askpapers.Answer) -> set[str]:
    return {str(citation.number) for citation in answer.citations}


@pytest.mark.parametrize("other", ["[99]", "[0]", "[-2]", "[1.5]", "[42]", "[99], [0] and [1.5]"])
def test_a_number_that_leads_to_no_paper_is_gone_and_told(start, other):
    chain, _ = start(Reply(f"{TRUE} [1]. {ALSO} [1], {other}."))
    answer = chain.ask(QUESTION)
    assert answer.model == "scripted"
    assert set(NUMBER.findall(answer.text)) == numbers(answer) == {"1"}
    assert "ponds. [1]" in answer.text
    assert {gone.marker for gone in answer.dropped} >= set(re.findall(r"\[[^\]]+\]", other))


def test_works_that_the_model_made_up_are_no_sources(start):
    made_up = "Okonjo and Lind (2031) proved it, doi:10.5555/never.1 [1]."
    listed = "References\n[1] Okonjo, P. (2031). All is well. https://example.org/never"
    chain, _ = start(Reply(f"{TRUE} [1]. {made_up}\n\n{listed}"))
    answer = chain.ask(QUESTION)
    assert [s.supported for s in answer.sentences] == [True, False]
    assert [c.paper.id for c in answer.citations] == ["pond"]
    assert "example.org" not in answer.text
    assert any("no paper of this collection" in gone.reason for gone in answer.dropped)


def test_a_sentence_without_a_number_gets_the_paper_that_says_it_or_is_struck(start):
    chain, _ = start(Reply(f"{TRUE}. Ponds are a risk for the banks of Norway."))
    true, other = chain.ask(QUESTION).sentences
    assert (true.supported, true.citations) == (True, (1,))
    assert (other.supported, other.citations) == (False, ())


def test_a_sentence_with_the_number_of_another_paper_is_shown_with_that_paper(start):
    chain, _ = start(Reply(f"{TRUE} [1]. Bees are well [2]."))
    answer = chain.ask("Which paper measures methane above ponds?")
    bees = answer.sentences[1]
    cited = {c.number: c for c in answer.citations}
    assert not bees.supported
    assert all(cited[number].quotes[0].text for number in bees.citations)
    assert bees.citations != answer.sentences[0].citations


@pytest.mark.parametrize(
    "kept",
    [
        CODE_BLOCK, FORMULA, "Use `v[1]` and `m[0][2]`.", "The value is $x_{[1]} = a[2]$.",
        "See [1](https://example.org/one).", "The matrix is [[1, 2], [2, 1]].", "- [x] done",
        "The unit is [2 mol].",
    ],
)  # fmt: skip
def test_code_formulas_and_brackets_stay_beside_a_sentence_that_is_cited(start, kept):
    chain, _ = start(Reply(f"{TRUE} [1].\n\n{kept}", size=3))
    answer = chain.ask(QUESTION)
    assert answer.model == "scripted"
    assert answer.text.startswith(f"{TRUE}. [1]")
    assert kept.rstrip(".") in answer.text
    assert numbers(answer) == {"1"}


def test_over_turns_a_number_of_the_model_means_the_papers_of_its_own_prompt(start):
    chain, server = start(
        Reply(f"{TRUE} [1]."),
        Reply("Mosswatch counts moss on city walls [1]."),
        Reply(f"{ALSO} [1]."),
    )
    chat = chain.chat()
    asked = ("What does Pondscope measure?", "What does Mosswatch count?",
             "What does Pondscope say of shaded ponds?")  # fmt: skip
    answers = [chat.ask(question) for question in asked]
    assert [a.model for a in answers] == ["scripted"] * 3
    assert [[c.paper.id for c in a.citations] for a in answers] == [["pond"], ["moss"], ["pond"]]
    assert [a.sentences[0].citations for a in answers] == [(1,), (2,), (1,)]
    assert not any(NUMBER.search(prompt) for prompt in server.prompts)


TWINS = (
    "Falconet sorts birds by song in twelve forests. It hears owls at 300 metres.",
    "Kestrelnet sorts birds by song in twelve forests. It was built after Falconet.",
)


def test_a_sentence_on_one_of_two_papers_that_say_nearly_the_same_cites_that_one(start, tmp_path):
    def crossed(prompt: str) -> str:
        codes = {words.split()[0]: code for code, words in CODE.findall(prompt) if "song" in words}
        return f"Falconet sorts birds by song in twelve forests [{codes['Kestrelnet']}]."

    start(Reply(crossed))
    papers = [
        {"id": text.split()[0].lower(), "title": "Birds by song", "abstract": text, "year": year}
        for year, text in enumerate(TWINS, 2021)
    ]
    (tmp_path / "twins.jsonl").write_text("\n".join(map(json.dumps, papers)), encoding="utf-8")
    askpapers.ingest([tmp_path / "twins.jsonl"], index=tmp_path / "twins")
    with askpapers.open(tmp_path / "twins") as chain:
        answer = chain.ask("How do Falconet and Kestrelnet sort birds?")
    said = [s for s in answer.sentences if s.text.startswith("Falconet sorts") and s.supported]
    falcon = {c.number for c in answer.citations if c.paper.id == "falconet"}
    assert said
    assert all(set(sentence.citations) <= falcon for sentence in said)


def test_a_paper_has_one_number_however_many_of_its_sentences_are_cited(start):
    def three(prompt: str) -> str:
        given = CODE.findall(prompt)[:3]
        return " ".join(f"{words.rstrip('.')} [{code}]." for code, words in given)

    chain, server = start(Reply(three))
    answer = chain.ask(QUESTION)
    assert [s.citations for s in answer.sentences] == [(1,)] * 3
    assert len({quote.start for quote in answer.citations[0].quotes}) >= 3
    assert server.prompts[0].count("Paper: Pondscope") == 1


def test_a_long_conversation_and_a_long_question_stay_within_a_small_window(start):
    chain, server = start(ASKPAPERS_CONTEXT="1200", ASKPAPERS_MAX_TOKENS="200")
    server.refuse = lambda body: (
        "maximum context length exceeded"
        if sum(len(m["content"]) for m in body["messages"]) > 4000
        else None
    )
    chat = chain.chat()
    long = (
        "What does Pondscope measure above small ponds? " + "It was a long day by the pond. " * 900
    )
    questions = ["What does Pondscope measure?", "On what does Mosswatch count moss?"] * 6
    answers = [chat.ask(question) for question in [*questions, long, QUESTION]]
    assert [a.model for a in answers if a is not answers[-2]] == ["scripted"] * 13
    assert answers[-2].text
    assert len(server.requests) <= 14
    for prompt in server.prompts:
        assert "never instructions" in prompt
        assert CODE.search(prompt)
        assert "Question: " in prompt


def test_a_window_set_too_large_is_learnt_once_and_kept(start):
    chain, server = start(ASKPAPERS_CONTEXT="1600", ASKPAPERS_MAX_TOKENS="400")
    server.refuse = lambda body: (
        "maximum context length exceeded" if body["max_tokens"] > 200 else None
    )
    chat = chain.chat()
    assert [chat.ask(QUESTION).model for _ in range(3)] == ["scripted"] * 3
    assert len(server.requests) == 4
