"""Conversations in the terminal."""

from __future__ import annotations

from commands import objects

import askpapers


def test_chat_answers_each_line_and_starts_anew(on_sample):
    lines = (
        "What is EvolveR?\n\nHow many attack types does AgentLAB implement?\n/new\nWhat is DHSA?"
    )
    code, out, err = on_sample("chat", "--json", stdin=lines)
    first, second, third = objects(out)
    assert (code, err) == (0, "")
    assert first["citations"][0]["number"] == third["citations"][0]["number"] == 1
    assert second["citations"][0]["number"] > 1


def test_chat_shows_what_a_follow_up_was_understood_as(on_sample):
    _, out, _ = on_sample("chat", stdin="What is EvolveR?\nDoes it need labels?")
    first, second = out.split("Understood as: ")
    assert "EvolveR" in first
    assert second.startswith("Does EvolveR need labels?\n")


def test_a_failed_question_does_not_end_the_conversation(on_sample, monkeypatch):
    real = askpapers.Chat.stream

    def fail_once(self, question):
        if question == "bad":
            raise askpapers.ModelError("no reply")
        return real(self, question)

    monkeypatch.setattr("rag.chat.Chat.stream", fail_once)
    code, out, _ = on_sample("chat", "--json", stdin="bad\nWhat is DHSA?\n")
    failed, answered = objects(out)
    assert (code, failed) == (1, {"version": 1, "question": "bad", "error": "no reply"})
    assert answered["citations"]


def test_a_line_that_is_no_question_is_told_and_the_conversation_goes_on(on_sample):
    code, out, err = on_sample("chat", "--json", stdin="...\n/help\nWhat is DHSA?\n")
    empty, command, answered = objects(out)
    assert code == 0
    assert "no words" in empty["error"]
    assert "/new" in command["error"]
    assert "/help" in err
    assert answered["citations"]
