"""The commands that fill an index and show what is in it: ingest, papers and status."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rag.types import Paper
from ui.cli.answered import cited_in
from ui.cli.options import (
    AuthorOption,
    CodeOption,
    FileOption,
    IndexOption,
    JsonOption,
    LinkOption,
    VenueOption,
    YearOption,
    index_folder,
    where,
)
from ui.cli.output import complain, counted, progress_bar, say, say_json, write

if TYPE_CHECKING:
    from rag.llms.trial import Trial


def ingest(
    paths: Annotated[
        list[Path], typer.Argument(help="Files, folders, zip archives; - is standard input.")
    ],
    titles: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Titles to join to abstracts that have none."),
    ] = None,
    prune: Annotated[
        bool,
        typer.Option(
            "--prune",
            help="Remove papers that are gone from these files and folders.",
        ),
    ] = False,
    index: IndexOption = None,
    json: JsonOption = False,
) -> None:
    """Read papers into an index; only what changed is embedded."""
    folder = index_folder(index)
    from ingest import ingest as run

    with _resumable(), progress_bar() as tell:
        progress = (lambda p: tell(p.done, p.total, p.stage)) if tell else None
        report = run(paths, folder, titles=titles, prune=prune, progress=progress)
    if json:
        from rag.export import report_to_json

        say_json(report_to_json(report))
    else:
        from ui.cli.render import report_text

        say(report_text(report))


def papers(
    year: YearOption = None,
    venue: VenueOption = None,
    author: AuthorOption = None,
    file: FileOption = None,
    with_link: LinkOption = False,
    with_code: CodeOption = False,
    id: Annotated[
        list[str] | None, typer.Option("--id", help="Only the paper with this id.")
    ] = None,
    from_answer: Annotated[
        str | None,
        typer.Option(metavar="FILE", help='Only what an answer in JSON cites; "-" is the input.'),
    ] = None,
    format: Annotated[
        str | None,
        typer.Option(help="bibtex, ris, csl, csv, jsonl or markdown.", metavar="FORMAT"),
    ] = None,
    index: IndexOption = None,
    json: JsonOption = False,
) -> None:
    """List the papers of an index, or export them in a format of reference managers."""
    from rag.store.index import Index

    cited = cited_in(from_answer) if from_answer else None
    wanted = where(
        year=year, venue=venue, author=author, file=file, has_url=with_link, has_code=with_code,
        ids=id if cited is None else cited,
    )  # fmt: skip
    with closing(Index.open(index_folder(index))) as opened:
        found: Iterable[Paper] = opened.papers(wanted)
        if cited:
            found = sorted(found, key=lambda paper: cited.index(paper.id))
        if format:
            from rag.export import stream_papers

            write(stream_papers(format, found))
        else:
            _list(list(found), json)


def _list(found: Sequence[Paper], as_json: bool) -> None:
    if as_json:
        from rag.export import listed_paper_to_json

        say_json([listed_paper_to_json(paper) for paper in found])
    else:
        from ui.cli.render import paper_text

        say("\n".join([*(paper_text(paper, "    ") for paper in found), counted(len(found))]))


def status(
    check: Annotated[
        bool, typer.Option("--check", help="Try the language model with a short question.")
    ] = False,
    index: IndexOption = None,
    json: JsonOption = False,
) -> None:
    """Show what an index holds and what made it."""
    from rag.store.index import Index

    folder = index_folder(index)
    with closing(Index.open(folder)) as opened:
        info = opened.info()
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    trial = _tried() if check else None
    if json:
        more = {"model": asdict(trial) if trial else None} if check else {}
        say_json(asdict(info) | {"bytes": size} | more)
    else:
        from ui.cli.render import status_text
        from ui.cli.trial import trial_text

        say(status_text(info, size) + (f"\n{trial_text(trial)}" if check else ""))
    if trial and trial.error:
        raise typer.Exit(1)


def _tried() -> Trial | None:
    from rag.llms.connecting import connect
    from rag.llms.trial import attempt
    from rag.settings import load

    model = connect(load())
    return attempt(model) if model else None


@contextmanager
def _resumable() -> Iterator[None]:
    """Tell who stops an ingest that it can be taken up again."""
    try:
        yield
    except KeyboardInterrupt:
        complain("What is done is kept; run the same command again to go on.")
        raise
