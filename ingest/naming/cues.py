"""The words by which an English abstract introduces something, as patterns over plain text."""

from __future__ import annotations

import re

_CAPITAL = r"(?:[A-ZΑ-Ω0-9]|[a-z]+-[A-Z])[\w*+²³-]*(?:[./'’&@][\w-]+)*"
_SMALL = r"(?:of|the|and|for|to|in|with|by|on|as|via|from)"
PHRASE = rf"{_CAPITAL}(?: (?:{_SMALL} ){{0,2}}{_CAPITAL})*"
_WORD = r"[\wΑ-ω][\w*+²³-]*(?:[./'’&@+][\w+-]+)*"
UNIT = re.compile(rf"(?<![\w-])(?:{PHRASE}|{_WORD})")
QUOTE = r"[\"“”'‘’`*]*"

BRACKET = re.compile(rf"{QUOTE}\s*\(([^()]{{2,120}})\)")

_STRONG = "introduce|propose|present|call|term|dub|name|unveil"
_WEAK = (
    "develop|design|release|describe|build|construct|create|contribute|devise|curate|instantiate|"
    "implement|establish|formulate|derive|offer|produce|provide|open-source|leverage"
)
WE = re.compile(
    r"\b(?:we|this (?:paper|work|study|article|report)|our (?:paper|work|study))\b", re.I
)
CUE = re.compile(
    rf"\b(?:(?P<strong>{_STRONG})|(?P<weak>{_WEAK}))\b"
    r"|\b(?:this|our) (?:paper|work|study|article|report) (?:\w+ly )?\w+s\b"
    r"|\b(?:by|through) (?:introducing|proposing|presenting|developing|designing)\b"
    r"|\b(?:called|named|termed|dubbed|coined|namely|nicknamed|denoted|refer(?:red)? to as)\b",
    re.IGNORECASE,
)
CALLED = re.compile(
    r"(?:called|named|termed|dubbed|coined|namely|nicknamed|denoted|refer(?:red)? to|call|"
    rf"name|term|dub|i\.e\.,?|titled)(?: (?:it|this|these|the|as|our|method))*[\s,:(]*{QUOTE}$",
    re.IGNORECASE,
)
OPENING = re.compile(rf"[\s:]*(?:(?:the|a|an|our|and|novel|new)\s+)*{QUOTE}", re.IGNORECASE)
APPOSED = re.compile(rf"[,:—–-]\s*{QUOTE}$")
ENDED = re.compile(rf"{QUOTE}\s*(?:[,.:;()\[—–]|-\s|$)")
FOLLOWED = re.compile(
    rf"{ENDED.pattern}|{QUOTE}\s+(?:that|which|to|for|as|is|an?|in|by|with|and|based|on|where)\b"
)
LINKED_BY = re.compile(
    r"(?<![\w-])(?:based|using|via|through|on|from|by|like|as|leverag\w+|built|over|than|into|such|"
    r"under|of|inspired|upon|e\.g|extend\w*|combin\w+|in|with|between|against)\b",
    re.IGNORECASE,
)
PURPOSE = re.compile(r"\b(?:for|to|achieves?)\b", re.IGNORECASE)
CLAUSE = re.compile(r"\b(?:that|which|where|whose)\b")
STUDIED = re.compile(
    r"\b(?:analys[ie]s|study|investigation|evaluation|survey|comparison|theory) of\b", re.I
)
NOT_THE_WORK = re.compile(
    r"\b(?:property|properties|phenomen\w+|effect|problem|issue|mode|bias|gap|concept|notion|"
    r"challenge|hypothesis|setting|failure|behaviou?r|regime|pattern|quantity)\b",
    re.IGNORECASE,
)
SECONDARY = re.compile(
    r"\b(?:also|further(?:more)?|additionally|moreover|finally|then|second|third|"
    r"specifically|in particular|thus)\b",
    re.IGNORECASE,
)
KIND = re.compile(
    r"\s+(?:framework|benchmark|dataset|method|algorithm|models?|approach|suite|system|library|"
    r"corpus|pipeline|architecture|toolkit|platform|environment|paradigm|family|layer|optimizer|agent)\b"
)
PASSIVE = re.compile(r"\s+(?:is|are) (?:hereby )?(?:introduced|proposed|presented)\b")
