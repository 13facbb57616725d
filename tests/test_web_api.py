"""The doors for programs, each opened by its real client."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile

import httpx
import pytest
from serving import served

import askpapers
from ui.service import Service
from ui.web import build


@pytest.fixture(scope="module")
def chain(tmp_path_factory):
    index = tmp_path_factory.mktemp("api") / "index"
    papers = [
        {"id": "lamp", "title": "LampLab: Oil in Lanterns", "year": 2023, "venue": "Harbours",
         "abstract": "LampLab measures lanterns. Harbour lanterns burn 14 litres of oil a night."},
        {"id": "horn", "title": "HornNet: Foghorns", "year": 2024, "venue": "Harbours",
         "abstract": "HornNet predicts the range of foghorns. Foghorns carry 11 kilometres."},
    ]  # fmt: skip
    file = index.parent / "papers.jsonl"
    file.write_text("\n".join(json.dumps(paper) for paper in papers))
    askpapers.ingest([file], index=index)
    with askpapers.open(index) as chain:
        yield chain


@pytest.fixture(scope="module")
def address(chain):
    with served(build(Service(chain))) as address:
        yield address


OIL = "How many litres of oil do harbour lanterns burn?"


def test_answer_comes_as_the_json_contract_says(address):
    answer = httpx.post(f"{address}/api/ask", json={"question": OIL}, timeout=60).json()
    assert answer["version"] == 1
    assert answer["citations"][0]["paper"]["id"] == "lamp"


def test_answer_is_streamed_as_events(address):
    asked = {"question": OIL, "stream": True}
    with httpx.stream("POST", f"{address}/api/ask", json=asked, timeout=60) as reply:
        lines = [line for line in reply.iter_lines() if line]
    names = [line.removeprefix("event: ") for line in lines if line.startswith("event: ")]
    assert (names[0], names[-1]) == ("sources", "done")
    assert "14 litres" in json.loads(lines[-1].removeprefix("data: "))["text"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"question": " "}, "question"),
        ({"question": 1}, "question"),
        ({}, "`question` is missing"),
        ({"question": OIL, "wher": {}}, "wher"),
        ({"question": OIL, "stream": "no"}, "`stream`"),
        ({"question": OIL, "where": []}, "`where`"),
        ({"question": OIL, "where": {"colour": "red"}}, "colour"),
        ({"question": OIL, "where": {"colour": "red"}, "stream": True}, "colour"),
        ({"question": OIL, "where": {"year": [1900, 1901]}}, "filter"),
        ({"question": f"{OIL} \ud83d"}, "half of a character"),
    ],
)
def test_what_cannot_be_used_is_told_in_a_sentence(address, given, said):
    reply = httpx.post(f"{address}/api/ask", content=json.dumps(given), timeout=60)
    assert reply.status_code == 400
    assert said in reply.json()["error"]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("q=oil&k=-1", "`k`"),
        ("q=oil&k=101", "`k`"),
        ("q=oil&k=some", "`k`"),
        ("k=3", "`q` is missing"),
        ("q=oil&limit=3", "limit"),
    ],
)
def test_search_that_cannot_be_used_is_refused(address, query, said):
    reply = httpx.get(f"{address}/api/search?{query}", timeout=60)
    assert reply.status_code == 400
    assert said in reply.json()["error"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"papers": "LampLab"}, "`papers`"),
        ({"papers": [1, 2]}, "`papers.0`"),
        ({"papers": ["LampLab"]}, "two to 5"),
        ({"papers": ["LampLab", " "]}, "names no paper"),
        ({"papers": ["LampLab", "HornNet"], "aspects": []}, "aspects"),
    ],
)
def test_comparison_that_cannot_be_made_is_refused(address, given, said):
    reply = httpx.post(f"{address}/api/compare", json=given, timeout=60)
    assert reply.status_code == 400
    assert said in reply.json()["error"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"stream": False}, "`messages` is missing"),
        ({"messages": [{"role": "user", "content": OIL}], "stream": "no"}, "stream"),
        ({"messages": [{"role": "user", "content": OIL}], "n": 2}, "`n`"),
        ({"messages": [{"role": "user", "content": 5}]}, "content"),
        ({"messages": [{"role": "user", "content": [{"type": "image_url"}]}]}, "text only"),
        ({"messages": [{"role": "assistant", "content": OIL}]}, "question"),
        ({"messages": [{"role": "user", "content": "?"}], "stream": True}, "no words"),
    ],
)
def test_completion_that_cannot_be_given_is_refused(address, given, said):
    reply = httpx.post(f"{address}/v1/chat/completions", json=given, timeout=60)
    assert reply.status_code == 400
    assert said in reply.json()["error"]["message"]


def test_what_the_page_sends_is_checked_too(address):
    calls = (
        ("GET", "papers?format=ris&low=soon", None),
        ("GET", "papers?format=ris&turn=7", None),
        ("POST", "keep", {"where": "mars"}),
        ("PATCH", "conversations/abc", {"title": 5}),
    )
    for method, path, sent in calls:
        reply = httpx.request(method, f"{address}/askpapers/{path}", json=sent, timeout=60)
        assert reply.status_code == 400, path


def test_filter_holds_an_answer_to_its_papers(address):
    asked = {"question": "Which papers are there?", "where": {"year": [2024, None]}}
    answer = httpx.post(f"{address}/api/ask", json=asked, timeout=60).json()
    assert [citation["paper"]["id"] for citation in answer["citations"]] == ["horn"]


def test_search_and_comparison(address):
    found = httpx.get(f"{address}/api/search", params={"q": "foghorns", "k": 1}, timeout=60).json()
    assert found["results"][0]["paper"]["id"] == "horn"
    pair = {"papers": ["LampLab", "HornNet"]}
    compared = httpx.post(f"{address}/api/compare", json=pair, timeout=60).json()
    assert compared["table"]["columns"] == ["LampLab", "HornNet"]


def test_openai_client(address):
    from openai import OpenAI

    client = OpenAI(base_url=f"{address}/v1", api_key="unused")
    model = client.models.list().data[0].id
    talk = [{"role": "user", "content": OIL}]
    whole = client.chat.completions.create(model=model, messages=talk).choices[0].message.content
    assert "14 litres" in whole
    assert "[1] LampLab" in whole
    pieces = client.chat.completions.create(model=model, messages=talk, stream=True)
    chunks = [piece for piece in pieces if piece.choices]
    assert chunks[-1].choices[0].finish_reason == "stop"
    assert "".join(c.choices[0].delta.content or "" for c in chunks).strip() == whole.strip()


def test_openai_client_goes_on_with_a_conversation_and_reads_errors(address):
    from openai import BadRequestError, OpenAI

    client = OpenAI(base_url=f"{address}/v1", api_key="unused")
    talk = [{"role": "user", "content": "What is HornNet?"}]
    client.chat.completions.create(model="askpapers", messages=talk)
    talk += [
        {"role": "assistant", "content": "…"},
        {"role": "user", "content": "When was it published?"},
    ]
    reply = client.chat.completions.create(model="askpapers", messages=talk)
    assert "2024" in reply.choices[0].message.content
    with pytest.raises(BadRequestError, match="question"):
        client.chat.completions.create(model="askpapers", messages=[])


def test_gradio_client(address):
    from gradio_client import Client
    from gradio_client.exceptions import AppError

    client = Client(address, verbose=False)
    answer = client.predict(OIL, api_name="/ask")
    assert answer["citations"][0]["paper"]["id"] == "lamp"
    assert list(client.view_api(return_format="dict")["named_endpoints"]) == ["/ask"]
    with pytest.raises(AppError, match="question"):
        client.predict(5, api_name="/ask")


def test_mcp_client(address):
    from mcp.client import Client

    async def run():
        async with Client(f"{address}/mcp") as client:
            tools = [tool.name for tool in (await client.list_tools()).tools]
            asked = await client.call_tool("ask_papers", {"question": OIL})
            compared = await client.call_tool("compare_papers", {"papers": ["LampLab", "HornNet"]})
            found = await client.call_tool("search_papers", {"query": "foghorns"})
            wrong = await client.call_tool("search_papers", {"query": "foghorns", "k": -1})
            return tools, asked, compared, found, wrong

    tools, asked, compared, found, wrong = asyncio.run(asyncio.wait_for(run(), 60))
    assert tools == ["search_papers", "ask_papers", "compare_papers"]
    assert asked.structured_content["citations"][0]["paper"]["id"] == "lamp"
    assert compared.structured_content["table"]["columns"] == ["LampLab", "HornNet"]
    assert found.structured_content["results"][0]["paper"]["id"] == "horn"
    assert wrong.is_error
    assert "`k`" in wrong.content[0].text


def test_twenty_at_once_get_their_own_answers(address):
    asked = {"How far do foghorns carry?": "horn", OIL: "lamp"}

    async def run():
        async with httpx.AsyncClient(timeout=120) as client:
            return await asyncio.gather(
                *(
                    client.post(f"{address}/api/ask", json={"question": list(asked)[n % 2]},
                                headers={"cookie": f"askpapers_visitor=v{n}"})
                    for n in range(20)
                )
            )  # fmt: skip

    answers = [reply.json() for reply in asyncio.run(run())]
    assert [a["citations"][0]["paper"]["id"] for a in answers] == [*asked.values()] * 10


# -- papers added ------------------------------------------------------------------------------


def add(address, *files):
    reply = httpx.post(
        f"{address}/askpapers/files", files=[("files", f) for f in files], timeout=60
    )
    return reply, [json.loads(line) for line in reply.text.splitlines() if line.startswith("{")]


def test_files_are_added_with_progress_and_a_report(address, chain):
    new = {"id": "buoy", "title": "BuoyBench", "abstract": "BuoyBench counts buoys.", "year": 2025}
    text = json.dumps(new) + "\nno json\n"
    _, told = add(address, ("../../evil.jsonl", text.encode()))
    assert told[-1]["done"]
    assert "1 added" in told[-1]["html"]
    assert "1 record was left out" in told[-1]["html"]
    assert chain.index.get(["buoy"])[0].origin.file == "evil.jsonl"


def test_archives_that_lead_elsewhere_do_nothing(address, chain, tmp_path):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("../../../climbed.jsonl", "{}")
    before = chain.index.info().papers
    _, told = add(address, ("odd.zip", archive.getvalue()))
    assert told[-1]["done"]
    assert chain.index.info().papers == before


def test_no_file_and_too_many_are_refused(address):
    reply, _ = add(address, *((f"{n}.txt", b"x") for n in range(51)))
    assert reply.status_code == 400
    assert httpx.post(f"{address}/askpapers/files", content=b"", timeout=60).status_code == 400


def test_names_are_completed_and_papers_exported(address):
    names = httpx.get(f"{address}/askpapers/names", params={"q": "horn"}).json()
    assert names[0] == "HornNet"
    cited = httpx.get(f"{address}/askpapers/cite", params={"id": "lamp", "format": "bibtex"}).text
    assert cited.startswith("@")
    saved = httpx.get(f"{address}/askpapers/papers", params={"q": "foghorns", "format": "ris"})
    assert "HornNet" in saved.text
    assert "attachment" in saved.headers["content-disposition"]
