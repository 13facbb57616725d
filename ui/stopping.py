"""Following an asynchronous stream until it ends or someone stops it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from typing import TypeVar

T = TypeVar("T")


async def until(stopping: asyncio.Event, items: AsyncGenerator[T]) -> AsyncIterator[T]:
    """Yield `items` until they end or `stopping` is set; they are closed in either case.

    It ends at once, also while the next item is still waited for: the wait is cancelled.
    """
    stop = asyncio.ensure_future(stopping.wait())
    coming: asyncio.Future[list[T]] | None = None
    try:
        while not stop.done():
            coming = asyncio.ensure_future(_next(items))
            await asyncio.wait({coming, stop}, return_when=asyncio.FIRST_COMPLETED)
            if not coming.done() or not coming.result():
                return
            yield coming.result()[0]
    finally:
        stop.cancel()
        if coming and not coming.done():
            coming.cancel()
            await asyncio.wait({coming})
        await items.aclose()


async def _next(items: AsyncIterator[T]) -> list[T]:
    """Return the next item in a list; an empty list at the end."""
    async for item in items:
        return [item]
    return []
