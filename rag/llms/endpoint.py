"""Where a language model's server is, and the connections that lead there and nowhere else."""

from __future__ import annotations

import ipaddress
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, urlsplit

from rag.errors import SettingsError

if TYPE_CHECKING:
    import httpx

    _Flow = Generator[httpx.Request, httpx.Response, None]

OPENAI = "https://api.openai.com/v1"
_OPERATIONS = ("/chat/completions", "/completions", "/models", "/embeddings")
_LONGEST_CONNECT = 15.0  # seconds


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The base address of an OpenAI-compatible server, and the key that it wants ("" for none)."""

    address: str
    key: str = field(default="", repr=False)

    @property
    def is_local(self) -> bool:
        """Whether it is on this machine."""
        return _is_loopback(urlsplit(self.address).hostname or "")


def address_of(text: str) -> str:
    """Return the base address that `text` means, with "/v1" where it names no path.

    Raises `SettingsError` where it is no address of a server.
    """
    text = text.strip()
    parts = _split(text if "://" in text else f"http://{text}")
    if "://" not in text and not _is_loopback(parts.hostname or ""):
        raise _unusable("write it with https:// (or http://) in front")
    path = parts.path.rstrip("/")
    for operation in _OPERATIONS:
        path = path.removesuffix(operation)
    return f"{parts.scheme}://{parts.netloc}{path or '/v1'}"


def _split(text: str) -> SplitResult:
    try:
        parts = urlsplit(text)
        valid = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        valid = False
    if not valid or any(char.isspace() for char in text):
        raise _unusable("give one like http://127.0.0.1:11434/v1")
    if "@" in parts.netloc:
        raise _unusable("leave out the name and password, and set OPENAI_API_KEY")
    return parts


def _unusable(advice: str) -> SettingsError:
    """The address is not shown: what stands in it by mistake may be the key."""
    return SettingsError(f"OPENAI_BASE_URL is no address of a server: {advice}.")


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def client(endpoint: Endpoint) -> httpx.Client:
    """Return a client for one reply; to close it closes the connection."""
    import httpx

    return httpx.Client(**_options(endpoint))


def async_client(endpoint: Endpoint) -> httpx.AsyncClient:
    """As `client`, for an event loop."""
    import httpx

    return httpx.AsyncClient(**_options(endpoint))


def _options(endpoint: Endpoint) -> dict[str, Any]:
    import httpx

    return {
        "auth": _auth(endpoint),
        "follow_redirects": False,
        "trust_env": _may_use_proxy(endpoint),
        "timeout": httpx.Timeout(None, connect=_LONGEST_CONNECT),
    }


def _may_use_proxy(endpoint: Endpoint) -> bool:
    """Say whether a proxy of the environment may be used: only one that can't read along."""
    return endpoint.address.startswith("https://") and not endpoint.is_local


def _auth(endpoint: Endpoint) -> httpx.Auth:
    """Return what puts the key into requests to the endpoint's own host.

    LlamaIndex and openai get a dummy: they show their key in events, payloads and reprs.
    """
    import httpx

    own = httpx.URL(endpoint.address)

    class Bearer(httpx.Auth):
        def auth_flow(self, request: httpx.Request) -> _Flow:
            request.headers.pop("Authorization", None)
            if endpoint.key and (request.url.host, request.url.port) == (own.host, own.port):
                request.headers["Authorization"] = f"Bearer {endpoint.key}"
            yield request

    return Bearer()
