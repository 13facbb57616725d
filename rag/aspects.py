"""What comparisons look at: the aspects of a paper, and which sentence of its abstract tells each.

An aspect is a rhetorical role (`rag.roles`): the problem, the approach, what it was evaluated on,
the results, the code.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from rag.plaintext import plain
from rag.roles import Role, role_probabilities
from rag.sentences import split
from rag.types import Paper, Quote

Column = NDArray[np.float64]

_LIKELY = 0.4  # chosen by cross-validation on the labelled sentences
# Lower where it is the worse mistake to say that an abstract does not state what it does state.
_LIKELY_ENOUGH = {Role.EVALUATION: 0.2, Role.RESULT: 0.2}


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_ASKED: Mapping[Role, re.Pattern[str]] = {
    Role.CODE: _any(
        r"\b(?:code|repo\w*|github|link|url|download|available)\b", "代码|代碼|链接|鏈接|开源|開源"
    ),
    Role.PROBLEM: _any(
        r"\b(?:problems?|trouble|threats?|challenges?|issues?|gaps?|weakness\w*|shortcomings?"
        r"|limitations?|motivat\w+|why|wrong|difficult\w*|obstacles?|against (?:which|what))\b",
        "问题|問題|挑战|挑戰|威胁|威脅|动机|動機|困难|困難",
    ),
    Role.EVALUATION: _any(
        r"\b(?:evaluat\w+|test(?:ed|s)?|benchmark(?:s|ed)?|data ?sets?|experiments?"
        r"|on (?:which|what))\b",
        "评测|評測|评估|評估|数据集|數據集|基准|基準|实验|實驗",
    ),
    Role.RESULT: _any(
        r"\b(?:results?|gains?|improv\w+|how (?:much|many|well|large|far)|accuracy|scores?"
        r"|speed-?ups?|faster|better|perform\w*|achiev\w*|percent\w*|find(?:ings?)?|conclu\w+"
        r"|reduc\w+)\b",
        "结果|結果|提升|多少|效果|性能|准确率|準確率|结论|結論",
    ),
}


def asked_role(text: str) -> Role:
    """Return the role of the sentences that would answer `text`; an approach by default."""
    return next((role for role, form in _ASKED.items() if form.search(text)), Role.APPROACH)


def told(paper: Paper) -> dict[Role, Quote]:
    """Return the sentence that tells each aspect of `paper` best, of those that are told at all.

    A sentence serves a second aspect only where no other sentence tells it.
    """
    quotes, likely = sentence_roles(paper)
    chosen: dict[Role, int] = {}
    for role in Role:
        place = _place(role, likely[role], set(chosen.values()))
        if place is not None:
            chosen[role] = place
    return {role: quotes[place] for role, place in chosen.items()}


def sentence_roles(paper: Paper) -> tuple[list[Quote], dict[Role, Column]]:
    """Return the sentences of an abstract, and for each role how likely each of them has it."""
    spans = split(paper.abstract)
    quotes = [Quote(paper.abstract[start:end], start, end) for start, end in spans]
    likely = role_probabilities([plain(quote.text) for quote in quotes])
    return quotes, dict(zip(Role, likely.T, strict=True))


def _place(role: Role, likely: Column, taken: set[int]) -> int | None:
    """Return the sentence that tells an aspect best; of problems the last, behind background."""
    least = _LIKELY_ENOUGH.get(role, _LIKELY)
    best = np.arange(len(likely)) if role is Role.PROBLEM else likely
    places = [int(place) for place in np.argsort(-best) if likely[place] >= least]
    return next((place for place in places if place not in taken), next(iter(places), None))
