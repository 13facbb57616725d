"""Whether a record says that its paper was retracted or withdrawn."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ingest.fields import text

_KINDS = {"retract": "retracted", "withdr": "withdrawn", "remov": "withdrawn"}
_TITLE = re.compile(
    r"\A\W*(retracted|withdrawn)(?:\s+(?:article|paper|chapter|manuscript|publication))?\s*[:\]）)—–-]"
    r"|[\[(](retracted|withdrawn)(?:\s+(?:article|paper|chapter|publication))?[\])]\W*\Z"
    r"|\((retracted|withdrawn)\s+(?:article|paper)[.,]?\s+see\b[^()]*\)\W*\Z",
    re.IGNORECASE,
)
_TYPE = re.compile(r"\b(retracted|withdrawn|retraction|withdrawal|removal)\b", re.IGNORECASE)
_NOTICE_ITSELF = re.compile(
    r"retraction (?:of publication|notice|note)|retraction\Z", re.IGNORECASE
)
_REMARK = re.compile(
    r"\b(?:has|have)\s+been\s+(retracted|withdrawn)\b"
    r"|\b(retracted|withdrawn)\s+by\s+(?:the\s+|its\s+)?(?:author|arxiv|editor|publisher|journal)"
    r"|\A\W*(retracted|withdrawn)\b",
    re.IGNORECASE,
)
_ABSTRACT = re.compile(
    r"\A\W*(?:this|the)\s+(?:paper|article|submission|manuscript|preprint|work|report)\s+"
    r"(?:has\s+been|was|is|have\s+been)\s+(?:\w+\s+)?(retracted|withdrawn)\b",
    re.IGNORECASE,
)


def notice_of(given: Mapping[str, Any], title: str, abstract: str) -> str | None:
    """Return "retracted" or "withdrawn" if the record says so of its own paper, else None."""
    if str(given.get("is_retracted")).strip().lower() in ("true", "1", "yes", "1.0"):
        return "retracted"
    types = _lines(given.get("publication_type"))
    found = (
        _TYPE.search(text(given.get("notice"))),
        _TITLE.search(title),
        *(_TYPE.search(kind) for kind in types if not _NOTICE_ITSELF.search(kind)),
        *(_TYPE.search(kind) for kind in _lines(given.get("update_type"))),
        *(_REMARK.search(remark) for remark in _lines(given.get("comments"))),
        _ABSTRACT.search(abstract),
    )
    return next((_kind(match) for match in found if match), None)


def _kind(match: re.Match[str]) -> str:
    said = next(filter(None, match.groups())).lower()
    return next(kind for stem, kind in _KINDS.items() if said.startswith(stem))


def _lines(value: Any) -> list[str]:
    return text(value).split("\n")
