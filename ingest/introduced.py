"""The name that an abstract gives to what it introduces: found in the text, never made up.

Each place where a sentence introduces something ("we propose …", "…, called …", "… (SBR)") offers
candidates. A candidate is weighed by how it stands there, by how often it comes back, and by
whether the text knew it before: a name that stands before its introduction is somebody else's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ingest.acronyms import acronym_of, expansion_before, is_name, spells
from rag.plaintext import plain
from rag.sentences import split

_CAPITAL = r"(?:[A-ZΑ-Ω0-9]|[a-z]+-[A-Z])[\w*+²³-]*(?:[./'’&@][\w-]+)*"
_SMALL = r"(?:of|the|and|for|to|in|with|by|on|as|via|from)"
_PHRASE = rf"{_CAPITAL}(?: (?:{_SMALL} ){{0,2}}{_CAPITAL})*"
_WORD = r"[\wΑ-ω][\w*+²³-]*(?:[./'’&@+][\w+-]+)*"
_UNIT = re.compile(rf"(?<![\w-])(?:{_PHRASE}|{_WORD})")
_QUOTE = r"[\"“”'‘’`*]*"

_STRONG = "introduce|propose|present|call|term|dub|name|unveil"
_WEAK = (
    "develop|design|release|describe|build|construct|create|contribute|devise|curate|instantiate|"
    "implement|establish|formulate|derive|offer|produce|provide|open-source|leverage"
)
_WE = re.compile(r"\b(?:we|this (?:paper|work|study|article|report)|our (?:paper|work|study))\b", re.I)
_CUE = re.compile(
    rf"\b(?:(?P<strong>{_STRONG})|(?P<weak>{_WEAK}))\b"
    r"|\b(?:this|our) (?:paper|work|study|article|report) (?:\w+ly )?\w+s\b"
    r"|\b(?:by|through) (?:introducing|proposing|presenting|developing|designing)\b"
    r"|\b(?:called|named|termed|dubbed|coined|namely|nicknamed|denoted|referred to as|refer to as)\b",
    re.IGNORECASE,
)
_CALLED = re.compile(
    r"(?:called|named|termed|dubbed|coined|namely|nicknamed|denoted|refer(?:red)? to|call|name|term|dub|"
    rf"i\.e\.,?|titled)(?: (?:it|this|these|the|as|our|method|framework))*[\s,:(]*{_QUOTE}$",
    re.IGNORECASE,
)
_OPENING = re.compile(rf"[\s:]*(?:(?:the|a|an|our|and|novel|new)\s+)*{_QUOTE}", re.IGNORECASE)
_APPOSED = re.compile(rf"[,:—–-]\s*{_QUOTE}$")
_ENDED = re.compile(rf"{_QUOTE}\s*(?:[,.:;()\[—–]|-\s|$)")
_FOLLOWED = re.compile(
    rf"{_ENDED.pattern}|{_QUOTE}\s+(?:that|which|to|for|as|is|an?|in|by|with|and|based|on|where)\b"
)
_LINKED_BY = re.compile(
    r"(?<![\w-])(?:based|using|via|through|on|from|by|like|as|leverag\w+|built|over|than|into|such|under|of|"
    r"inspired|upon|e\.g|extend\w*|combin\w+|in|with|between|against)\b",
    re.IGNORECASE,
)
_PURPOSE = re.compile(r"\b(?:for|to|achieves?)\b", re.IGNORECASE)
_CLAUSE = re.compile(r"\b(?:that|which|where|whose)\b")
_STUDIED = re.compile(r"\b(?:analys[ie]s|study|investigation|evaluation|survey|comparison|theory) of\b", re.I)
_NOT_THE_WORK = re.compile(
    r"\b(?:property|properties|phenomen\w+|effect|problem|issue|mode|bias|gap|concept|notion|challenge|"
    r"hypothesis|setting|failure|behaviou?r|regime|pattern|quantity)\b",
    re.IGNORECASE,
)
_SECONDARY = re.compile(
    r"\b(?:also|further(?:more)?|additionally|moreover|finally|then|second|third|"
    r"specifically|in particular|thus)\b",
    re.IGNORECASE,
)
_KIND = re.compile(
    r"\s+(?:framework|benchmark|dataset|method|algorithm|models?|approach|suite|system|library|corpus|"
    r"pipeline|architecture|toolkit|platform|environment|paradigm|family|layer|optimizer|agent)\b"
)
_PASSIVE = re.compile(r"\s+(?:is|are) (?:hereby )?(?:introduced|proposed|presented)\b")
_LINK = re.compile(r"\S*\w\.\w+/\S+")
_REACH = 300
_THRESHOLD = 3.5


@dataclass(frozen=True, slots=True)
class Introduced:
    """A name in plain text, and other forms of it: what it stands for, or a shorter form."""

    name: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Candidate:
    name: str
    others: tuple[str, ...]
    score: float
    sentence: int = 0


def find_introduced(abstract: str) -> Introduced | None:
    """Return the name that the abstract introduces, None where it introduces none."""
    text = plain(abstract)
    sentences = [text[start:end] for start, end in split(text)]
    offered = (
        replace(candidate, sentence=number, score=candidate.score - min(0.1 * number, 0.5))
        for number, sentence in enumerate(sentences)
        for candidate in _candidates(sentence)
    )
    weighed = [replace(c, score=c.score + _context(c, sentences)) for c in offered]
    best = max(weighed, key=lambda c: c.score, default=None)
    if best is None or best.score < _THRESHOLD:
        return None
    acronym = acronym_of(best.name, text) if " " in best.name else None
    return Introduced(acronym, (best.name,)) if acronym else Introduced(best.name, best.others)


def _candidates(sentence: str) -> Iterator[_Candidate]:
    subject = _WE.search(sentence)
    for cue in _CUE.finditer(sentence):
        bare_verb = cue["strong"] or cue["weak"]
        if bare_verb and not (subject and subject.start() < cue.start()):
            continue
        discount = _discount(sentence, cue)
        region = _CLAUSE.split(sentence[cue.end() : cue.end() + _REACH], maxsplit=1)[0]
        called = cue[0] + " " if _CALLED.search(cue[0]) else ""
        for unit in _UNIT.finditer(region):
            found = _weigh(region, unit, called)
            if found:
                yield replace(found, score=found.score - discount)
    yield from _without_cue(sentence)


def _without_cue(sentence: str) -> Iterator[_Candidate]:
    """ "NAME is introduced …", and "NAME (What It Stands For)" wherever it stands."""
    for unit in _UNIT.finditer(sentence):
        if _PASSIVE.match(sentence, unit.end()) and _can_be_name(unit[0], direct=True):
            yield _Candidate(unit[0], (), 4.0)
        expansion = _bracket(sentence[unit.end() :])
        if expansion and is_name(unit[0]) and spells(unit[0], expansion):
            yield _Candidate(unit[0], (expansion,), 3.0)


def _discount(sentence: str, cue: re.Match[str]) -> float:
    """What a less telling verb, a side remark, or the naming of a mere phenomenon takes away."""
    before = sentence[: cue.start()]
    discount = 0.7 if cue["weak"] else 0.0
    discount += 0.7 if _SECONDARY.search(before[-30:]) else 0.0
    return discount + (2.5 if _CALLED.search(cue[0]) and _NOT_THE_WORK.search(before[-50:]) else 0.0)


def _weigh(region: str, match: re.Match[str], called: str) -> _Candidate | None:
    """Weigh the unit at `match` by its place in `region`; None if it can be no name."""
    unit, before, after = match[0], region[: match.start()], region[match.end() :]
    if before.endswith("(") and after.lstrip().startswith(")"):
        return _in_brackets(before[:-1].rstrip(), unit)
    direct = bool(_OPENING.fullmatch(before) or _CALLED.search(called + before))
    if not _can_be_name(unit, direct):
        return None
    bracket = _bracket(after)
    if bracket and len(bracket) < len(unit) and _is_short_name(bracket):
        if " " in unit or not _stands_alone(unit):
            return None  # the bracket gives the name, and is weighed when its turn comes
        return _Candidate(unit, (bracket,), 4.5 if direct else 2.0)
    others = (bracket,) if bracket and spells(unit, bracket) else ()
    return _Candidate(unit, others, _place(before, after, direct, called) + len(others))


def _place(before: str, after: str, direct: bool, called: str) -> float:
    if direct:
        return 4.0 if called or _FOLLOWED.match(after) else 2.5
    score = 0.5
    if _APPOSED.search(before) and _ENDED.match(after):
        score = 3.0
    elif _KIND.match(after) and before.endswith(("the ", "our ")):
        score = 2.5
    return score - (2.0 if _LINKED_BY.search(before) else 0.0)


def _in_brackets(before: str, name: str) -> _Candidate | None:
    last_word = before.split()[-1:] or [""]
    phrase = re.search(rf"(?<![\w-]){_PHRASE}$", before)
    spelled = expansion_before(before, name) or ""
    titled = phrase[0] if phrase and " " in phrase[0] else ""
    if not _is_short_name(name) or (not titled and _stands_alone(last_word[0])):
        return None
    extra = titled.removesuffix(spelled).split()
    expansion = titled if not spelled or len(extra) == 1 else spelled
    score = 4.0 if expansion else 3.3
    score += 0.5 if titled else 0.0
    between = before[: len(before) - len(expansion)]
    score -= 2.0 if _LINKED_BY.search(between) else 0.0
    score -= 2.0 if spelled and not titled and _PURPOSE.search(between) else 0.0
    score -= 2.0 if _STUDIED.search(between) else 0.0
    return _Candidate(name, (expansion,) if expansion else (), score)


def _bracket(after: str) -> str | None:
    match = re.match(rf"{_QUOTE}\s*\(([^()]{{2,120}})\)", after)
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
    """A word like "Think-at-Hard" or "DocAgent" is a name itself, what follows it is short for it."""
    return is_name(word) and not word.isupper()


def _context(candidate: _Candidate, sentences: list[str]) -> float:
    """Weigh how the rest of the text uses the name."""
    name = re.compile(rf"(?<![\w-]){re.escape(candidate.name)}(?!\w)")
    known_before = any(name.search(sentence) for sentence in sentences[: candidate.sentence])
    again = sum(len(name.findall(sentence)) for sentence in sentences[candidate.sentence :]) - 1
    linked = _squash(candidate.name) in _squash(" ".join(_LINK.findall(" ".join(sentences))))
    return (-4.0 if known_before else 0.0) + 0.5 * min(again, 4) + (1.5 if linked else 0.0)


def _squash(text: str) -> str:
    return re.sub(r"[\W_]", "", text).lower()
