"""A server that answers as it is told to, and remembers what it was asked."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

CODE = re.compile(r"^\[(\w{3})\] (.*)$", re.MULTILINE)


@dataclass
class Reply:
    """What the server sends: text in pieces, or an error; `text` may be made from the prompt.

    `cut` closes the connection after so many pieces, `pause` waits before each piece, `late`
    before the first byte. A `stream` that is False answers with one JSON object though a stream
    was asked for.
    """

    text: str | Callable[[str], str] | None = "Nothing."
    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    finish: str | None = "stop"
    size: int = 7
    cut: int | None = None
    pause: float = 0.0
    late: float = 0.0
    stream: bool = True
    usage: tuple[int, int] | None = None
    reasoning: str = ""


def first_sentence(prompt: str) -> str:
    """An honest answer: the first sentence given, with its code; "ready" where there is none."""
    given = CODE.findall(prompt)
    return f"{given[0][1].rstrip('.')} [{given[0][0]}]." if given else "ready"


@dataclass
class Scripted:
    """The running server: `replies` in order, the last one for good; what came; who left early."""

    replies: list[Reply]
    port: int = 0
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    left: threading.Event = field(default_factory=threading.Event)
    asked: threading.Event = field(default_factory=threading.Event)
    refuse: Callable[[dict[str, Any]], str | None] = lambda body: None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def prompts(self) -> list[str]:
        return ["\n".join(m["content"] for m in body["messages"]) for body in self.requests]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64


@contextmanager
def serving(*replies: Reply, models: tuple[str, ...] = ("scripted",)) -> Iterator[Scripted]:
    state = Scripted(list(replies) or [Reply(first_sentence)])
    server = _Server(("127.0.0.1", 0), _handler(state, models))
    state.port = server.server_address[1]
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()


def _handler(state: Scripted, models: tuple[str, ...]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

        def do_GET(self) -> None:
            known = {"object": "list", "data": [{"id": m, "object": "model"} for m in models]}
            if self.path == "/v1/models":
                self._send(200, known)
            else:
                self._send(404, "<html>Not here</html>")

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if self.path != "/v1/chat/completions":
                self._send(404, "<html>Not here</html>")
                return
            state.requests.append(body)
            state.headers.append(dict(self.headers))
            state.asked.set()
            refusal = state.refuse(body)
            if refusal:
                self._send(400, {"error": {"message": refusal, "type": "invalid_request_error"}})
                return
            try:
                self._reply(
                    state.replies.pop(0) if len(state.replies) > 1 else state.replies[0], body
                )
            except (BrokenPipeError, ConnectionResetError):
                state.left.set()
                self.close_connection = True

        def _reply(self, reply: Reply, body: dict[str, Any]) -> None:
            self._wait(reply.late)
            if reply.status != 200 or reply.body is not None:
                self._send(reply.status, reply.body, reply.headers)
                return
            prompt = "\n".join(message["content"] for message in body["messages"])
            text = reply.text(prompt) if callable(reply.text) else reply.text
            if body.get("stream") and reply.stream:
                self._stream(reply, text or "", body)
            else:
                message = {"role": "assistant", "content": text}
                choice = {"index": 0, "message": message, "finish_reason": reply.finish}
                self._send(200, _base(body) | {"object": "chat.completion", "choices": [choice]})

        def _stream(self, reply: Reply, text: str, body: dict[str, Any]) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            self._event(body, {"role": "assistant", "content": None})
            if reply.reasoning:
                self._event(body, {"reasoning_content": reply.reasoning})
            for place, start in enumerate(range(0, len(text), reply.size)):
                if place == reply.cut:
                    self.connection.close()
                    self.close_connection = True
                    return
                self._wait(reply.pause)
                self._event(body, {"content": text[start : start + reply.size]})
            if reply.finish:
                self._event(body, {}, reply.finish)
            if reply.usage:
                read, written = reply.usage
                counts = {"prompt_tokens": read, "completion_tokens": written}
                self._chunk(_base(body) | {"choices": [], "usage": counts | {"total_tokens": 0}})
            self._write(b"data: [DONE]\n\n")
            self._write(b"")

        def _wait(self, seconds: float) -> None:
            """Wait, and notice on the way that the other side has gone."""
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                time.sleep(0.02)
                self.connection.setblocking(False)
                try:
                    if self.connection.recv(1) == b"":
                        raise BrokenPipeError
                except BlockingIOError:
                    pass
                finally:
                    self.connection.setblocking(True)

        def _event(self, body: dict[str, Any], delta: Any, finish: str | None = None) -> None:
            choice = {"index": 0, "delta": delta, "finish_reason": finish}
            self._chunk(_base(body) | {"object": "chat.completion.chunk", "choices": [choice]})

        def _chunk(self, value: Any) -> None:
            self._write(f"data: {json.dumps(value)}\n\n".encode())

        def _write(self, data: bytes) -> None:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
            self.wfile.flush()

        def _send(self, status: int, value: Any, headers: dict[str, str] | None = None) -> None:
            page = isinstance(value, str)
            data = value.encode() if page else json.dumps(value).encode()
            self.send_response(status)
            self.send_header("Content-Type", "text/html" if page else "application/json")
            self.send_header("Content-Length", str(len(data)))
            for name, content in (headers or {}).items():
                self.send_header(name, content)
            self.end_headers()
            self.wfile.write(data)

    return Handler


def _base(body: dict[str, Any]) -> dict[str, Any]:
    return {"id": "scripted", "created": 0, "model": body.get("model")}
