from __future__ import annotations

import numpy as np
import pytest

from ingest.changes import plan
from ingest.passages import embed, passages
from rag.embedders import MiniLM, default_embedder
from rag.types import Paper

SENTENCE = "The loom with number {} broke 12 threads in an hour, and 3 of them were wool. "
LONG = "".join(SENTENCE.format(number) for number in range(60)).strip()


@pytest.fixture(scope="module")
def embedder() -> MiniLM:
    return default_embedder()


def test_short_abstract_is_one_passage_with_its_title(embedder: MiniLM) -> None:
    (passage,) = passages(Paper("1", r"It costs 5\% of GR$^3$.", title="On looms."), embedder)
    assert (passage.start, passage.end) == (0, 23)
    assert passage.search_text == "On looms. It costs 5% of GR3."


def test_long_abstract_is_split_at_sentence_ends_within_the_limit(embedder: MiniLM) -> None:
    parts = passages(Paper("1", LONG, name="LoomNet"), embedder)
    assert len(parts) > 3
    assert all(LONG[part.start : part.end].endswith("wool.") for part in parts)
    assert all(part.search_text.startswith("LoomNet. The loom") for part in parts)
    assert max(embedder.count_tokens([p.search_text for p in parts])) <= embedder.max_tokens
    assert " ".join(LONG[part.start : part.end] for part in parts) == LONG


@pytest.mark.parametrize("text", ["word " * 2000, "x" * 5000, "织机" * 900])
def test_text_without_sentence_ends_is_split_all_the_same(embedder: MiniLM, text: str) -> None:
    parts = passages(Paper("1", text, title="T " * 300), embedder)
    assert max(embedder.count_tokens([p.search_text for p in parts])) <= embedder.max_tokens
    assert parts[-1].end == len(text.rstrip())


def test_vectors_belong_to_passages_and_sentences(embedder: MiniLM) -> None:
    papers = [
        Paper("1", "Looms break. Wool shrinks by 5 percent.", title="A"),
        Paper("2", "", title="B"),
    ]
    first, second = embed([plan([p], p.id, None, None, set()) for p in papers], embedder)
    assert first.passage_vectors.shape == (1, 384)
    assert first.sentence_vectors.shape == (2, 384)
    assert second.sentence_vectors.shape == (0, 384)
    alone = embedder.embed(["Wool shrinks by 5 percent."])[0]
    assert np.allclose(first.sentence_vectors[1], alone, atol=1e-5)
