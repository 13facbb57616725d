"""A need that a question takes for granted, and that a paper's abstract denies.

"How long must it be fine-tuned?" is asked of a training-free method: the answer is that it needn't.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.evidence import PaperEvidence, ScoredSentence
from rag.plaintext import plain
from rag.tokens import query_terms

_NEED = re.compile(
    r"\b(?:must|ha(?:s|ve|d) to|need(?:s|ed)?|require[sd]?|depends? on|rel(?:y|ies) on)\b"
    r"(?P<needed>[^?.;]*)",
    re.IGNORECASE,
)
_ALREADY_DENIED = re.compile(r"\b(?:without|no|not|never)\b|n't\b|-free\b", re.IGNORECASE)
_TRAINING = frozenset(terms for word in ("train", "fine-tune", "retrain", "fine-tuning", "training")
                      for terms in query_terms(word))  # fmt: skip
_DENIAL = (
    r"\b(?:without|no|not|never|nor|free of|avoid\w*|eliminat\w*|bypass\w*|obviat\w*)"
    r"(?: (?:the|any|an?|additional|further|extra|explicit|need|for|of|to|costly|expensive"
    r"|requir\w+|need\w*|using|relying|on|task-specific|auxiliary|model)){0,5}"
)
_SHORTEST = 4  # letters of a word that is looked for


def needless(asked: Sequence[str], evidence: PaperEvidence) -> ScoredSentence | None:
    """Return the sentence of a paper that denies the need in one of the questions `asked`."""
    needs = [match["needed"] for text in asked for match in _NEED.finditer(text)]
    stems = {stem for need in needs for stem in query_terms(need) if len(stem) >= _SHORTEST}
    if not stems or any(_ALREADY_DENIED.search(text) for text in asked):
        return None
    stems |= _TRAINING if stems & _TRAINING else set()
    form = re.compile("|".join(_denying(stem) for stem in sorted(stems)), re.IGNORECASE)
    return next((s for s in evidence.sentences if form.search(plain(s.quote.text))), None)


def _denying(stem: str) -> str:
    return rf"{_DENIAL} (?:\w+-)?{re.escape(stem)}\w*|\b{re.escape(stem)}\w*[- ]free\b"
