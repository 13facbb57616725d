"""The values that the record store gives and takes, and their form in its rows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rag.embedders import Vectors
from rag.errors import IndexDamagedError
from rag.sentences import Span
from rag.types import Origin, Paper, Passage

Rows = NDArray[np.int64]

PAPER_COLUMNS = (
    "id, abstract, title, name, aliases, authors, year, venue, doi, url, keywords, origins, "
    "notice, meeting"
)


@dataclass(frozen=True, slots=True)
class IndexedPaper:
    """A paper with all that an index derives from it.

    `passage_vectors` has shape (len(passages), d); `sentences` are spans into `paper.abstract`,
    and `sentence_vectors` has shape (len(sentences), d). `content_hash` changes when anything of
    the paper changes, `text_hash` only when something that is embedded does.
    """

    paper: Paper
    content_hash: str
    text_hash: str
    passages: tuple[Passage, ...]
    passage_vectors: Vectors
    sentences: tuple[Span, ...]
    sentence_vectors: Vectors


@dataclass(frozen=True, slots=True)
class StoredHash:
    """The hashes of a paper as it stands in the index."""

    content_hash: str
    text_hash: str


@dataclass(frozen=True, slots=True)
class PassageVectors:
    """Vectors of passages: `keys` are passage numbers, `papers` the rows of their papers."""

    keys: Rows
    papers: Rows
    vectors: Vectors


@dataclass(frozen=True, slots=True)
class Sentences:
    """A paper's sentences: spans into its abstract and their vectors, shape (len(spans), d)."""

    spans: tuple[Span, ...]
    vectors: Vectors


def columns_of(paper: Paper) -> tuple[Any, ...]:
    """Return the values of `PAPER_COLUMNS`."""
    origins = json.dumps([astuple(o) for o in paper.origins], ensure_ascii=False)
    listed = (
        json.dumps(values, ensure_ascii=False)
        for values in (paper.aliases, paper.authors, paper.keywords)
    )
    aliases, authors, keywords = listed
    return (
        paper.id, paper.abstract, paper.title, paper.name, aliases, authors, paper.year,
        paper.venue, paper.doi, paper.url, keywords, origins, paper.notice, paper.meeting,
    )  # fmt: skip


def paper_of(row: Sequence[Any]) -> Paper:
    """Return the paper that stands in a row of `PAPER_COLUMNS`."""
    try:
        aliases, authors, keywords = (tuple(json.loads(row[i])) for i in (4, 5, 10))
        origins = tuple(Origin(*origin) for origin in json.loads(row[11]))
    except (ValueError, TypeError) as error:
        raise _damaged(f"the record of a paper can't be read: {error}") from error
    id_, abstract, title, name = row[:4]
    year, venue, doi, url = row[6:10]
    return Paper(
        id_, abstract, title, name, aliases, authors, year, venue, doi, url, keywords, origins,
        row[12], bool(row[13]),
    )  # fmt: skip


def blob_of(vectors: Vectors) -> bytes:
    """Return vectors in half precision, which halves the file and changes no ranking."""
    return vectors.astype(np.float16).tobytes()


_ROUNDING = 0.05  # of a squared length, by half precision


def passage_vectors_of(rows: Sequence[tuple[int, int, bytes]]) -> PassageVectors:
    """Return the vectors in rows of (key, paper, vector)."""
    keys = np.array([row[0] for row in rows], np.int64)
    papers = np.array([row[1] for row in rows], np.int64)
    try:
        vectors = _vectors(b"".join(row[2] for row in rows), len(rows))
    except (ValueError, TypeError) as error:
        raise _damaged(f"the vectors of passages can't be read: {error}") from error
    return PassageVectors(keys, papers, vectors)


def sentences_of(spans: str, blob: bytes) -> Sentences:
    """Return the sentences in a row of (spans, vectors)."""
    try:
        listed = tuple((start, end) for start, end in json.loads(spans))
        return Sentences(listed, _vectors(blob, len(listed)))
    except (ValueError, TypeError) as error:
        raise _damaged(f"the sentences of a paper can't be read: {error}") from error


def _vectors(blob: bytes, count: int) -> Vectors:
    flat = np.frombuffer(blob, np.float16).astype(np.float32)
    vectors = flat.reshape(count, -1) if count else flat.reshape(0, 0)
    lengths = np.einsum("ij,ij->i", vectors, vectors)
    if not np.all((np.abs(lengths - 1) < _ROUNDING) | (lengths == 0)):
        raise ValueError("a vector has not the length 1")
    return vectors


def _damaged(what: str) -> IndexDamagedError:
    return IndexDamagedError(
        f"The record store is damaged: {what}. "
        "Restore papers.sqlite from a copy, or ingest the papers again into a new folder."
    )
