"""Options that several commands share."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import typer

Years = tuple[int | None, int | None]

_YEARS = re.compile(r"(?P<one>\d{4})|(?P<low>\d{4})?-(?P<high>\d{4})?")

IndexOption = Annotated[
    Path | None,
    typer.Option(
        "--index",
        metavar="FOLDER",
        help="The index. [default: ASKPAPERS_INDEX, else askpapers-index]",
        show_default=False,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


AuthorOption = Annotated[str | None, typer.Option(help="A part of an author's name.")]
VenueOption = Annotated[str | None, typer.Option(help="Words of the venue.")]
FileOption = Annotated[str | None, typer.Option(help="Name of the file it came from.")]
LinkOption = Annotated[bool, typer.Option("--with-link", help="Only those with a link.")]
CodeOption = Annotated[
    bool, typer.Option("--with-code", help="Only those whose abstract links to code.")
]


def where(**conditions: Any) -> dict[str, Any]:
    """Return the filter that options set: what was not given is left out."""
    return {name: value for name, value in conditions.items() if value not in (None, False)}


def index_folder(given: Path | None) -> Path:
    """Return the folder that was given, else the one that is set.

    Raises `SettingsError` for unknown settings.
    """
    from rag.settings import load

    settings = load()
    return given or settings.index


def years(text: str) -> Years:
    """Read "2024", "2020-2024", "2020-" or "-2024" as an inclusive range."""
    match = _YEARS.fullmatch(text.strip())
    if not match or text.strip() == "-":
        raise typer.BadParameter("give a year or a range: 2024, 2020-2024, 2020- or -2024")
    low, high = match["one"] or match["low"], match["one"] or match["high"]
    return (int(low) if low else None, int(high) if high else None)


YearOption = Annotated[
    Any, typer.Option(parser=years, metavar="YEARS", help="2024, 2020-2024, 2020- or -2024.")
]
