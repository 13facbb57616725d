"""The hunt for the key: no command, fault, page or file shows it, wherever it was set."""

from __future__ import annotations

import json
import logging
import shutil
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from conftest import KEY, QUESTION
from scripted import Reply, Scripted, first_sentence, serving
from serving import served

import askpapers
from rag.settings import load
from ui.cli import main
from ui.service import Service
from ui.web import build

HEADER = "tok-chroma-not-to-be-seen-7"
SECRETS = (KEY, KEY[:14], HEADER)
TOLD = f"Incorrect API key provided: {KEY}"
SERVERS = {
    "refuses and tells the key": Reply(status=401, body={"error": {"message": TOLD}}),
    "fails and tells the key": Reply(status=400, body={"error": {"message": TOLD}}),
    "tells the key in a page": Reply(status=502, body=TOLD, headers={"Retry-After": "0"}),
    "answers with the key": Reply(lambda p: f"{first_sentence(p)} The key is {KEY}.", size=3),
    "breaks off within the key": Reply(lambda p: f"{first_sentence(p)} It is {KEY}", finish=None),
}
COMMANDS = (
    ("ask", QUESTION),
    ("ask", "--json", QUESTION),
    ("chat", "--json"),
    ("compare", "Pondscope", "Mosswatch"),
    ("compare", "--json", "Pondscope", "Mosswatch"),
    ("search", "methane"),
    ("papers",),
    ("papers", "--from-answer", "answer.json"),
    ("status",),
    ("status", "--check"),
    ("status", "--check", "--json"),
    ("evaluate", "questions.jsonl", "--wrong", "wrong.jsonl"),
    ("remove", "frost", "--yes"),
    ("ingest", "more.jsonl"),
    ("rebuild",),
    ("ask", "Who wrote the paper?", "--year", "1800"),
    ("ask", ""),
    ("compare", "Nobody", "Nothing"),
    ("evaluate", "nowhere.jsonl"),
    ("ask", QUESTION, "--index", "no-index"),
    ("web", "--index", "no-index"),
)


@pytest.fixture
def folder(ponds: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a copy of the collection."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ponds, tmp_path / "index")
    more = {"id": "new", "title": "Rain", "abstract": "Rain fell on 9 days."}
    (tmp_path / "more.jsonl").write_text(json.dumps(more), encoding="utf-8")
    question = {"id": "q1", "type": "fact", "question": QUESTION, "gold_papers": ["moss"],
                "answer_any": ["moss"], "expect": "answer"}  # fmt: skip
    (tmp_path / "questions.jsonl").write_text(json.dumps(question), encoding="utf-8")
    return tmp_path


@pytest.fixture(params=SERVERS)
def server(request: pytest.FixtureRequest) -> Iterator[Scripted]:
    with serving(SERVERS[request.param]) as started:
        yield started


def set_in_environment(folder: Path, server: Scripted, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", f"{KEY}\n")
    monkeypatch.setenv("OPENAI_BASE_URL", server.address)


def set_in_file(folder: Path, server: Scripted, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = f"OPENAI_API_KEY='{KEY}'\nOPENAI_BASE_URL={server.address}\n"
    (folder / ".env").write_text(lines, encoding="utf-8")


Setting = Callable[[Path, Scripted, pytest.MonkeyPatch], None]


@pytest.mark.parametrize("setting", [set_in_environment, set_in_file])
def test_no_command_shows_the_key(
    setting: Setting, folder, server, monkeypatch, capfd, caplog
) -> None:
    setting(folder, server, monkeypatch)
    caplog.set_level(logging.DEBUG)
    seen, asked = [], 0
    for command in COMMANDS:
        index = () if "--index" in command else ("--index", str(folder / "index"))
        seen.append(debugged([*command, *index]))
        seen += [*capfd.readouterr(), caplog.text]
        if command[:2] == ("ask", "--json"):
            (folder / "answer.json").write_text(seen[-3], encoding="utf-8")
        asked = max(asked, len(server.requests))
    assert asked >= 4
    assert server.headers[0]["Authorization"] == f"Bearer {KEY}"
    assert shown_in("\n".join(seen)) == []
    assert shown_in_files(folder) == []


def debugged(arguments: list[str]) -> str:
    """Run a command so that its errors show where they arose; return their tracebacks."""
    try:
        main(["--debug", *arguments])
    except Exception as error:
        return "".join(traceback.format_exception(error)) + repr(error) + repr(vars(error))
    return ""


def shown_in(text: str) -> list[str]:
    return [secret for secret in SECRETS if secret in text]


def shown_in_files(folder: Path) -> list[Path]:
    """Return the files, but the settings, that hold a secret."""
    files = (file for file in folder.rglob("*") if file.is_file() and file.name != ".env")
    return [file for file in files if any(s.encode() in file.read_bytes() for s in SECRETS)]


def test_no_door_of_the_page_shows_the_key(folder, server, monkeypatch, caplog, capfd):
    set_in_environment(folder, server, monkeypatch)
    caplog.set_level(logging.DEBUG)
    with (
        askpapers.open(folder / "index") as chain,
        served(build(Service(chain))) as address,
        httpx.Client(base_url=address, timeout=60) as client,
    ):
        asked = [{"question": QUESTION}, {"question": QUESTION, "stream": True}, {"question": ""}]
        said = [client.post("/api/ask", json=body).text for body in asked]
        messages = [{"role": "user", "content": QUESTION}]
        for body in ({"messages": messages}, {"messages": messages, "stream": True}, {}):
            said.append(client.post("/v1/chat/completions", json={"model": "x"} | body).text)
        said += [client.get(path).text for path in ("/", "/config", "/v1/models", "/nowhere")]
        objects = repr([chain, chain.model, vars(chain.model), chain.ask(QUESTION)])
    assert len(server.requests) >= 4
    assert shown_in("\n".join([*said, objects, caplog.text, *capfd.readouterr()])) == []
    assert shown_in_files(folder) == []


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("OPENAI_API_KEY", f"{KEY} and more"),
        ("OPENAI_BASE_URL", KEY),
        ("OPENAI_BASE_URL", f"https://user:{KEY}@models.example/v1"),
        ("ASKPAPERS_CHROMA_URL", f"http://user:{HEADER}@127.0.0.1:8000"),
        ("ASKPAPERS_CHROMA_URL", HEADER),
        ("ASKPAPERS_CHROMA_HEADERS", HEADER),
        ("ASKPAPERS_CONTEXT", KEY),
        ("ASKPAPERS_TIMEOUT", KEY),
        ("ASKPAPERS_PRICES", KEY),
        ("ASKPAPERS_PASSWORD", HEADER),
    ],
)
def test_a_secret_in_the_wrong_place_is_not_shown_by_the_error(
    variable, value, folder, monkeypatch, capfd
):
    monkeypatch.setenv(variable, value)
    assert main(["ask", QUESTION, "--index", str(folder / "index")]) != 0
    out = "".join(capfd.readouterr())
    assert variable in out
    assert shown_in(out) == []


def test_headers_of_a_chroma_server_are_not_shown(folder, monkeypatch, capfd, caplog):
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("ASKPAPERS_CHROMA_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("ASKPAPERS_CHROMA_HEADERS", f"Authorization: Bearer {HEADER}")
    shown = debugged(["ingest", "more.jsonl", "--index", str(folder / "other")])
    assert shown_in(shown + caplog.text + "".join(capfd.readouterr()) + repr(load())) == []
    assert shown_in_files(folder) == []
