"""The interface for programs: /api/ask, /api/search and /api/compare; see docs/http.md."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute

from rag.errors import AskpapersError, UsageError
from rag.export import answer_to_json, hits_to_json, paper_to_json
from rag.types import Delta, Done, Event, Progress, Sources
from ui.http.replies import UNEXPECTED, body, event, plain, route, status_of
from ui.service import Service
from ui.visitors import visitor

_KEYS = {"question", "where", "stream"}


def routes(service: Service) -> list[BaseRoute]:
    """Return the routes."""

    async def ask(request: Request) -> Response:
        given = await body(request)
        question, where = _question(given)
        who = visitor(request)
        if given.get("stream"):
            return StreamingResponse(
                _streamed(service, who, question, where), media_type="text/event-stream"
            )
        return plain(answer_to_json(await service.answer(who, question, where)))

    async def search(request: Request) -> Response:
        query = request.query_params.get("q", "")
        count = request.query_params.get("k", "10")
        k = int(count) if count.isdecimal() and 0 < int(count) <= 100 else 10
        service.check(visitor(request), query)
        return plain(hits_to_json(query, await asyncio.to_thread(service.chain.search, query, k)))

    async def compare(request: Request) -> Response:
        names = (await body(request)).get("papers")
        if not isinstance(names, list):
            raise UsageError('Give the papers: {"papers": ["name", "name"]}.')
        return plain(answer_to_json(await service.compare(visitor(request), list(map(str, names)))))

    return [
        route("/api/ask", ask, "POST", _failed),
        route("/api/search", search, "GET", _failed),
        route("/api/compare", compare, "POST", _failed),
    ]


def _question(given: dict[str, Any]) -> tuple[str, dict[str, Any] | None]:
    unknown = sorted(set(given) - _KEYS)
    if unknown:
        raise UsageError(
            f"Unknown key: {', '.join(unknown)}. Known are: {', '.join(sorted(_KEYS))}."
        )
    question, where = given.get("question"), given.get("where")
    if not isinstance(question, str) or not isinstance(where, dict | None):
        raise UsageError(
            'Give {"question": "…"} and, to filter, {"where": {"year": [2020, 2024]}}.'
        )
    return question, where or None


async def _streamed(
    service: Service, who: str, question: str, where: dict[str, Any] | None
) -> AsyncIterator[bytes]:
    try:
        async with aclosing(service.stream(service.chat(who), question, where)) as events:
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
