from __future__ import annotations

from pathlib import Path

import pytest
from letters import Collection
from weir import RECORDS


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    made = Collection(tmp_path)
    made.ingest(made.write("papers.jsonl", *RECORDS))
    return made
