"""What programs send, read and checked: what can't be used is told in one sentence."""

from __future__ import annotations

import json
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rag.errors import UsageError

MOST_FOUND = 100
_LONGEST_SHOWN = 60


class _Sent(BaseModel):
    """Holds nothing but the keys named here, each with a value of its type."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @classmethod
    def read(cls, given: Any) -> Self:
        """Return what was sent. Raises `UsageError`."""
        try:
            return cls.model_validate(given)
        except ValidationError as error:
            raise UsageError(_told(error, sorted(cls.model_fields))) from error


class Ask(_Sent):
    """A question that stands alone, the filter that it is held to, and whether to stream."""

    question: str
    where: dict[str, Any] | None = None
    stream: bool = False


class Search(_Sent):
    """Words to search with and how many papers to find; in an address all values are text."""

    model_config = ConfigDict(strict=False)

    q: str
    k: int = Field(default=10, ge=1, le=MOST_FOUND)


class Compare(_Sent):
    """The names of papers to set side by side; how many it takes is for the chain to say."""

    papers: list[str]


class Keep(_Sent):
    """Where a visitor wants conversations to be kept."""

    where: Literal["browser", "disk", "no"]


class Rename(_Sent):
    """The new title of a conversation."""

    title: str


class Message(_Sent):
    """A message of a conversation in OpenAI's protocol."""

    model_config = ConfigDict(extra="ignore")

    role: str
    content: str | list[dict[str, Any]] | None = None


class Completion(_Sent):
    """A conversation in OpenAI's protocol; settings of a language model are left unread."""

    model_config = ConfigDict(extra="ignore")

    messages: list[Message]
    stream: bool | None = None
    n: int | None = Field(default=None, ge=1, le=1)


def _told(error: ValidationError, known: list[str]) -> str:
    """Return the first thing that is wrong."""
    first = error.errors(include_url=False, include_context=False)[0]
    place, message = ".".join(map(str, first["loc"])), first["msg"]
    if first["type"] == "extra_forbidden":
        return f"Unknown key: {place}. Known are: {', '.join(known)}."
    if first["type"] == "missing":
        return f"`{place}` is missing. Give it; docs/http.md shows how."
    shown = json.dumps(first["input"], ensure_ascii=False)
    shown = shown if len(shown) <= _LONGEST_SHOWN else f"{shown[:_LONGEST_SHOWN]}…"
    return f"`{place}` can't be used: {message[0].lower()}{message[1:]}, and it is {shown}."
