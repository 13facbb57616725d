"""Files sent to the server are added to the collection, within limits."""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path, PurePosixPath

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute

from ingest import Progress, ingest
from rag.errors import AskpapersError, UsageError
from ui.http.replies import UNEXPECTED, route
from ui.limits import MOST_FILES, MOST_MEGABYTES
from ui.service import Service
from ui.view.answers import failure
from ui.view.lists import report
from ui.view.words import Words
from ui.visitors import words_of

_PIECE = 1 << 20
_UNFIT = re.compile(r"[^\w.() -]")


def routes(service: Service) -> list[BaseRoute]:
    """Return the routes."""
    one_at_a_time = asyncio.Lock()

    async def add(request: Request) -> Response:
        """Take the files, then tell line by line (JSON with `html`) how far the work has come."""
        folder = tempfile.TemporaryDirectory(prefix="askpapers-")
        try:
            files = await _received(request, Path(folder.name))
        except BaseException:
            folder.cleanup()
            raise

        async def lines() -> AsyncIterator[bytes]:
            with folder:
                async with one_at_a_time:
                    index = service.chain.index.folder
                    async for html, done in _added(files, index, words_of(request)):
                        yield json.dumps({"html": html, "done": done}).encode() + b"\n"

        return StreamingResponse(lines(), media_type="application/x-ndjson")

    return [route("/askpapers/files", add, "POST")]


async def _received(request: Request, folder: Path) -> list[Path]:
    """Write the files of a form into a folder, under their base names. Raises `UsageError`."""
    most = MOST_MEGABYTES * 1_000_000
    if int(request.headers.get("content-length") or 0) > most * 2:
        raise UsageError(f"The files are too large: send at most {MOST_MEGABYTES} MB each.")
    try:
        form = await request.form(max_files=MOST_FILES, max_fields=0)
    except HTTPException as error:
        raise UsageError(f"The files can't be taken: {error.detail}") from error
    files = [value for value in form.getlist("files") if isinstance(value, UploadFile)]
    if not files:
        raise UsageError("No file was sent.")
    return [await _written(file, folder, number, most) for number, file in enumerate(files)]


async def _written(file: UploadFile, folder: Path, number: int, most: int) -> Path:
    """Only the end of a name counts: it may try to climb out of the folder."""
    base = PurePosixPath((file.filename or "").replace("\\", "/")).name
    name = _UNFIT.sub("_", base).lstrip(".")[-120:] or "papers"
    place = folder / str(number)
    place.mkdir()
    size = 0
    with (place / name).open("wb") as out:
        while piece := await file.read(_PIECE):
            size += len(piece)
            if size > most:
                raise UsageError(f"{name} is larger than {MOST_MEGABYTES} MB.")
            out.write(piece)
    return place / name


async def _added(files: list[Path], index: Path, words: Words) -> AsyncIterator[tuple[str, bool]]:
    """Yield what to show while files are added, and at the end the report."""
    loop, told = asyncio.get_running_loop(), asyncio.Queue[Progress | None]()
    work = loop.run_in_executor(
        None,
        lambda: ingest(files, index, lasting=False, progress=lambda p: _tell(loop, told, p)),
    )
    work.add_done_callback(lambda _: told.put_nowait(None))
    while (progress := await told.get()) is not None:
        total = "…" if progress.total is None else progress.total
        shown = words.adding.format(stage=progress.stage, done=progress.done, total=total)
        yield f"<p>{shown}</p>", False
    try:
        yield report(await work, words), True
    except AskpapersError as error:
        yield failure(str(error)), True
    except Exception:
        yield failure(UNEXPECTED), True


def _tell(
    loop: asyncio.AbstractEventLoop, told: asyncio.Queue[Progress | None], progress: Progress
) -> None:
    loop.call_soon_threadsafe(told.put_nowait, progress)
