"""A language model: what it is called, what it takes in, and its replies piece by piece."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterator
from contextlib import aclosing, asynccontextmanager, closing, contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rag.errors import ModelError
from rag.llms.counting import TokenCounter, counter_for, use_bundled_encodings
from rag.llms.endpoint import Endpoint, async_client, client
from rag.llms.faults import redact, translate
from rag.types import Usage

if TYPE_CHECKING:
    from llama_index.core.base.llms.types import ChatMessage, ChatResponse
    from llama_index.core.llms import LLM

_DUMMY_KEY = "in-the-header"  # the true one is added at the last moment; see `endpoint`


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is sent to a model: the rules, and the question with its evidence."""

    rules: str
    request: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a reply: its text, and what else is known by then.

    `finish` is why the model stopped ("stop", "length", "content_filter"), None while it goes on.
    """

    text: str = ""
    finish: str | None = None
    prompt_tokens: int = 0
    completion_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Manner:
    """How a server wants to be asked; learnt from its refusals."""

    stream: bool = True
    usage: bool = True
    system: bool = True
    temperature: bool = True
    length: str = "max_tokens"

    def after(self, refusal: str) -> Manner | None:
        """Return the manner that does what `refusal` asks for; None where it asks for nothing."""
        said = refusal.lower()
        wanted = [
            ("max_completion_tokens" in said, replace(self, length="max_completion_tokens")),
            ("stream_options" in said, replace(self, usage=False)),
            ("temperature" in said, replace(self, temperature=False)),
            ("system" in said and "role" in said, replace(self, system=False)),
            ("max_tokens" in said, replace(self, length="")),
            ("stream" in said, replace(self, stream=False)),
        ]
        return next((manner for asked, manner in wanted if asked and manner != self), None)


class Model:
    """A language model, given by settings or as an LLM of LlamaIndex.

    `name` is what answers call it, `where` what messages call its server; `window` and
    `max_tokens` are in tokens; `price` is that of a million tokens read and written.
    """

    def __init__(
        self,
        name: str,
        *,
        window: int,
        max_tokens: int,
        given: LLM | None = None,
        endpoint: Endpoint | None = None,
        temperature: float | None = 0.0,
        timeout: float = 60.0,
        price: tuple[float, float] | None = None,
    ) -> None:
        self.name = name
        self.window = window
        self.max_tokens = max_tokens
        self.price = price
        self.manner = Manner()
        self.where = endpoint.address if endpoint else name
        self.counter: TokenCounter = counter_for(name)
        self._given = given
        self._endpoint = endpoint
        self._temperature = temperature
        self._timeout = timeout

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must not be shown: the key."""
        key = self._endpoint.key if self._endpoint else getattr(self._given, "api_key", None)
        return (key,) if isinstance(key, str) and key else ()

    def redact(self, text: str) -> str:
        """Return `text` without the key."""
        return redact(text, self.secrets)

    def shown(self, text: str) -> str:
        """Return a text on its way without the key, and without what may be its beginning."""
        for secret in self.secrets:
            sizes = range(min(len(secret), len(text)), 0, -1)
            part = next((size for size in sizes if text.endswith(secret[:size])), 0)
            text = text[: len(text) - part]
        return self.redact(text)

    def priced(self, usage: Usage) -> Usage:
        """Return `usage` with its cost, where there is a price."""
        if self.price is None:
            return usage
        read, written = self.price
        cost = (usage.prompt_tokens * read + usage.completion_tokens * written) / 1e6
        return replace(usage, cost=cost)

    def pieces(self, prompt: Prompt) -> Generator[Piece, None, None]:
        """Yield the reply to `prompt`; closing the iterator closes the connection.

        Raises the errors below `ModelError`.
        """
        try:
            with self._connected() as llm:
                messages = self._messages(prompt)
                if not self.manner.stream:
                    yield _piece(llm.chat(messages), whole=True)
                    return
                with closing(llm.stream_chat(messages)) as chunks:
                    for chunk in chunks:
                        yield _piece(chunk)
        except Exception as error:
            raise translate(error, self.where, self.secrets) from None

    async def apieces(self, prompt: Prompt) -> AsyncGenerator[Piece]:
        """As `pieces`, for an event loop."""
        try:
            async with self._aconnected() as llm:
                messages = self._messages(prompt)
                if not self.manner.stream:
                    yield _piece(await llm.achat(messages), whole=True)
                    return
                async with aclosing(await llm.astream_chat(messages)) as chunks:
                    async for chunk in chunks:
                        yield _piece(chunk)
        except Exception as error:
            raise translate(error, self.where, self.secrets) from None

    def _messages(self, prompt: Prompt) -> list[ChatMessage]:
        from llama_index.core.base.llms.types import ChatMessage, MessageRole

        if not self.manner.system:
            return [ChatMessage(f"{prompt.rules}\n\n{prompt.request}", role=MessageRole.USER)]
        return [
            ChatMessage(prompt.rules, role=MessageRole.SYSTEM),
            ChatMessage(prompt.request, role=MessageRole.USER),
        ]

    @contextmanager
    def _connected(self) -> Iterator[LLM]:
        if self._endpoint is None:
            yield self._known()
            return
        with client(self._endpoint) as connection:
            yield self._llm(http_client=connection)

    @asynccontextmanager
    async def _aconnected(self) -> AsyncIterator[LLM]:
        if self._endpoint is None:
            yield self._known()
            return
        async with async_client(self._endpoint) as connection:
            yield self._llm(async_http_client=connection)

    def _known(self) -> LLM:
        if self._given is None:
            raise ModelError("There is no language model.")
        return self._given

    def _llm(self, **connection: Any) -> LLM:
        """Return LlamaIndex's model over a connection; one a reply, it costs a millisecond."""
        more: dict[str, Any] = {self.manner.length: self.max_tokens} if self.manner.length else {}
        if self.manner.usage:
            more["stream_options"] = {"include_usage": True}
        llm: LLM = _server_class()(
            model=self.name,
            api_base=self._endpoint.address if self._endpoint else None,
            api_key=_DUMMY_KEY,
            is_chat_model=True,
            context_window=self.window,
            temperature=self._temperature if self.manner.temperature else None,
            timeout=self._timeout,
            max_retries=0,
            additional_kwargs=more,
            **connection,
        )
        return llm


@lru_cache(maxsize=1)
def _server_class() -> Any:
    use_bundled_encodings()
    from llama_index.llms.openai_like import OpenAILike

    class Server(OpenAILike):
        """Leaves out a temperature that is not set, which OpenAILike would send as null."""

        temperature: float | None = None  # type: ignore[assignment]

        def _get_model_kwargs(self, **kwargs: Any) -> dict[str, Any]:
            given = super()._get_model_kwargs(**kwargs)
            return {key: value for key, value in given.items() if value is not None}

    return Server


def _piece(response: ChatResponse, whole: bool = False) -> Piece:
    text = (response.message.content if whole else response.delta) or ""
    raw: Any = response.raw
    choices = getattr(raw, "choices", None) or []
    finish = getattr(choices[0], "finish_reason", None) if choices else None
    usage = getattr(raw, "usage", None)
    return Piece(
        text,
        finish if isinstance(finish, str) else None,
        int(getattr(usage, "prompt_tokens", 0) or 0),
        int(getattr(usage, "completion_tokens", 0) or 0),
    )
