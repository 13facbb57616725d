"""What is written to the terminal or into a pipe."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

# Controls (but tab and line feed) could drive the terminal, marks of writing direction could make
# a text read as another than it is.
_UNSAFE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_UNSAFE_IN_JSON = re.compile(r"[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")

Tell = Callable[[int, int | None, str], None]


def say(text: str) -> None:
    """Print a text for people, without control characters."""
    print(_UNSAFE.sub("", text), flush=True)


def counted(count: int, noun: str = "paper") -> str:
    """Return "1 paper", "2,000 papers"."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def say_json(value: dict[str, Any] | list[Any]) -> None:
    """Print a value as one line of JSON, an object with the version of the contract."""
    from rag.export.contract import CONTRACT

    value = {"version": CONTRACT} | value if isinstance(value, dict) else value
    text = json.dumps(value, ensure_ascii=False)
    print(_UNSAFE_IN_JSON.sub(lambda match: f"\\u{ord(match[0]):04x}", text), flush=True)


def write(pieces: Iterable[str]) -> None:
    """Write text for other programs as it is; what a terminal shows has no control characters."""
    for piece in pieces:
        sys.stdout.write(_UNSAFE.sub("", piece) if sys.stdout.isatty() else piece)
    sys.stdout.flush()


def complain(text: str) -> None:
    """Print a message on standard error, without control characters."""
    print(_UNSAFE.sub("", text), file=sys.stderr, flush=True)


@contextmanager
def progress_bar() -> Iterator[Tell | None]:
    """Give a function that shows (done, total, stage) in a bar, or None where no person watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"), Remaining(),
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, rate="")

        def tell(done: int, total: int | None, stage: str) -> None:
            if bar.tasks[task].description != stage:
                bar.reset(task, description=stage, total=total)
            speed = bar.tasks[task].speed
            rate = f"{speed:,.0f}/s" if speed else ""
            bar.update(task, completed=done, total=total, rate=rate)

        yield tell
