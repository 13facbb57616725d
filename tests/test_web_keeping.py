"""Conversations as they are kept, apart from each other."""

from __future__ import annotations

import asyncio
import json

import pytest

from rag.errors import UsageError
from ui.exporting import conversation_to_markdown
from ui.records import turn_to_json, turns_from_json
from ui.shelf import Shelf
from ui.turns import Turn


@pytest.fixture
def shelf(sample_chain, tmp_path):
    return Shelf(lambda _, answers: sample_chain.chat(answers), sample_chain.index.get, tmp_path)


def talk(shelf, visitor, id_, *questions):
    async def run():
        for question in questions:
            async for _ in shelf.get(visitor, id_).ask(question):
                pass

    asyncio.run(run())
    return shelf.get(visitor, id_)


def test_turns_are_read_as_they_were_kept(sample_chain):
    answers = [sample_chain.ask(q) for q in ("What is EvolveR?", "Compare AgentLAB and EvolveR")]
    for answer in answers:
        record = json.loads(json.dumps(turn_to_json(Turn(answer.question, answer))))
        found = turns_from_json([record], sample_chain.index.get)[0].answer
        assert (found.text, found.citations, found.table) == (
            answer.text, answer.citations, answer.table,
        )  # fmt: skip


@pytest.mark.parametrize("record", [{}, None, [1], [{"question": "x"}], {"turns": 1}])
def test_what_was_not_kept_here_is_refused(shelf, record):
    with pytest.raises(UsageError):
        shelf.restore("a", {"id": "x", "turns": record})
    with pytest.raises(UsageError):
        shelf.restore("a", record)


def test_quotes_that_are_not_in_the_paper_are_left_out(sample_chain):
    record = turn_to_json(Turn("Q", sample_chain.ask("What is EvolveR?")))
    record["answer"]["citations"][0]["quotes"][0]["text"] = "It cures all."
    found = turns_from_json([record], sample_chain.index.get)[0].answer
    assert "It cures all." not in [quote.text for quote in found.citations[0].quotes]


def test_a_conversation_that_was_kept_goes_on(shelf, sample_chain, tmp_path):
    talk(shelf, "a", "one", "What is EvolveR?")
    shelf.save("a", "one")
    later = Shelf(lambda _, answers: sample_chain.chat(answers), sample_chain.index.get, tmp_path)
    answer = talk(later, "a", "one", "Is there code for it?").turns[-1].answer
    assert "EvolveR" in answer.standalone
    assert answer.citations[0].number == 1


def test_visitors_see_their_own_conversations_alone(shelf):
    talk(shelf, "a", "one", "What is EvolveR?")
    shelf.save("a", "one")
    assert [entry.id for entry in shelf.entries("a")] == ["one"]
    assert shelf.entries("b") == []
    assert shelf.get("b", "one").turns == []
    shelf.delete("b", "one")
    assert shelf.record("a", "one") is not None


def test_renamed_and_deleted_conversations(shelf, tmp_path):
    talk(shelf, "a", "one", "What is EvolveR?")
    shelf.rename("a", "one", " Lanterns ")
    shelf.save("a", "one")
    assert shelf.entries("a")[0].title == "Lanterns"
    shelf.delete("a", "one")
    assert shelf.entries("a") == []
    assert list(tmp_path.rglob("*.json")) == []


@pytest.mark.parametrize("id_", ["../../etc", "a/b", "", "x" * 65, "a.json"])
def test_names_that_lead_elsewhere_are_refused(shelf, id_):
    with pytest.raises(UsageError):
        shelf.get("a", id_)


def test_export_has_references_and_no_markup_of_strangers(sample_chain):
    hostile = Turn("How <script>p()</script> ![x](http://e.example/p.png)?", error="")
    turn = Turn("What is EvolveR?", sample_chain.ask("What is EvolveR?"))
    text = conversation_to_markdown("Talk", [turn, hostile])
    assert "# Talk" in text
    assert "\n[1] **" in text
    assert "<script" not in text.replace("\\<", "")
    assert "![" not in text
