"""The conversations of the visitor who asks: listed, kept, renamed, deleted, exported."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute

from rag.errors import UsageError
from ui.exporting import answer_to_markdown, conversation_to_markdown
from ui.http.asked import Keep, Rename
from ui.http.replies import body, plain, route
from ui.service import Service
from ui.visitors import visitor

_ALL = "/askpapers/conversations"
_ONE = f"{_ALL}/{{id}}"


def routes(service: Service) -> list[BaseRoute]:
    """Return the routes."""
    shelf = service.shelf

    async def listed(request: Request) -> Response:
        who = visitor(request)
        entries = shelf.entries(who)
        return plain({entry.id: len(shelf.get(who, entry.id).turns) for entry in entries})

    async def restore(request: Request) -> Response:
        shelf.restore(visitor(request), await body(request))
        return Response(status_code=204)

    async def record(request: Request) -> Response:
        found = shelf.record(visitor(request), request.path_params["id"])
        return plain(found) if found else PlainTextResponse("No such conversation.", 404)

    async def rename(request: Request) -> Response:
        title = Rename.read(await body(request)).title
        shelf.rename(visitor(request), request.path_params["id"], title)
        return Response(status_code=204)

    async def delete(request: Request) -> Response:
        shelf.delete(visitor(request), request.path_params["id"])
        return Response(status_code=204)

    async def markdown(request: Request) -> Response:
        conversation = shelf.get(visitor(request), request.path_params["id"])
        turn = request.query_params.get("turn", "")
        if not turn:
            return _file(conversation_to_markdown(conversation.title, conversation.turns))
        if turn.isdecimal() and int(turn) < len(conversation.turns):
            answer = conversation.turns[int(turn)].answer
            return PlainTextResponse(answer_to_markdown(answer) if answer else "")
        raise UsageError("This conversation has no such turn.")

    async def keep(request: Request) -> Response:
        who, where = visitor(request), Keep.read(await body(request)).where
        for entry in shelf.entries(who):
            if where == "disk":
                shelf.save(who, entry.id)
            else:
                shelf.unsave(who, entry.id)
        return Response(status_code=204)

    return [
        route(_ALL, listed),
        route(_ALL, restore, "POST"),
        route(_ONE, record),
        route(_ONE, rename, "PATCH"),
        route(_ONE, delete, "DELETE"),
        route(f"{_ONE}/markdown", markdown),
        route("/askpapers/keep", keep, "POST"),
    ]


def _file(text: str) -> Response:
    headers = {"content-disposition": 'attachment; filename="conversation.md"'}
    return PlainTextResponse(text, headers=headers, media_type="text/markdown")
