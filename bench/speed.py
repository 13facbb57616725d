"""Speed as ratios within one run, memory, and size on disk, each with the bound it has to keep."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path

import numpy as np

import askpapers
from bench.common import SHARED, made_index, work_folder
from bench.processes import cost, page_peak_mb
from rag.embedders import MiniLM, Vectors, padded

CORPUS = SHARED / "corpora" / "icml2026" / "corpus.jsonl"
SEEDS = SHARED / "seeds"
QUESTIONS = SHARED / "eval" / "questions" / "given.jsonl"
SOME_PAPERS = 300
SOME_QUESTIONS = 20
PORT = 17860


def main() -> None:
    work = work_folder("Speed, memory and size, with the bounds that they have to keep.")
    part = _part_of_corpus(work)
    index = made_index(work / "icml-2053", [SEEDS, CORPUS])
    questions = _questions()
    show("ingest rate / rate of the bare model", ingest_rate(work / "rate", part), at_least=0.70)
    show("warm ask / embedding and one exact product", warm_ask(index, questions), at_most=5)
    answer = cost("ask", questions[0], "--index", index)
    show("CPU seconds of askpapers ask", answer.cpu_seconds, at_most=3)
    show("peak MB of askpapers ask", answer.peak_mb, at_most=400)
    show("peak MB of an ingest", fresh_ingest_peak(work / "memory", part), at_most=600)
    page = page_peak_mb(index, questions[:5], PORT)
    if page is None:
        print("peak MB of the page: skipped, it needs Linux and Chromium or Chrome")
    else:
        show("peak MB of the page", page, at_most=800)
    show("KB on disk a paper", kilobytes_a_paper(index))


def show(
    name: str, value: float, at_least: float | None = None, at_most: float | None = None
) -> None:
    """Print a figure and whether it keeps its bound."""
    bound = f"at least {at_least:g}" if at_least else f"at most {at_most:g}" if at_most else ""
    kept = (not at_least or value >= at_least) and (not at_most or value <= at_most)
    verdict = ("met" if kept else "MISSED") if bound else ""
    print(f"{name:<45}{value:>9.2f}   {bound:<14}{verdict}", flush=True)


class RecordingEmbedder(MiniLM):
    """The bundled model, which notes the texts that it was given and what they cost."""

    def __init__(self) -> None:
        self.calls: list[list[str]] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder.embed`."""
        self.calls.append(list(texts))
        return super().embed(texts)


def ingest_rate(folder: Path, file: Path) -> float:
    """CPU time of the bare ONNX session on the batches of an ingest, over that of the ingest."""
    shutil.rmtree(folder, ignore_errors=True)
    embedder = RecordingEmbedder()
    embedder.embed(["warm"])
    embedder.calls.clear()
    whole = _seconds(lambda: askpapers.ingest([file], index=folder, embedder=embedder))
    batches = [ids for texts in embedder.calls for _, ids in embedder.batches(texts)]
    return _seconds(lambda: _run_bare(embedder, batches)) / whole


def warm_ask(index: Path, questions: Sequence[str]) -> float:
    """CPU time of answering over that of embedding the questions and one product for each."""
    with closing(askpapers.open(index)) as chain:
        vectors = chain.index.store.passage_vectors().vectors
        embedder = chain.index.embedder
        for question in questions[:3]:
            chain.ask(question)
        asked = _seconds(lambda: [chain.ask(question) for question in questions])
        least = _seconds(lambda: [np.argmax(vectors @ embedder.embed([q])[0]) for q in questions])
    return asked / least


def fresh_ingest_peak(folder: Path, file: Path) -> float:
    """Peak memory of an ingest into a new index, in MB."""
    shutil.rmtree(folder, ignore_errors=True)
    return cost("ingest", file, "--index", folder).peak_mb


def kilobytes_a_paper(index: Path) -> float:
    """Size of the index on disk by its number of papers."""
    with closing(askpapers.open(index)) as chain:
        papers: int = chain.index.info().papers
    size = sum(file.stat().st_size for file in index.rglob("*") if file.is_file())
    return size / papers / 1e3


def _run_bare(embedder: MiniLM, batches: Sequence[list[list[int]]]) -> None:
    for ids in batches:
        tokens, mask = padded(ids)
        inputs = {"input_ids": tokens, "attention_mask": mask}
        embedder.session.run(None, inputs | {"token_type_ids": np.zeros_like(tokens)})


def _seconds(work: Callable[[], object]) -> float:
    """CPU seconds of this process, which other work on the machine disturbs least."""
    start = time.process_time()
    work()
    return time.process_time() - start


def _part_of_corpus(work: Path) -> Path:
    part = work / "part.jsonl"
    with CORPUS.open(encoding="utf-8") as lines:
        part.write_text("".join(islice(lines, SOME_PAPERS)), encoding="utf-8")
    return part


def _questions() -> list[str]:
    with QUESTIONS.open(encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    single = [r["question"] for r in records if r["type"] in ("fact", "blind")]
    return single[:SOME_QUESTIONS]


if __name__ == "__main__":
    main()
