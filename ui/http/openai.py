"""An OpenAI-compatible door, so that other chat programs can ask the papers.

A conversation comes whole with each request. The answers that were given to its earlier questions
are remembered, so that the last one is understood from them; what the program says was answered
counts for nothing.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from typing import Any
from uuid import uuid4

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute

from rag.errors import AskpapersError, UsageError
from rag.types import Answer, Delta, Done
from ui.http.asked import Completion, Message
from ui.http.replies import UNEXPECTED, begun, body, event, plain, route, status_of
from ui.service import Service
from ui.visitors import visitor

MODEL = "askpapers"
_RULES = ("system", "developer")  # roles that tell a language model what to do


def routes(service: Service) -> list[BaseRoute]:
    """Return the routes."""
    remembered = _Remembered()

    async def models(request: Request) -> Response:
        known = {"id": MODEL, "object": "model", "created": 0, "owned_by": "askpapers"}
        return plain({"object": "list", "data": [known]})

    async def complete(request: Request) -> Response:
        given, who = Completion.read(await body(request)), visitor(request)
        questions = _questions(given.messages)
        earlier = remembered.get(who, questions[:-1])
        chat = service.chat(who, earlier)
        stream = service.stream(chat, questions[-1])
        remember = lambda answer: remembered.put(who, questions, [*earlier, answer])  # noqa: E731
        if given.stream:
            chunks = _chunks(await begun(stream), remember)
            return StreamingResponse(chunks, media_type="text/event-stream")
        async with aclosing(stream) as events:
            async for one in events:
                if isinstance(one, Done):
                    remember(one.answer)
                    return plain(_completion(one.answer))
        raise UsageError("The question was not answered. Ask again.")

    return [
        route("/v1/models", models, "GET", _failed),
        route("/v1/chat/completions", complete, "POST", _failed),
    ]


class _Remembered:
    """Answers by the questions that led to them, so that a conversation can be gone on with."""

    def __init__(self, most: int = 1000) -> None:
        self._answers: dict[tuple[str, ...], list[Answer]] = {}
        self._most = most

    def get(self, who: str, questions: Sequence[str]) -> list[Answer]:
        """Return the answers to the longest known beginning of `questions`."""
        for count in range(len(questions), 0, -1):
            if (who, *questions[:count]) in self._answers:
                return self._answers[(who, *questions[:count])]
        return []

    def put(self, who: str, questions: Sequence[str], answers: list[Answer]) -> None:
        """Remember the answers to `questions`."""
        while len(self._answers) >= self._most:
            del self._answers[next(iter(self._answers))]
        self._answers[(who, *questions)] = answers


def _questions(messages: Sequence[Message]) -> list[str]:
    """Return what the user said, turn by turn. Raises `UsageError`."""
    said = [message for message in messages if message.role not in _RULES]
    if not said or said[-1].role != "user":
        raise UsageError("The last message has to be a question of the user.")
    return [_text(message) for message in said if message.role == "user"]


def _text(message: Message) -> str:
    """A message's content is a text, or a list of parts, of which only texts can be read."""
    if not isinstance(message.content, list):
        return message.content or ""
    texts = [part.get("text") for part in message.content if part.get("type") == "text"]
    if len(texts) < len(message.content) or not all(isinstance(text, str) for text in texts):
        raise UsageError("A message of the user may hold text only, no pictures, sounds or files.")
    return "\n".join(map(str, texts))


def _completion(answer: Answer) -> dict[str, Any]:
    message = {"role": "assistant", "content": str(answer)}
    choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
    return _head("chat.completion") | {"choices": [choice], "usage": _usage(answer)}


async def _chunks(stream: Any, remember: Any) -> AsyncIterator[bytes]:
    """Yield the answer's words, then what the checked answer adds: the papers that it cites."""
    head, said = _head("chat.completion.chunk"), ""
    yield _chunk(head, {"role": "assistant", "content": ""})
    try:
        async with aclosing(stream) as events:
            async for one in events:
                if isinstance(one, Delta) and one.text:
                    said += one.text
                    yield _chunk(head, {"content": one.text})
                elif isinstance(one, Done):
                    remember(one.answer)
                    whole = str(one.answer)
                    rest = whole.removeprefix(said) if whole.startswith(said) else f"\n\n{whole}"
                    yield _chunk(head, {"content": rest})
        yield _chunk(head, {}, "stop")
    except AskpapersError as error:
        yield event(
            {"error": {"message": str(error), "type": "server_error", "code": status_of(error)}}
        )
    except Exception:
        yield event({"error": {"message": UNEXPECTED, "type": "server_error", "code": 500}})
    yield b"data: [DONE]\n\n"


def _chunk(head: dict[str, Any], delta: dict[str, str], finish: str | None = None) -> bytes:
    return event(head | {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})


def _head(kind: str) -> dict[str, Any]:
    id_ = f"chatcmpl-{uuid4().hex}"
    return {"id": id_, "object": kind, "created": int(time.time()), "model": MODEL}


def _usage(answer: Answer) -> dict[str, int]:
    read, written = answer.usage.prompt_tokens, answer.usage.completion_tokens
    return {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}


def _failed(message: str, status: int) -> Response:
    kind = "invalid_request_error" if status == 400 else "server_error"
    return JSONResponse({"error": {"message": message, "type": kind, "code": None}}, status)
