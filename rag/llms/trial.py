"""Try a language model with one short question, and say what was found."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from rag.errors import ModelError
from rag.llms.model import Model, Prompt

_PROMPT = Prompt("You are being tried. Answer with one word.", "Write the word: ready")


@dataclass(frozen=True, slots=True)
class Trial:
    """What a trial of a model found; `error` is empty where it answered.

    `sends` is how the length of an answer is limited, `seconds` the time to the whole reply.
    """

    model: str
    server: str
    window: int
    max_tokens: int
    streams: bool = False
    takes_rules: bool = False
    counts_tokens: bool = False
    sends: str = ""
    seconds: float = 0.0
    error: str = ""


def attempt(model: Model) -> Trial:
    """Ask the model for a word. No error of the model is raised."""
    from rag.answering.written.asking import ask
    from rag.running import run

    found = Trial(model.name, model.where, model.window, model.max_tokens)
    started = time.perf_counter()
    try:
        received = run(ask(model, _PROMPT), model)
        assert received is not None
    except ModelError as error:
        return replace(found, error=str(error))
    return replace(
        found,
        streams=model.manner.stream,
        takes_rules=model.manner.system,
        counts_tokens=not received.usage.estimated,
        sends=model.manner.length,
        seconds=round(time.perf_counter() - started, 2),
        error=str(received.fault or ""),
    )
