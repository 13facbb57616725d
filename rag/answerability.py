"""Do the papers say it? The decision to answer, calibrated on labelled questions.

Two logistic regressions: is any paper about this (for questions that name none), and does the
paper state the detail asked for. Their weights were fitted by `python -m bench.calibrate` on
questions over ICML 2026 papers that are not in the sample.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from rag.alignment import Alignment, align, counts
from rag.chinese import in_english
from rag.evidence import PaperEvidence, ScoredSentence, terms_of
from rag.nameables import asks_for_name, names_others
from rag.particulars import untold
from rag.plaintext import plain
from rag.question import Part, Question
from rag.retrieval import Candidate
from rag.tokens import query_terms, terms
from rag.types import Kind, Paper
from rag.wants import Wants, asks_whether

_LOOKED_AT = 2  # sentences
_NAMES_BEHIND = 0.3  # of score: what is further behind is no answer, though it names something
_WEAKEST = 0.15  # one of 100 answerable questions has a word that is matched worse

Weights = Mapping[str, float]

# The biases hold the thresholds that were chosen from the trade-off: about 4 of 100 answerable
# questions may be refused.
TOPIC: Weights = {
    "bias": -17.32,
    "passage": 3.6,
    "sentences": 5.09,
    "words": 5.59,
    "mean": 4.55,
    "weakest": 6.25,
}
DETAIL: Weights = {
    "bias": -4.47,
    "fits": 2.78,
    "any_fits": 0.99,
    "yes_no": -2.04,
    "weakest": 4.12,
    "counts": -2.02,
    "counted": 3.11,
    "sentences": 2.06,
    "nameless": -5.18,
    "chinese": 0.85,
}


@dataclass(frozen=True, slots=True)
class Signals:
    """What the decision is made from; cosines, or 0 and 1 for no and yes.

    `passage` and `sentences` say how near the paper is to the question, `words` is the logarithm
    of the question's length in terms: of a long description not every word is matched, of a short
    one each should be. `fits` tells whether the best sentence has the shape of an answer,
    `any_fits` whether any has; `mean` and `weakest` are those of `Alignment`, and so is `counted`
    where something is counted (`counts`). `nameless` tells whether the best sentences name
    nothing where only a name answers, `chinese` whether the words are glosses.
    """

    passage: float
    sentences: float
    words: float
    fits: float
    any_fits: float
    yes_no: float
    mean: float
    weakest: float
    counts: float
    counted: float
    nameless: float
    chinese: float

    def score(self, weights: Weights) -> float:
        """Return the log-odds under a logistic regression."""
        values = asdict(self) | {"bias": 1.0}
        return float(sum(weight * values[name] for name, weight in weights.items()))


def says_it(question: Question, evidence: PaperEvidence, candidate: Candidate) -> bool:
    """Say whether a paper answers at least one part of the question."""
    if not evidence.sentences:
        return False
    if all(untold(part.text, evidence.paper) for part in question.parts):
        return False
    if question.named and _surely(question, evidence, candidate):
        return True
    found = signals(question, evidence, candidate)
    if not question.named and not _holds_all(question, evidence) and found.score(TOPIC) < 0:
        return False
    if question.kind is Kind.FIND:
        return True
    if question.named and all(part.wants is Wants.GIST for part in question.parts):
        return True
    if all(part.wants is Wants.LINK for part in question.parts):
        return bool(found.any_fits)
    return found.score(DETAIL) >= 0


def _holds_all(question: Question, evidence: PaperEvidence) -> bool:
    """Say whether the paper, title and abstract, holds every telling word of a part."""
    title = set(terms(in_english(plain(evidence.paper.title or ""))))
    parts = zip(question.parts, evidence.parts, strict=True)
    return any(
        (terms_of(scored) | title).issuperset(query_terms(part.text)) for part, scored in parts
    )


def signals(question: Question, evidence: PaperEvidence, candidate: Candidate) -> Signals:
    """Return the signals of the part of the question that is answered best."""
    found = [
        _with(question, evidence, number, candidate, _aligned(part, evidence.parts[number]))
        for number, part in enumerate(question.parts)
    ]
    return max(found, key=lambda one: one.score(DETAIL))


def _surely(question: Question, evidence: PaperEvidence, candidate: Candidate) -> bool:
    """Say whether a part is answered however badly its words are matched.

    To match them costs more than all the rest of an answer, and seldom changes the decision.
    """
    worst = (
        _with(question, evidence, number, candidate, _badly_aligned(part))
        for number, part in enumerate(question.parts)
    )
    return any(
        (part.wants is not Wants.LINK or found.any_fits) and found.score(DETAIL) >= 0
        for part, found in zip(question.parts, worst, strict=True)
    )


def _badly_aligned(part: Part) -> Alignment:
    return Alignment(0.0, _WEAKEST, 0.0 if counts(part.text) else None)


def _aligned(part: Part, scored: Sequence[ScoredSentence]) -> Alignment:
    best = [in_english(plain(sentence.quote.text)) for sentence in scored[:_LOOKED_AT]]
    return align(part.text, best)


def _with(
    question: Question,
    evidence: PaperEvidence,
    number: int,
    candidate: Candidate,
    alignment: Alignment,
) -> Signals:
    part, scored = question.parts[number], evidence.parts[number]
    return Signals(
        passage=candidate.passage,
        sentences=candidate.sentences,
        words=math.log(1 + len(query_terms(question.query))),
        fits=float(scored[0].fits),
        any_fits=float(any(sentence.fits for sentence in scored)),
        yes_no=float(asks_whether(part.text)),
        mean=alignment.mean,
        weakest=alignment.weakest,
        counts=float(alignment.counted is not None),
        counted=alignment.counted or 0.0,
        nameless=float(_is_nameless(question.text, part, scored, evidence.paper)),
        chinese=float(question.language == "zh"),
    )


def _is_nameless(question: str, part: Part, scored: Sequence[ScoredSentence], paper: Paper) -> bool:
    if not asks_for_name(part.text):
        return False
    least = scored[0].score - _NAMES_BEHIND
    near = (plain(sentence.quote.text) for sentence in scored if sentence.score >= least)
    return not any(names_others(text, paper, question) for text in near)
