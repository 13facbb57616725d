from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace

from rag.errors import QuestionError
from rag.types import Answer, Delta, Done, Event, Kind, Sources, Status
from ui.conversation import Conversation


class Scripted:
    """Chats that send given events, then raise `error`, or with `hang` never end."""

    def __init__(self, *events: Event, error: Exception | None = None, hang: bool = False) -> None:
        self.events, self.error, self.hang = events, error, hang
        self.ended = False
        self.begun: list[Sequence[Answer]] = []

    def chat(self, answers: Sequence[Answer] = ()) -> Scripted:
        self.begun.append(answers)
        return self

    async def astream(self, question: str, where: object = None) -> AsyncGenerator[Event]:
        try:
            for event in self.events:
                yield event
            if self.hang:
                await asyncio.Event().wait()
            if self.error:
                raise self.error
        finally:
            self.ended = True


ANSWER = Answer("Q?", "Q?", Kind.FACT, Status.ANSWERED, "The whole.")
DONE = Done(ANSWER)


def contents(conversation: Conversation, question: str, stop_at: str | None = None) -> list[str]:
    """Ask, and return what each update shows of the answer; stop where it shows `stop_at`."""

    async def run() -> list[str]:
        shown = []
        async for messages in conversation.ask(question):
            shown.append(messages[-1]["content"])
            if stop_at and stop_at in shown[-1]:
                conversation.stop()
        return shown

    return asyncio.run(asyncio.wait_for(run(), 20))


def test_answer_grows_and_ends_whole():
    shown = contents(Conversation(Scripted(Sources(()), Delta("The "), DONE).chat), "Q?")
    assert ["The" in html for html in shown] == [False, False, True, True]
    assert "whole." in shown[-1]


def test_turns_are_kept_in_order():
    conversation = Conversation(Scripted(DONE).chat)
    contents(conversation, "One?")
    contents(conversation, "Two?")
    assert [m["role"] for m in conversation.messages] == ["user", "assistant"] * 2
    assert "Two?" in conversation.messages[2]["content"]


def test_known_error_is_told_and_an_unknown_one_keeps_its_secrets():
    known = contents(Conversation(Scripted(error=QuestionError("Ask something.")).chat), "Q?")
    unknown = contents(Conversation(Scripted(error=ValueError("key abc")).chat), "Q?")
    assert "Ask something." in known[-1]
    assert "Please ask again" in unknown[-1]
    assert "abc" not in unknown[-1]


def test_stop_ends_work_that_hangs_and_keeps_the_words():
    chat = Scripted(Delta("Half of it"), hang=True)
    conversation = Conversation(chat.chat)
    shown = contents(conversation, "Q?", stop_at="Half")
    assert "Half of it" in shown[-1]
    assert "Stopped" in shown[-1]
    assert chat.ended


def test_stop_before_the_first_word_ends_the_work():
    chat = Scripted(hang=True)
    shown = contents(Conversation(chat.chat), "Q?", stop_at="Searching")
    assert "Stopped" in shown[-1]


def test_the_chat_forgets_a_turn_that_was_stopped():
    chat = Scripted(DONE)
    conversation = Conversation(chat.chat)
    contents(conversation, "One?")
    chat.hang, chat.events = True, (Delta("Half"),)
    contents(conversation, "Two?", stop_at="Half")
    chat.hang, chat.events = False, (DONE,)
    contents(conversation, "Three?")
    assert chat.begun == [[], [ANSWER]]


def test_stop_after_the_end_changes_nothing():
    conversation = Conversation(Scripted(DONE).chat)
    contents(conversation, "Q?")
    before = conversation.messages
    conversation.stop()
    assert conversation.messages == before


def test_notes_that_the_page_shows_anyway_are_not_said_again():
    answer = replace(ANSWER, notes=("Summaries only.", "The model failed."))
    conversation = Conversation(Scripted(Done(answer)).chat, known=lambda: ["Summaries only."])
    shown = contents(conversation, "Q?")[-1]
    assert "The model failed." in shown
    assert "Summaries only." not in shown
