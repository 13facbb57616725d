"""Visitors take turns, and nobody takes too much."""

from __future__ import annotations

import asyncio

import pytest

from ui.queueing import BusyError, FairQueue, RateLimit


def order_of(questions: list[str], at_once: int = 1, given_up: tuple[int, ...] = ()) -> list[str]:
    """Let visitors ask in this order, all at once, and return the order in which they finish."""
    finished: list[str] = []

    async def ask(queue: FairQueue, visitor: str) -> None:
        async for _ in queue.places(visitor):
            pass
        try:
            await asyncio.sleep(0.01)
            finished.append(visitor)
        finally:
            queue.leave()

    async def run() -> None:
        queue = FairQueue(at_once)
        tasks = [asyncio.create_task(ask(queue, visitor)) for visitor in questions]
        await asyncio.sleep(0)
        for number in given_up:
            tasks[number].cancel()
        await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 20)
        assert queue._free == at_once
        assert not queue._waiting

    asyncio.run(run())
    return finished


def test_visitors_take_turns_however_much_one_asks():
    assert order_of(["a", "a", "a", "a", "b", "c"]) == ["a", "a", "b", "c", "a", "a"]


def test_who_gives_up_holds_nobody_back():
    assert order_of(["a", "b", "b", "c"], given_up=(1, 2)) == ["a", "c"]
    assert order_of(["a", "b"], given_up=(0,)) == ["b"]


def test_all_of_many_are_served_some_at_once():
    visitors = [f"v{n}" for n in range(20)]
    assert sorted(order_of(visitors, at_once=4)) == sorted(visitors)


def test_place_in_the_queue_counts_those_who_go_first():
    async def run() -> list[int]:
        queue = FairQueue(1)
        async for _ in queue.places("a"):
            pass
        waiting = [queue.places(visitor) for visitor in ("b", "b", "c")]
        return [await anext(places) for places in waiting]

    assert asyncio.run(run()) == [0, 1, 1]


def test_too_many_waiting_questions_of_one_are_refused():
    async def run() -> None:
        queue = FairQueue(0)
        for _ in range(8):
            await anext(queue.places("a"))

        await anext(queue.places("b"))
        with pytest.raises(BusyError):
            await anext(queue.places("a"))

    asyncio.run(run())


def test_rate_is_limited_for_each_on_its_own():
    now = 0.0
    limit = RateLimit(2, 60, clock=lambda: now)
    assert [limit.take("a"), limit.take("a"), limit.take("b")] == [0, 0, 0]
    assert limit.take("a") == 60
    now = 61.0
    assert limit.take("a") == 0
