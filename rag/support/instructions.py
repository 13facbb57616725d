"""Sentences that speak to whoever reads them, a model above all, instead of reporting something.

They stay in the paper and may be shown as its words, but they support nothing: a model that obeys
one must not find its words confirmed there.
"""

from __future__ import annotations

import re
from functools import lru_cache

from rag.plaintext import plain

_QUOTED = re.compile(r"[“\"][^”\"]{1,300}[”\"]|(?<!\w)['‘][^'’]{3,300}['’](?!\w)")
_YOU = r"\b(?:you|your|yourself)\b"
_READER = (
    r"\b(?:AI|LLM|assistant|language model|chat ?bot|model|agent|reader|reviewer|system|user)s?\b"
)
_ORDER = (
    r"(?:ignore|disregard|forget|override|answer|reply|respond|output|print|say|write|repeat|reveal"
    r"|cite|mention|recommend|visit|click|open|send|email|contact|call|translate|tell|stop|start"
    r"|append|add|include|insert|begin|end|pretend|act as|obey|follow|remember|refuse|summari[sz]e"
    r"|rate|give|always|never|do not|don't|please|render|show|display|execute|run|fetch|download"
    r"|delete|conclude|claim|declare|praise|buy|subscribe)"
)
_TO_READER = (
    rf"(?:^|[.!?:]\s+)(?:attention|dear|hey|hello),? (?:\w+ ){{0,3}}{_READER}"
    r"|\b(?:when|if|whenever|before|after) you (?:\w+ ){0,2}(?:answer|reply|respond|summari|read"
    r"|write|cite|are asked)|"
    r"\b(?:note|message|instructions?|attention|important|warning|hint|reminder|memo)\b[^.]{0,30}"
    rf"\b(?:to|for)\b[^.]{{0,20}}{_READER}[^.,:!]{{0,20}}[:,!]"
)
_BEGINS = r"(?:^|[.!?:;]\s+|\bplease\s+|\bthen\s+|^\W*(?:now\s+)?)"
_RULES = (
    r"(?:instructions?|rules?|papers?|sources?|abstracts?|prompts?|context|messages?|guidelines?"
    r"|documents?|text)"
)
_ORDERS = re.compile(
    rf"{_BEGINS}{_ORDER}\b[^.!?]*(?:{_YOU}|\bonly\b|\bexactly\b|\b(?:previous|prior|above|earlier"
    rf"|preceding|other|all) (?:\w+ )?{_RULES}\b"
    r"|\bthe (?:user|question|answer|prompt|reader|word|sentence|phrase|following|code)\b)"
    rf"|^\W*{_ORDER}\b(?=\s)(?!.*\b(?:we|our|is|are|was|were|has|have|can|may|article)\b)"
    r"|\b(?:ignore|disregard|forget|override|bypass) (?:all|any|your|previous|prior|everything"
    rf"|every|the above|(?:the|these|those|other|earlier) (?:\w+ )?{_RULES})\b"
    rf"|{_YOU} (?:are|must|should|will|shall|have to|need to) (?:now|always|never|not|only|be|an?\b"
    rf"|{_ORDER})"
    r"|\byour (?:\w+ )?(?:prompt|instructions?|rules|guidelines)\b|\bas an? (?:AI|language model),"
    rf"|{_TO_READER}"
    r"|^\W*(?:human|assistant|system|user|ai|developer)\s*:|###\s*(?:instruction|system|response)"
    r"|\bthe correct answer to (?:any|every|all|the user)|\b(?:any|every|all) questions?\b[^.]*"
    r"\b(?:answer|answered|reply|respond)\b[^.]*\bwith\b"
    r"|\b(?:AI|assistant|language model|chat ?bot|reader|reviewer)s? (?:must|should|shall|has to"
    r"|have to|is to|are to) (?:now |always |only |never |not )*"
    rf"{_ORDER}"
    r"|(?:忽略|无视|忘记).{0,10}(?:指令|指示|规则|提示|以上|之前)|请(?:回答|回复|输出|只|忽略|访问)"
    r"|你(?:必须|应该|现在是)",
    re.IGNORECASE,
)
# What stands around the turns of a talk with a model; papers on such talks show it, too.
_TURNS = re.compile(
    r"</?(?:context|system|instructions?|user|assistant|im_start|im_end)\b[^>]*>|<\|[^|]*\|>"
    r"|\[/?INST\]",
    re.IGNORECASE,
)
# What may stand before an order that would begin a sentence.
_TAGS = re.compile(
    r"<\|[^|]*\|>(?:\s*(?:system|user|assistant)\b)?|\[/?INST\]|</?[\w-]+\b[^>]*>", re.IGNORECASE
)


def speaks_to_reader(text: str) -> bool:
    """Say whether a sentence gives orders, or is written as a turn of a talk."""
    return gives_orders(text) or _TURNS.search(_own_words(text)) is not None


@lru_cache(maxsize=20_000)
def gives_orders(text: str) -> bool:
    """Say whether a sentence gives orders; what it quotes as someone's words does not count."""
    return any(_ORDERS.search(piece) for piece in _TAGS.split(_own_words(text)))


def _own_words(text: str) -> str:
    return _QUOTED.sub(" “” ", plain(text))
