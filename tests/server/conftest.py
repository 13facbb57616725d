"""A small collection, and a chain over it whose model is a server of the test's own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from scripted import Reply, Scripted, first_sentence, serving

import askpapers

KEY = "sk-test-not-to-be-seen-42"
QUESTION = "What does the Pondscope paper measure?"
PAPERS = (
    {
        "id": "pond",
        "title": "Pondscope: methane from small ponds",
        "year": 2024,
        "authors": ["Ada Quill"],
        "abstract": "We introduce Pondscope, a float that measures methane above small ponds. "
        "It finds 3.2 times more methane at night than by day. "
        "Shaded ponds release less methane than open ponds. "
        "Pondscope runs for 40 days on one battery.",
    },
    {
        "id": "moss",
        "title": "Mosswatch: moss on city walls",
        "year": 2023,
        "authors": ["Ben Orrin"],
        "abstract": "Mosswatch counts moss on city walls from photographs. "
        "Moss covers 64 percent of walls in nine towns. "
        "North walls hold more moss than south walls.",
    },
    {
        "id": "frost",
        "title": "Frost and stone",
        "year": 2022,
        "authors": ["Cy Tarn"],
        "abstract": "Frost widens cracks in stone [12]. Cracks grow by 0.4 mm in one winter.",
    },
)


@pytest.fixture(scope="session")
def ponds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ponds")
    lines = "\n".join(json.dumps(paper) for paper in PAPERS)
    (folder / "papers.jsonl").write_text(lines, encoding="utf-8")
    askpapers.ingest([folder / "papers.jsonl"], index=folder / "index")
    return folder / "index"


Start = Callable[..., tuple[askpapers.Chain, Scripted]]


@pytest.fixture
def start(ponds: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Start]:
    """Start a server with replies, and open the collection with it as the model."""
    monkeypatch.chdir(tmp_path)
    with ExitStack() as closing:

        def begin(*replies: Reply, **settings: str) -> tuple[askpapers.Chain, Scripted]:
            server = closing.enter_context(serving(*(replies or (Reply(first_sentence),))))
            given = {"OPENAI_BASE_URL": server.address, "OPENAI_API_KEY": KEY} | settings
            for name, value in given.items():
                monkeypatch.setenv(name, value)
            return closing.enter_context(askpapers.open(ponds)), server

        yield begin
