"""Who is better, as a question takes it for granted, against what a paper states.

"Why does it lose to its teacher?" is asked of a paper whose method outperforms the teacher.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rag.plaintext import plain
from rag.sentences import quotes_of
from rag.tokens import query_terms, terms
from rag.types import Paper, Quote

_WINS = (
    r"(?:out-?perform\w*|surpass\w*|exceed\w*|beat(?:s|en|ing)?|outdo(?:es|ne)?"
    r"|(?:is|are|be|being|performs?|works?) (?:\w+ )?(?:better|faster|stronger|more accurate) than"
    r"|superior to)"
)
_LOSES = (
    r"(?:los(?:e|es|ing) to|lost to|under-?perform\w*|fall(?:s|ing)? (?:short of|behind)"
    r"|trail(?:s|ing)?|lag(?:s|ging)? behind|(?:is|are|be|being|performs?|works?)"
    r" (?:\w+ )?(?:worse|slower|weaker|less accurate) than|inferior to|beaten by)"
)
_TAKEN = re.compile(
    rf"\bthe method(?:['’]s(?: [\w-]+){{1,3}}?)? (?:still |often |clearly )?"
    rf"(?:(?P<wins>{_WINS})|(?P<loses>{_LOSES})) (?P<other>[^?.;]+)",
    re.IGNORECASE,
)
_TAKEN_OF_ANOTHER = re.compile(
    rf"\b(?P<other>[\w.-]*[A-Z][\w.-]*(?: [A-Z\d][\w.-]*)?)"
    rf" (?:(?P<wins>{_WINS})|(?P<loses>{_LOSES})) the method\b"
)
_STATED_WIN = re.compile(rf"\b{_WINS}\b(?P<other>.*)", re.IGNORECASE)
_STATED_LOSS = re.compile(rf"\b{_LOSES}\b(?P<other>.*)", re.IGNORECASE)
_LESS_SURE = re.compile(r"\b(?:not|never|n't|unless|without|if|fail\w*|while|although|but)\b", re.I)
_REACH = 8  # words behind the verb in which stands who is outdone
_MOST = 4  # words that say who that is


def outdone_otherwise(asked: Sequence[str], paper: Paper) -> Quote | None:
    """Return the sentence of `paper` that states the opposite of who `asked` takes to be better.

    `asked` are the parts of a question, in English words; the paper stands as "the method".
    """
    for opposite, others in (found for text in asked for found in _taken(text)):
        for quote in quotes_of(paper):
            if _states(plain(quote.text), opposite, others):
                return quote
    return None


def _taken(text: str) -> Iterator[tuple[re.Pattern[str], frozenset[str]]]:
    own = [(match, match["wins"]) for match in _TAKEN.finditer(text)]
    others = [(match, match["loses"]) for match in _TAKEN_OF_ANOTHER.finditer(text)]
    for match, wins in own + others:
        words = re.findall(r"[\w-]+", match["other"])[:_MOST]
        opposite = _STATED_LOSS if wins else _STATED_WIN
        yield opposite, frozenset(query_terms(" ".join(words)))


def _states(text: str, opposite: re.Pattern[str], others: frozenset[str]) -> bool:
    match = opposite.search(text)
    if match is None or _LESS_SURE.search(text):
        return False
    behind = " ".join(match["other"].split()[:_REACH])
    return bool(others.intersection(terms(behind)))
