"""What a model's server can do wrong: one clear sentence, what came is kept, and an answer."""

from __future__ import annotations

import logging
import socket
import traceback

import pytest
from conftest import KEY, QUESTION
from scripted import CODE, Reply, first_sentence

import askpapers
from askpapers import Progress
from rag.export import answer_to_json
from rag.llms.connecting import connect
from rag.llms.trial import attempt
from rag.settings import load

ELSEWHERE = {"Location": "http://127.0.0.9/"}
NOW = {"Retry-After": "0"}
PAGE = "<html><body>502 Bad Gateway</body></html>"


def error(message: str, code: str = "") -> dict:
    return {"error": {"message": message, "code": code, "type": "error"}}


FAULTS = {
    "wrong key": (Reply(status=401, body=error("Incorrect API key provided: " + KEY)), "key", 1),
    "quota": (Reply(status=429, body=error("You exceeded your current quota.")), "quota", 1),
    "limit": (Reply(status=429, body=error("Rate limit"), headers=NOW), "limits the rate", 3),
    "long limit": (
        Reply(status=429, body=error("Rate"), headers={"Retry-After": "120"}), "limits", 1,
    ),
    "overload": (Reply(status=503, body=error("overloaded"), headers=NOW), "overloaded", 3),
    "page": (Reply(status=502, body=PAGE, headers=NOW), "out of order", 3),
    "page as reply": (Reply(body=PAGE), "no reply of a language model", None),
    "unknown model": (Reply(status=404, body=error("No model x")), "no such model", 1),
    "redirect": (Reply(status=307, body="", headers=ELSEWHERE), "elsewhere", 1),
    "empty": (Reply(""), "empty reply", None),
    "nothing": (Reply(None, stream=False), "empty reply", None),
    "withheld": (Reply("", finish="content_filter"), "withheld", 1),
    "only thoughts": (Reply("<think>I think and think", finish="length"), "cut", 1),
    "too long": (
        Reply(status=400, body=error("too long", "context_length_exceeded")), "too long", 2,
    ),
    "broken request": (Reply(status=400, body=error("no such thing")), "refuses the request", 1),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_one_sentence_and_the_papers_own_words_stand_instead(start, name):
    reply, words, requests = FAULTS[name]
    chain, server = start(reply)
    answer = chain.ask(QUESTION)
    assert answer.model == "extractive"
    assert answer.citations
    assert words in " ".join(answer.notes)
    assert "<" not in answer.notes[0]
    assert requests in (None, len(server.requests))
    assert KEY not in str(answer_to_json(answer))


def test_a_server_that_is_not_there(start):
    with socket.socket() as silent:  # it has the port, so that no other server gets it
        silent.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        chain, _ = start(OPENAI_BASE_URL=address, ASKPAPERS_MODEL="x")
        answer = chain.ask(QUESTION)
    assert f"{address}/v1 can't be reached" in answer.notes[0]
    assert answer.citations


def test_a_server_that_hangs(start):
    chain, server = start(Reply(late=30), ASKPAPERS_TIMEOUT="1")
    answer = chain.ask(QUESTION)
    assert "did not answer in time" in answer.notes[0]
    assert len(server.requests) == 1


def test_a_short_limit_is_waited_out_and_told(start):
    limit = Reply(status=429, body=error("slow down"), headers=NOW)
    chain, _ = start(limit, limit, Reply(first_sentence))
    events = list(chain.stream(QUESTION))
    notes = [event.note for event in events if isinstance(event, Progress) and event.note]
    assert [note[-9:] for note in notes] == ["(2 of 3).", "(3 of 3)."]
    assert events[-1].answer.model == "scripted"


def whole_and_half(prompt: str) -> str:
    (one, first), (_, second) = CODE.findall(prompt)[:2]
    return f"{first} [{one}] {second[:30]}"


@pytest.mark.parametrize(
    ("reply", "note"),
    [
        (Reply(whole_and_half, finish="length"), "greatest length"),
        (Reply(lambda p: whole_and_half(p) + " and so on and on", size=20, cut=5), "broke"),
    ],
    ids=["at the limit", "by the connection"],
)
def test_of_a_reply_that_is_cut_what_came_is_kept(start, reply, note):
    chain, _ = start(reply)
    answer = chain.ask(QUESTION)
    assert answer.model == "scripted"
    assert [s.supported for s in answer.sentences] == [True]
    assert note in answer.notes[0]
    assert answer.dropped[-1].reason == "the reply broke off here"


@pytest.mark.parametrize(
    "refused",
    [
        ("max_tokens", "Unsupported parameter: use 'max_completion_tokens' instead."),
        ("temperature", "temperature does not support 0 with this model."),
        ("stream_options", "Unknown parameter: stream_options."),
        ("stream", "stream is not supported."),
        ("system", "The role system is not supported."),
    ],
    ids=lambda refused: refused[0],
)
def test_what_a_server_refuses_is_done_its_way(start, refused):
    parameter, message = refused
    chain, server = start()

    def refuse(body: dict) -> str | None:
        there = (
            body["messages"][0]["role"] == "system"
            if parameter == "system"
            else body.get(parameter)
        )
        return message if there is not None and there is not False else None

    server.refuse = refuse
    assert chain.ask(QUESTION).model == chain.ask(QUESTION).model == "scripted"
    assert len(server.requests) == 3


def test_a_server_that_streams_nothing_is_asked_without(start):
    chain, server = start(Reply(first_sentence, stream=False))
    assert chain.ask(QUESTION).model == "scripted"
    assert "stream" not in server.requests[-1] or not server.requests[-1]["stream"]


def test_a_window_that_is_smaller_than_set_is_met_by_sending_less(start):
    chain, server = start()
    server.refuse = lambda body: (
        "maximum context length exceeded" if body["max_tokens"] > 200 else None
    )
    chain.model.window, chain.model.max_tokens = 1600, 400
    assert chain.ask(QUESTION).model == "scripted"
    assert len(server.requests) == 2


def test_thoughts_in_a_field_of_their_own_are_no_answer(start):
    chain, _ = start(Reply(first_sentence, reasoning="I look at [2] first."))
    answer = chain.ask(QUESTION)
    assert "look" not in answer.text + answer.reply
    assert answer.sentences[0].supported


def test_a_reply_in_another_language_is_told(start):
    def chinese(prompt: str) -> str:
        code = next(code for code, words in CODE.findall(prompt) if "3.2" in words)
        return f"Pondscope 发现夜间甲烷是白天的 3.2 倍 [{code}]。"

    chain, _ = start(Reply(chinese))
    notes = " ".join(chain.ask(QUESTION).notes)
    assert "another language" in notes or "not supported" in notes


@pytest.mark.parametrize("end", ["", "/", "/v1", "/v1/", "/v1/chat/completions"])
def test_the_address_may_be_written_in_many_ways(start, end, monkeypatch):
    _chain, server = start()
    monkeypatch.setenv("OPENAI_BASE_URL", f"127.0.0.1:{server.port}{end}")
    model = connect(load())
    assert model
    assert model.where == server.address
    assert attempt(model).error == ""


def test_the_key_goes_to_its_host_and_into_no_log_traceback_or_repr(start, caplog):
    caplog.set_level(logging.DEBUG)
    logging.getLogger().setLevel(logging.DEBUG)
    chain, server = start(Reply(status=401, body=error(f"Bad key {KEY}")))
    assert server.headers == []
    answer = chain.ask(QUESTION)
    assert server.headers[0]["Authorization"] == f"Bearer {KEY}"
    with pytest.raises(askpapers.ModelError) as caught:
        list(chain.model.pieces(_prompt()))
    shown = "".join(traceback.format_exception(caught.value)) + caplog.text + repr(answer)
    assert KEY not in shown + repr(vars(chain.model)) + str(load())


def test_a_reply_that_holds_the_key_does_not_show_it(start):
    chain, _ = start(Reply(lambda p: f"My key is {KEY}. {first_sentence(p)}", size=3))
    events = list(chain.stream(QUESTION))
    assert KEY not in repr(events)
    assert KEY[:12] not in repr(events)


def test_a_server_without_a_key_gets_none(start, monkeypatch):
    chain, server = start(OPENAI_API_KEY="")
    assert chain.ask(QUESTION).model == "scripted"
    assert "Authorization" not in server.headers[0]


def _prompt():
    from rag.llms.model import Prompt

    return Prompt("Rules", "Request")
