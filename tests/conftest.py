"""What the tests share: the sample collection as an index, and the skipping of what can't run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import askpapers

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
