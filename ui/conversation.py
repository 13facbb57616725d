"""One conversation with the papers, as the messages that the page shows."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from rag.errors import AskpapersError
from rag.types import Answer, Delta, Done, Event, Sources
from ui import view
from ui.stopping import until
from ui.turns import Turn

_log = logging.getLogger(__name__)

Message = dict[str, str]
Where = Mapping[str, Any]

_PAUSE = 0.08  # seconds between two updates of a growing answer
_SHARE = 4  # an update may take a fourth of the time


class Chat(Protocol):
    """A conversation that answers, as `rag.chain.Chain.chat` makes it."""

    def astream(self, question: str, where: Where | None = None) -> AsyncGenerator[Event]:
        """Answer a question in the light of those before it; closing ends the work."""
        ...


class Conversation:
    """The turns so far and the chat that answers the next one.

    `begin` makes a chat that goes on from the answers it is given. All calls have to come from one
    event loop.
    """

    def __init__(self, begin: Callable[[Sequence[Answer]], Chat], turns: Sequence[Turn] = ()):
        self._begin = begin
        self._chat: Chat | None = None
        self._stopping: asyncio.Event | None = None
        self.turns: list[Turn] = list(turns)
        self._shown = [view.turn(turn, number) for number, turn in enumerate(turns)]

    @property
    def messages(self) -> list[Message]:
        """All turns, first one first, each with its `role` and its HTML as `content`."""
        asked = ("user", "assistant")
        return [
            {"role": role, "content": html}
            for shown in self._shown
            for role, html in zip(asked, shown, strict=True)
        ]

    @property
    def is_answering(self) -> bool:
        """Say whether an answer is on its way."""
        return self._stopping is not None

    def stop(self) -> None:
        """End the answer on its way: `ask` then ends with what there is of it."""
        if self._stopping:
            self._stopping.set()

    async def ask(self, question: str, where: Where | None = None) -> AsyncIterator[list[Message]]:
        """Ask, and yield all messages each time that the last one grows.

        An error becomes a turn of the conversation: nothing is raised. `stop`, or closing the
        iterator, ends the work and keeps the words.
        """
        stopping = self._stopping = asyncio.Event()
        turn = Turn(question)
        self._shown.append((view.question(question), view.working()))
        yield self.messages
        try:
            async for grown, html in self._growing(turn, where, stopping):
                turn = grown
                self._shown[-1] = (self._shown[-1][0], html)
                yield self.messages
        finally:
            self._keep(turn)

    def _keep(self, turn: Turn) -> None:
        self._stopping = None
        self.turns.append(turn)
        self._shown[-1] = view.turn(turn, len(self.turns) - 1)
        if turn.answer is None:
            self._chat = None  # the next chat knows nothing of a turn that came to nothing

    async def _growing(
        self, turn: Turn, where: Where | None, stopping: asyncio.Event
    ) -> AsyncIterator[tuple[Turn, str]]:
        """Yield the turn as far as it has come, and what to show of it, at a readable pace."""
        due = 0.0
        try:
            async for event in until(stopping, self._events(turn.question, where)):
                turn, html = _with(turn, event)
                if html and time.monotonic() >= due:
                    began = time.monotonic()
                    yield turn, html()
                    taken = time.monotonic() - began
                    due = time.monotonic() + max(_PAUSE, _SHARE * taken) if turn.draft else 0.0
        except AskpapersError as error:
            turn = replace(turn, error=str(error))
        except Exception:
            _log.exception("The question could not be answered")
            turn = replace(turn, error=view.UNEXPECTED)
        yield turn, view.turn(turn, len(self.turns))[1]

    async def _events(self, question: str, where: Where | None) -> AsyncGenerator[Event]:
        if self._chat is None:
            answers = [turn.answer for turn in self.turns if turn.answer]
            self._chat = await asyncio.to_thread(self._begin, answers)
        async for event in self._chat.astream(question, where):
            yield event


def _with(turn: Turn, event: Event) -> tuple[Turn, Callable[[], str] | None]:
    """Return the turn with what an event adds to it, and what makes the HTML to show."""
    match event:
        case Sources(papers):
            return turn, lambda: view.working(len(papers))
        case Delta(text):
            grown = replace(turn, draft=turn.draft + text)
            return grown, lambda: view.draft(grown.draft)
        case Done(answer):
            return replace(turn, answer=answer, draft=""), None
    return turn, None
