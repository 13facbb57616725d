"""One implementation for sync and async: an answer's steps as a generator, and what drives it.

The steps know nothing of connections. They yield events, which go to whoever asked, and wishes:
to ask the model (`Ask`), to be sent the next piece of its reply (`Read`; None at its end), to wait
(`Wait`). Errors of the model are raised inside the steps. Closing the iterator, cancelling the
task or Ctrl-C closes the connection to the model first.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterable, Iterator
from contextlib import AsyncExitStack, ExitStack, aclosing, closing
from dataclasses import dataclass
from typing import TypeVar

from rag.errors import ModelError
from rag.llms.model import Model, Piece, Prompt
from rag.types import Answer, Done, Event, Usage


@dataclass(frozen=True, slots=True)
class Ask:
    """The wish to have the model answer a prompt; a reply on its way is given up."""

    prompt: Prompt


@dataclass(frozen=True, slots=True)
class Read:
    """The wish for the next piece of the reply."""


@dataclass(frozen=True, slots=True)
class Wait:
    """The wish to go on in some seconds."""

    seconds: float


Step = Event | Ask | Read | Wait
_Outcome = Piece | ModelError | None
Result = TypeVar("Result")
Steps = Generator[Step, Piece | None, Result]


def stream(steps: Steps[Answer], model: Model | None) -> Iterator[Event]:
    """Yield the events of `steps`, at last `Done`."""
    with closing(steps), ExitStack() as connection:
        server = _Server(model, connection)
        step, answer = _advance(steps, None)
        while step is not None:
            outcome = None
            if isinstance(step, Ask | Read | Wait):
                outcome = server.meet(step)
            else:
                yield step
            step, answer = _advance(steps, outcome)
    if answer is not None:
        yield Done(answer)


async def astream(steps: Steps[Answer], model: Model | None) -> AsyncGenerator[Event]:
    """As `stream`. What takes time runs in a thread, replies are read in the event loop."""
    async with AsyncExitStack() as connection:
        server = _AsyncServer(model, connection)
        step, answer = await asyncio.to_thread(_advance, steps, None)
        while step is not None:
            outcome = None
            if isinstance(step, Ask | Read | Wait):
                outcome = await server.meet(step)
            else:
                yield step
            step, answer = await asyncio.to_thread(_advance, steps, outcome)
    if answer is not None:
        yield Done(answer)


def run(steps: Steps[Result], model: Model | None) -> Result | None:
    """Return the result of `steps`, whose events go nowhere."""
    with closing(steps), ExitStack() as connection:
        server = _Server(model, connection)
        step, result = _advance(steps, None)
        while step is not None:
            outcome = server.meet(step) if isinstance(step, Ask | Read | Wait) else None
            step, result = _advance(steps, outcome)
    return result


def last(events: Iterator[Event]) -> Answer:
    """Return the answer at the end of a stream."""
    return next(event.answer for event in events if isinstance(event, Done))


async def alast(events: AsyncIterator[Event]) -> Answer:
    """As `last`, for an event loop."""
    return [event.answer async for event in events if isinstance(event, Done)][-1]


def total(usages: Iterable[Usage]) -> Usage:
    """Return the sum of what several replies took; its cost is of those that have one."""
    found = list(usages)
    costs = [usage.cost for usage in found if usage.cost is not None]
    return Usage(
        sum(usage.prompt_tokens for usage in found),
        sum(usage.completion_tokens for usage in found),
        any(usage.estimated for usage in found),
        sum(costs) if costs else None,
    )


def _advance(steps: Steps[Result], outcome: _Outcome) -> tuple[Step | None, Result | None]:
    try:
        if isinstance(outcome, ModelError):
            return steps.throw(outcome), None
        return steps.send(outcome), None
    except StopIteration as end:
        return None, end.value


class _Server:
    """Meets the wishes of steps; `connection` closes what is open."""

    def __init__(self, model: Model | None, connection: ExitStack) -> None:
        self._model = model
        self._connection = connection
        self._replies: Iterator[Piece] = iter(())

    def meet(self, wish: Ask | Read | Wait) -> _Outcome:
        match wish:
            case Ask(prompt):
                self._connection.close()
                pieces = self._model.pieces(prompt) if self._model else _nothing()
                self._replies = self._connection.enter_context(closing(pieces))
            case Read():
                try:
                    return next(self._replies, None)
                except ModelError as error:
                    return error
            case Wait(seconds):
                time.sleep(seconds)
        return None


class _AsyncServer:
    """As `_Server`, in an event loop."""

    def __init__(self, model: Model | None, connection: AsyncExitStack) -> None:
        self._model = model
        self._connection = connection
        self._replies: AsyncIterator[Piece] = _anothing()

    async def meet(self, wish: Ask | Read | Wait) -> _Outcome:
        match wish:
            case Ask(prompt):
                await self._connection.aclose()
                pieces = self._model.apieces(prompt) if self._model else _anothing()
                self._replies = await self._connection.enter_async_context(aclosing(pieces))
            case Read():
                try:
                    return await anext(self._replies, None)
                except ModelError as error:
                    return error
            case Wait(seconds):
                await asyncio.sleep(seconds)
        return None


def _nothing() -> Generator[Piece, None, None]:
    yield from ()


async def _anothing() -> AsyncGenerator[Piece]:
    return
    yield Piece()
