"""The door of a server that asks for a password: a page for people, a header for programs."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import secrets
import time
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.passwords import matches
from ui.queueing import RateLimit
from ui.view.login import login
from ui.visitors import words_of

_COOKIE = "askpapers_session"
_STAYS_OPEN = 14 * 24 * 3600  # seconds
_TRIES = 10  # in a minute, from one address
_LONGEST = 1000
_OPEN = ("/askpapers/page.css", "/favicon.ico")


class Door:
    """Lets in who gave the password with the hash `password_hash`."""

    def __init__(self, app: ASGIApp, password_hash: str) -> None:
        matches("", password_hash)  # a broken hash is told at the start
        self._app, self._hash = app, password_hash
        self._sessions: dict[str, float] = {}
        self._known: set[bytes] = set()  # digests of headers that were right, to spare the hashing
        self._salt = secrets.token_bytes(16)
        self._tries = RateLimit(_TRIES, 60)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or ask for the password."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        if request.url.path == "/login" and request.method == "POST":
            response = await self._enter(request)
        elif request.url.path in _OPEN or await self._is_let_in(request):
            await self._app(scope, receive, send)
            return
        else:
            response = _refused(request)
        await response(scope, receive, send)

    async def _enter(self, request: Request) -> Response:
        words = words_of(request)
        if self._tries.take(_address(request)):
            return HTMLResponse(login(words, words.too_often), 429)
        text = (await request.body())[:_LONGEST].decode(errors="replace")
        if not await self._is_right(parse_qs(text).get("password", [""])[0]):
            return HTMLResponse(login(words, words.wrong_password), 401)
        session = secrets.token_urlsafe(24)
        self._sessions[session] = time.monotonic() + _STAYS_OPEN
        response = RedirectResponse("/", 303)
        response.set_cookie(
            _COOKIE, session, max_age=_STAYS_OPEN, httponly=True, samesite="lax",
            secure=request.url.scheme == "https",
        )  # fmt: skip
        return response

    async def _is_let_in(self, request: Request) -> bool:
        if self._sessions.get(request.cookies.get(_COOKIE, ""), 0) > time.monotonic():
            return True
        password = _given(request.headers.get("authorization", ""))
        if password is None:
            return False
        digest = hashlib.sha256(self._salt + password.encode()).digest()
        if digest in self._known:
            return True
        if self._tries.take(_address(request)) or not await self._is_right(password):
            return False
        self._known.add(digest)
        return True

    async def _is_right(self, password: str) -> bool:
        return await asyncio.to_thread(matches, password[:_LONGEST], self._hash)


def _given(header: str) -> str | None:
    """Return the password of an Authorization header: a bearer token, or a basic password."""
    kind, _, value = header.partition(" ")
    if kind.lower() == "bearer":
        return value.strip()
    if kind.lower() != "basic":
        return None
    try:
        return base64.b64decode(value).decode().partition(":")[2]
    except ValueError:
        return None


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _refused(request: Request) -> Response:
    if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
        return HTMLResponse(login(words_of(request)), 401)
    message = "This server asks for a password: send it as a bearer token."
    return JSONResponse({"error": {"message": message, "type": "authentication_error"}}, 401)
