"""Values that a question takes for granted, against those that a paper states.

"Why does it use 8 GPUs?" is asked of a paper that says 4; "since it was only evaluated on GSM8K" of
one that names more. Contradicted is only what the abstract states of the very same kind: a count
of the same things, a percentage of the same change. Where a number may be a part of the one
stated, or several are stated, nothing is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rag.plaintext import plain
from rag.sentences import quotes_of
from rag.tokens import query_terms, terms
from rag.types import Paper, Quote
from rag.wants import asks_whether

_WORDS = {
    word: value
    for value, word in enumerate(
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
         "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
         "nineteen", "twenty"],
        start=1,
    )
}  # fmt: skip
_NUMBER = rf"\d{{1,3}}(?:,\d{{3}})+|\d+|{'|'.join(_WORDS)}"
_COUNT = re.compile(
    rf"(?<![\w.,$%-])(?P<number>{_NUMBER})(?![\w.%×]|-\w|,\d) (?P<things>(?:[a-z][\w-]* ){{0,3}}?"
    r"[A-Za-z][\w-]*s)(?![\w-])",
    re.IGNORECASE,
)
_NO_THING = re.compile(
    r"(?:times|points|percent|years|days|hours|months|weeks|is|was|has|does|as|this|its|others)",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"\b(?:the|its|their|these|those|all|has|have|with|uses?|need|require|release|contain|comprise"
    r"|implement|train|introduce|provide|offer|cover|include|span|consist of|made of|based on"
    r"|composed of|built on|evaluat\w+ on|test(?:ed)? on) (?:only |all |the |its |just )?$",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"\b(?:about|around|roughly|nearly|almost|some|over|more than|at least|less than|fewer than"
    r"|under|up to|at most|approximately|beyond|of the|another|other|first|last|any|every|each|per"
    r"|top)\W*$",
    re.IGNORECASE,
)
_SHARE = re.compile(
    r"(?<![\w.,-])(?P<value>\d+(?:\.\d+)?) ?(?P<unit>%|percent\b|×|x\b|times\b)", re.I
)
_RANGE = re.compile(r"\d ?[%×x]? ?(?:-+|–|—|to|and) ?\d", re.IGNORECASE)
_AT_MOST = re.compile(
    r"(?:\b(?:up to|at most|under|below|less than|within)|[<≤~]) *$", re.IGNORECASE
)
_AT_LEAST = re.compile(
    r"(?:\b(?:over|at least|more than|above|beyond|exceed\w*)|[>≥~]) *$", re.IGNORECASE
)
_UNITS = {"percent": "%", "x": "×", "times": "×"}
_IS_IT_TRUE = re.compile(r"^\W*is it (?:true|correct|right|the case) that ", re.IGNORECASE)
_ONLY = re.compile(
    r"\bonly (?:been )?(?:ever )?(?:evaluated|tested|trained|validated|tried|run|measured)? ?on "
    r"(?P<what>[A-Z][\w.-]*)|\b(?:evaluated|tested|trained|validated|tried|run) only on "
    r"(?P<also>[A-Z][\w.-]*)"
)
_NAME = r"(?-i:[A-Z][\w.-]*[A-Z\d][\w.-]*)"
_EVALUATES = re.compile(
    rf"\b(?:on|across|over|including|e\.g\.,?|\() ?(?P<names>{_NAME}(?:(?:,? and |, ){_NAME})+)",
    re.IGNORECASE,
)
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_DATED = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"\b(?:the|this|that) {_YEAR} (?:[\w-]+ ){{0,2}}?(?:paper|work|study|article|preprint)\b",
        rf"\bthe {_YEAR} the method\b",
        rf"\bthe method \({_YEAR}\)",
        rf"\bthe method,? (?:(?:was |first )?(?:published|released|presented|introduced|proposed)"
        rf"(?: at [\w ]+?)? in|from|of) {_YEAR}\b",
        rf"{_YEAR} ?年的?(?:那篇|这篇|這篇|一篇)?(?:论文|論文|文章)",
    )
)
_LEAST_TERMS = 2  # of a change, for a percentage to be of the same one
_SAME = 0.1  # relative difference up to which a percentage may be rounded


@dataclass(frozen=True, slots=True)
class _Count:
    """A number of things: `head` is the stem of what is counted, `kind` those of what it is."""

    number: int
    head: str
    kind: frozenset[str]
    whole: bool


def stated_otherwise(asked: Sequence[str], paper: Paper) -> Quote | None:
    """Return the sentence of `paper` that states another value than `asked` takes for granted.

    `asked` are the parts of a question, in English words, without the paper's name.
    """
    quotes = quotes_of(paper)
    for text in (_IS_IT_TRUE.sub("", text) for text in asked):
        if not asks_whether(text):
            found = _other_count(text, quotes) or _other_share(text, quotes) or _more(text, quotes)
            if found:
                return found
    return None


def dated_otherwise(asked: Sequence[str], paper: Paper) -> bool:
    """Say whether `asked` dates `paper` to another year than that of its record."""
    found = (form.search(text) for form in _DATED for text in asked)
    years = {match["year"] for match in found if match}
    return paper.year is not None and bool(years) and str(paper.year) not in years


def _other_count(text: str, quotes: Sequence[Quote]) -> Quote | None:
    stated = [(quote, count) for quote in quotes for count in _counts(plain(quote.text))]
    for taken in _counts(text):
        same = [(quote, count) for quote, count in stated if count.head == taken.head]
        numbers = {count.number for _, count in same}
        if len(numbers) != 1 or taken.number in _numbers(quotes):
            continue
        quote, count = same[0]
        part = taken.number < count.number and not taken.whole
        if taken.kind <= count.kind and not part:
            return quote
    return None


def _counts(text: str) -> Iterator[_Count]:
    for match in _COUNT.finditer(text):
        *kind, head = match["things"].split()
        before = text[: match.start()]
        if _NO_THING.fullmatch(head) or _VAGUE.search(before) or _follows_name(before):
            continue
        stems = query_terms(head)
        if stems:
            described = frozenset(term for word in kind for term in terms(word))
            yield _Count(_value(match["number"]), stems[-1], described, bool(_WHOLE.search(before)))


def _follows_name(before: str) -> bool:
    """Say whether a number belongs to the name before it ("Llama 3 models")."""
    return re.search(r"[a-z,;]\W+[A-Z][\w-]* $", before) is not None


def _value(number: str) -> int:
    folded = number.casefold()
    return _WORDS[folded] if folded in _WORDS else int(number.replace(",", ""))


def _numbers(quotes: Sequence[Quote]) -> set[int]:
    text = " ".join(plain(quote.text) for quote in quotes)
    return {_value(n) for n in re.findall(rf"(?<![\w.])(?:{_NUMBER})(?![\w.]\w)", text, re.I)}


def _other_share(text: str, quotes: Sequence[Quote]) -> Quote | None:
    """Find the sentence that gives the same change another percentage or factor."""
    taken = _shares(text)
    if len(taken) != 1 or _VAGUE.search(text[: taken[0][2]]):
        return None
    value, unit, _ = taken[0]
    wanted = set(query_terms(_SHARE.sub(" ", text))) - set(terms("why how what since much"))
    if len(wanted) < _LEAST_TERMS:
        return None
    stated = [(quote, _shares(plain(quote.text))) for quote in quotes]
    if any(abs(other - value) <= _SAME * other for other in _figures(quotes)):
        return None
    holding = [(quote, found) for quote, found in stated if wanted <= set(terms(plain(quote.text)))]
    alike = [(q, f) for q, f in holding if len(f) == 1 and f[0][1] == unit]
    if len(holding) != 1 or not alike or _may_hold(value, plain(alike[0][0].text)):
        return None
    return alike[0][0]


def _may_hold(value: float, text: str) -> bool:
    """Say whether `text` gives a range, or a bound that `value` keeps ("up to 31 %")."""
    other, _, start = _shares(text)[0]
    bound = (_AT_MOST if value < other else _AT_LEAST).search(text[:start])
    return bound is not None or _RANGE.search(text) is not None


def _figures(quotes: Sequence[Quote]) -> list[float]:
    text = " ".join(plain(quote.text) for quote in quotes)
    return [float(figure) for figure in re.findall(r"(?<![\w.])\d+(?:\.\d+)?", text)]


def _shares(text: str) -> list[tuple[float, str, int]]:
    found = _SHARE.finditer(text)
    units = ((match, match["unit"].casefold()) for match in found)
    return [(float(m["value"]), _UNITS.get(unit, unit), m.start()) for m, unit in units]


def _more(text: str, quotes: Sequence[Quote]) -> Quote | None:
    """Find the sentence that names more than what it "was only evaluated on"."""
    only = _ONLY.search(text)
    if only is None:
        return None
    named = (only["what"] or only["also"]).casefold().rstrip(".")
    for quote in quotes:
        match = _EVALUATES.search(plain(quote.text))
        names = re.findall(_NAME, match["names"]) if match else []
        if any(name.casefold().rstrip(".") != named for name in names):
            return quote
    return None
