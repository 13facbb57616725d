"""Where the test data lies, and indexes that are made once."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import askpapers

SHARED = Path(__file__).resolve().parents[2] / "shared"


def work_folder(description: str) -> Path:
    """Read the command line; end the program where the test data is absent."""
    parser = argparse.ArgumentParser(description=description)
    default = Path(tempfile.gettempdir()) / "askpapers-bench"
    parser.add_argument("--work", type=Path, default=default, help="where indexes are kept")
    work: Path = parser.parse_args().work
    if not SHARED.is_dir():
        print(f"Skipped: this benchmark needs the test data in {SHARED}, which is not there.")
        sys.exit(0)
    work.mkdir(parents=True, exist_ok=True)
    return work


def made_index(folder: Path, files: Sequence[Path]) -> Path:
    """Return an index of `files`; one that is there is brought up to date, without embedding."""
    print(f"Indexing {folder.name} …", file=sys.stderr, flush=True)
    askpapers.ingest(files, index=folder)
    return folder
