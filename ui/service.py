"""What all doors of the server share: the chain, its queue and its limits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from rag.errors import QuestionError
from rag.types import Answer, Done, Event
from ui.conversation import Chat
from ui.queueing import BusyError, FairQueue, RateLimit
from ui.shelf import Shelf
from ui.turns import Waiting

if TYPE_CHECKING:
    from rag.chain import Chain

LONGEST_QUESTION = 4000
_AT_ONCE = 4
_A_MINUTE = 60


class Service:
    """Answers for the page and for programs, one visitor after the other.

    `a_minute` is how many questions a visitor may ask in a minute.
    """

    def __init__(self, chain: Chain, at_once: int = _AT_ONCE, a_minute: int = _A_MINUTE) -> None:
        self.chain = chain
        self.queue = FairQueue(at_once)
        self.rate = RateLimit(a_minute, 60)
        folder = chain.index.folder / "conversations"
        self.shelf = Shelf(self.chat, chain.index.get, folder, lambda: chain.index.notes().values())

    def chat(self, visitor: str, answers: Sequence[Answer] = ()) -> Chat:
        """Begin a conversation whose questions wait in the queue."""
        return _Queued(self, visitor, self.chain.chat(answers))

    async def answer(
        self, visitor: str, question: str, where: Mapping[str, Any] | None = None
    ) -> Answer:
        """Return the answer to a question that stands alone. Raises `AskpapersError`."""
        async with aclosing(self.stream(self.chat(visitor), question, where)) as events:
            async for event in events:
                if isinstance(event, Done):
                    return event.answer
        raise QuestionError("The question was not answered. Ask again.")

    async def compare(self, visitor: str, names: Sequence[str]) -> Answer:
        """Return papers side by side. Raises `AskpapersError`."""
        self.check(visitor, " ".join(names))
        async for _ in self.queue.places(visitor):
            pass
        try:
            return await asyncio.to_thread(self.chain.compare, names)
        finally:
            self.queue.leave()

    async def stream(
        self, chat: Chat, question: str, where: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[Event]:
        """Yield the events of an answer, without those of the queue. Raises `AskpapersError`."""
        async with aclosing(chat.astream(question, where)) as events:
            async for event in events:
                if not isinstance(event, Waiting):
                    yield event

    def check(self, visitor: str, question: str) -> None:
        """Raise `BusyError` or `QuestionError` where a question is not taken."""
        if len(question) > LONGEST_QUESTION:
            raise QuestionError(
                f"The question has {len(question):,} characters, at most {LONGEST_QUESTION:,} are "
                "taken."
            )
        seconds = self.rate.take(visitor)
        if seconds:
            raise BusyError(f"You ask faster than this server allows. Wait {seconds:.0f} seconds.")


class _Queued:
    """A chat that waits for its turn before it answers."""

    def __init__(self, service: Service, visitor: str, chat: Chat) -> None:
        self._service, self._visitor, self._chat = service, visitor, chat

    async def astream(
        self, question: str, where: Mapping[str, Any] | None = None
    ) -> AsyncIterator[Event | Waiting]:
        self._service.check(self._visitor, question)
        queue = self._service.queue
        async for before in queue.places(self._visitor):
            yield Waiting(before)
        try:
            async with aclosing(self._chat.astream(question, where)) as events:
                async for event in events:
                    yield event
        finally:
            queue.leave()
