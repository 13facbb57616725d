"""The commands that change an index without new files: remove and rebuild."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import closing
from typing import Annotated

import typer

from rag.errors import UsageError
from rag.types import Paper
from ui.cli.options import (
    AuthorOption,
    FileOption,
    IndexOption,
    JsonOption,
    VenueOption,
    YearOption,
    index_folder,
    where,
)
from ui.cli.output import complain, counted, progress_bar, say, say_json

_MOST_SHOWN = 20


def remove(
    papers: Annotated[
        list[str] | None, typer.Argument(help="Papers: an id, DOI, name or title each.")
    ] = None,
    year: YearOption = None,
    venue: VenueOption = None,
    author: AuthorOption = None,
    file: FileOption = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Remove them without asking.")] = False,
    index: IndexOption = None,
    json: JsonOption = False,
) -> None:
    """Remove papers from an index: those that are named, and those that fit a filter."""
    from ingest.removing import papers_meant
    from rag.export import paper_to_json
    from rag.store.index import Index

    folder, wanted = index_folder(index), where(year=year, venue=venue, author=author, file=file)
    with closing(Index.open(folder)) as opened:
        found = papers_meant(opened, papers or [], wanted)
    if found and not yes:
        _confirm(found)
    if found:
        with Index.open_for_writing(folder) as opened:
            opened.delete(paper.id for paper in found)
    if json:
        say_json({"removed": [paper_to_json(paper) for paper in found]})
    else:
        say(f"{counted(len(found))} removed.")


def rebuild(
    embed: Annotated[
        bool, typer.Option("--embed", help="Embed all papers anew first (takes as long as ingest).")
    ] = False,
    index: IndexOption = None,
    json: JsonOption = False,
) -> None:
    """Make the search vectors anew from the stored papers, after damage or a change of place."""
    from ingest import rebuild as run

    with progress_bar() as tell:
        progress = (lambda p: tell(p.done, p.total, p.stage)) if tell else None
        count = run(index_folder(index), embed_anew=embed, progress=progress)
    if json:
        say_json({"papers": count, "embedded": count if embed else 0})
    else:
        say(f"The vectors of {counted(count)} were made anew.")


def _confirm(found: Sequence[Paper]) -> None:
    """Show what would be removed and ask; whoever can't be asked has to say --yes."""
    from ui.cli.render import paper_text

    complain("\n".join(paper_text(paper, "    ") for paper in found[:_MOST_SHOWN]))
    if len(found) > _MOST_SHOWN:
        complain(f"… and {len(found) - _MOST_SHOWN} more")
    if not sys.stdin.isatty():
        raise UsageError(f"Nothing was removed. To remove {counted(len(found))}, add --yes.")
    if not typer.confirm(f"Remove {counted(len(found))}?", err=True):
        complain("Nothing was removed.")
        raise typer.Exit(1)
