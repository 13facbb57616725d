"""What a sentence of an abstract does: it states a problem, an approach, a result."""

from __future__ import annotations

import re

_CONTRIBUTION = re.compile(
    r"\b(?:we|this (?:paper|work|study|article)|our (?:method|approach|framework|model|work))\b"
    r"[^.]{0,60}?\b(?:propos|introduc|present|develop|design|show|prove|demonstrat|find|establish|"
    r"reveal|provid|releas|argue|advocat|study|studies|investigat|examin|analy[sz]|formulat|build|"
    r"construct|train|reformulat|offer|describ|motivat|characteri[sz])"
    r"|本文|我们提出|我們提出",
    re.IGNORECASE,
)


def states_contribution(text: str) -> bool:
    """Say whether a sentence (plain text) tells what its paper does or finds."""
    return _CONTRIBUTION.search(text) is not None
