"""What is wrong with words that copy their source: what they add, leave out, rename or say twice.

So write weak models: a run of the source's words, and a turn of their own. Who retells freely
shares no such runs, and may choose other words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from rag.plaintext import plain
from rag.support.meaning import unborne
from rag.support.names import names
from rag.tokens import is_stop_word, terms

_COPIED = 6  # words in a row; those who retold the sample's abstracts kept to five
_NEAR = 0.6  # share of words in common
_ANCHOR = 2  # copied words on either side of those that are left out
_AGAIN = 3  # words that are said twice
_BRACKETS = re.compile(r"[\w-]+ \([^()]*\)")
_TURNED = (
    {"from", "into"}, {"from", "to"}, {"before", "after"}, {"over", "under"}, {"by", "than"},
    {"with", "without"}, {"above", "below"}, {"for", "against"}, {"and", "or"},
)  # fmt: skip
_CONDITIONS = frozenset(
    (
        "with", "without", "only", "if", "unless", "when", "except", "under", "on", "in", "most",
        "many", "some", "several", "few", "may", "might", "can", "could", "often", "sometimes",
        "usually", "typically", "partly", "partially", "nearly", "almost", "about",
        "approximately", "roughly", "likely", "potentially", "possibly", "not", "no", "never",
        "hardly", "rarely", "least",
    )
)  # fmt: skip
_REPORTING = frozenset(
    (
        "abstract", "aim", "article", "author", "describe", "demonstrate", "develop", "find",
        "goal", "indicate", "introduce", "paper", "present", "propose", "report", "research",
        "researcher", "result", "show", "study", "suggest", "work", "write",
    )
)  # fmt: skip


def adds(claim: str, sentences: Sequence[str], known: str = "") -> bool:
    """Say whether a copy holds a word that neither its sources bear nor is `known` of the paper.

    What stands in brackets has to stand there behind the same word.
    """
    sources = _sources(claim, sentences)
    if not sources:
        return False
    if not _bracketed(claim) <= _bracketed(" ".join([*sources, known])):
        return True
    free = {term for word in _REPORTING for term in terms(word)} | set(terms(known))
    return any(free.isdisjoint(terms(word)) for word in unborne(plain(claim), sources))


def broadens(claim: str, sentences: Sequence[str]) -> bool:
    """Say whether a copy leaves out a condition between what it copies ("in most cases")."""
    ours = _words(claim)
    return any(
        _CONDITIONS.intersection(left_out).difference(ours)
        for source in _sources(claim, sentences)
        for left_out in _left_out(_words(source), ours)
    )


def renames(claim: str, sentences: Sequence[str]) -> bool:
    """Say whether a claim is the nearest sentence with a name or a preposition exchanged."""
    ours = _words(claim)
    nearest = max(sentences, key=lambda sentence: _compared(sentence, ours).ratio())
    compared, theirs = _compared(nearest, ours), _words(nearest)
    if compared.ratio() < _NEAR:
        return False
    mine, given = _names(claim), _names(nearest)
    replaced = [
        (theirs[a:b], ours[c:d]) for kind, a, b, c, d in compared.get_opcodes() if kind == "replace"
    ]
    return any(_other_name(old, new, given, mine) or _turned(old, new) for old, new in replaced)


def _compared(sentence: str, ours: list[str]) -> SequenceMatcher[str]:
    return SequenceMatcher(a=_words(sentence), b=ours, autojunk=False)


def _other_name(old: list[str], new: list[str], given: set[str], mine: set[str]) -> bool:
    """Say whether a name stands where another stood; an abbreviation of it is none."""
    before, now = given.intersection(old), mine.intersection(new)
    initials = "".join(word[0] for word in old)
    return (
        bool(before and now)
        and before.isdisjoint(now)
        and not any(word.rstrip("s") in initials for word in now)
    )


def _turned(old: list[str], new: list[str]) -> bool:
    return len(old) == len(new) == 1 and {*old, *new} in _TURNED


def repeats(claim: str, sentences: Sequence[str]) -> bool:
    """Say whether a claim says the same words twice, and no sentence does."""
    twice = _said_twice(claim)
    return bool(twice) and not any(twice & _said_twice(sentence) for sentence in sentences)


def _sources(claim: str, sentences: Sequence[str]) -> list[str]:
    """Return the sentences from which a claim copies a run of words."""
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(_words(claim))
    found = []
    for sentence in map(plain, sentences):
        matcher.set_seq1(_words(sentence))
        if matcher.find_longest_match().size >= _COPIED:
            found.append(sentence)
    return found


def _left_out(source: list[str], ours: list[str]) -> list[list[str]]:
    """Return the words of a source that are missing between words that stand there as they do."""
    blocks = SequenceMatcher(a=source, b=ours, autojunk=False).get_matching_blocks()
    blocks = [block for block in blocks if block.size >= _ANCHOR]
    return [
        source[one.a + one.size : other.a]
        for one, other in pairwise(blocks)
        if one.b + one.size == other.b
    ]


def _bracketed(text: str) -> set[tuple[str, ...]]:
    """Return what stands in round brackets, with the word before them."""
    return {tuple(_words(match[0])) for match in _BRACKETS.finditer(plain(text))}


def _names(text: str) -> set[str]:
    return {word for name in names(text) for word in _words(name)}


def _said_twice(text: str) -> set[tuple[str, ...]]:
    words = _words(text)
    runs = Counter(zip(*(words[start:] for start in range(_AGAIN)), strict=False))
    return {
        run
        for run, number in runs.items()
        if number > 1 and sum(not is_stop_word(word) for word in run) >= _ANCHOR
    }


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", plain(text).lower())
