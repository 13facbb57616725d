"""The page as a server: built over a chain, guarded, bound to this machine."""

from __future__ import annotations

import importlib
import os
import socket
import threading
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rag.errors import AskpapersError, UsageError

if TYPE_CHECKING:
    from fastapi import FastAPI

    from rag.chain import Chain
    from ui.service import Service

_ASSETS = Path(__file__).parent / "assets"
_HEAD = '<script src="/askpapers/page.js" type="module"></script>'
_WILDCARDS = ("0.0.0.0", "::", "")
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


def build(service: Service, host: str = "127.0.0.1", password_hash: str = "") -> FastAPI:
    """Return the page and the doors for programs as an application.

    `host` is the name that it is served under. With `password_hash` (see `ui.passwords`) nobody
    gets in without the password. Sets the environment variables that keep Gradio and onnxruntime
    from reporting use.
    """
    os.environ.update(GRADIO_ANALYTICS_ENABLED="False", ORT_DISABLE_TELEMETRY="1")
    import gradio as gr
    from fastapi import FastAPI
    from fastapi.staticfiles import StaticFiles
    from starlette.routing import Route

    from ui.door import Door
    from ui.guard import Guard
    from ui.http import mcp, routes
    from ui.page import page
    from ui.theme import theme

    tools = mcp.Tools(service)
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, lifespan=tools.running)
    if password_hash:
        app.add_middleware(Door, password_hash=password_hash)
    app.add_middleware(Guard, hosts=_hosts(host, password_hash))
    app.router.routes += [*routes(service), Route("/mcp", tools)]
    app.mount("/askpapers", StaticFiles(directory=_ASSETS))
    return gr.mount_gradio_app(
        app,
        page(service),
        path="/",
        server_name=host,
        root_path="",
        footer_links=[],
        run_history=False,
        show_error=True,
        ssr_mode=False,
        pwa=False,
        mcp_server=False,
        enable_monitoring=False,
        theme=theme(),
        css_paths=_ASSETS / "page.css",
        head=_HEAD,
        favicon_path=str(_ASSETS / "icon.png"),
    )


def serve(
    index: str | Path, host: str = "127.0.0.1", port: int = 7860, password_hash: str = ""
) -> None:
    """Serve the page over an index until interrupted, and print its address.

    Only `host` decides where it listens, no environment variable does; what that exposes is said
    first. Raises `UsageError` when the port is in use, and what `rag.chain.open` raises.
    """
    import uvicorn

    from rag.chain import open as open_chain
    from ui.service import Service

    _warn(host, password_hash)
    with _listen(host, port) as listener, open_chain(index) as chain:
        app = build(Service(chain), host, password_hash)
        threading.Thread(target=_warm_up, args=(chain,), daemon=True).start()
        shown = f"http://{_in_address(host)}:{listener.getsockname()[1]}"
        print(f"Askpapers is at {shown} (Ctrl-C stops it)", flush=True)
        config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=2)
        uvicorn.Server(config).run(sockets=[listener])


def _warm_up(chain: Chain) -> None:
    """Load what takes seconds, so that the first question needn't wait for it."""
    with suppress(AskpapersError):
        chain.search("warm-up")
    if chain.model:
        importlib.import_module("llama_index.llms.openai_like")


def _hosts(host: str, password_hash: str) -> Collection[str] | None:
    from ui.guard import LOOPBACK, AnyAddress

    if host not in _WILDCARDS:
        return LOOPBACK | {_in_address(host)}
    return None if password_hash else AnyAddress()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise UsageError(
            f"Can't listen on {host} port {port} ({reason}). If another program uses the port, "
            "stop it or choose another one with --port."
        ) from error


def _warn(host: str, password_hash: str) -> None:
    if host in _LOOPBACK:
        return
    exposed = "read the collection, add papers to it and ask at your expense"
    if password_hash:
        text = (
            f"Note: the page is reachable from other machines ({host}). Whoever has the password "
            f"can {exposed}. It travels unencrypted: put a proxy with TLS in front."
        )
    else:
        text = (
            f"Warning: the page is reachable from other machines ({host}) and asks for no "
            f"password: whoever reaches it can {exposed}. --auth asks for a password."
        )
    print(text, flush=True)


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host
