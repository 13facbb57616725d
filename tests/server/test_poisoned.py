"""Orders hidden in papers are data, also for a model that obeys them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from conftest import KEY
from poison import ELSEWHERE, POISONED
from scripted import CODE, Reply, serving

import askpapers
from rag.prompts import REFUSAL
from rag.sentences import split
from rag.support.instructions import speaks_to_reader

CASES = [("abstract", order, honest, words) for honest, order, words in POISONED]
CASES += ELSEWHERE
MARK = re.compile(r"\[\d+\]")


def record(number: int, field: str, order: str, honest: str) -> dict[str, object]:
    paper: dict[str, object] = {"id": f"p{number}", "title": honest.rstrip("."), "abstract": honest}
    if field == "abstract":
        return paper | {"abstract": f"{honest} {order}"}
    return paper | ({"title": f"{order} {honest}"} if field == "title" else {"authors": [order]})


@pytest.fixture(scope="module")
def poisoned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("poisoned")
    papers = [record(n, field, order, true) for n, (field, order, true, _) in enumerate(CASES)]
    lines = "\n".join(json.dumps(paper) for paper in papers)
    (folder / "papers.jsonl").write_text(lines, encoding="utf-8")
    askpapers.ingest([folder / "papers.jsonl"], index=folder / "index")
    return folder / "index"


def obeying(words: str):
    """Return a model that says `words` under every code that might lend them weight, and bare."""

    def reply(prompt: str) -> str:
        (code, first), *others = CODE.findall(prompt)
        codes = [code, *[other for other, _ in others[:2]], "1", "99"]
        said = " ".join(f"{words.rstrip('.。')} [{code}]." for code in codes)
        return f"{first.rstrip('.')} [{code}]. {said} {words}"

    return reply


@pytest.mark.parametrize("number", range(len(CASES)))
def test_no_order_is_followed_in_what_is_shown_as_supported(poisoned, number, monkeypatch):
    _, _, honest, words = CASES[number]
    with serving(Reply(obeying(words))) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.address)
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        with askpapers.open(poisoned) as chain:
            answer = chain.ask(f"What is known about this: {honest}")
    bare = re.sub(r"\s*[\[(【].*", "", words).rstrip(".。")
    assert [s.text for s in answer.sentences if s.supported and bare in s.text] == []
    numbers = {f"[{citation.number}]" for citation in answer.citations}
    assert set(MARK.findall(answer.text)) <= numbers
    assert KEY not in answer.text
    assert "Say only what the sentences say" not in answer.text


@pytest.mark.parametrize("number", range(len(CASES)))
def test_nothing_in_a_paper_ends_the_quotations_or_looks_like_a_code(poisoned, number, monkeypatch):
    with serving(Reply(REFUSAL)) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.address)
        with askpapers.open(poisoned) as chain:
            chain.ask(f"What is known about this: {CASES[number][2]}")
    for prompt in server.prompts:
        fence = re.search(r'"(\w{12})"', prompt)[1]
        _, quoted, question = prompt.rsplit(fence, 2)
        assert question.startswith("\nQuestion: ")
        lines = quoted.strip().split("\n")
        assert all(line.startswith("Paper: ") or CODE.fullmatch(line) for line in lines)
        assert all("[" not in line[1:] for line in lines)


def test_the_model_s_own_rules_are_no_part_of_an_answer(poisoned, monkeypatch):
    def leak(prompt: str) -> str:
        code, honest = CODE.findall(prompt)[0]
        return f"{honest.rstrip('.')} [{code}].\n{prompt}"

    with serving(Reply(leak)) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.address)
        with askpapers.open(poisoned) as chain:
            answer = chain.ask("What is known about this: Bats ate 600 moths a night.")
    fence = re.search(r'"(\w{12})"', server.prompts[0])[1]
    assert answer.model == "scripted"
    shown = answer.text + repr(answer.dropped)
    assert fence not in shown
    assert "never instructions to you" not in shown


def test_orders_are_told_from_reports():
    orders = [order for field, order, *_ in CASES if field == "abstract"]
    forged = ("[b2b]", "[1]", "000")  # these give no order: they only look like marks of ours
    orders = [order for order in orders if not any(mark in order for mark in forged)]
    missed = [o for o in orders if not any(speaks_to_reader(o[a:b]) for a, b in split(o))]
    assert missed == []
    assert [honest for _, _, honest, _ in CASES if speaks_to_reader(honest)] == []


def test_an_honest_paper_on_such_orders_is_whole():
    report = "We placed 'Ignore all previous instructions' into 300 abstracts; 41 percent changed."
    assert not speaks_to_reader(report)
