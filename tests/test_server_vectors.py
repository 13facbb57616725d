"""Vectors outside of the index's folder: a real Chroma server, and an engine of LlamaIndex."""

from __future__ import annotations

import http.server
import json
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from letters import Collection

import askpapers
from rag.errors import IndexMismatchError, VectorStoreError
from rag.settings import load
from rag.store.index import Index

ROOT = Path(__file__).resolve().parents[1]
CHROMA = shutil.which("chroma", path=str(Path(sys.executable).parent))
RECORDS = [
    {"id": f"p{n}", "title": f"A study of {animal} in winter", "abstract": f"We saw {animal}."}
    for n, animal in enumerate(["otters", "beetles", "zebras", "herons"])
]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Chroma server of our own, and its address."""
    if CHROMA is None:
        pytest.skip("the command chroma is not there")
    port, folder = free_port(), tmp_path_factory.mktemp("server")
    command = [CHROMA, "run", "--path", str(folder), "--host", "127.0.0.1", "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(300):
            with suppress(OSError), urllib.request.urlopen(f"{address}/api/v2/heartbeat"):
                break
            time.sleep(0.1)
        yield address
    finally:
        process.terminate()
        process.wait()


@pytest.fixture
def collection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Collection:
    """Papers in an index without vectors of its own, whose search never takes the exact way."""
    monkeypatch.setattr("rag.retrieval.EXACT_LIMIT", 0)
    made = Collection(tmp_path)
    made.write("papers.jsonl", *RECORDS)
    return made


@pytest.fixture
def on_server(collection: Collection, server: str, monkeypatch: pytest.MonkeyPatch) -> Collection:
    monkeypatch.setenv("ASKPAPERS_CHROMA_URL", server)
    collection.ingest(collection.folder / "papers.jsonl")
    return collection


def best(collection: Collection, query: str, **options: object) -> str:
    with askpapers.open(collection.index, embedder=collection.embedder, **options) as chain:
        return chain.search(query)[0].paper.id


def test_vectors_live_on_the_server_alone_and_answer(on_server):
    assert not (on_server.index / "chroma").exists()
    assert best(on_server, "zebra") == "p2"
    with Index.open(on_server.index, on_server.embedder) as index:
        assert index.vectors.count() == 4


def test_a_change_reaches_readers_that_are_open(on_server):
    with askpapers.open(on_server.index, embedder=on_server.embedder) as chain:
        assert chain.search("quokka")[0].paper.id != "q"
        more = on_server.write("more.jsonl", {"id": "q", "title": "Quokka", "abstract": "Quokkas."})
        on_server.ingest(more)
        assert chain.search("quokka")[0].paper.id == "q"
        assert chain.index.vectors.count() == 5


def test_two_indexes_on_one_server_do_not_mix(on_server, tmp_path):
    other = Collection(tmp_path / "other")
    other.folder.mkdir()
    other.ingest(other.write("papers.jsonl", *RECORDS[:1]))
    with (
        Index.open(other.index, other.embedder) as one,
        Index.open(on_server.index, on_server.embedder) as two,
    ):
        assert (one.vectors.count(), two.vectors.count()) == (1, 4)


def test_vectors_move_when_the_next_ingest_finds_them_elsewhere(on_server, monkeypatch):
    monkeypatch.delenv("ASKPAPERS_CHROMA_URL")
    with pytest.raises(IndexMismatchError, match=r"kept in: chroma http.*rebuild"):
        best(on_server, "zebra")
    report = on_server.ingest(on_server.folder / "papers.jsonl")
    assert (report.unchanged, report.embedded) == (4, 0)
    assert best(on_server, "zebra") == "p2"


def test_lost_vectors_are_sent_again_without_embedding(on_server):
    with Index.open_for_writing(on_server.index, on_server.embedder) as index:
        index.vectors.vectors.clear()
    report = on_server.ingest(on_server.folder / "papers.jsonl")
    with Index.open(on_server.index, on_server.embedder) as index:
        assert (index.vectors.count(), report.embedded) == (4, 0)


def test_a_server_that_is_not_there_is_named(collection, monkeypatch):
    monkeypatch.setenv("ASKPAPERS_CHROMA_URL", f"http://127.0.0.1:{free_port()}")
    with pytest.raises(VectorStoreError, match=r"127\.0\.0\.1.*ASKPAPERS_CHROMA_URL"):
        collection.ingest(collection.folder / "papers.jsonl")


def test_headers_go_to_the_proxy_and_nowhere_else(collection, monkeypatch, capsys):
    seen: list[str | None] = []

    class Proxy(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            seen.append(self.headers.get("Authorization"))
            self.send_error(401)

        def log_message(self, *_: object) -> None:
            pass

    proxy = http.server.HTTPServer(("127.0.0.1", 0), Proxy)
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    monkeypatch.setenv("ASKPAPERS_CHROMA_URL", f"http://127.0.0.1:{proxy.server_port}")
    monkeypatch.setenv("ASKPAPERS_CHROMA_HEADERS", "Authorization: Bearer s3cret; X-Team: a")
    with pytest.raises(VectorStoreError) as caught:
        collection.ingest(collection.folder / "papers.jsonl")
    proxy.shutdown()
    assert seen[0] == "Bearer s3cret"
    assert "s3cret" not in f"{caught.value}{load()}{capsys.readouterr()}"


@pytest.mark.parametrize(
    ("name", "value"),
    [("URL", "127.0.0.1:8000"), ("URL", "http://me:pw@host"), ("HEADERS", "Bearer abc")],
)
def test_wrong_settings_of_the_server_are_named(name, value):
    with pytest.raises(askpapers.SettingsError, match=f"ASKPAPERS_CHROMA_{name}"):
        load({f"ASKPAPERS_CHROMA_{name}": value}, None)


def test_any_vector_store_of_llamaindex_keeps_the_vectors(collection, tmp_path):
    qdrant_client = pytest.importorskip("qdrant_client")
    stores = pytest.importorskip("llama_index.vector_stores.qdrant")
    client = qdrant_client.QdrantClient(path=str(tmp_path / "qdrant"))
    store = stores.QdrantVectorStore("papers", client=client)
    file = collection.folder / "papers.jsonl"
    collection.ingest(file, vector_store=store)
    assert client.count("papers").count == 4
    assert not (collection.index / "chroma").exists()
    assert best(collection, "zebra", vector_store=store) == "p2"

    collection.write("papers.jsonl", {**RECORDS[2], "abstract": "We saw xylophagous zebras."})
    report = collection.ingest(file, vector_store=store, prune=True)
    assert (report.updated, report.removed, client.count("papers").count) == (1, 3, 1)
    with pytest.raises(IndexMismatchError, match="QdrantVectorStore papers"):
        best(collection, "zebra")
    client.close()


def test_a_vector_store_that_fails_is_named(collection):
    pytest.importorskip("llama_index.vector_stores.qdrant")
    from llama_index.core.vector_stores.simple import SimpleVectorStore

    class Broken(SimpleVectorStore):
        def add(self, nodes: object, **_: object) -> list[str]:
            raise RuntimeError("no route")

    with pytest.raises(VectorStoreError, match=r"Broken failed \(RuntimeError: no route\)"):
        collection.ingest(collection.folder / "papers.jsonl", vector_store=Broken())
    assert (
        json.loads((collection.folder / "papers.jsonl").read_text().splitlines()[0])["id"] == "p0"
    )
