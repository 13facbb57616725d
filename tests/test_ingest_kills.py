"""Kills at random moments, in processes of their own, against what an undisturbed run makes."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from rag.errors import IndexMissingError
from rag.store.index import Index
from rag.types import Paper

ROOT = Path(__file__).resolve().parents[1]
PAPERS, KILLS, SEED = 140, 20, 11  # three batches


@pytest.fixture
def file(tmp_path: Path) -> Path:
    words = ["river", "stone", "lamp", "glass", "field", "engine", "moss", "signal", "yeast"]
    chance = random.Random(SEED)
    records = [
        {"title": f"Study {n}", "abstract": f"{' '.join(chance.sample(words, 6))} {n}."}
        for n in range(PAPERS)
    ]
    path = tmp_path / "papers.jsonl"
    path.write_text("\n".join(json.dumps(record) for record in records))
    return path


def start(file: Path, index: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "ui.cli", "ingest", str(file), "--index", str(index)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def seconds_of(file: Path, index: Path) -> float:
    started = time.monotonic()
    process = start(file, index)
    _, complaint = process.communicate()
    assert process.returncode == 0, complaint
    return time.monotonic() - started


def wait_for_a_batch(process: subprocess.Popen[bytes], index: Path, known: int) -> None:
    """Wait until more than the `known` papers are there, or the process has ended."""
    while process.poll() is None and len(papers_in(index)) <= known:
        time.sleep(0.02)


def papers_in(index: Path) -> list[Paper]:
    try:
        with Index.open(index) as opened:
            return list(opened.papers())
    except IndexMissingError:
        return []


def test_kills_lose_nothing_and_the_next_run_completes_the_index(file: Path, tmp_path: Path):
    clean, index, chance = tmp_path / "clean", tmp_path / "index", random.Random(SEED)
    took = seconds_of(file, clean)
    expected = papers_in(clean)
    before: list[Paper] = []
    partial = 0
    for _ in range(KILLS):
        process = start(file, index)
        if chance.random() < 0.5:
            time.sleep(chance.uniform(0.2, 1.0) * took)
        else:
            wait_for_a_batch(process, index, len(before))
        process.kill()
        process.wait()
        kept = papers_in(index)
        assert kept == expected[: len(kept)]
        assert len(kept) >= len(before)
        partial += 0 < len(kept) < PAPERS
        before = kept
        if len(kept) == PAPERS and chance.random() < 0.7:
            shutil.rmtree(index)
            before = []
    seconds_of(file, index)
    assert partial
    assert_same(index, clean)


def assert_same(index: Path, clean: Path) -> None:
    assert papers_in(index) == papers_in(clean)
    with Index.open_for_writing(index) as made, Index.open(clean) as expected:
        vectors, known = made.store.passage_vectors(), expected.store.passage_vectors()
        np.testing.assert_array_equal(vectors.vectors, known.vectors)
        assert made.vectors.count() == PAPERS
        for key, vector in zip(vectors.keys.tolist(), vectors.vectors, strict=True):
            assert made.vectors.query(vector, 1)[key] == pytest.approx(1, abs=1e-3)
