"""What the tests share: the sample collection as an index, and the skipping of what can't run."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from commands import Result

import askpapers
from ui.cli import main

# A developer's own model must not be asked, nor paid, by a test.
for variable in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "ASKPAPERS_MODEL"):
    os.environ.pop(variable, None)

ROOT = Path(__file__).resolve().parents[1]
SAMPLE = ROOT / "data" / "icml2026.jsonl"
SHARED = ROOT.parent / "shared"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    absent = pytest.mark.skip(reason=f"the test data in {SHARED} is not there")
    for item in items:
        if item.get_closest_marker("shared") and not SHARED.is_dir():
            item.add_marker(absent)


@pytest.fixture(scope="session")
def sample_index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The 57 sample papers as an index, made once; only for reading."""
    folder = tmp_path_factory.mktemp("sample") / "index"
    askpapers.ingest([SAMPLE], index=folder)
    return folder


@pytest.fixture(scope="session")
def sample_chain(sample_index: Path) -> Iterator[askpapers.Chain]:
    with closing(askpapers.open(sample_index)) as chain:
        yield chain


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of test data beside the project; mark the test with `shared`."""
    return SHARED


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Run the command in this process, in an empty folder; its input is given as text or bytes."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str | Path, stdin: str | bytes = b"") -> Result:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = main([str(argument) for argument in arguments])
        return Result(code, *capsys.readouterr())

    return run


@pytest.fixture
def on_sample(run, sample_index):
    """The same over the sample collection."""

    def on_sample(*arguments: str | Path, stdin: str | bytes = b"") -> Result:
        return run(*arguments, "--index", sample_index, stdin=stdin)

    return on_sample
