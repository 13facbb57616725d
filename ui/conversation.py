"""One browser tab's conversation with the papers, as the messages that the page shows."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from threading import Lock
from typing import Protocol

from rag.errors import AskpapersError
from rag.types import Delta, Done, Event, Sources
from ui import view

_log = logging.getLogger(__name__)

Message = dict[str, str]


class Chat(Protocol):
    """A conversation that answers, as `rag.chain.Chain.chat` makes it."""

    def stream(self, question: str) -> Iterator[Event]:
        """Answer a question in the light of those before it."""
        ...


class Conversation:
    """The turns so far and the chat that answers the next one; one per browser tab."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat
        self._messages: list[Message] = []
        self._draft = ""
        self._answering = False
        self._turn = Lock()  # `stop` comes from another thread

    @property
    def messages(self) -> list[Message]:
        """All turns, first one first, each with its `role` and its HTML as `content`."""
        return list(self._messages)

    def ask(self, question: str) -> Iterator[list[Message]]:
        """Ask, and yield all messages each time that the last one grows.

        An error becomes a turn of the conversation: nothing is raised. `stop`, from another
        thread, or closing the iterator ends the work.
        """
        self._draft, self._answering = "", True
        self._add("user", view.question(question))
        self._add("assistant", view.working())
        yield self.messages
        for html in self._answer(question):
            if not self._replace(html):
                return
            yield self.messages
        self._answering = False

    def stop(self) -> list[Message]:
        """End the answer on its way, keep what there is of it, and return all messages."""
        with self._turn:
            if self._answering:
                self._answering = False
                self._messages[-1] = {"role": "assistant", "content": view.stopped(self._draft)}
        return self.messages

    def _replace(self, html: str) -> bool:
        """Show `html` as the answer so far; return False, and do nothing, once it is stopped."""
        with self._turn:
            if self._answering:
                self._messages[-1] = {"role": "assistant", "content": html}
            return self._answering

    def _add(self, role: str, content: str) -> None:
        self._messages.append({"role": role, "content": content})

    def _answer(self, question: str) -> Iterator[str]:
        try:
            for event in self._chat.stream(question):
                yield self._shown(event)
        except AskpapersError as error:
            yield view.failure(str(error))
        except Exception:
            _log.exception("The question could not be answered")
            yield view.failure("Something went wrong while answering. Please ask again.")

    def _shown(self, event: Event) -> str:
        match event:
            case Sources(papers):
                return view.working(len(papers))
            case Delta(text):
                self._draft += text
                return view.draft(self._draft)
            case Done(answer):
                return view.answer(answer, anchor=f"answer-{len(self._messages)}")
