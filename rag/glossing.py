"""Which English words of a quote stand for the Chinese words of a question."""

from __future__ import annotations

from collections.abc import Sequence

from rag.answering.phrases import phrase
from rag.plaintext import plain
from rag.tokens import terms

_MOST = 5
_SHORTEST = 2  # characters of a Chinese word that is worth explaining


def explained(glosses: Sequence[tuple[str, str]], quotes: Sequence[str]) -> tuple[str, ...]:
    """Return a note on the words asked that matched in `quotes`; none where no word did.

    `glosses` are pairs of a Chinese word and the English that it was searched as.
    """
    held = {term for quote in quotes for term in terms(plain(quote))}
    found = [
        phrase("gloss", "zh", word=word, english=english)
        for word, english in dict.fromkeys(glosses)
        if len(word) >= _SHORTEST and held.issuperset(terms(english)) and terms(english)
    ]
    joined = phrase("comma", "zh").join(found[:_MOST])
    return (phrase("glossed", "zh", words=joined),) if found else ()
