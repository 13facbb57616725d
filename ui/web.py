"""The page as a server: built over a chain, guarded, bound to this machine."""

from __future__ import annotations

import os
import socket
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from rag.errors import UsageError

if TYPE_CHECKING:
    from fastapi import FastAPI

    from rag.chain import Chain

_ASSETS = Path(__file__).parent / "assets"
_HEAD = '<script src="/askpapers/page.js" defer></script>'
_WILDCARDS = ("0.0.0.0", "::", "")
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


def build(chain: Chain, host: str = "127.0.0.1") -> FastAPI:
    """Return the page over a chain as an application; `host` is the name that it is served under.

    Sets the environment variables that keep Gradio and onnxruntime from reporting use.
    """
    os.environ.update(GRADIO_ANALYTICS_ENABLED="False", ORT_DISABLE_TELEMETRY="1")
    import gradio as gr
    from fastapi import FastAPI
    from fastapi.staticfiles import StaticFiles

    from ui.guard import LOOPBACK, Guard
    from ui.page import page
    from ui.theme import theme

    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    hosts = None if host in _WILDCARDS else LOOPBACK | {_in_address(host)}
    app.add_middleware(Guard, hosts=hosts)
    app.mount("/askpapers", StaticFiles(directory=_ASSETS))
    return gr.mount_gradio_app(
        app,
        page(chain),
        path="/",
        server_name=host,
        root_path="",
        footer_links=[],
        run_history=False,
        show_error=False,
        ssr_mode=False,
        pwa=False,
        mcp_server=False,
        enable_monitoring=False,
        theme=theme(),
        css_paths=_ASSETS / "page.css",
        head=_HEAD,
        favicon_path=str(_ASSETS / "icon.png"),
    )


def serve(index: str | Path, host: str = "127.0.0.1", port: int = 7860) -> None:
    """Serve the page over an index until interrupted, and print its address.

    Only `host` decides where it listens, no environment variable does. Raises `UsageError` when
    the port is in use, and what `rag.chain.open` raises.
    """
    import uvicorn

    from rag.chain import open as open_chain

    with _listen(host, port) as listener, open_chain(index) as chain:
        app = build(chain, host)
        # The first question then needn't wait for the embedding model to load.
        threading.Thread(target=chain.search, args=("warm-up",), daemon=True).start()
        _announce(host, listener.getsockname()[1])
        config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=2)
        uvicorn.Server(config).run(sockets=[listener])


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


def _announce(host: str, port: int) -> None:
    if host not in _LOOPBACK:
        print(
            f"Warning: the page is reachable from other machines ({host}) and asks for no "
            "password: whoever reaches it can read the collection and ask at your expense.",
            flush=True,
        )
    print(f"Askpapers is at http://{_in_address(host)}:{port} (Ctrl-C stops it)", flush=True)


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host
