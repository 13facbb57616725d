"""Twenty people ask the server at once: how long they wait, that none are mixed, none starved.

    python -m bench.web [INDEX]     over the sample collection where no index is given

Each person asks about a paper of their own, over HTTP as programs do; the queue and the limits are
those of the page. Times are of this machine, so that only ratios have a bound.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import httpx

import askpapers
from bench.processes import serving

SAMPLE = Path(__file__).resolve().parents[1] / "data" / "icml2026.jsonl"
PEOPLE = 20
ROUNDS = 4
PORT = 17861
GREEDY = 7  # questions at once of one who asks too much


@dataclass(frozen=True)
class Reply:
    """When the first event and the whole answer came, in seconds; whether it was one's own."""

    first: float
    whole: float
    right: bool


def main() -> None:
    index = Path(sys.argv[1]) if len(sys.argv) > 1 else _sample()
    with askpapers.open(index) as chain:
        names = chain.index.store.some_names(PEOPLE)
    with serving(index, PORT) as address:
        asyncio.run(measure(address, names))


async def measure(address: str, names: Sequence[str]) -> None:
    limits = httpx.Limits(max_connections=100)
    async with httpx.AsyncClient(base_url=address, timeout=300, limits=limits) as client:
        await ask(client, "warm", names[0])
        alone = [await ask(client, "alone", name) for name in names[:8]]
        crowd = await together(client, names)
        show("people at once", PEOPLE)
        show("answers that were another's", sum(not reply.right for reply in crowd), at_most=0)
        show("first event, median / worst, s", _pair([reply.first for reply in crowd]))
        show("whole answer, median / worst, s", _pair([reply.whole for reply in crowd]))
        one = median(reply.whole for reply in alone)
        show("median of one person alone, s", round(one, 3))
        share = max(reply.whole for reply in crowd) / (one * PEOPLE)
        show("worst in a crowd / alone times people", round(share, 2), at_most=2)
        greedy = asyncio.gather(*(ask(client, "greedy", name) for name in names[:GREEDY] * 3))
        await asyncio.sleep(0.05)
        polite = await ask(client, "polite", names[0])
        await greedy
        show("beside a greedy one / alone", round(polite.whole / one, 1), at_most=2 * GREEDY)


async def together(client: httpx.AsyncClient, names: Sequence[str]) -> list[Reply]:
    """Let all ask at once, some rounds one after the other."""
    replies: list[Reply] = []
    for _ in range(ROUNDS):
        replies += await asyncio.gather(*(ask(client, f"person {name}", name) for name in names))
    return replies


async def ask(client: httpx.AsyncClient, who: str, name: str) -> Reply:
    """Ask what a paper proposes; right is an answer that cites it first."""
    began, first, last = time.perf_counter(), 0.0, ""
    body = {"question": f"What does {name} propose?", "stream": True}
    cookie = {"cookie": f"askpapers_visitor={who.replace(' ', '-').encode().hex()}"}
    async with client.stream("POST", "/api/ask", json=body, headers=cookie) as reply:
        async for line in reply.aiter_lines():
            first = first or time.perf_counter() - began
            last = line or last
    answer = json.loads(last.removeprefix("data: "))
    cited = answer.get("citations") or [{"paper": {"name": None}}]
    return Reply(first, time.perf_counter() - began, cited[0]["paper"]["name"] == name)


def show(what: str, value: object, at_most: float | None = None) -> None:
    bound = "" if at_most is None else f"   (at most {at_most}: {_kept(value, at_most)})"
    print(f"{what:<40}{value}{bound}", flush=True)


def _kept(value: object, at_most: float) -> str:
    return "kept" if isinstance(value, int | float) and value <= at_most else "MISSED"


def _pair(seconds: Sequence[float]) -> str:
    return f"{median(seconds):.2f} / {max(seconds):.2f}"


def _sample() -> Path:
    index = Path(tempfile.gettempdir()) / "askpapers-bench" / "sample"
    askpapers.ingest([SAMPLE], index=index)
    return index


if __name__ == "__main__":
    main()
