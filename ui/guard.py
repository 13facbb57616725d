"""What stands between the network and the page: who may call, what may be called and loaded."""

from __future__ import annotations

import base64
import hashlib
import ipaddress
import re
import socket
from collections.abc import Collection, Iterator
from contextlib import suppress
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui.limits import MOST_BODY, MOST_MEGABYTES
from ui.visitors import COOKIE, new_cookie

LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})


class AnyAddress(Collection[str]):
    """All numeric addresses, and names of this machine; no name from elsewhere can point here."""

    def __contains__(self, host: object) -> bool:
        if host in LOOPBACK or host == socket.gethostname():
            return True
        with suppress(ValueError):
            return bool(ipaddress.ip_address(str(host).strip("[]")))
        return False

    def __iter__(self) -> Iterator[str]:
        return iter(LOOPBACK)

    def __len__(self) -> int:
        return len(LOOPBACK)


_OPEN_PATHS = re.compile(
    r"/((assets|static|askpapers)/.*|config|theme\.css|favicon\.ico|manifest\.json|login|mcp"
    r"|api/(ask|search|compare)|v1/(models|chat/completions)"
    r"|gradio_api/(info|startup-events|heartbeat/\w+|queue/(join|data)|cancel|reset))?/?"
)
_FILES = "/askpapers/files"
_POLICY = (
    "default-src 'none'; script-src 'self'{scripts}; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'self'; form-action {forms}; frame-ancestors 'none'"
)
_INLINE_SCRIPT = re.compile(rb"<script(?![^>]*\ssrc=)[^>]*>(.*?)</script>", re.DOTALL)
_PORT = re.compile(r":\d*$")


class Guard:
    """Refuses foreign hosts, foreign origins and unused paths; sets a Content-Security-Policy.

    `hosts` are the names under which the page may be called; None allows every name. A name from
    elsewhere that points here (DNS rebinding) and a page from elsewhere get nothing.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str] | None = LOOPBACK) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        respond = refusal or (self._page if scope["path"] == "/" else self._part)
        await respond(scope, receive, send)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if self._hosts is not None and _PORT.sub("", host) not in self._hosts:
            return PlainTextResponse("This page is not served under that name.", 403)
        if origin is not None and urlsplit(origin).netloc != host:
            return PlainTextResponse("Requests from other pages are refused.", 403)
        if headers.get("sec-fetch-site") == "cross-site" and scope["path"] != "/":
            return PlainTextResponse("Requests from other pages are refused.", 403)
        if not _OPEN_PATHS.fullmatch(scope["path"]):
            return PlainTextResponse("Not found.", 404)
        return _too_large(scope["path"], headers)

    async def _part(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_policy(message: Message) -> None:
            if message["type"] == "http.response.start":
                _set_policy(message)
            await send(message)

        await self._app(scope, receive, send_with_policy)

    async def _page(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the page itself, whose inline scripts, and no others, are allowed by their hash."""
        parts: list[Message] = []

        async def keep(message: Message) -> None:
            parts.append(message)

        await self._app(_uncompressed(scope), receive, keep)
        body = b"".join(part.get("body", b"") for part in parts)
        _set_policy(parts[0], _INLINE_SCRIPT.findall(body))
        if not Request(scope).cookies.get(COOKIE):
            MutableHeaders(scope=parts[0]).append("set-cookie", new_cookie())
        await send(parts[0])
        await send({"type": "http.response.body", "body": body})


def _too_large(path: str, headers: Headers) -> Response | None:
    """Refuse a body that is larger than any the page or a program needs, or hides its length."""
    length = headers.get("content-length", "0")
    if "transfer-encoding" in headers or not length.isdecimal():
        return PlainTextResponse("Send the length of the request.", 411)
    most = MOST_MEGABYTES * 2_000_000 if path == _FILES else MOST_BODY
    if int(length) > most:
        return PlainTextResponse(f"The request is larger than {most:,} bytes.", 413)
    return None


def _set_policy(start: Message, scripts: Collection[bytes] = ()) -> None:
    digests = (base64.b64encode(hashlib.sha256(script).digest()).decode() for script in scripts)
    hashes = "".join(f" 'sha256-{digest}'" for digest in digests)
    headers = MutableHeaders(scope=start)
    forms = "'self'" if headers.get("content-type", "").startswith("text/html") else "'none'"
    headers["content-security-policy"] = _POLICY.format(scripts=hashes, forms=forms)
    headers["x-content-type-options"] = "nosniff"
    headers["referrer-policy"] = "same-origin"  # without an origin no form can be sent


def _uncompressed(scope: Scope) -> Scope:
    headers = [pair for pair in scope["headers"] if pair[0] != b"accept-encoding"]
    return {**scope, "headers": headers}
