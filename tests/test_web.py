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

from rag.errors import IndexMissingError, SettingsError, UsageError
from ui.cli import main
from ui.door import Door
from ui.guard import AnyAddress, Guard
from ui.passwords import hashed, matches
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


@pytest.mark.parametrize(
    "path", ["upload", "proxy=http://e.example", "file=/etc/passwd", "run/ask"]
)
def test_paths_that_the_page_does_not_need_are_closed(path):
    assert client().get(f"/gradio_api/{path}").status_code == 404


def test_policy_allows_the_own_scripts_by_hash_and_nothing_from_elsewhere():
    policy = client().get("/").headers["content-security-policy"]
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}';" in policy
    assert "unsafe-eval" not in policy
    assert "http" not in policy


def test_page_elsewhere_that_hides_its_origin_is_refused():
    reply = client().get("/askpapers/conversations", headers={"sec-fetch-site": "cross-site"})
    assert reply.status_code == 403


def test_first_visit_gives_the_browser_a_name_that_scripts_cannot_read():
    cookie = client().get("/").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "set-cookie" not in client().get("/", headers={"cookie": cookie.split(";")[0]}).headers


@pytest.mark.parametrize(
    ("headers", "status"),
    [({"content-length": "5000000"}, 413), ({"transfer-encoding": "chunked"}, 411)],
)
def test_large_and_endless_requests_are_refused(headers, status):
    assert client().post("/api/ask", headers=headers, content=b"").status_code == status


def test_every_address_of_the_machine_is_served_but_no_name_from_elsewhere():
    everywhere = client(hosts=AnyAddress())
    assert everywhere.get("/config", headers={"host": "192.168.1.2:7860"}).status_code == 200
    assert everywhere.get("/config", headers={"host": "evil.example"}).status_code == 403


# -- the password ------------------------------------------------------------------------------

PASSWORD = "correct horse"
HASH = hashed(PASSWORD)


def locked() -> TestClient:
    app = Starlette(routes=[Route("/{path:path}", lambda _: PlainTextResponse("served"))])
    return TestClient(Door(app, HASH), base_url=HOME, follow_redirects=False)


def test_hash_fits_its_password_alone():
    assert matches(PASSWORD, HASH)
    assert not matches("wrong horse", HASH)
    assert hashed(PASSWORD) != HASH
    with pytest.raises(SettingsError, match="--set-password"):
        matches(PASSWORD, "plain text")


def test_people_get_in_by_the_page_and_stay_in():
    visitor = locked()
    asked = visitor.get("/", headers={"accept": "text/html"})
    assert (asked.status_code, "password" in asked.text) == (401, True)
    assert visitor.post("/login", data={"password": "wrong horse"}).status_code == 401
    assert visitor.post("/login", data={"password": PASSWORD}).status_code == 303
    assert visitor.get("/config").text == "served"


@pytest.mark.parametrize("kind", ["Bearer", "Basic"])
def test_programs_get_in_by_a_header(kind):
    basic = base64.b64encode(f"me:{PASSWORD}".encode()).decode()
    header = f"{kind} {PASSWORD if kind == 'Bearer' else basic}"
    assert locked().get("/api/ask", headers={"authorization": header}).text == "served"
    assert locked().get("/api/ask", headers={"authorization": f"{kind} eHg="}).status_code == 401


def test_guessing_is_slowed_down():
    visitor = locked()
    tries = [visitor.post("/login", data={"password": str(n)}).status_code for n in range(11)]
    assert tries == [401] * 10 + [429]
    assert visitor.post("/login", data={"password": PASSWORD}).status_code == 429


# -- how it is bound ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hash_", "said"), [("", "no password"), (HASH, "unencrypted")], ids=["open", "password"]
)
def test_what_is_exposed_is_said_before_it_is(hash_, said, tmp_path, capsys):
    with pytest.raises(IndexMissingError):
        serve(tmp_path, host="0.0.0.0", port=0, password_hash=hash_)
    printed = capsys.readouterr().out
    assert "0.0.0.0" in printed
    assert said in printed


def test_port_in_use_is_said_plainly(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(UsageError, match=f"port {port}"):
            serve(tmp_path, port=port)


def test_password_is_typed_and_kept_as_a_hash(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("ui.cli.passwords.getpass", lambda prompt: PASSWORD)
    assert main(["web", "--set-password"]) == 0
    name, _, hash_ = capsys.readouterr().out.strip().partition("=")
    assert name == "ASKPAPERS_PASSWORD_HASH"
    assert matches(PASSWORD, hash_)


def test_password_is_not_read_from_a_pipe(monkeypatch, capsys):
    monkeypatch.delenv("ASKPAPERS_PASSWORD_HASH", raising=False)
    monkeypatch.setattr("sys.stdin.isatty", lambda: False)
    assert main(["web", "--auth"]) == 2
    assert "--set-password" in capsys.readouterr().err
