"""The sentences that a model writes from, each under a label that nothing else bears."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from rag.answering.draft import Draft
from rag.finding import Finding
from rag.types import Paper, Quote

# No vowels, so that a label is no word, and no sign that is taken for another.
_LETTERS, _DIGITS = "bcdfghjkmnpqrstvwxz", "23456789"
LABEL = re.compile(rf"(?<![\w-])[{_LETTERS}][{_DIGITS}][{_LETTERS}](?![\w-])")
_MOST_PAPERS = 6
_MOST_OF_A_PAPER, _MOST_OF_OTHERS = 12, 4
_MOST = 40
_DRAFTED = 10.0  # what the answer without a model says comes first,
_LATER = 0.1  # then the sentences by their scores, less this for each place of their paper


@dataclass(frozen=True, slots=True)
class Found:
    """A sentence that may be sent to a model; `weight` is higher for a more important one."""

    paper: Paper
    quote: Quote
    weight: float


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A sentence of a paper under the label that stands for it in a prompt."""

    label: str
    paper: Paper
    quote: Quote


@dataclass(frozen=True, slots=True)
class Excerpts:
    """What a prompt holds, paper by paper; `fence` is what no text in it holds."""

    items: tuple[Excerpt, ...]
    fence: str

    @property
    def papers(self) -> tuple[Paper, ...]:
        """The papers in the order in which they stand there."""
        return tuple({item.paper.id: item.paper for item in self.items}.values())

    @property
    def by_label(self) -> dict[str, Excerpt]:
        """The excerpts by their labels."""
        return {item.label: item for item in self.items}

    def of(self, paper: Paper) -> tuple[Excerpt, ...]:
        """The excerpts of one paper."""
        return tuple(item for item in self.items if item.paper.id == paper.id)


def choose(finding: Finding, draft: Draft) -> list[Found]:
    """Return the sentences that bear on a question, the most important ones first.

    Where the question names papers there are no others.
    """
    drafted = {
        (support.paper.id, support.quote): Found(support.paper, support.quote, _DRAFTED)
        for sentence in draft.sentences
        for support in sentence.supports
        if support.quote
    }
    told = {paper_id for paper_id, _ in drafted}
    found = dict(drafted)
    for place, evidence in enumerate(finding.evidence[:_MOST_PAPERS]):
        if finding.question.named and evidence.paper.id not in told:
            continue
        most = _MOST_OF_A_PAPER if evidence.paper.id in told else _MOST_OF_OTHERS
        for sentence in evidence.sentences[:most]:
            weight = sentence.score - _LATER * place
            found.setdefault(
                (evidence.paper.id, sentence.quote), Found(evidence.paper, sentence.quote, weight)
            )
    return sorted(found.values(), key=lambda one: -one.weight)[:_MOST]


def labelled(found: Sequence[Found], question: str) -> Excerpts:
    """Return sentences under labels, each paper's together and in the order of its abstract.

    The labels are drawn by a hash of all that is sent: the same for the same prompt, and not to be
    known by who writes an abstract. What occurs in the texts is no label.
    """
    papers = list(dict.fromkeys(one.paper.id for one in found))
    ordered = sorted(found, key=lambda one: (papers.index(one.paper.id), one.quote.start))
    texts = [question, *(_text(one) for one in ordered)]
    digest = hashlib.sha256("\0".join(texts).encode("utf-8", "replace")).hexdigest()
    taken = "\n".join(texts).lower()
    names = _drawn(digest, taken)
    items = tuple(Excerpt(next(names), one.paper, one.quote) for one in ordered)
    return Excerpts(items, _fence(digest, taken))


def _text(one: Found) -> str:
    paper = one.paper
    return "\n".join([one.quote.text, paper.title or "", paper.name or "", *paper.authors])


def _drawn(digest: str, taken: str) -> Iterator[str]:
    """Yield labels in an order that the digest decides."""
    everything = ["".join(signs) for signs in product(_LETTERS, _DIGITS, _LETTERS)]
    Random(digest).shuffle(everything)
    return (label for label in everything if label not in taken)


def _fence(digest: str, taken: str) -> str:
    parts = (digest[start : start + 12] for start in range(len(digest) - 12))
    return next(part for part in parts if part not in taken)
