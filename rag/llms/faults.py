"""From the errors of openai, httpx and any other library to ours, one clear sentence each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from email.utils import parsedate_to_datetime
from time import time
from typing import Any

from rag.errors import (
    ModelBusyError,
    ModelConnectionError,
    ModelError,
    ModelKeyError,
    ModelQuotaError,
    ModelReplyError,
    ModelRequestError,
    ModelTimeoutError,
    ModelWindowError,
)

_QUOTA = re.compile(r"insufficient_quota|exceeded your current quota|billing|credit", re.I)
_WINDOW = re.compile(
    r"context_length_exceeded|exceed_context_size|maximum context length|context (?:size|window)"
    r"|too many tokens|prompt is too long",
    re.I,
)
_KEY_LIKE = re.compile(r"\b(?:sk|key|Bearer)[-_ ](?=\S*\d)[\w.-]{8,}|\bBearer \S+")
_UNREADABLE = {
    "JSONDecodeError", "APIResponseValidationError", "ValidationError", "AttributeError",
    "TypeError", "IndexError", "KeyError",
}  # fmt: skip
_SHORTEST_SECRET = 4
_LONGEST_DETAIL = 200


def redact(text: str, secrets: Iterable[str]) -> str:
    """Return `text` without the secrets, and without what looks like a key."""
    for secret in secrets:
        if len(secret) >= _SHORTEST_SECRET:
            text = text.replace(secret, "***")
    return _KEY_LIKE.sub("***", text)


def translate(error: Exception, where: str, secrets: Iterable[str]) -> ModelError:
    """Return what an error of a library means; `where` names the model's server."""
    if isinstance(error, ModelError):
        return error
    secrets = tuple(secrets)
    status = getattr(error, "status_code", None)
    if isinstance(status, int):
        return _of_status(status, error, where, secrets)
    kinds = {type(cause).__name__ for cause in _causes(error)}
    if any("Timeout" in kind for kind in kinds):
        return ModelTimeoutError(
            f"The model at {where} did not answer in time. Try again, or raise ASKPAPERS_TIMEOUT."
        )
    if kinds & _UNREADABLE:
        return ModelReplyError(
            f"What {where} sent is no reply of a language model. OPENAI_BASE_URL has to be the "
            "address of an OpenAI-compatible server, mostly with /v1 at its end."
        )
    if kinds & {
        "APIConnectionError",
        "ConnectError",
        "ReadError",
        "RemoteProtocolError",
        "OSError",
    }:
        return ModelConnectionError(_connection(error, kinds, where, secrets))
    detail = _short(f"{type(error).__name__}: {error}", secrets)
    return ModelError(f"The model at {where} failed ({detail}).")


def _of_status(status: int, error: Exception, where: str, secrets: tuple[str, ...]) -> ModelError:
    said = _said(error)
    detail = _short(said, secrets)
    if status in (401, 403):
        return ModelKeyError(
            f"The server {where} does not accept the key ({status}). Set OPENAI_API_KEY to one "
            "that is valid there."
        )
    if status == 402 or (status == 429 and _QUOTA.search(said)):
        return ModelQuotaError(
            f"The quota of the account at {where} is used up ({status}). See to its billing, or "
            "set another OPENAI_API_KEY or OPENAI_BASE_URL."
        )
    if status in (408, 425, 429) or status >= 500:
        kind = "limits the rate of requests" if status == 429 else "is overloaded or out of order"
        return ModelBusyError(
            f"The model's server {where} {kind} ({status}). Try again later.", _retry_after(error)
        )
    if status < 400:
        return ModelRequestError(
            f"The server {where} sends elsewhere ({status}), where nothing is sent without your "
            "word. Set OPENAI_BASE_URL to the address that it means."
        )
    if _WINDOW.search(said):
        return ModelWindowError(
            f"The question and its papers are too long for the model at {where}. Set "
            "ASKPAPERS_CONTEXT to the model's window in tokens."
        )
    if status in (404, 405):
        return ModelRequestError(
            f"The server {where} knows no such model or address ({status}{_behind(detail)}). "
            "See to ASKPAPERS_MODEL and OPENAI_BASE_URL, which mostly ends in /v1."
        )
    return ModelRequestError(f"The server {where} refuses the request ({status}{_behind(detail)}).")


def _said(error: Exception) -> str:
    """Return what the server's JSON says; nothing of a page that it sent instead."""
    body: Any = getattr(error, "body", None)
    if isinstance(body, dict):
        inner = body.get("error", body)
        if isinstance(inner, dict):
            return " ".join(str(inner[k]) for k in ("message", "code", "type") if inner.get(k))
        return str(inner)
    return ""


def _retry_after(error: Exception) -> float | None:
    """Return the seconds that the header Retry-After asks for, given in seconds or as a date."""
    headers = getattr(getattr(error, "response", None), "headers", {})
    value = str(headers.get("retry-after", ""))
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time())
    except (TypeError, ValueError):
        return None


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    found: BaseException | None = error
    while found is not None and id(found) not in seen:
        seen.add(id(found))
        yield found
        found = found.__cause__ or found.__context__


def _connection(error: Exception, kinds: set[str], where: str, secrets: tuple[str, ...]) -> str:
    if kinds & {"RemoteProtocolError", "ReadError"}:
        return f"The connection to the model at {where} broke. Ask again."
    cause = list(_causes(error))[-1]
    detail = _short(str(cause), secrets)
    return (
        f"The model at {where} can't be reached ({detail}). See whether the server runs, and to "
        "OPENAI_BASE_URL."
    )


def _short(text: str, secrets: tuple[str, ...]) -> str:
    text = " ".join(redact(text, secrets).split())
    return text[:_LONGEST_DETAIL] + ("…" if len(text) > _LONGEST_DETAIL else "")


def _behind(detail: str) -> str:
    return f": {detail}" if detail else ""
