"""The command, run in the process of the tests."""

from __future__ import annotations

import json
from typing import Any, NamedTuple


class Result(NamedTuple):
    code: int
    out: str
    err: str


def objects(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]
