"""What comparisons look at: the aspects of a paper, and which sentence of its abstract tells each.

An aspect is a rhetorical role (`rag.roles`): the problem, the approach, what it was evaluated on,
the results, the code.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from rag.plaintext import plain
from rag.roles import Role, role_probabilities
from rag.sentences import quotes_of
from rag.types import Paper, Quote

Column = NDArray[np.float64]

_LIKELY = 0.4  # chosen by cross-validation on the labelled sentences
# Lower where it is the worse mistake to say that an abstract does not state what it does state.
_LIKELY_ENOUGH = {Role.EVALUATION: 0.2, Role.RESULT: 0.2}
_NEARLY = 0.25
_NAMED_AGAIN = 0.5  # a name's first sentence introduces it
_OUTRIGHT, _BACKGROUND, _DATA = 0.4, 0.3, 0.25


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_PROPOSES = _any(
    r"\b(?:we|this (?:position )?(?:paper|work|study|article))\b[^.;]{0,40}?\b(?:propos|introduc"
    r"|present|develop|design|argue|advocat|stud(?:y|ies)|investigat|establish|formali[sz]e)",
    "本文|我们提出|我們提出",
)
_ASIDE = _any(
    r"^(?:to (?:evaluate|support|validate|facilitate|enable|assess|account|further)|furthermore"
    r"|moreover|additionally|in addition|finally|also|specifically|in particular|concretely)\b",
    r"\bwe (?:also|further|additionally)\b|\?$",
)
_DIAGNOSIS = _any(
    r"\bwe (?:\w+ )?(?:reveal|identify|argue|uncover|diagnose|attribute)\b[^.]*?"
    r"\b(?:shortcomings?|root causes?|bottlenecks?|limitations?|weakness\w*|failure modes?"
    r"|drawbacks?|challenges?|flaws?|gap|problems?|issues?|pitfalls?)\b"
)
_COUNTED_DATA = _any(
    r"(?<![\w.])(?:\d[\d,.]*[kKM]?\+?|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|hundreds of|thousands of) (?:[\w-]+ ){0,3}?(?:tasks|cases|problems|questions|environments"
    r"|examples|samples|images|videos|instances|dialogues|prompts|models|data ?sets|benchmarks"
    r"|domains|languages|trajectories|papers|queries|documents|projects|scenarios|games|sites)\b"
)
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

    A sentence serves a second aspect only where no other sentence tells it about as well.
    """
    quotes, likely = sentence_roles(paper)
    texts = [plain(quote.text) for quote in quotes]
    chosen: dict[Role, int] = {}
    for role in Role:
        place = _place(role, _told_by(role, likely, texts, paper.name), set(chosen.values()))
        if place is not None:
            chosen[role] = place
    return {role: quotes[place] for role, place in chosen.items()}


def proposal(paper: Paper) -> dict[Quote, float]:
    """Return how well each sentence of an abstract tells what its paper proposes."""
    quotes, likely = sentence_roles(paper)
    texts = [plain(quote.text) for quote in quotes]
    return dict(
        zip(quotes, _told_by(Role.APPROACH, likely, texts, paper.name).tolist(), strict=True)
    )


def _told_by(
    role: Role, likely: Mapping[Role, Column], texts: Sequence[str], name: str | None
) -> Column:
    """Return how well each sentence tells an aspect: its role, and whether it does so outright."""
    own, background = likely[role], likely[Role.PROBLEM]
    if role is Role.APPROACH:
        proposes, aside = (_found(form, texts) for form in (_PROPOSES, _ASIDE))
        named = _found(_named(name), texts) * (likely[Role.RESULT] < _LIKELY)
        introduced = named * np.where(np.cumsum(named) > 1, _NAMED_AGAIN, 1.0)
        outright = np.maximum(proposes, introduced)
        return own + _OUTRIGHT * (outright - aside) - _BACKGROUND * background
    if role is Role.PROBLEM:
        proposal_at = int(np.argmax(_told_by(Role.APPROACH, likely, texts, name))) if texts else 0
        return own + _OUTRIGHT * _found(_DIAGNOSIS, texts) * (np.arange(len(own)) < proposal_at)
    if role is Role.EVALUATION:
        return (own + _DATA * _found(_COUNTED_DATA, texts)) * (1 - background)
    return own


def _named(name: str | None) -> re.Pattern[str]:
    """Return the form of a sentence that speaks of the paper by its name."""
    return re.compile(rf"(?<!\w){re.escape(plain(name))}(?!\w)" if name else r"(?!)")


def _found(form: re.Pattern[str], texts: Sequence[str]) -> Column:
    return np.array([form.search(text) is not None for text in texts], dtype=np.float64)


def sentence_roles(paper: Paper) -> tuple[list[Quote], dict[Role, Column]]:
    """Return the sentences of an abstract, and for each role how likely each of them has it."""
    quotes = quotes_of(paper)
    likely = role_probabilities([plain(quote.text) for quote in quotes])
    return quotes, dict(zip(Role, likely.T, strict=True))


def _place(role: Role, likely: Column, taken: set[int]) -> int | None:
    """Return the sentence that tells an aspect best; of problems the last, behind background."""
    least = _LIKELY_ENOUGH.get(role, _LIKELY)
    best = np.arange(len(likely)) if role is Role.PROBLEM else likely
    places = [int(place) for place in np.argsort(-best, kind="stable") if likely[place] >= least]
    if not places:
        return None
    nearly = likely[places[0]] - _NEARLY
    return next((p for p in places if p not in taken and likely[p] >= nearly), places[0])
