"""One reply of a model, with bounded, visible tries: a generator that knows no connection."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from rag.errors import (
    ModelBusyError,
    ModelConnectionError,
    ModelError,
    ModelReplyError,
    ModelRequestError,
    ModelWindowError,
)
from rag.llms.model import Manner, Model, Piece, Prompt
from rag.running import Ask, Read, Steps, Wait
from rag.types import Delta, Progress, Stage, Usage

Teller = Callable[[str], Iterator[Delta]]

_TRIES = 3
_MANNERS = 5  # refusals that are learnt from
_LONGEST_WAIT = 20.0  # seconds that a server may have us wait
_FIRST_WAIT = 1.0
_LONGEST_TOKEN = 12  # characters; a reply longer than that in each token is cut


@dataclass(slots=True)
class Received:
    """What came of a reply: its text, why it ended, what broke it off, and its tokens."""

    text: str = ""
    finish: str | None = None
    fault: ModelError | None = None
    usage: Usage = field(default_factory=Usage)

    @property
    def complete(self) -> bool:
        """Whether the model came to its end."""
        return self.fault is None and self.finish in ("stop", "eos", None)


def ask(model: Model, prompt: Prompt, tell: Teller = lambda text: iter(())) -> Steps[Received]:
    """Ask a model. `tell` is given the text so far with each piece, and yields the events for it.

    Raises the errors below `ModelError` where no text came; with some text, `fault` tells.
    """
    tries, manners, before = 1, 0, model.manner
    while True:
        received = Received()
        try:
            yield from _receive(model, prompt, received, tell)
            if received.text.strip():
                return received
            raise _nothing(model, received)
        except ModelError as error:
            if received.text.strip():
                received.fault = error
                return received
            manner = _other_manner(model, error) if manners < _MANNERS else None
            if manner:
                model.manner, manners = manner, manners + 1
                continue
            wait = _wait(error, tries)
            if wait is None or tries == _TRIES:
                model.manner = before
                raise
            tries += 1
            yield Progress(Stage.WAIT, note=_notice(error, wait, tries))
            yield Wait(wait)


def _receive(model: Model, prompt: Prompt, received: Received, tell: Teller) -> Steps[None]:
    yield Ask(prompt)
    while (piece := (yield Read())) is not None:
        _take(received, piece, model)
        yield from tell(model.shown(received.text))
        if len(received.text) > model.max_tokens * _LONGEST_TOKEN:
            received.finish = "length"
            break
    received.text = model.redact(received.text)
    if not received.usage.completion_tokens:
        read = model.counter(prompt.rules) + model.counter(prompt.request)
        written = model.counter(received.text)
        received.usage = model.priced(Usage(read, written, estimated=True))


def _take(received: Received, piece: Piece, model: Model) -> None:
    received.text += piece.text
    received.finish = piece.finish or received.finish
    if piece.completion_tokens:
        received.usage = model.priced(Usage(piece.prompt_tokens, piece.completion_tokens))


def _nothing(model: Model, received: Received) -> ModelError:
    if received.finish == "content_filter":
        return ModelReplyError(f"The model at {model.where} withheld its reply (content filter).")
    if received.finish == "length":
        return ModelReplyError(
            f"The model at {model.where} came to no answer within ASKPAPERS_MAX_TOKENS."
        )
    return ModelReplyError(f"The model at {model.where} sent an empty reply.")


def _other_manner(model: Model, error: ModelError) -> Manner | None:
    """Return another way to ask, where the refusal or an empty stream suggests one."""
    if isinstance(error, ModelWindowError):
        return None
    if isinstance(error, ModelRequestError):
        return model.manner.after(str(error))
    if isinstance(error, ModelReplyError) and "empty" in str(error):
        return model.manner.after("stream")
    return None


def _wait(error: ModelError, tries: int) -> float | None:
    """Return the seconds to wait before another try, None where none can help."""
    if isinstance(error, ModelBusyError):
        wait = (
            error.retry_after if error.retry_after is not None else _FIRST_WAIT * 2 ** (tries - 1)
        )
        return wait if wait <= _LONGEST_WAIT else None
    return _FIRST_WAIT if isinstance(error, ModelConnectionError) and tries == 1 else None


def _notice(error: ModelError, wait: float, tries: int) -> str:
    return f"{error} Trying again in {wait:.0f} s ({tries} of {_TRIES})."
