"""Particulars of experiments that go by one name: who does not write it does not tell.

A learning rate is nowhere without the words "learning rate". What is asked in other words than an
abstract's is found by meaning; these are not, and the nearest sentence speaks of something else.
"""

from __future__ import annotations

import re

from rag.plaintext import plain
from rag.types import Paper
from rag.wants import asks_whether

# What is asked for, and what an abstract that tells it holds.
_PARTICULARS = tuple(
    (re.compile(rf"\b(?:{asked})\b", re.IGNORECASE), re.compile(rf"\b(?:{told})", re.IGNORECASE))
    for asked, told in (
        ("learn(?:ing)? rates?", r"learning rates?|lr\b"),
        ("batch sizes?", "batch"),
        ("p-?values?", r"p-?values?|p ?[=<≤]|significan"),
        ("temperature", "temperature"),
        ("epochs?", "epoch"),
        ("dropout(?: rate)?", "dropout"),
        ("weight decay", "weight decay"),
        ("optimi[sz]er", "optimi[sz]er|adam|sgd|muon|lion"),
        ("(?:random )?seeds?", "seed"),
        ("hyper-?parameters?", "hyper-?param"),
        ("[GT]PUs?|hardware", r"[GT]PU|hardware|nvidia|rtx|cpu|phone|edge device|[ahv]\d{2,3}\b"),
        ("(?:GPU )?hours?|minutes|days", r"hours?|minutes?|min\b|days?|weeks?|\d+ ?h\b|seconds?"),
        ("milliseconds|ms", r"milliseconds?|\d[\d.]* ?ms\b|ms\b"),
        ("gigabytes|GB", r"\d[\d.]* ?[gmt]b\b|[gmt]b\b|(?:giga|mega)bytes?"),
        ("layers?", "layer"),
        ("rounds?", "round|iterat|turn|epoch|step"),
        ("rollouts?", "rollout|trajector|sampl|response"),
        (
            "annotators?|raters?|participants?",
            "annotat|rater|participant|human|people|person|users?|expert|subjects?|student|worker"
            "|volunteer|patient|clinician|judges?",
        ),
        ("universit(?:y|ies)|hospitals?", "universit|hospital|college|institut|clinic"),
        ("licen[sc]es?", "licen[sc]|mit\\b|apache|cc[- ]by"),
        ("dollars?", r"dollars?|cents?\b|usd|cost"),
    )
)


def untold(question: str, paper: Paper) -> bool:
    """Say whether `question` asks for a particular that the abstract of `paper` does not name.

    Not one that asks whether: "no learning rate is needed" may be said in other words.
    """
    if asks_whether(question):
        return False
    asked_for = [told for asked, told in _PARTICULARS if asked.search(question)]
    return any(not told.search(plain(paper.abstract)) for told in asked_for)
