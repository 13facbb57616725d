"""An abstract without what its publisher put around it."""

from __future__ import annotations

import re

from ingest.fields import text
from ingest.markup import untagged

_NONE = {
    "", "n/a", "na", "none", "null", "-", "--", "abstract", "not available", "no abstract",
    "no abstract available", "abstract not available", "[no abstract available]", "nan",
    "[abstract not available]", "no abstract is available", "no abstract provided",
    "there is no abstract available", "no abstract available for this article", "undefined",
}  # fmt: skip
_LABEL = re.compile(
    r"\s*(?:abstract|summary|摘\s*要)\s*(?:[:.：—–]|-(?=\s)|\n)\s*|\s*【摘要】\s*"
    r"|\s*(?:Abstract|ABSTRACT)\s+(?=(?:We|In|This|The|Background|Objectives?|Purpose|Introduction"
    r"|Aims?|Context|Motivation|Recent|There|It|Our|To|BACKGROUND|OBJECTIVES?|PURPOSE|AIMS?)\b)",
    re.IGNORECASE,
)
_MARK = r"(?:©|\(c\)\s?(?=(?:19|20)\d\d)|copyright\s*(?:©|\(c\)|(?=(?:19|20)\d\d)))"
_TAIL = re.compile(
    rf"(?<=[.!?)\]\"”。\d%])\s*(?:{_MARK}|\(PsycINFO Database Record|\(PsycInfo Database Record"
    r"|Published by (?:Elsevier|Springer|Wiley)|All rights reserved)[^\n]{0,600}\Z"
    rf"|\n\s*(?:{_MARK}|All rights reserved|\(PsycINFO Database Record)[\s\S]{{0,600}}\Z",
    re.IGNORECASE,
)
_FRONT = re.compile(
    rf"\A\s*{_MARK}\s*(?:copyright\s*)?(?:19|20)\d\d[^\n]{{0,150}}?"
    r"(?:all rights reserved|(?<!\b[A-Z])(?<!\bInc)(?<!\bLtd)(?<!\bCo))\.\s*(?=[A-Z\"“])",
    re.IGNORECASE,
)
_SIGNS = ("©", "(c)", "copyright", "psycinfo", "rights reserved", "published by")
_SENTENCE = re.compile(r"[.!?]\s+[A-Z]")
_FEWEST_CHARACTERS = 40
_LONGEST_TAIL = 700
_LONGEST_TAIL_SENTENCES = 5


def clean_abstract(value: object) -> str:
    """Return the abstract: no tags, no label in front, no copyright notice; "" for "N/A"."""
    abstract = text(untagged(text(value))).strip()
    if abstract.lower().rstrip(".") in _NONE:
        return ""
    label = _LABEL.match(abstract)
    if label and len(abstract) - label.end() > _FEWEST_CHARACTERS:
        abstract = abstract[label.end() :]
    return _without_copyright(abstract)


def _without_copyright(abstract: str) -> str:
    front = _FRONT.match(abstract)
    if front and len(abstract) - front.end() >= _FEWEST_CHARACTERS:
        abstract = abstract[front.end() :]
    end = abstract[-_LONGEST_TAIL:].lower()
    tail = _TAIL.search(abstract) if any(sign in end for sign in _SIGNS) else None
    if (
        tail
        and tail.start() >= _FEWEST_CHARACTERS
        and len(_SENTENCE.findall(tail[0])) <= _LONGEST_TAIL_SENTENCES
    ):
        return abstract[: tail.start()].rstrip()
    return abstract
