"""Which words of a quote stand for the words of a question in the other language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rag.answering.phrases import phrase
from rag.chinese import is_chinese, translate
from rag.plaintext import plain
from rag.question import Question
from rag.tokens import query_terms, terms

_MOST = 5
_SHORTEST = 2  # characters of a Chinese word that is worth explaining


def explained(question: Question, quotes: Sequence[str]) -> tuple[str, ...]:
    """Return a note on the words asked that matched in `quotes`; none where no word did.

    It explains English words to who asked in Chinese, and Chinese words to who asked in English.
    """
    texts, language = [plain(quote) for quote in quotes], question.language
    pairs = _asked(question, texts) if language == "zh" else _quoted(question, texts)
    found = [
        phrase("gloss", language, word=word, english=english)
        for word, english in dict.fromkeys(pairs)
        if len(word) >= _SHORTEST
    ]
    joined = phrase("comma", language).join(found[:_MOST])
    return (phrase("glossed", language, words=joined),) if found else ()


def _asked(question: Question, quotes: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the Chinese words of the question whose English stands in the quotes."""
    held = {term for quote in quotes for term in terms(quote)}
    for word, english in question.glosses:
        if terms(english) and held.issuperset(terms(english)):
            yield word, english


def _quoted(question: Question, quotes: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the Chinese words of the quotes whose English stands in the question."""
    asked = set(query_terms(question.query))
    for quote in filter(is_chinese, quotes):
        for word, english in translate(quote).glosses:
            if terms(english) and asked.issuperset(terms(english)):
                yield word, english
