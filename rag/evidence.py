"""Which sentences of a paper bear on a question, and how well they cover what it asks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rag.chinese import in_english, is_chinese
from rag.embedders import Vectors
from rag.plaintext import plain
from rag.question import Part
from rag.rarity import idf_of
from rag.store.papers import PaperStore, Sentences
from rag.support.instructions import gives_orders
from rag.tokens import query_terms, terms
from rag.types import Paper, Quote
from rag.wants import Wants

# Fitted on questions of our own over other papers than the sample's; see evaluation.
_LEXICAL_WEIGHT, _SHAPE_WEIGHT = 0.6, 0.35
_NUMBER_WORD = (
    r"two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|hundred|thousand|million"
    r"|billion|half|twice|double|triple|zero"
)
# Not the digits of a name ("GPT-4", "AIME24", "3DGS"), nor those that count points: "(1)".
_NUMBER = re.compile(
    r"(?<![\w./-])(?!(?<=\()\d\))\d[\d,.]*+(?![a-z])"
    r"|(?<![\w./-])\d[\d,.]*+(?=(?:[kmbtxsh]|ms|min|[kmgt]b|fold|nd|rd|st|th)\b)"
    rf"|\b(?:{_NUMBER_WORD})\b|[一二三四五六七八九十百千万]",
    re.IGNORECASE,
)
_SHAPES: Mapping[Wants, re.Pattern[str]] = {
    Wants.NUMBER: _NUMBER,
    Wants.SHARE: re.compile(
        r"\d\s*\\?%|\bper ?cent|\b(?:half|(?:third|quarter|fifth|tenth)s?)\b"
        r"|\d/\d|\b(?:out of|of the) \d|百分之",
        re.I,
    ),
    Wants.LINK: re.compile(
        r"https?://|www\.|\b[\w-]+\.(?:com|org|io|net|edu|ai|dev|cn)\b(?:/|[\s.,;)]|$)", re.I
    ),
    Wants.DATE: re.compile(
        r"\b(?:19|20)\d\d\b|\b(?:years?|months?|decades?|centur(?:y|ies)|days?|weeks?)\b|[年月]",
        re.I,
    ),
    Wants.SEVERAL: re.compile(
        r"\([1ia]\)|,[^,.;]+(?:,| and | or )|\b(?:namely|both)\b|: .+ and |、|[A-Z]\S* and [A-Z]"
    ),
    Wants.EXPANSION: re.compile(r"\w \([\w^$²³λτ-]{2,12}\)|\w \([A-Z][\w-]+ [\w -]+\)"),
}
_LINK_WORDS = 9  # a sentence of so few words with an address says nothing but where something is


@dataclass(frozen=True, slots=True)
class ScoredSentence:
    """A sentence of a paper's abstract, scored against a question.

    `dense` is the cosine to what is asked, `coverage` the share (by idf) of the asked terms that
    it holds, `fits` whether it has the shape of an answer (a number, a link …), `covered` the
    asked terms that it holds.
    """

    position: int
    quote: Quote
    dense: float
    coverage: float
    fits: bool
    covered: frozenset[str]
    score: float


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked, ready for scoring: its vector, its terms with their idf, and its numbers."""

    wants: Wants
    vector: Vectors
    weights: Mapping[str, float]
    numbers: frozenset[str]


def asked_of(part: Part, vector: Vectors, store: PaperStore) -> Asked:
    """Prepare a part of a question; `vector`, shape (d,), is its text embedded."""
    weights = idf_of(query_terms(part.text), store)
    return Asked(part.wants, vector, weights, frozenset(_numbers(part.text)))


def score_sentences(paper: Paper, sentences: Sentences, asked: Asked) -> list[ScoredSentence]:
    """Return the sentences of `paper`, best first, without those that give their reader orders."""
    if not sentences.spans:
        return []
    dense = (sentences.vectors @ asked.vector).tolist()
    scored = [
        _score(position, paper.abstract[start:end], start, cosine, asked)
        for position, ((start, end), cosine) in enumerate(zip(sentences.spans, dense, strict=True))
        if not gives_orders(paper.abstract[start:end])
    ]
    return sorted(scored, key=lambda sentence: -sentence.score)


@dataclass(frozen=True, slots=True)
class PaperEvidence:
    """A paper's sentences, scored against each part of a question.

    `parts` holds, for each part, the sentences best first; `sentences` all of them by their best
    score over the parts.
    """

    row: int
    paper: Paper
    parts: tuple[tuple[ScoredSentence, ...], ...]

    @property
    def sentences(self) -> list[ScoredSentence]:
        """All sentences, each as scored for the part that it fits best; best first."""
        best: dict[Quote, ScoredSentence] = {}
        for sentence in (sentence for part in self.parts for sentence in part):
            if sentence.quote not in best or sentence.score > best[sentence.quote].score:
                best[sentence.quote] = sentence
        return sorted(best.values(), key=lambda sentence: -sentence.score)

    @property
    def best(self) -> ScoredSentence:
        """The best sentence; there has to be one."""
        return self.sentences[0]


def gather(
    row: int, paper: Paper, sentences: Sentences | None, asked: Sequence[Asked]
) -> PaperEvidence:
    """Score a paper's sentences against all parts of a question."""
    parts = (tuple(score_sentences(paper, sentences, part)) if sentences else () for part in asked)
    return PaperEvidence(row, paper, tuple(parts))


def coverage(covered: frozenset[str] | set[str], weights: Mapping[str, float]) -> float:
    """Return the share, by idf, of the asked terms that are `covered`."""
    total = sum(weights.values())
    return sum(weights[term] for term in covered) / total if total else 0.0


def terms_of(sentences: Sequence[ScoredSentence]) -> frozenset[str]:
    """Return the asked terms that any of `sentences` holds."""
    return frozenset().union(*(sentence.covered for sentence in sentences))


def _score(position: int, text: str, start: int, dense: float, asked: Asked) -> ScoredSentence:
    words = plain(text)
    covered = _distinct_terms(words).intersection(asked.weights)
    share = coverage(covered, asked.weights)
    shape = _SHAPES.get(asked.wants)
    fits = shape is None or _fits(words, asked, shape)
    score = dense + _LEXICAL_WEIGHT * share + (_SHAPE_WEIGHT if fits and shape else 0.0)
    if asked.wants is not Wants.LINK and _is_only_link(words):
        score -= _SHAPE_WEIGHT
    quote = Quote(text, start, start + len(text))
    return ScoredSentence(position, quote, dense, share, fits, covered, score)


def _fits(words: str, asked: Asked, shape: re.Pattern[str]) -> bool:
    """Say whether `words` have the shape of an answer; a number has to be news."""
    if asked.wants is Wants.NUMBER:
        return not asked.numbers.issuperset(_numbers(words))
    return shape.search(words) is not None


def _numbers(text: str) -> list[str]:
    return [found.casefold().rstrip(".,") for found in _NUMBER.findall(text)]


def _is_only_link(words: str) -> bool:
    return "://" in words and len(words.split()) <= _LINK_WORDS


@lru_cache(maxsize=20_000)
def _distinct_terms(text: str) -> frozenset[str]:
    return frozenset([*terms(text), *(terms(in_english(text)) if is_chinese(text) else ())])
