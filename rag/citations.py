"""From a draft to text whose every marker resolves to a numbered paper and its words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

from rag.answering.draft import Draft, DraftSentence, Support
from rag.types import Answer, AnswerSentence, Citation, Paper, Quote

_FOREIGN = re.compile(r"\[(?=\s*\d+(?:\s*[,;–-]\s*\d+)*\s*\])")
_WORD_JOINER = "\u2060"


@dataclass(slots=True)
class Numbering:
    """The numbers of papers: one each, in the order of their first citation, kept for good."""

    numbers: dict[str, int] = field(default_factory=dict)

    def number(self, paper: Paper) -> int:
        """Return the number of `paper`, a new one at its first citation."""
        return self.numbers.setdefault(paper.id, max(self.numbers.values(), default=0) + 1)

    @classmethod
    def of(cls, answers: Iterable[Answer]) -> Self:
        """Return the numbers that `answers` have given."""
        return cls({c.paper.id: c.number for answer in answers for c in answer.citations})


@dataclass(frozen=True, slots=True)
class Cited:
    """A draft with its markers in place."""

    text: str
    sentences: tuple[AnswerSentence, ...]
    citations: tuple[Citation, ...]


def cite(draft: Draft, numbering: Numbering) -> Cited:
    """Number the papers of `draft`, put the markers in, and gather the quotes of each paper."""
    sentences = [_sentence(sentence, numbering) for sentence in draft.sentences]
    drafted = zip(draft.sentences, sentences, strict=True)
    text = "".join(d.lead + s.text + d.remark for d, s in drafted).strip() + draft.tail
    supports = [support for sentence in draft.sentences for support in sentence.supports]
    return Cited(text, tuple(sentences), _citations(supports, numbering))


def neutral(text: str) -> str:
    """Return `text` with its own numbers in brackets made unlike our markers.

    A word joiner, which can't be seen, goes in behind the bracket: reference numbers that a paper
    quotes ("[12]") are then never taken for citations of ours. Code marks and links of Markdown are
    escaped, so that a paper's text can't swallow a marker or lead anywhere.
    """
    escaped = text.replace("`", "\\`").replace("](", "]\\(")
    return _FOREIGN.sub(f"[{_WORD_JOINER}", escaped)


def _sentence(sentence: DraftSentence, numbering: Numbering) -> AnswerSentence:
    numbers = tuple(dict.fromkeys(numbering.number(s.paper) for s in sentence.supports))
    markers = "".join(f"[{number}]" for number in numbers)
    text = f"{sentence.text} {markers}" if markers else sentence.text
    return AnswerSentence(text, numbers, not sentence.doubt, sentence.doubt)


def _citations(supports: Iterable[Support], numbering: Numbering) -> tuple[Citation, ...]:
    papers: dict[str, Paper] = {}
    quotes: dict[str, list[Quote]] = {}
    for support in supports:
        papers[support.paper.id] = support.paper
        found = quotes.setdefault(support.paper.id, [])
        if support.quote and support.quote not in found:
            found.append(support.quote)
    return tuple(
        Citation(numbering.number(paper), paper, tuple(quotes[id_]))
        for id_, paper in papers.items()
    )
