"""Settings from the environment and from a file `.env` in the current folder."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import MappingProxyType
from typing import Any

from rag.errors import SettingsError

_PREFIX = "ASKPAPERS_"
_OTHERS = {"OPENAI_API_KEY": "api_key", "OPENAI_BASE_URL": "base_url"}

Prices = Mapping[str, tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set; field `index` is set by the variable ASKPAPERS_INDEX, and so on.

    `index` is the folder of the index that is used where none is given. `api_key` and `base_url`
    are set by OPENAI_API_KEY and OPENAI_BASE_URL; with either of them, and unless `model` is
    "none", a language model writes the answers. `context` is its window and `max_tokens` the
    length of its longest answer, both in tokens; `temperature` is None where the server's own is
    to hold; `timeout` is the longest wait for the next piece of a reply, in seconds. `prices`
    maps models to their prices for a million tokens read and written. `chroma_url` is a Chroma
    server that keeps the vectors of all indexes, `chroma_headers` go with each request to it.
    `password_hash` is what `askpapers web --set-password` prints: the page then asks for it.
    """

    index: Path = Path("askpapers-index")
    model: str = ""
    api_key: str = field(default="", repr=False)
    base_url: str = ""
    context: int = 8192
    max_tokens: int = 700
    temperature: float | None = 0.0
    timeout: float = 60.0
    prices: Prices = field(default_factory=dict)
    chroma_url: str = ""
    chroma_headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    password_hash: str = field(default="", repr=False)


def load(
    environment: Mapping[str, str] | None = None, file: str | Path | None = ".env"
) -> Settings:
    """Return the settings of `environment` (by default the process's own), else of `file`.

    Empty values count as not set. Raises `SettingsError` for an unknown ASKPAPERS_ variable, for a
    value out of its range, and for a file that can't be read.
    """
    given = _file_values(Path(file)) if file else {}
    given |= os.environ if environment is None else environment
    known = {_variable(f.name): f.name for f in fields(Settings)}
    for key in sorted(given):
        if key.startswith(_PREFIX) and key not in known:
            nearest = difflib.get_close_matches(key, known, n=1, cutoff=0.0)[0]
            raise SettingsError(f"Unknown setting {key}. The nearest known one is {nearest}.")
    values = {name: _read(key, given[key]) for key, name in known.items() if given.get(key)}
    return Settings(**values)


def _variable(name: str) -> str:
    own = {name_: variable for variable, name_ in _OTHERS.items()}
    return own.get(name, _PREFIX + name.upper())


def _read(variable: str, value: str) -> Any:
    """Read a value. Errors don't show it: what stands there by mistake may be a key."""
    read = _READERS.get(variable, str.strip)
    try:
        return read(value.strip())
    except ValueError as error:
        raise SettingsError(f"{variable} {error}.") from None


def _whole(low: int, high: int) -> Callable[[str], int]:
    def read(value: str) -> int:
        if not value.isdecimal() or not low <= int(value) <= high:
            raise ValueError(f"has to be a whole number from {low} to {high}")
        return int(value)

    return read


def _number(low: float, high: float) -> Callable[[str], float]:
    def read(value: str) -> float:
        try:
            number = float(value)
        except ValueError:
            number = float("nan")
        if not low <= number <= high:
            raise ValueError(f"has to be a number from {low:g} to {high:g}")
        return number

    return read


def _temperature(value: str) -> float | None:
    return None if value == "default" else _number(0, 2)(value)


def _key(value: str) -> str:
    """A key goes into a header: no blanks, line breaks or other than ASCII. It is never shown."""
    if not value.isascii() or not value.isprintable() or " " in value:
        raise ValueError("holds a blank, a line break or a letter that no key has; copy it again")
    return value


def _prices(value: str) -> Prices:
    """Read "gpt-x=0.4/1.6, other=1/2"."""
    found: dict[str, tuple[float, float]] = {}
    for entry in filter(None, (part.strip() for part in value.split(","))):
        model, _, prices = entry.rpartition("=")
        try:
            read, written = (float(price) for price in prices.split("/"))
        except ValueError:
            raise ValueError('has to read "MODEL=READ/WRITTEN, …" (for a million tokens)') from None
        found[model.strip()] = (read, written)
    return MappingProxyType(found)


def _url(value: str) -> str:
    if not re.fullmatch(r"https?://[^\s/@]+(/\S*)?", value):
        raise ValueError("has to be an address such as http://127.0.0.1:8000, without a password")
    return value.rstrip("/")


def _headers(value: str) -> Mapping[str, str]:
    """Read "Authorization: Bearer abc; X-Team: papers". A header is never shown."""
    pairs = [part.partition(":") for part in value.split(";") if part.strip()]
    headers = {name.strip(): content.strip() for name, _, content in pairs}
    if not all(n and v and (n + v).isascii() and (n + v).isprintable() for n, v in headers.items()):
        raise ValueError('has to read "Name: value; Name: value", in ASCII')
    return MappingProxyType(headers)


_READERS: Mapping[str, Callable[[str], Any]] = {
    "OPENAI_API_KEY": _key,
    "ASKPAPERS_INDEX": Path,
    "ASKPAPERS_CONTEXT": _whole(1024, 10_000_000),
    "ASKPAPERS_MAX_TOKENS": _whole(32, 100_000),
    "ASKPAPERS_TEMPERATURE": _temperature,
    "ASKPAPERS_TIMEOUT": _number(1, 3600),
    "ASKPAPERS_PRICES": _prices,
    "ASKPAPERS_CHROMA_URL": _url,
    "ASKPAPERS_CHROMA_HEADERS": _headers,
}


def _file_values(file: Path) -> dict[str, str]:
    if not file.is_file():
        return {}
    from dotenv import dotenv_values

    try:
        values = dotenv_values(file, interpolate=False)
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"The settings file {file} can't be read: {error}") from error
    return {key: value for key, value in values.items() if value is not None}
