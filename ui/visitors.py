"""Who asks: a random name in a cookie of the browser, and what the browser prefers."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from http.cookies import SimpleCookie
from typing import Any

from ui.view.side import KEEPING
from ui.view.words import Words, words_for

COOKIE = "askpapers_visitor"
_KEEP, _LANGUAGE = "askpapers_keep", "askpapers_lang"
_YEAR = 365 * 24 * 3600


def new_cookie() -> str:
    """Return a header value that gives a browser a name nobody can guess."""
    name = secrets.token_urlsafe(24)
    return f"{COOKIE}={name}; Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Lax"


def visitor(request: Any) -> str:
    """Return who asks; without a cookie, programs share the name of their address."""
    named = request.cookies.get(COOKIE)
    return named or f"address {request.client.host if request.client else ''}"


def keeping(request: Any) -> str:
    """Return where a visitor's conversations are kept."""
    chosen = request.cookies.get(_KEEP, "")
    return chosen if chosen in KEEPING else KEEPING[0]


def words_of(request: Any) -> Words:
    """Return the words of the chosen language, else of the first one that the browser asks for."""
    chosen = request.cookies.get(_LANGUAGE)
    return words_for(chosen or request.headers.get("accept-language"))


def cookies(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the cookies of a request's headers."""
    return {key: morsel.value for key, morsel in SimpleCookie(headers.get("cookie", "")).items()}
