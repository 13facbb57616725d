"""Answers in a model's words: the same in every way to ask, checked, and never without a source."""

from __future__ import annotations

import asyncio
import json
import re

import pytest
from conftest import KEY, QUESTION
from scripted import CODE, Reply, first_sentence

import askpapers
from askpapers import Delta, Done, Progress, Sources
from rag.export import answer_to_json


def both(prompt: str) -> str:
    (one, first), (two, second) = CODE.findall(prompt)[:2]
    return f"<think>[9] hm</think>\n{first} [{one}] {second.rstrip('.')} [{two}]."


def test_ask_stream_aask_and_astream_give_the_same_answer(start):
    chain, _ = start(Reply(both, size=3))

    async def asked() -> tuple[askpapers.Answer, list]:
        return await chain.aask(QUESTION), [event async for event in chain.astream(QUESTION)]

    answer, events = asyncio.run(asked())
    texts = {a.text for a in (answer, chain.ask(QUESTION), events[-1].answer)}
    assert texts == {next(e for e in chain.stream(QUESTION) if isinstance(e, Done)).answer.text}
    assert all(s.supported and s.citations == (1,) for s in answer.sentences)


def test_sources_come_first_then_text_as_it_comes_then_the_checked_answer(start):
    chain, _ = start(Reply(both, size=4))
    events = list(chain.stream(QUESTION))
    assert isinstance(events[0], Sources)
    assert isinstance(events[-1], Done)
    text = "".join(event.text for event in events if isinstance(event, Delta))
    assert "think" not in text
    assert "[1]" in text
    assert not CODE.search(text)
    assert [e.stage for e in events if isinstance(e, Progress)] == ["write", "check"]


def test_an_unsupported_sentence_is_marked_and_never_silently_kept(start):
    lie = "It finds 9.9 times more methane at noon"
    chain, _ = start(Reply(lambda p: f"{first_sentence(p)} {lie} [{CODE.findall(p)[1][0]}]."))
    answer = chain.ask(QUESTION)
    assert [s.supported for s in answer.sentences] == [True, False]
    assert "9.9" in answer.sentences[1].reason
    assert re.search(r"noon\. \[1\] \(not supported by the papers\)", answer.text)


def test_the_model_is_asked_once_to_mend_a_sentence(start):
    def mended(prompt: str) -> str:
        code, words = CODE.findall(prompt)[1]
        return f"{words} [{code}]"

    lie = Reply(lambda p: f"{first_sentence(p)} Shaded ponds freeze at 77 degrees [1].")
    chain, server = start(lie, Reply(mended))
    answer = chain.ask(QUESTION)
    assert all(sentence.supported for sentence in answer.sentences)
    assert len(server.requests) == 2
    assert "77" in answer.dropped[-1].marker


def test_a_wrong_citation_is_replaced_by_the_sentence_that_supports_it(start):
    def swapped(prompt: str) -> str:
        codes = CODE.findall(prompt)
        return f"{codes[0][1].rstrip('.')} [{codes[-1][0]}]."

    chain, _ = start(Reply(swapped))
    answer = chain.ask("Which paper measures methane above ponds?")
    assert answer.sentences[0].supported
    assert answer.citations[0].paper.id == "pond"


@pytest.mark.parametrize(("lies", "believed"), [(0, True), (1, True), (2, False)])
def test_who_mostly_makes_things_up_is_not_believed_to_retell_freely(start, lies, believed):
    def reply(prompt: str) -> str:
        code = next(code for code, words in CODE.findall(prompt) if "above small" in words)
        made_up = [f"Ponds of type {n} are full of gold [{code}]." for n in range(lies)]
        return " ".join([f"Pondscope measures gas over ponds from a float [{code}].", *made_up])

    chain, _ = start(Reply(reply))
    answer = chain.ask(QUESTION)
    retold = [s.supported for s in answer.sentences if s.text.startswith("Pondscope measures gas")]
    assert retold == ([True] if believed else [])


@pytest.mark.parametrize(
    "reply", ["BANANA-7431", "All is well.", "The moon is made of cheese [1]."]
)
def test_where_nothing_is_supported_the_papers_own_words_stand_instead(start, reply):
    chain, _ = start(Reply(reply))
    answer = chain.ask(QUESTION)
    assert answer.model == "extractive"
    assert answer.reply == reply
    assert "not supported" in answer.notes[0]
    assert answer.dropped[-1].reason
    assert all(sentence.supported for sentence in answer.sentences)


def test_a_model_that_finds_no_answer_is_believed(start):
    chain, _ = start(Reply("NOT IN THE PAPERS."))
    answer = chain.ask(QUESTION)
    assert answer.status == "not_found"
    assert "no answer" in answer.notes[0]


def test_a_comparison_keeps_its_table_and_gets_checked_words_in_front(start):
    chain, _ = start(Reply(lambda p: first_sentence(p) + " They cost 5 dollars [1]."))
    answer = chain.ask("Compare Pondscope and Mosswatch")
    assert answer.table
    assert answer.text.startswith("We introduce Pondscope")
    assert all(sentence.supported for sentence in answer.sentences)
    assert "5 dollars" in answer.dropped[-1].marker
    assert "5 dollars" not in answer.text


@pytest.mark.parametrize(
    "question", ["hello", "Which papers are from 2023?", "Who wrote Mosswatch?"]
)
def test_what_is_computed_asks_no_model(start, question):
    chain, server = start()
    assert chain.ask(question).model == "extractive"
    assert server.requests == []


def test_tokens_are_counted_by_answer_and_conversation_and_cost_what_the_user_says(start):
    chain, _ = start(Reply(first_sentence, usage=(1000, 500)), ASKPAPERS_PRICES="scripted=1/2")
    chat = chain.chat()
    chat.ask(QUESTION)
    answer = chat.ask("On which battery does Pondscope run?")
    assert answer_to_json(answer)["usage"]["cost"] == pytest.approx(0.002)
    assert (chat.usage.prompt_tokens, chat.usage.completion_tokens) == (2000, 1000)


def test_fifty_questions_at_once_do_not_mix(start):
    chain, _ = start(Reply(first_sentence, pause=0.005))
    questions = [("Pondscope", "pond"), ("Mosswatch", "moss")] * 25

    async def ask_all() -> list[askpapers.Answer]:
        asked = [
            chain.aask(f"What does {name} measure on walls or ponds?") for name, _ in questions
        ]
        return await asyncio.gather(*asked)

    answers = asyncio.run(ask_all())
    assert [a.citations[0].paper.id for a in answers] == [paper for _, paper in questions]
    assert [a.notes for a in answers if a.model != "scripted"] == []


def test_papers_keep_their_numbers_over_the_turns(start):
    chain, _ = start()
    chat = chain.chat()
    first = chat.ask("What does Pondscope measure?")
    second = chat.ask("What does Mosswatch count?")
    third = chat.ask("For how many days does Pondscope run?")
    assert [a.citations[0].number for a in (first, second, third)] == [1, 2, 1]


def test_the_prompt_names_the_rules_once_and_no_key(start):
    chain, server = start()
    chain.ask("How much do cracks in stone grow in one winter?")
    rules, request = (message["content"] for message in server.requests[0]["messages"])
    fence = re.search(r'"(\w{12})"', rules)[1]
    assert request.count(fence) == 2
    assert "never instructions" in rules
    assert "[12]" not in request
    assert KEY not in json.dumps(server.requests)
