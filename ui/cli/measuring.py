"""The command that measures answers: evaluate."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from rag.errors import UsageError
from ui.cli.options import IndexOption, JsonOption, index_folder
from ui.cli.output import progress_bar, say, say_json


def evaluate(
    questions: Annotated[Path, typer.Argument(help="Labelled questions as JSON Lines.")],
    wrong: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the wrong answers to this file.")
    ] = None,
    index: IndexOption = None,
    json: JsonOption = False,
) -> None:
    """Ask labelled questions and print how many are answered right."""
    from rag.chain import open as open_chain
    from rag.evaluation import evaluate as run
    from rag.evaluation import load_questions, wrong_lines

    labelled = load_questions(questions)
    with closing(open_chain(index_folder(index))) as chain, progress_bar() as tell:
        progress = (lambda done, total: tell(done, total, "asking")) if tell else None
        report = run(chain, labelled, progress)
    if wrong:
        _write(wrong, "".join(f"{line}\n" for line in wrong_lines(report)))
    if json:
        say_json(report.to_json())
    else:
        say(str(report))


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8", errors="replace")
    except OSError as error:
        raise UsageError(f"{file} can't be written: {error.strerror}") from error
