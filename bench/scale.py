"""Size: what an index of 1,000, 60,000 and 500,000 papers costs, and how fast it is searched.

The texts are the abstracts of the ACL Anthology; beyond 60,000 they are repeated with their
sentences in another order and other words in the title. Only the first figure is made with the
real embedding model: it would take hours on the rest, so their vectors are a stand-in, drawn around
real vectors of a sample (same texts, same vectors). They tell nothing about the quality of answers.
Times are CPU time of the process, which other work on the machine disturbs least.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

import askpapers
from bench.common import SHARED
from bench.processes import ROOT, spent
from bench.speed import ingest_rate, show
from rag.embedders import MiniLM, Vectors, unit

ACL = SHARED / "corpora" / "acl_anthology.jsonl.gz"
SIZES = (1_000, 60_000, 500_000)
REAL, SAMPLE = 300, 1_000
NOISE = 0.035  # each of 384 numbers: a cosine of about 0.8 to the real vector nearby
QUERIES = 100
FILTERS: dict[str, dict[str, Any] | None] = {
    "no filter": None,
    "year (1 in 8)": {"year": 2021},
    "venue (1 in 20)": {"venue": "findings"},
    "author (1 in 1,000)": {"author": "Zhou"},
    "years from 2010 (most)": {"year": (2010, None)},
}


class StandIn:
    """An embedder whose vectors lie around real ones, each drawn from a hash of its text."""

    name, fingerprint, dimension, max_tokens = "stand-in", "stand-in-1", 384, 256

    def __init__(self, sample: Vectors) -> None:
        self._sample = sample

    def embed(self, texts: Sequence[str]) -> Vectors:
        return unit(np.array([self._vector(text) for text in texts], np.float32).reshape(-1, 384))

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(text) // 5 + 2 for text in texts]

    def _vector(self, text: str) -> Vectors:
        seed = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
        drawn = np.random.default_rng(seed)
        near = self._sample[drawn.integers(len(self._sample))]
        return near + NOISE * drawn.standard_normal(384, np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    default = Path(tempfile.gettempdir()) / "askpapers-scale"
    parser.add_argument("--work", type=Path, default=default, help="where indexes are kept")
    parser.add_argument("--papers", type=int, nargs="*", default=SIZES, help="sizes of the indexes")
    parser.add_argument("--ingest", type=Path, nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if not SHARED.is_dir():
        sys.exit(f"Skipped: this benchmark needs the test data in {SHARED}, which is not there.")
    given.work.mkdir(parents=True, exist_ok=True)
    embedder = StandIn(sample_vectors(given.work))
    if given.ingest:
        askpapers.ingest([given.ingest[0]], index=given.ingest[1], embedder=embedder)
        return
    rate = ingest_rate(given.work / "real", made_file(given.work, REAL))
    show(f"real model, {REAL} papers: rate / bare model", rate, at_least=0.70)
    print("What follows was made with stand-in vectors.")
    for papers in given.papers:
        measure(given.work, papers, embedder)


def measure(work: Path, papers: int, embedder: StandIn) -> None:
    file, index = made_file(work, papers), work / f"index-{papers}"
    print(f"{papers:,} papers, from a file of {file.stat().st_size / 1e6:,.0f} MB", flush=True)
    figures = ingested(work, file, index)
    show("  peak MB of the ingest", figures["peak MB"], at_most=600)
    show("  CPU ms a paper, without embedding", 1000 * figures["CPU seconds"] / papers)
    with closing(askpapers.open(index, embedder=embedder)) as chain:
        found = chain.index.info().papers
        size = sum(part.stat().st_size for part in index.rglob("*") if part.is_file())
        show("  papers found in the index", found)
        show("  KB on disk a paper", size / found / 1e3)
        show("  recall@10 of the vector search", recall(chain, embedder), at_least=0.95)
        latencies(chain)


def ingested(work: Path, file: Path, index: Path) -> dict[str, float]:
    """Return what the ingest of a file costs, which is measured once."""
    costs = index / "costs.json"
    if not costs.exists():
        shutil.rmtree(index, ignore_errors=True)
        command = [sys.executable, "-m", "bench.scale", "--work", work, "--ingest", file, index]
        cost = spent([str(part) for part in command], ROOT)
        figures = {"peak MB": cost.peak_mb, "CPU seconds": cost.cpu_seconds}
        costs.write_text(json.dumps(figures))
    found: dict[str, float] = json.loads(costs.read_text())
    return found


def recall(chain: askpapers.Chain, embedder: StandIn) -> float:
    """Share of the ten nearest passages, by an exact product, that the vector search finds."""
    known = chain.index.store.passage_vectors()
    shares = []
    for vector in embedder.embed([f"query {number}" for number in range(QUERIES)]):
        exact = known.keys[np.argsort(-(known.vectors @ vector))[:10]]
        shares.append(len(set(exact.tolist()) & set(chain.index.nearest(vector, 10))) / 10)
    return float(np.mean(shares))


def latencies(chain: askpapers.Chain) -> None:
    papers = list(islice(chain.index.papers(), 0, 20 * QUERIES, 20)) or list(chain.index.papers())
    queries = [" ".join((paper.title or "").split()[:8]) or "model" for paper in papers]
    plain = None
    for name, where in FILTERS.items():
        chain.search(queries[0], where=where)
        times = [seconds(lambda q=query, w=where: chain.search(q, where=w)) for query in queries]
        p50, p95 = (1000 * float(np.percentile(times, p)) for p in (50, 95))
        plain = plain or p50
        print(f"  {name:<25} p50 {p50:>8.1f} ms   p95 {p95:>8.1f} ms   {p50 / plain:>5.1f} times")


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def sample_vectors(work: Path) -> Vectors:
    file = work / "sample.npy"
    if not file.exists():
        print(f"Embedding a sample of {SAMPLE} abstracts …", file=sys.stderr, flush=True)
        records = list(islice(acl(), 0, 40 * SAMPLE, 40))
        np.save(file, MiniLM().embed([record["text"] for record in records]))
    return np.asarray(np.load(file), np.float32)


def made_file(work: Path, papers: int) -> Path:
    file = work / f"{papers}.jsonl"
    if not file.exists():
        with file.with_suffix(".part").open("w", encoding="utf-8") as out:
            for record in islice(repeated(), papers):
                out.write(json.dumps(record, ensure_ascii=False) + "\n")
        file.with_suffix(".part").rename(file)
    return file


def repeated() -> Iterator[dict[str, Any]]:
    """Yield the papers again and again, each time with changed texts."""
    yield from acl()
    for copy in range(1, 100):
        shuffled = random.Random(copy)
        for record in acl():
            sentences = record["text"].split(". ")
            shuffled.shuffle(sentences)
            words = record["title"].split()
            shuffled.shuffle(words)
            changed = {"title": " ".join(words), "text": ". ".join(sentences), "url": None}
            yield record | changed | {"id": f"{record['id']}-copy{copy}"}


def acl() -> Iterator[dict[str, Any]]:
    with gzip.open(ACL, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


if __name__ == "__main__":
    main()
