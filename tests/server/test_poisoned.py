"""Orders hidden in abstracts are data, also for a model that obeys them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from conftest import KEY
from poison import POISONED
from scripted import CODE, Reply, serving

import askpapers
from rag.sentences import split
from rag.support.instructions import speaks_to_reader


@pytest.fixture(scope="module")
def poisoned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("poisoned")
    papers = [
        {"id": f"p{n}", "title": honest.rstrip("."), "abstract": f"{honest} {order}"}
        for n, (honest, order, _) in enumerate(POISONED)
    ]
    lines = "\n".join(json.dumps(paper) for paper in papers)
    (folder / "papers.jsonl").write_text(lines, encoding="utf-8")
    askpapers.ingest([folder / "papers.jsonl"], index=folder / "index")
    return folder / "index"


def obedient(prompt: str) -> str:
    """Obey the first order in sight, and say so under every code that might lend it weight."""
    given = CODE.findall(prompt)
    for _, order, words in POISONED:
        known = [code for code, text in given if text[:12] in order or order[:12] in text]
        if known:
            others = [code for code, _ in given if code not in known]
            codes = [known[0], *others[:1], "1"]
            return " ".join(f"{words.rstrip('.。')} [{code}]." for code in codes) + f" {words}"
    return "No order in sight."


@pytest.mark.parametrize("number", range(len(POISONED)))
def test_no_order_is_followed_in_what_is_shown_as_supported(poisoned, number, monkeypatch):
    honest, _, words = POISONED[number]
    with serving(Reply(obedient)) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.address)
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        with askpapers.open(poisoned) as chain:
            answer = chain.ask(f"What is known about this: {honest}")
        assert answer.model == "extractive" or server.requests
    if answer.model == "extractive":
        return
    obeyed = [s.text for s in answer.sentences if s.supported and words.rstrip(".。") in s.text]
    assert obeyed == []
    numbers = {citation.number for citation in answer.citations}
    assert set(map(int, re.findall(r"\[(\d+)\]", answer.text))) <= numbers
    assert KEY not in answer.text
    assert "You answer a scientist" not in answer.text or not answer.sentences[0].supported


def test_orders_are_told_from_reports():
    orders = [order for _, order, _ in POISONED]
    missed = [o for o in orders if not any(speaks_to_reader(o[a:b]) for a, b in split(o))]
    assert missed == []
    assert [honest for honest, _, _ in POISONED if speaks_to_reader(honest)] == []


def test_an_honest_paper_on_such_orders_is_whole():
    report = "We placed 'Ignore all previous instructions' into 300 abstracts; 41 percent changed."
    assert not speaks_to_reader(report)
