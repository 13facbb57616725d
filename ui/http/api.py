"""The interface for programs: /api/ask, /api/search and /api/compare; see docs/http.md."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute

from rag.errors import AskpapersError
from rag.export import answer_to_json, hits_to_json, paper_to_json
from rag.types import Delta, Done, Event, Progress, Sources
from ui.http.asked import Ask, Compare, Search
from ui.http.replies import UNEXPECTED, begun, body, event, plain, route, status_of
from ui.service import Service
from ui.visitors import visitor


def routes(service: Service) -> list[BaseRoute]:
    """Return the routes."""

    async def ask(request: Request) -> Response:
        asked, who = Ask.read(await body(request)), visitor(request)
        if asked.stream:
            stream = service.stream(service.chat(who), asked.question, asked.where)
            return StreamingResponse(_told(await begun(stream)), media_type="text/event-stream")
        return plain(answer_to_json(await service.answer(who, asked.question, asked.where)))

    async def search(request: Request) -> Response:
        asked = Search.read(dict(request.query_params))
        service.check(visitor(request), asked.q)
        found = await asyncio.to_thread(service.chain.search, asked.q, asked.k)
        return plain(hits_to_json(asked.q, found))

    async def compare(request: Request) -> Response:
        names = Compare.read(await body(request)).papers
        return plain(answer_to_json(await service.compare(visitor(request), names)))

    return [
        route("/api/ask", ask, "POST", _failed),
        route("/api/search", search, "GET", _failed),
        route("/api/compare", compare, "POST", _failed),
    ]


async def _told(stream: AsyncGenerator[Event]) -> AsyncIterator[bytes]:
    try:
        async with aclosing(stream) as events:
            async for one in events:
                yield _as_event(one)
    except AskpapersError as error:
        yield event({"error": str(error), "status": status_of(error)}, "error")
    except Exception:
        yield event({"error": UNEXPECTED, "status": 500}, "error")


def _as_event(one: Event) -> bytes:
    match one:
        case Sources(papers):
            return event({"papers": [paper_to_json(paper) for paper in papers]}, "sources")
        case Delta(text):
            return event({"text": text}, "delta")
        case Done(answer):
            return event(answer_to_json(answer), "done")
        case Progress(stage, papers, note):
            return event({"stage": stage, "papers": papers, "note": note}, "progress")


def _failed(message: str, status: int) -> Response:
    return JSONResponse({"error": message}, status)
