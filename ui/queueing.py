"""A fair queue: visitors take turns, however many questions each of them has."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable

from rag.errors import AskpapersError

_MOST_WAITING = 8  # questions of one visitor


class BusyError(AskpapersError):
    """A visitor asks more, or faster, than the server takes."""


class FairQueue:
    """Lets `at_once` questions run; the others wait, and the visitors' first ones go in turn.

    All calls have to come from one event loop.
    """

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def places(self, visitor: str) -> AsyncIterator[int]:
        """Yield how many questions go first, again when it changes, until it is one's turn.

        Whoever has got through the iterator has to call `leave`. Raises `BusyError`.
        """
        if self._free and not self._waiting:
            self._free -= 1
            return
        own = self._waiting.setdefault(visitor, deque())
        if len(own) >= _MOST_WAITING:
            raise BusyError(
                "Many of your questions are waiting already. Ask again when some are answered."
            )
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        own.append(turn)
        try:
            while not turn.done():
                yield self._before(visitor, turn)
                await asyncio.wait({turn}, timeout=1)
        except BaseException:
            self._give_up(visitor, turn)
            raise

    def leave(self) -> None:
        """Let the next one in."""
        self._free += 1
        while self._waiting and self._free:
            visitor, own = self._waiting.popitem(last=False)
            turn = own.popleft()
            if own:
                self._waiting[visitor] = own  # behind the others
            if not turn.done():
                turn.set_result(None)
                self._free -= 1

    def _before(self, visitor: str, turn: asyncio.Future[None]) -> int:
        own = self._waiting[visitor].index(turn)
        visitors = list(self._waiting)
        place = visitors.index(visitor)
        return (
            sum(
                min(len(self._waiting[other]), own + (position < place))
                for position, other in enumerate(visitors)
                if other != visitor
            )
            + own
        )

    def _give_up(self, visitor: str, turn: asyncio.Future[None]) -> None:
        if turn.done():
            self.leave()
            return
        own = self._waiting[visitor]
        own.remove(turn)
        if not own:
            del self._waiting[visitor]


class RateLimit:
    """At most `most` events of a visitor within a `span` in seconds."""

    def __init__(self, most: int, span: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._span, self._clock = most, span, clock
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def take(self, visitor: str) -> float:
        """Count an event; return 0, or the seconds to wait before it is allowed."""
        now, times = self._clock(), self._times.setdefault(visitor, deque())
        self._times.move_to_end(visitor)
        while times and times[0] <= now - self._span:
            times.popleft()
        if len(times) >= self._most:
            return times[0] + self._span - now
        times.append(now)
        while len(self._times) > 10_000:
            self._times.popitem(last=False)
        return 0.0
