"""The commands that fill an index and show what is in it: ingest, papers and status."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

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
from ui.cli.output import complain, progress_bar, say, say_json


def ingest(
    paths: Annotated[list[Path], typer.Argument(help="Files, or folders of files.")],
    titles: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Titles to join to abstracts that have none."),
    ] = None,
    prune: Annotated[
        bool, typer.Option("--prune", help="Remove papers that are gone from these files.")
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
    index: IndexOption = None,
    json: JsonOption = False,
) -> None:
    """List the papers of an index."""
    from rag.store.index import Index

    wanted = where(
        year=year, venue=venue, author=author, file=file, has_url=with_link, has_code=with_code
    )
    with closing(Index.open(index_folder(index))) as opened:
        found = list(opened.papers(wanted))
    if json:
        from rag.export import listed_paper_to_json

        say_json([listed_paper_to_json(paper) for paper in found])
    else:
        from ui.cli.render import paper_text

        say("\n".join([*(paper_text(paper, "    ") for paper in found), f"{len(found)} papers"]))


def status(index: IndexOption = None, json: JsonOption = False) -> None:
    """Show what an index holds and what made it."""
    from rag.store.index import Index

    folder = index_folder(index)
    with closing(Index.open(folder)) as opened:
        info = opened.info()
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    if json:
        say_json(asdict(info) | {"bytes": size})
    else:
        from ui.cli.render import status_text

        say(status_text(info, size))


@contextmanager
def _resumable() -> Iterator[None]:
    """Tell who stops an ingest that it can be taken up again."""
    try:
        yield
    except KeyboardInterrupt:
        complain("What is done is kept; run the same command again to go on.")
        raise
