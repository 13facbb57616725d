"""The commands together, and the one place where errors become messages and exit codes."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from rag.errors import AskpapersError
from ui.cli import answers, changing, collection, finding, measuring
from ui.cli.output import complain, say

_INTERRUPTED = 130

app = typer.Typer(
    name="askpapers",
    help="Ask questions over paper abstracts and get answers in which every sentence is cited.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (
    collection.ingest, answers.ask, answers.chat, answers.web, finding.search, answers.compare,
    collection.papers, collection.status, changing.remove, changing.rebuild, measuring.evaluate,
):  # fmt: skip
    app.command()(command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with `arguments` (by default the process's own); return its exit code.

    0 for success, 1 for a failure, 2 for input or usage that can't be used, 130 for Ctrl-C.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    _prepare_streams()
    try:
        app(given, prog_name="askpapers")
    except SystemExit as end:
        return _exit_code(end)
    except Exception as error:
        if "--debug" in given:
            raise
        return _explain(error)
    return 0


@app.callback()
def options(
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show where in the program an error arose.")
    ] = False,
) -> None:
    """Take the options that stand before a command; `main` looks at `--debug` itself."""
    if version:
        from importlib import metadata

        say(f"askpapers {metadata.version('askpapers')}")
        raise typer.Exit


def _prepare_streams() -> None:
    """Nothing that stands in a paper or a question may fail for its encoding."""
    streams = ((sys.stdin, "utf-8-sig"), (sys.stdout, "utf-8"), (sys.stderr, "utf-8"))
    for stream, encoding in streams:
        if isinstance(stream, io.TextIOWrapper):
            own = stream.encoding if stream.isatty() else encoding
            stream.reconfigure(encoding=own, errors="replace")


def _exit_code(end: SystemExit) -> int:
    code = end.code if isinstance(end.code, int) else int(end.code is not None)
    if code == _INTERRUPTED:
        complain("Interrupted.")
    return code


def _explain(error: Exception) -> int:
    if isinstance(error, AskpapersError):
        complain(f"Error: {error}")
        return error.exit_code
    complain(
        f"Error: something unexpected happened ({type(error).__name__}: {error}). "
        "To see where, run the same command as: askpapers --debug …"
    )
    return 1
