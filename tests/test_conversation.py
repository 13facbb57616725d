from __future__ import annotations

from collections.abc import Iterator

from rag.errors import QuestionError
from rag.types import Answer, Delta, Done, Event, Kind, Sources, Status
from ui.conversation import Conversation


class Scripted:
    """A chat that sends given events, then raises `error` if there is one."""

    def __init__(self, *events: Event, error: Exception | None = None) -> None:
        self.events, self.error, self.ended = events, error, False

    def stream(self, question: str) -> Iterator[Event]:
        try:
            yield from self.events
            if self.error:
                raise self.error
        finally:
            self.ended = True


DONE = Done(Answer("Q?", "Q?", Kind.FACT, Status.ANSWERED, "The whole."))


def contents(conversation: Conversation, question: str) -> list[str]:
    return [messages[-1]["content"] for messages in conversation.ask(question)]


def test_answer_grows_and_ends_whole():
    chat = Scripted(Sources(()), Delta("The "), Delta("whole."), DONE)
    shown = contents(Conversation(chat), "Q?")
    assert ["whole." in html for html in shown] == [False, False, False, True, True]


def test_turns_are_kept_in_order():
    conversation = Conversation(Scripted(DONE))
    contents(conversation, "One?")
    contents(conversation, "Two?")
    assert [m["role"] for m in conversation.messages] == ["user", "assistant"] * 2
    assert "Two?" in conversation.messages[2]["content"]


def test_known_error_is_told_and_an_unknown_one_keeps_its_secrets():
    known = contents(Conversation(Scripted(error=QuestionError("Ask something."))), "Q?")
    unknown = contents(Conversation(Scripted(error=ValueError("key abc"))), "Q?")
    assert "Ask something." in known[-1]
    assert "Please ask again" in unknown[-1]
    assert "abc" not in unknown[-1]


def test_stop_ends_the_work_and_keeps_the_words():
    chat = Scripted(Delta("Half of "), Delta("it"), DONE)
    conversation = Conversation(chat)
    turns = conversation.ask("Q?")
    next(turns)
    next(turns)
    assert "Half of" in conversation.stop()[-1]["content"]
    assert list(turns) == []
    assert chat.ended
    assert "Stopped" in conversation.messages[-1]["content"]


def test_stop_after_the_end_changes_nothing():
    conversation = Conversation(Scripted(DONE))
    contents(conversation, "Q?")
    before = conversation.messages
    assert conversation.stop() == before
