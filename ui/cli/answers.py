"""The commands that answer: ask, chat, compare and web."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import Annotated, Any

import typer

from rag.errors import AskpapersError, QuestionError
from rag.types import Answer, Done, Event, Progress
from ui.cli.options import (
    AuthorOption,
    CodeOption,
    IndexOption,
    JsonOption,
    VenueOption,
    YearOption,
    index_folder,
    where,
)
from ui.cli.output import complain, say, say_json

_COMMAND = re.compile(r"/\w+(?:\s|$)")
_HINT = "There is no command {}: /new starts a new conversation, /quit ends this one."
_NEW, _END = "/new", ("/quit", "/exit", "quit", "exit")


def ask(
    question: Annotated[
        str, typer.Argument(help='The question; "-" reads it from standard input.')
    ],
    year: YearOption = None,
    venue: VenueOption = None,
    author: AuthorOption = None,
    with_code: CodeOption = False,
    index: IndexOption = None,
    json: JsonOption = False,
) -> None:
    """Answer a question and show the words that support the answer.

    With a filter, only the papers that fit it are asked.
    """
    text = sys.stdin.read() if question == "-" else question
    if not text.strip():
        raise QuestionError('The question is empty. Ask for example: askpapers ask "What is …?"')
    wanted = where(year=year, venue=venue, author=author, has_code=with_code)
    from rag.chain import open as open_chain

    with closing(open_chain(index_folder(index))) as chain:
        _show(_followed(chain.stream(text.strip(), wanted)), json)


def chat(index: IndexOption = None, json: JsonOption = False) -> None:
    """Hold a conversation, one question a line.

    The line /new starts a new conversation; /quit or Ctrl-D ends the command. A line that can't be
    answered is told, and the conversation goes on.
    """
    from rag.chain import open as open_chain

    failed = False
    with closing(open_chain(index_folder(index))) as chain:
        conversation = chain.chat()
        for line in _lines(prompt=not json and sys.stdin.isatty()):
            if line in _END:
                break
            if line == _NEW:
                conversation = chain.chat()
            elif _COMMAND.match(line):
                _tell(line, _HINT.format(line.split()[0]), json)
            elif line:
                failed |= not _answered(conversation, line, json)
    if failed:
        raise typer.Exit(1)


def compare(
    names: Annotated[list[str], typer.Argument(help="The papers: two or more names or titles.")],
    index: IndexOption = None,
    json: JsonOption = False,
) -> None:
    """Compare papers, aspect by aspect."""
    from rag.chain import open as open_chain

    with closing(open_chain(index_folder(index))) as chain:
        _show(chain.compare(names), json)


def web(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on.", min=0, max=65535)] = 7860,
    auth: Annotated[
        bool, typer.Option("--auth", help="Let in only who knows a password, asked for now.")
    ] = False,
    set_password: Annotated[
        bool, typer.Option("--set-password", help="Print the setting that keeps a password.")
    ] = False,
    index: IndexOption = None,
) -> None:
    """Open the chat page on this machine."""
    from ui.cli.passwords import new_hash, password_hash

    if set_password:
        say(f"ASKPAPERS_PASSWORD_HASH={new_hash()}")
        return
    folder = index_folder(index)
    hash_ = password_hash(auth)
    from ui.web import serve

    serve(folder, host=host, port=port, password_hash=hash_)


def _followed(events: Iterator[Event]) -> Answer:
    """Return the answer at the end; what delays it is told on standard error."""
    for event in events:
        if isinstance(event, Progress) and event.note:
            complain(event.note)
        elif isinstance(event, Done):
            return event.answer
    raise QuestionError("There was no answer. Ask again.")


def _show(answer: Answer, as_json: bool) -> None:
    if as_json:
        from rag.export import answer_to_json

        say_json(answer_to_json(answer))
    else:
        from ui.cli.render import answer_text

        say(answer_text(answer))


def _lines(prompt: bool) -> Iterator[str]:
    """Yield the lines of standard input, asked for with a prompt where a person types."""
    if not prompt:
        yield from (line.strip() for line in sys.stdin)
        return
    with suppress(ImportError):  # gives `input` line editing and history where there is one
        import readline  # noqa: F401

    while True:
        try:
            yield input("> ").strip()
        except EOFError:
            say("")
            return


def _answered(conversation: Any, question: str, as_json: bool) -> bool:
    """Show the answer, or what went wrong: a failed question does not end a conversation.

    Return whether it went as it should; a line that is no question is no failure.
    """
    try:
        _show(_followed(conversation.stream(question)), as_json)
    except QuestionError as error:
        _tell(question, str(error), as_json)
    except AskpapersError as error:
        _tell(question, f"Error: {error}", as_json)
        return False
    return True


def _tell(question: str, error: str, as_json: bool) -> None:
    if as_json:
        say_json({"question": question, "error": error.removeprefix("Error: ")})
    complain(error)
