"""Settings from the environment and from a file `.env` in the current folder."""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path

from rag.errors import SettingsError

_PREFIX = "ASKPAPERS_"


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set; field `index` is set by the variable ASKPAPERS_INDEX, and so on.

    `index` is the folder of the index that is used where none is given.
    """

    index: Path = Path("askpapers-index")


def load(
    environment: Mapping[str, str] | None = None, file: str | Path | None = ".env"
) -> Settings:
    """Return the settings of `environment` (by default the process's own), else of `file`.

    Empty values count as not set. Raises `SettingsError` for an unknown ASKPAPERS_ variable and
    for a file that can't be read.
    """
    given = _file_values(Path(file)) if file else {}
    given |= os.environ if environment is None else environment
    known = {_PREFIX + field.name.upper(): field.name for field in fields(Settings)}
    for key in sorted(given):
        if key.startswith(_PREFIX) and key not in known:
            nearest = difflib.get_close_matches(key, known, n=1, cutoff=0.0)[0]
            raise SettingsError(f"Unknown setting {key}. The nearest known one is {nearest}.")
    values = {name: Path(given[key]) for key, name in known.items() if given.get(key)}
    return Settings(**values)


def _file_values(file: Path) -> dict[str, str]:
    if not file.is_file():
        return {}
    from dotenv import dotenv_values

    try:
        values = dotenv_values(file, interpolate=False)
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"The settings file {file} can't be read: {error}") from error
    return {key: value for key, value in values.items() if value is not None}
