"""How many tokens a text has for a model, counted with files inside the installed packages."""

from __future__ import annotations

import importlib.util
import math
import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiktoken import Encoding

TokenCounter = Callable[[str], int]

_BUNDLED = ("o200k_base", "cl100k_base")
_ESTIMATED_BY = "o200k_base"
# Of other models: measured on SmolLM2's tokenizer, the smallest in use, see tests/server.
_MARGIN = 1.25
_BESIDE_ASCII = 1.3  # tokens more for each character that a small vocabulary spells in bytes


def counter_for(model: str) -> TokenCounter:
    """Return what counts the tokens of a text for `model`.

    It is exact for models that tiktoken knows, and higher than the truth for others.
    """
    known = _encoding_name(model)
    return _exactly(known) if known else estimate


def estimate(text: str) -> int:
    """Return a number of tokens that a model's own tokenizer does not exceed, as a rule."""
    beside = sum(char > "\x7f" for char in text)
    return math.ceil(_MARGIN * _count(_ESTIMATED_BY, text) + _BESIDE_ASCII * beside)


def use_bundled_encodings() -> None:
    """Have tiktoken read its encodings from LlamaIndex's files; otherwise it downloads them."""
    spec = importlib.util.find_spec("llama_index.core")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        os.environ["TIKTOKEN_CACHE_DIR"] = str(Path(folder) / "_static" / "tiktoken_cache")


def _exactly(encoding: str) -> TokenCounter:
    return lambda text: _count(encoding, text)


def _encoding_name(model: str) -> str | None:
    import tiktoken

    try:
        name = tiktoken.encoding_name_for_model(model)
    except KeyError:
        return None
    return name if name in _BUNDLED else None


def _count(encoding: str, text: str) -> int:
    return len(_encoding(encoding).encode_ordinary(text))


@lru_cache(maxsize=2)
def _encoding(name: str) -> Encoding:
    use_bundled_encodings()
    import tiktoken

    return tiktoken.get_encoding(name)
