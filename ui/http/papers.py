"""What the page's script asks for: words, names, citations and lists of papers."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import BaseRoute

from rag.errors import UsageError
from rag.export import citation, stream_papers
from ui.http.replies import plain, route
from ui.limits import MOST_FILES, MOST_MEGABYTES
from ui.names import completions
from ui.panel import listed, papers_in
from ui.service import Service
from ui.visitors import visitor, words_of

_VENUES = 200
_ENDINGS = {"bibtex": "bib", "csl": "json", "markdown": "md"}


def routes(service: Service) -> list[BaseRoute]:
    """Return the routes."""
    chain = service.chain
    # Who types doesn't wait behind the questions of others.
    quick = ThreadPoolExecutor(2)

    async def start(request: Request) -> Response:
        words = asdict(words_of(request))
        del words["status"]
        venues = await asyncio.to_thread(chain.index.store.tally, "venue")
        limits = {"files": MOST_FILES, "bytes": MOST_MEGABYTES * 1_000_000}
        known = [venue for venue in venues if venue][:_VENUES]
        return plain({"words": words, "venues": known, "limits": limits})

    async def names(request: Request) -> Response:
        begun = request.query_params.get("q", "")
        loop = asyncio.get_running_loop()
        return plain(await loop.run_in_executor(quick, completions, chain.index.store, begun))

    async def cite(request: Request) -> Response:
        papers = chain.index.get([request.query_params.get("id", "")])
        if not papers:
            raise UsageError("This paper is not in the collection.")
        return PlainTextResponse(citation(request.query_params.get("format", ""), papers[0]))

    async def papers(request: Request) -> Response:
        values = dict(request.query_params)
        shelf = service.shelf
        turns = shelf.get(visitor(request), values.get("conversation", "none")).turns
        found = await asyncio.to_thread(listed, chain, values, turns)
        form = values.get("format", "")
        ending = _ENDINGS.get(form, form)
        headers = {"content-disposition": f'attachment; filename="papers.{ending}"'}
        pieces = stream_papers(form, papers_in(chain, found))
        return StreamingResponse(pieces, headers=headers, media_type="text/plain; charset=utf-8")

    return [
        route("/askpapers/start", start),
        route("/askpapers/names", names),
        route("/askpapers/cite", cite),
        route("/askpapers/papers", papers),
    ]
