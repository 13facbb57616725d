"""Answers that an earlier command printed as JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rag.errors import UsageError


def cited_in(file: str) -> list[str]:
    """Return the ids of the papers that the answers in a file cite ("-": in standard input).

    It holds an answer a line, as `ask --json` and `chat --json` print them. Raises `UsageError`.
    """
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text("utf-8-sig")
        answers = [json.loads(line) for line in text.splitlines() if line.strip()]
        cited = [citation["paper"]["id"] for a in answers for citation in a["citations"]]
    except OSError as error:
        raise UsageError(f"{file} can't be read: {error.strerror}.") from error
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise UsageError(
            f"{file} holds no answers in JSON. Make one with: askpapers ask --json … > {file}"
        ) from error
    return list(dict.fromkeys(cited))
