"""What a question is about once its conditions are taken out: a topic, and its use or proposal."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rag.answering.listing.fields import TAKEN, WORKS

_COLLECTION = (
    r"\b(?:here|in here|(?:in|from|of|within|among) (?:the|this|these|those|our|my|your) "
    r"(?:whole )?(?:collection|set|list|batch|corpus|library|index|data ?base"
    rf"|\d+ {WORKS}|{WORKS}))\b"
)
_START = rf"(?:^|(?<=[.?!;,] )|(?<={TAKEN} ))"
_FRAMES = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        # What is asked besides, in a sentence or clause of its own.
        r"(?<=[.?!;]) (?:please )?(?:list|name|show|give|cite|tell|say|describe|what|which|who|how"
        r"|and)\b.*$",
        r",? and (?:please )?(?:what|which|who|how|list|name|say|tell|cite|give me)\b.*$",
        r"\b(?:talked about|spoken of|discussed|covered|dealt with|touched (?:up)?on|brought up"
        r"|mentioned)(?= anywhere| at all|[.?!;]|$)",
        r",? (?:at all|even in passing|by name|by the authors|themselves|in passing|anywhere)\b",
        r"\b(?:have you|have we|you(?:'ve)?|we(?:'ve)?) got\b|\bwho is on (?:that|this|it)\b",
        r"\bwhat is there\b|\b(?:anything|something) (?=on|about)|:? ?\bwho (?=\w)",
        _COLLECTION,
        rf"{_START}(?:and |so |please |can you |could you )*"
        r"(?:collect|gather|get|list|name|show|find|give|tell|count)(?: me| us)?\b",
        r"\b(?:of |in )?(?:them|these|those)\b(?= (?:are|is|have|point|give|do|deal|use)\b)",
        r"^where\b|\b(?:at all|even in passing|anywhere)\b",
        r"\b(?:how many|the number of|number of|(?:in |of )?(?:which|what)|(?:are|is) there(?: any)"
        r"|(?:are|is) there|do (?:we|you|i) have|i (?:want|need|am looking for|would like)"
        r"|(?:can|could) you|please)\b",
        r"\b(?:(?:the|these|those|all|any|every|each|other|different|of|your|our|some) )*"
        rf"{WORKS}\b",
        TAKEN,
    )
)
_LEADING = re.compile(
    r"^(?:(?:in|of|from|do|does|did|are|is|were|was|have|has|that|which|who|whose|there|and|all|"
    r"by|the|with|also|actually|really|exist)\b|[,.?!;:])\s*",
    re.IGNORECASE,
)
_ABOUT = (
    r"about|on|regarding|concern(?:s|ed|ing)?(?: with)?|deal(?:s|ing)? with|stud(?:y|ies|ied|ying)"
    r"|address(?:es|ing)?|look(?:s|ing)? (?:at|into)|work(?:s|ing)? on|talk(?:s|ing)? (?:about|of)"
    r"|discuss(?:es|ing)?|investigat(?:e|es|ing)|explor(?:e|es|ing)|examin(?:e|es|ing)"
    r"|cover(?:s|ing)?|involv(?:e|es|ing)|focus(?:es|ing)?(?: on)?|tackl(?:e|es|ing)"
    r"|consider(?:s|ing)?|analy[sz](?:e|es|ing)|relat(?:e|es|ed|ing) to|report(?:s|ing)?"
    r"|giv(?:e|es|ing)|treat(?:s|ing)?|writ(?:e|es|ing) (?:about|on)|speak(?:s|ing)? (?:of|about)"
    r"|applications? (?:to|in|of)|touch(?:es|ing)? (?:on|upon)|work(?:s|ing)? out|carry out"
)
_USING = (
    r"us(?:e|es|ed|ing)|mak(?:e|es|ing) use of|appl(?:y|ies|ied|ying)|employ(?:s|ed|ing)?"
    r"|(?:evaluat|test|train|benchmark|experiment|validat|measur|run|rel|fine-?tun)\w*"
    r"(?: (?:their|its|the|models?|methods?|results?|agents?|experiments?))* (?:on|with|using)"
    r"|compar(?:e|es|ed|ing)(?: \w+)? (?:with|to|against)|(?:is |are )?(?:based|built) (?:up)?on"
    r"|build(?:s|ing)? (?:up)?on|work(?:s|ed|ing)? with|adopt(?:s|ing)?|extend(?:s|ing)?"
    r"|improv(?:e|es|ing) (?:up)?on|outperform(?:s|ing)?"
    r"|say(?:s)? (?:that )?they (?:work|worked|experimented) with"
)
_PROPOSING = (
    r"(?:propos|introduc|releas|creat|contribut|describ)(?:e|es|ed|ing)|present(?:s|ed|ing)?"
    r"|develop(?:s|ed|ing)?|construct(?:s|ed|ing)?|design(?:s|ed|ing)?|offer(?:s|ed|ing)?"
    r"|publish(?:es|ed|ing)?|build(?:s|ing)?|built|put(?:s|ting)? forward|bring(?:s|ing)?|brought"
)
_RELATION = re.compile(
    rf"^(?:(?P<proposing>{_PROPOSING})|(?P<using>{_USING})|(?:{_ABOUT}))\b(?=\s|$)"
    r"(?: or [\w-]+(?= [\w(]))?\s*",
    re.IGNORECASE,
)
_PASSIVE = re.compile(
    r"\s+(?:(?:that|which) )?(?:are|is|were|was|have been|get) (?:newly )?(?:proposed|introduced"
    r"|presented|released|created|built|developed|constructed|published)\b.*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Focus:
    """A topic in English words, and whether papers are to use it, or to propose it."""

    topic: str
    using: bool = False
    proposing: bool = False


def focus_of(text: str) -> Focus:
    """Take the frame off a question (English, `TAKEN` where conditions stood)."""
    for frame in _FRAMES:
        text = frame.sub(" ", text)
    text = " ".join(text.split()).strip(" ?.!,;:，。？")
    using = proposing = False
    while True:
        match = _RELATION.match(text)
        shorter = text[match.end() :] if match else _LEADING.sub("", text)
        if match:
            using, proposing = using or bool(match["using"]), proposing or bool(match["proposing"])
        if shorter == text or (match and not shorter):
            break
        text = shorter
    topic = _PASSIVE.sub("", text).strip(" ?.!,;:")
    return Focus(topic, using, proposing or topic != text.strip(" ?.!,;:"))
