"""The guard in front of the page, and how the page is bound."""

from __future__ import annotations

import base64
import hashlib
import socket

import pytest
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from rag.errors import UsageError
from ui.guard import Guard
from ui.web import serve

HOME = "http://127.0.0.1:7860"
SCRIPT = "let a = 1;"


def client(**options: object) -> TestClient:
    app = Starlette(
        routes=[
            Route("/", lambda _: HTMLResponse(f"<script>{SCRIPT}</script>")),
            Route("/{path:path}", lambda _: PlainTextResponse("served"), methods=["GET", "POST"]),
        ]
    )
    return TestClient(Guard(app, **options), base_url=HOME)


@pytest.mark.parametrize("host", ["localhost:7860", "127.0.0.1:7860", "[::1]:7860", "localhost"])
def test_this_machine_is_served(host):
    assert client().get("/config", headers={"host": host}).text == "served"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "192.168.1.2:7860", ""])
def test_foreign_host_is_refused(host):
    assert client().get("/", headers={"host": host}).status_code == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:9999"])
def test_foreign_origin_is_refused(origin):
    reply = client().post("/gradio_api/queue/join", headers={"origin": origin})
    assert reply.status_code == 403


def test_own_origin_is_served():
    reply = client().post("/gradio_api/queue/join", headers={"origin": HOME})
    assert reply.text == "served"


@pytest.mark.parametrize("path", ["upload", "proxy=http://e.example", "file=/etc/passwd", "info"])
def test_paths_that_the_page_does_not_need_are_closed(path):
    assert client().get(f"/gradio_api/{path}").status_code == 404


def test_policy_allows_the_own_scripts_by_hash_and_nothing_from_elsewhere():
    policy = client().get("/").headers["content-security-policy"]
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}';" in policy
    assert "unsafe-eval" not in policy
    assert "http" not in policy


def test_port_in_use_is_said_plainly(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(UsageError, match=f"port {port}"):
            serve(tmp_path, port=port)
