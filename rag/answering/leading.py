"""Which sentence of a paper answers a part of a question: the one that an answer begins with.

The scores of the evidence tell what a sentence is about. Here counts what it does, too: background
does not answer what a paper did, results answer how much, and what is counted or named has to be
there. Chosen on questions of our own with known answers (bench/questions).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rag.aspects import asked_role
from rag.evidence import PaperEvidence, ScoredSentence
from rag.nameables import asks_for_name, names_others
from rag.plaintext import plain
from rag.question import Part
from rag.roles import Role, role_probabilities
from rag.tokens import query_terms, terms
from rag.types import Paper, Quote

_BACKGROUND, _ROLE, _FORM = 0.15, 0.2, 0.3
_SPAN = 5  # words behind a number in which stands what it counts
_NUMBER = re.compile(
    r"\d[\d,.]*[kKM]?|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen"
    r"|fifteen|twenty|thirty|fifty|hundred|thousand|million|billion)",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\bhow many ((?:[\w-]+ ){0,3}?[\w-]+)"
    r"(?=\W*$| (?:is|are|was|were|do|does|did|has|have|can|in|of|per|for)\b)",
    re.IGNORECASE,
)
_LOOSELY_NAMED = re.compile(
    r"\b(?:which|what) (?:[\w-]+ ){0,2}?(?:tasks?|domains?|environments?|settings?)\b",
    re.IGNORECASE,
)
_MANNER = re.compile(
    r"\W*how (?:does|do|did|is|are|was|were|can|could) "
    r"(?!.*\b(?:evaluat|test|perform|compar|differ|scor|measur))",
    re.IGNORECASE,
)
Roles = dict[Quote, dict[Role, float]]


def leading(evidence: PaperEvidence, asked: Sequence[Part]) -> list[ScoredSentence]:
    """Return the sentence of `evidence` that answers each of the parts `asked` best."""
    roles = _roles(evidence)
    best = (
        max(scored, key=_worth(part, roles, evidence.paper))
        for part, scored in zip(asked, evidence.parts, strict=True)
    )
    return list(dict.fromkeys(best))


def _worth(part: Part, roles: Roles, paper: Paper) -> Callable[[ScoredSentence], float]:
    role, counted = _role(part.text), _counted(part.text)
    nameable = asks_for_name(part.text) or _LOOSELY_NAMED.search(part.text) is not None

    def worth(sentence: ScoredSentence) -> float:
        likely, text = roles[sentence.quote], plain(sentence.quote.text)
        own = likely[role] * _ROLE if role else 0.0
        background = 0.0 if role is Role.PROBLEM else likely[Role.PROBLEM] * _BACKGROUND
        fits = (nameable and names_others(text, paper)) or (counted and _counts(text, counted))
        return sentence.score + own - background + (_FORM if fits else 0.0)

    return worth


def _role(question: str) -> Role | None:
    """Return the role of what would answer `question`, None where it may have any."""
    if _MANNER.match(question):
        return Role.APPROACH
    role = asked_role(question)
    return None if role is Role.APPROACH else role


def _roles(evidence: PaperEvidence) -> Roles:
    in_order = sorted(evidence.sentences, key=lambda sentence: sentence.position)
    likely = role_probabilities([plain(sentence.quote.text) for sentence in in_order]).tolist()
    return {
        sentence.quote: dict(zip(Role, row, strict=True))
        for sentence, row in zip(in_order, likely, strict=True)
    }


def _counted(question: str) -> str | None:
    """Return the term of what is counted: "task" of "how many tasks …"."""
    match = _COUNTED.search(question)
    return query_terms(match[1])[-1] if match else None


def _counts(text: str, counted: str) -> bool:
    words = [word.rstrip(".,") for word in re.findall(r"[\w.,%-]+", text)]
    return any(
        _NUMBER.fullmatch(word) and counted in terms(" ".join(words[place + 1 : place + 1 + _SPAN]))
        for place, word in enumerate(words)
    )
