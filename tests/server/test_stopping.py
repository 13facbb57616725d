"""Whoever stops an answer closes the connection, and the server sees it at once."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import KEY, QUESTION
from scripted import Reply, first_sentence, serving

from askpapers import Delta

SLOW = Reply(first_sentence, size=1, pause=0.05)
STUCK = Reply(first_sentence, late=30)
ASK = "import sys, askpapers; print(askpapers.open(sys.argv[1]).ask(sys.argv[2]))"


def test_closing_the_iterator(start):
    chain, server = start(SLOW)
    events = chain.stream(QUESTION)
    next(event for event in events if isinstance(event, Delta))
    events.close()
    assert server.left.wait(1)


def test_closing_the_async_iterator(start):
    chain, server = start(SLOW)

    async def stop() -> None:
        events = chain.astream(QUESTION)
        async for event in events:
            if isinstance(event, Delta):
                break
        await events.aclose()

    asyncio.run(stop())
    assert server.left.wait(1)


@pytest.mark.parametrize("reply", [SLOW, STUCK], ids=["while it writes", "before its first word"])
def test_cancelling_the_task(start, reply):
    chain, server = start(reply)

    async def cancel() -> None:
        task = asyncio.create_task(chain.chat().aask(QUESTION))
        await asyncio.to_thread(server.asked.wait, 20)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancel())
    assert server.left.wait(1)


@pytest.mark.skipif(os.name == "nt", reason="sends the signal of Ctrl-C")
def test_ctrl_c(ponds: Path, tmp_path: Path):
    with serving(STUCK) as server:
        environment = os.environ | {"OPENAI_BASE_URL": server.address, "OPENAI_API_KEY": KEY}
        root = str(Path(__file__).parents[2])
        command = [sys.executable, "-c", ASK, str(ponds), QUESTION]
        process = subprocess.Popen(
            command, cwd=tmp_path, env=environment | {"PYTHONPATH": root}, stderr=subprocess.PIPE
        )
        assert server.asked.wait(60)
        process.send_signal(signal.SIGINT)
        assert server.left.wait(1)
        assert KEY.encode() not in process.communicate(timeout=20)[1]


def test_a_stopped_question_leaves_the_conversation_as_it_was(start):
    chain, server = start(SLOW, Reply(first_sentence))
    chat = chain.chat()
    events = chat.stream(QUESTION)
    next(event for event in events if isinstance(event, Delta))
    events.close()
    assert chat.answers == []
    assert chat.ask(QUESTION).citations[0].number == 1
    assert len(server.requests) == 2
