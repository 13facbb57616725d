"""Candidates for the name that a sentence introduces, weighed by how they stand in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ingest.naming import cues
from ingest.naming.acronyms import expansion_before, is_name, spells

_REACH = 300  # characters after a cue

# What a place in the sentence is worth; a name needs 3.5 in the end (see introduced.py).
_OBJECT = 4.0  # "we propose NAME, a …"
_OBJECT_RUNNING_ON = 2.5  # "we propose NAME scores …"
_APPOSITION = 3.0  # "a framework, NAME, …"
_BEFORE_KIND = 2.5  # "the NAME benchmark"
_ELSEWHERE = 0.5
_SHORT_FOR_WORDS = 4.0  # "safety bottleneck regularization (NAME)"
_IN_BRACKETS = 3.3  # "a simple modification (NAME)"
_WITH_EXPANSION = 3.0  # "NAME (Safety Bottleneck Regularization)", without a cue
_CAPITALISED = 0.5
_EXPLAINED = 1.0
_DEPENDENT = 2.0  # taken off behind "based on", "using", "an analysis of", …
_WEAK_VERB, _SIDE_REMARK, _PHENOMENON = 0.7, 0.7, 2.5


@dataclass(frozen=True, slots=True)
class Candidate:
    """A name with its other forms; `score` is higher the surer it is what `sentence` introduces."""

    name: str
    others: tuple[str, ...]
    score: float
    sentence: int = 0


def candidates(sentence: str) -> Iterator[Candidate]:
    """Yield every candidate in a sentence of plain text."""
    subject = cues.WE.search(sentence)
    for cue in cues.CUE.finditer(sentence):
        bare_verb = cue["strong"] or cue["weak"]
        if bare_verb and not (subject and subject.start() < cue.start()):
            continue
        discount = _discount(sentence, cue)
        region = cues.CLAUSE.split(sentence[cue.end() : cue.end() + _REACH], maxsplit=1)[0]
        called = cue[0] + " " if cues.CALLED.search(cue[0]) else ""
        for unit in cues.UNIT.finditer(region):
            found = _weigh(region, unit, called)
            if found:
                yield replace(found, score=found.score - discount)
    yield from _without_cue(sentence)


def _without_cue(sentence: str) -> Iterator[Candidate]:
    """Find "NAME is introduced …", and "NAME (What It Stands For)" wherever it stands."""
    if "(" not in sentence and not cues.PASSIVE.search(sentence):
        return  # as most sentences: this is what naming spent most of its time on
    for unit in cues.UNIT.finditer(sentence):
        if cues.PASSIVE.match(sentence, unit.end()) and _can_be_name(unit[0], direct=True):
            yield Candidate(unit[0], (), _OBJECT)
        expansion = _bracket(sentence, unit.end())
        if expansion and is_name(unit[0]) and spells(unit[0], expansion):
            yield Candidate(unit[0], (expansion,), _WITH_EXPANSION)


def _discount(sentence: str, cue: re.Match[str]) -> float:
    """What a less telling verb, a side remark, or the naming of a mere phenomenon takes off."""
    before = sentence[: cue.start()]
    discount = _WEAK_VERB if cue["weak"] else 0.0
    if cues.SECONDARY.search(before[-30:]):
        discount += _SIDE_REMARK
    if cues.CALLED.search(cue[0]) and cues.NOT_THE_WORK.search(before[-50:]):
        discount += _PHENOMENON
    return discount


def _weigh(region: str, match: re.Match[str], called: str) -> Candidate | None:
    """Weigh the unit at `match` by its place in `region`; None if it can be no name."""
    unit, before, after = match[0], region[: match.start()], region[match.end() :]
    if before.endswith("(") and after.lstrip().startswith(")"):
        return _in_brackets(before[:-1].rstrip(), unit)
    direct = bool(cues.OPENING.fullmatch(before) or cues.CALLED.search(called + before))
    if not _can_be_name(unit, direct):
        return None
    bracket = _bracket(after)
    if bracket and len(bracket) < len(unit) and _is_short_name(bracket):
        if " " in unit or not _stands_alone(unit):
            return None  # the bracket gives the name, and is weighed when its turn comes
        return Candidate(unit, (bracket,), _OBJECT + _CAPITALISED if direct else _BEFORE_KIND)
    score = _place(before, after, direct, called)
    if bracket and spells(unit, bracket):
        return Candidate(unit, (bracket,), score + _EXPLAINED)
    return Candidate(unit, (), score)


def _place(before: str, after: str, direct: bool, called: str) -> float:
    if direct:
        return _OBJECT if called or cues.FOLLOWED.match(after) else _OBJECT_RUNNING_ON
    score = _ELSEWHERE
    if cues.APPOSED.search(before) and cues.ENDED.match(after):
        score = _APPOSITION
    elif cues.KIND.match(after) and before.endswith(("the ", "our ")):
        score = _BEFORE_KIND
    return score - (_DEPENDENT if cues.LINKED_BY.search(before) else 0.0)


def _in_brackets(before: str, name: str) -> Candidate | None:
    """Weigh "what it stands for (NAME)"."""
    phrase = re.search(rf"(?<![\w-]){cues.PHRASE}$", before)
    titled = phrase[0] if phrase and " " in phrase[0] else ""
    last_word = before[before.rfind(" ") + 1 :]
    if not _is_short_name(name) or (not titled and _stands_alone(last_word)):
        return None
    spelled = expansion_before(before, name) or ""
    expansion = _longer(titled, spelled)
    score = _SHORT_FOR_WORDS if expansion else _IN_BRACKETS
    score += _CAPITALISED if titled else 0.0
    score -= _dependence(before[: len(before) - len(expansion)], bool(spelled and not titled))
    return Candidate(name, (expansion,) if expansion else (), score)


def _longer(titled: str, spelled: str) -> str:
    """Choose the capitalised words, unless more of them stand there than the name spells."""
    extra = titled.removesuffix(spelled).split()
    return titled if not spelled or len(extra) == 1 else spelled


def _dependence(between: str, lower_case: bool) -> float:
    """What is taken off when words between cue and name say that it is only used or studied."""
    used = bool(cues.LINKED_BY.search(between))
    aimed_at = lower_case and bool(cues.PURPOSE.search(between))
    return _DEPENDENT * (used + aimed_at + bool(cues.STUDIED.search(between)))


def _bracket(text: str, position: int = 0) -> str | None:
    match = cues.BRACKET.match(text, position)
    return match[1].strip("\"'“”‘’* ") if match else None


def _can_be_name(unit: str, direct: bool) -> bool:
    words = unit.split()
    if len(words) > 1:
        return sum(word[0].isupper() or word[0].isdigit() for word in words) >= 2
    plain_word = unit[0].isupper() and unit[1:].islower() and len(unit) > 2
    return is_name(unit) or (direct and plain_word)


def _is_short_name(text: str) -> bool:
    words = text.split()
    return 0 < len(words) <= 3 and (is_name(words[-1]) or is_name(words[0]))


def _stands_alone(word: str) -> bool:
    """A word like "Think-at-Hard" is a name itself; what follows in brackets is short for it."""
    return is_name(word) and not word.isupper()
