"""Requests read and replies made in one way; errors become one sentence."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from rag.errors import AskpapersError, UsageError
from rag.types import Event
from ui.limits import MOST_BODY
from ui.queueing import BusyError

_log = logging.getLogger(__name__)

Handler = Callable[[Request], Awaitable[Response]]
UNEXPECTED = "Something unexpected happened on the server; its log says more."


def route(path: str, handler: Handler, method: str = "GET", failed: Any = None) -> Route:
    """Return a route whose errors are told by `failed(message, status)`, else as plain text."""

    async def guarded(request: Request) -> Response:
        tell = failed or (lambda message, status: PlainTextResponse(message, status))
        try:
            return await handler(request)
        except AskpapersError as error:
            response: Response = tell(str(error), status_of(error))
        except Exception:
            _log.exception("%s %s failed", method, path)
            response = tell(UNEXPECTED, 500)
        return response

    return Route(path, guarded, methods=[method])


def status_of(error: AskpapersError) -> int:
    """Return the HTTP status for an error."""
    if isinstance(error, BusyError):
        return 429
    return 400 if isinstance(error, UsageError) else 502


async def body(request: Request) -> Any:
    """Return a request's JSON object. Raises `UsageError`."""
    text = bytearray()
    async for piece in request.stream():
        text += piece
        if len(text) > MOST_BODY:
            raise UsageError(f"The request is larger than {MOST_BODY:,} bytes.")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"The request is no JSON ({error}).") from error
    if not isinstance(value, dict):
        raise UsageError("The request has to be a JSON object.")
    _refuse_half_characters(value)
    return value


def _refuse_half_characters(value: Any) -> None:
    r"""JSON can hold half of a character ("\ud83d"), which no reply and no database takes."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise UsageError(
            "A text in the request holds half of a character (a lone surrogate). Send it whole."
        ) from error


async def begun(events: AsyncGenerator[Event]) -> AsyncGenerator[Event]:
    """Return events when the first of them is there: what fails before has a status of its own."""
    first = await anext(events)

    async def all_of_them() -> AsyncGenerator[Event]:
        async with aclosing(events):
            yield first
            async for event in events:
                yield event

    return all_of_them()


def plain(value: Any) -> JSONResponse:
    """Return JSON."""
    return JSONResponse(value)


def event(value: Any, name: str = "") -> bytes:
    """Return a server-sent event."""
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(value, ensure_ascii=False)}\n\n".encode()
