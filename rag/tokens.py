"""Terms for BM25: stemmed words, exact identifiers, and pairs of characters for Chinese.

A term holds letters and digits only, so that it passes SQLite's tokenizer unchanged. Compounds
give their joined form and their parts: `Agent-LAB` is found as `agentlab`, `agent` and `lab`.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

import Stemmer

CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_RUN = re.compile(
    rf"[{CJK}]+|[^\W_{CJK}]+(?:(?:(?<=\d)[.,](?=\d)|[-+./'’_^:@])[^\W_{CJK}]+)*(?:\+\+|[+#](?![^\W_]))?"
)
_INNER = re.compile(r"[^\w]+|_")
_NUMBER = re.compile(r"(?<!\d)\d+(?:[.,]\d+)+")
# Endings of stems that belong to one family, or are British and American spellings of one.
_KIN = (
    ("iti", ""), ("eti", "e"), ("aci", "at"), ("aci", ""), ("bil", "bl"), ("ifi", "if"),
    ("is", "iz"), ("ys", "yz"), ("our", "or"),
)  # fmt: skip
_SHORTEST_STEM = 3
_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ϵ": "epsilon",
    "η": "eta", "θ": "theta", "κ": "kappa", "λ": "lambda", "μ": "mu", "π": "pi", "ρ": "rho",
    "σ": "sigma", "τ": "tau", "φ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega",
}  # fmt: skip
_GREEK_RUN = re.compile(rf"[{''.join(_GREEK)}]")
_IN_MANY_QUESTIONS = """
a about abstract abstracts after all also an and any anybody anyone anything approach are as at
be been being between both but by can could deal dealing deals did do does doing done each for
from get give had has have here how i if in into is it its many me method methods more most much
my no not of on one or other our paper papers please propose proposed proposes report reports
should so some somebody someone something study such tell than that the their them then there
these they this those to too under up use used uses using was we were what when where whether
which while who whom whose why will with work works would you your
"""
_STOP_WORDS = frozenset(_IN_MANY_QUESTIONS.split())


def fold(text: str) -> str:
    """Return `text` without case, accents, or the difference between λ and lambda."""
    if text.isascii():
        return text.casefold()
    text = unicodedata.normalize("NFKD", text.casefold())
    text = "".join(char for char in text if not unicodedata.combining(char))
    return _GREEK_RUN.sub(lambda match: _GREEK[match[0]], text)


def terms(text: str) -> list[str]:
    """Return the terms of `text` in order, with repeats; `text` is plain (see `plaintext`)."""
    return [term for match in _RUN.finditer(fold(text)) for term in _terms_of(match[0])]


def query_terms(text: str) -> list[str]:
    """Return the distinct terms that a query is searched with: no stop words, unless all are."""
    found = list(dict.fromkeys(terms(text)))
    return [term for term in found if term not in _STOP_STEMS] or found


def with_kin(found: Sequence[str]) -> list[str]:
    """Return terms and, behind them, those of the same family that the stemmer keeps apart.

    "sparsity" and "sparse", "accuracy" and "accurate", "behaviour" and "behavior".
    """
    return list(dict.fromkeys([*found, *(kin for term in found for kin in _kin(term))]))


def _kin(term: str) -> Iterator[str]:
    marked = any(term.endswith(ending) for ending, _ in _KIN)
    for ending, other in _KIN:
        old, new = (ending, other) if marked else (other, ending)
        stem = term.removesuffix(old)
        if term.endswith(old) and len(stem) >= _SHORTEST_STEM:
            yield stem + new


def is_stop_word(word: str) -> bool:
    """Say whether `word` (folded) is too common in questions to tell what is asked."""
    return word in _STOP_WORDS


@lru_cache(maxsize=50_000)
def _terms_of(run: str) -> tuple[str, ...]:
    """The terms of a run of letters; most runs of a collection come again and again."""
    return tuple(_split_run(run))


def _split_run(run: str) -> Iterator[str]:
    if re.match(f"[{CJK}]", run):
        yield from _bigrams(run)
        return
    if run.endswith(("+", "#")):
        yield run.rstrip("+#") + "plus" * run.count("+") + "sharp" * run.count("#")
    whole = _NUMBER.sub(lambda match: re.sub("[.,]", "d", match[0]), run)
    parts = [part for part in _INNER.split(whole) if part]
    if len(parts) > 1:
        yield _stem("".join(parts))
    yield from (_stem(part) for part in parts)


def _bigrams(run: str) -> Iterator[str]:
    if len(run) == 1:
        yield run
    for first, second in itertools.pairwise(run):
        yield first + second


@lru_cache(maxsize=50_000)
def _stem(word: str) -> str:
    return str(_stemmer().stemWord(word))


@lru_cache(maxsize=1)
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("english")


_STOP_STEMS = frozenset(_stem(word) for word in _STOP_WORDS) | _STOP_WORDS
