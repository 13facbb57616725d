"""Two people ask at once, and a model writes to both: nothing of one comes to the other."""

from __future__ import annotations

import asyncio
import threading

import httpx
from scripted import Reply, first_sentence
from serving import served

from ui.service import Service
from ui.web import build

TALKS = {
    "ann": ("ALPHA-5521", "What does Pondscope measure? ALPHA-5521", "How long does it run?"),
    "ben": ("BETA-9093", "What does Mosswatch count? BETA-9093", "Which walls hold more?"),
}
OWN = {"ann": "Pondscope", "ben": "Mosswatch"}


async def say(client, who, said):
    messages = [{"role": "user", "content": text} for text in said]
    reply = await client.post(
        "/v1/chat/completions",
        json={"model": "askpapers", "messages": messages},
        headers={"cookie": f"askpapers_visitor={who}"},
    )
    return reply.json()["choices"][0]["message"]["content"]


async def talk(address):
    """Let both say all they have to say, each time together; return what each was told."""
    told = dict.fromkeys(TALKS, "")
    async with httpx.AsyncClient(base_url=address, timeout=120) as client:
        for turn in (1, 2):
            said = (say(client, who, lines[1 : turn + 1]) for who, lines in TALKS.items())
            for who, text in zip(TALKS, await asyncio.gather(*said), strict=True):
                told[who] += text
    return told


def test_talks_with_a_model_do_not_mix(start):
    both = threading.Barrier(2, timeout=60)  # passed by two requests that run at once, or by none

    def write(prompt):
        both.wait()
        return first_sentence(prompt)

    chain, server = start(Reply(write, pause=0.01))
    with served(build(Service(chain))) as address:
        told = asyncio.run(talk(address))
    assert not both.broken
    for who, other in (("ann", "ben"), ("ben", "ann")):
        assert OWN[who] in told[who]
        assert OWN[other] not in told[who]
        assert not any(TALKS[who][0] in p and TALKS[other][0] in p for p in server.prompts)
    assert len(server.prompts) == 4
