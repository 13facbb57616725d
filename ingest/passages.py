"""From a paper to what is searched: passages that fit the embedder, sentences, their vectors.

The model knows English only, so Chinese is embedded word by word in English.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ingest.changes import Change
from rag.chinese import in_english
from rag.embedders import Embedder, Vectors
from rag.plaintext import plain
from rag.sentences import Span, split
from rag.store.papers import IndexedPaper
from rag.types import Paper, Passage

_MOST_HEADING_TOKENS = 64


@dataclass(frozen=True, slots=True)
class _Parts:
    """A paper's passages, the spans of its sentences, and the sentences in plain words."""

    passages: tuple[Passage, ...]
    sentences: tuple[Span, ...]
    sentence_texts: tuple[str, ...]


def passages(paper: Paper, embedder: Embedder) -> tuple[Passage, ...]:
    """Return the abstract as one passage, or as several where it is too long for the embedder.

    Each begins and ends with a sentence, and its search text begins with the title or name. A
    paper without an abstract has one empty passage, which is found by its title.
    """
    heading = _heading(paper, embedder)
    whole = Passage(paper.id, 0, len(paper.abstract), _search_text(heading, _words(paper.abstract)))
    if embedder.count_tokens([whole.search_text])[0] <= embedder.max_tokens:
        return (whole,)
    room = embedder.max_tokens - embedder.count_tokens([heading + ". "])[0]
    spans = _packed(paper.abstract, room, embedder)
    return tuple(
        Passage(paper.id, start, end, _search_text(heading, _words(paper.abstract[start:end])))
        for start, end in spans
    )


def embed(changes: Sequence[Change], embedder: Embedder) -> list[IndexedPaper]:
    """Return the papers ready for the index; all their texts go to the embedder at once."""
    parts = [_parts(change.paper, embedder) for change in changes]
    texts = [text for part in parts for text in _texts(part)]
    vectors = iter(np.split(embedder.embed(texts), np.cumsum([len(_texts(p)) for p in parts])[:-1]))
    return [
        _indexed(change, part, next(vectors)) for change, part in zip(changes, parts, strict=True)
    ]


def _parts(paper: Paper, embedder: Embedder) -> _Parts:
    spans = tuple(split(paper.abstract))
    texts = tuple(_words(paper.abstract[start:end]) for start, end in spans)
    return _Parts(passages(paper, embedder), spans, texts)


def _texts(parts: _Parts) -> list[str]:
    return [*(passage.search_text for passage in parts.passages), *parts.sentence_texts]


def _indexed(change: Change, parts: _Parts, vectors: Vectors) -> IndexedPaper:
    count = len(parts.passages)
    return IndexedPaper(
        paper=change.paper,
        content_hash=change.hashes.content_hash,
        text_hash=change.hashes.text_hash,
        passages=parts.passages,
        passage_vectors=vectors[:count],
        sentences=parts.sentences,
        sentence_vectors=vectors[count:],
    )


def _heading(paper: Paper, embedder: Embedder) -> str:
    """The title or name, unless it is so long that it would leave no room for the text."""
    heading = _words(paper.title or paper.name or "")
    if heading and embedder.count_tokens([heading])[0] > _MOST_HEADING_TOKENS and paper.abstract:
        return " ".join(heading.split()[: _MOST_HEADING_TOKENS // 2])
    return heading


def _words(text: str) -> str:
    """Return `text` as it is embedded: plain, and in English."""
    return in_english(plain(text))


def _search_text(heading: str, text: str) -> str:
    return ". ".join(filter(None, (heading.rstrip("."), text)))


def _packed(abstract: str, room: int, embedder: Embedder) -> Iterator[Span]:
    """Pack sentences, in order, into spans of at most `room` tokens."""
    pieces = [
        piece for span in split(abstract) for piece in _fitting(abstract, span, room, embedder)
    ]
    counts = embedder.count_tokens([_words(abstract[start:end]) for start, end in pieces])
    first, used = 0, 0
    for number, count in enumerate(counts):
        if used and used + count > room:
            yield pieces[first][0], pieces[number - 1][1]
            first, used = number, 0
        used += count
    yield pieces[first][0], pieces[-1][1]


def _fitting(abstract: str, span: Span, room: int, embedder: Embedder) -> Iterator[Span]:
    """Halve a sentence that is too long by itself, at a space if there is one, until it fits."""
    start, end = span
    if embedder.count_tokens([_words(abstract[start:end])])[0] <= room or end - start < 2:
        yield span
        return
    middle = (start + end) // 2
    space = abstract.rfind(" ", start + 1, middle)
    middle = space if space > start else middle
    yield from _fitting(abstract, (start, middle), room, embedder)
    yield from _fitting(abstract, (middle, end), room, embedder)
