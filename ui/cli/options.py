"""Options that several commands share."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

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
