"""Years, venues and authors that a question asks for, in English and Chinese.

Each reader takes the text of a question and returns the conditions in it, and the text without
them; `TAKEN` stands where something was taken out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rag.answering.listing.conditions import Author, Condition, Venue, Years, venues_called
from rag.store.papers import PaperStore
from rag.tokens import fold, is_stop_word

TAKEN = "⁂"
WORKS = (
    r"(?:papers?|abstracts?|works?|studies|articles?|publications?|records?|contributions?"
    r"|论文|論文|文章)"
)

Read = tuple[list[Condition], str]

_YEAR = r"(?:19|20)\d\d"
_PUBLISHED = r"(?:(?:that |which )?(?:(?:were|was|are|is) )?(?:published|written|appeared|dated) )?"
# Words before or behind a year, and what they add to it as the first and as the last year; None
# leaves that end open.
_LEADS = {
    "in": (0, 0), "from": (0, 0), "of": (0, 0), "during": (0, 0), "for": (0, 0), "year": (0, 0),
    "published": (0, 0), "between": (0, 0), "since": (0, None), "starting in": (0, None),
    "not before": (0, None), "after": (1, None), "later than": (1, None), "newer than": (1, None),
    "until": (None, 0), "till": (None, 0), "up to": (None, 0), "not after": (None, 0),
    "before": (None, -1), "prior to": (None, -1), "earlier than": (None, -1),
    "older than": (None, -1),
}  # fmt: skip
_TAILS = {
    "onwards": (0, None), "onward": (0, None), "on": (0, None), "or later": (0, None),
    "and later": (0, None), "or newer": (0, None), "以来": (0, None), "以來": (0, None),
    "起": (0, None), "至今": (0, None), "及以后": (0, None), "以后": (0, None), "以後": (0, None),
    "之后": (1, None), "之後": (1, None), "后": (1, None), "後": (1, None), "or earlier": (None, 0),
    "or before": (None, 0), "and earlier": (None, 0), "为止": (None, 0), "為止": (None, 0),
    "及以前": (None, 0), "以前": (None, -1), "之前": (None, -1), "前": (None, -1),
}  # fmt: skip


def _one_of(words: dict[str, tuple[int | None, int | None]]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_YEARS = re.compile(
    rf"(?:\b{_PUBLISHED}(?P<lead>{_one_of(_LEADS)}) (?:the )?(?:years? )?)?"
    rf"(?<![\w.-])(?P<low>{_YEAR})(?![\d.]*\d)(?:\s?年)?(?:\s?(?:and|to|through|until|[-–—~～到至])\s?"
    rf"(?P<high>{_YEAR})(?:\s?年)?(?:之?[间間])?)?(?:\s?(?P<tail>{_one_of(_TAILS)})(?![a-z]))?",
    re.IGNORECASE,
)
_PUBLISHED_AT = (
    r"(?:\b(?:(?:published|presented|accepted|appeared|appearing) )+(?:in|at|by) (?:the )?"
    r"|发表[在于] ?|發表[在於] ?)"
)
_VENUE_FRAME = re.compile(
    rf"(?P<sure>{_PUBLISHED_AT})|\b(?:at|in|from|by|of) (?:the )?|来自 ?|來自 ?|在 ?", re.IGNORECASE
)
_UNKNOWN_VENUE = re.compile(
    rf"(?i:{_PUBLISHED_AT})(?P<name>[A-Z][A-Za-z&-]*(?: [A-Z][A-Za-z&-]*)*)"
)
_LONGEST_VENUE = 14  # words
_BEFORE_WORKS = re.compile(
    rf"([A-Za-z][A-Za-z&.-]*)(?= (?:{_YEAR} )?{WORKS}| ?(?:{_YEAR}年?)?上?的)"
)
_LETTER = "A-Za-zÀ-ɏ"
_WORD = rf"[{_LETTER}][{_LETTER}.'’-]*"
_NAME = rf"(?P<name>{_WORD}(?: {_WORD}){{0,4}})"
_AUTHOR_FRAMES = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?P<sure>\b(?:co-?)?(?:authored|written|penned)) by {_NAME}",
        rf"(?P<sure>\bauthors? (?:is|are|include|named|called)) {_NAME}",
        rf"\b(?:has|have|did|does) {_NAME} (?P<sure>(?:co-?)?(?:author(?:ed)?|written|write))\b",
        rf"\bwith {_NAME} as (?P<sure>(?:an? )?(?:co-?)?author)\b",
        rf"(?P<sure>\b(?:{WORKS}|are|is|were) ?(?:{TAKEN} ?)*by) {_NAME}",
        rf"^who (?:is|was) {_NAME}\W*$",
        rf"(?:\b{WORKS} (?:of|from)|{TAKEN} and|\bby) {_NAME}",
        rf"{_NAME}['’]s? {WORKS}",
        r"(?P<sure>由) ?(?P<name>[^，。？的写撰寫發发著]{2,30}?) ?(?:撰?[写寫]|[发發]表|著)的?",
        r"(?P<sure>作者)(?:是|为|為|包括|有)? ?(?P<name>[^，。？的]{2,30})的?",
        rf"(?P<name>{_WORD}(?: {_WORD}){{0,3}}|[\u4e00-\u9fff]{{2,4}}?) ?(?:[写寫]|[发發]表)?的"
        rf"(?={WORKS})",
    )
)


def read_years(text: str, store: PaperStore) -> Read:
    """Read years and ranges of years: "since 2024", "2020 to 2022", 2023年之前."""
    found: list[Condition] = []
    for match in reversed(list(_YEARS.finditer(text))):
        if _is_year(text, match):
            found.append(_years(match))
            text = f"{text[: match.start()]}{TAKEN}{text[match.end() :]}"
    return found, text


def _is_year(text: str, match: re.Match[str]) -> bool:
    """A number alone may be anything ("AIME 2024"), unless a word beside it says otherwise."""
    told = match["lead"] or match["high"] or match["tail"] or "年" in match[0]
    before, behind = text[: match.start()].rstrip(" ,"), text[match.end() :].lstrip()
    return bool(told) or before.endswith(TAKEN) or re.match(WORKS, behind, re.I) is not None


def _years(match: re.Match[str]) -> Years:
    low = int(match["low"])
    if match["high"]:
        return Years(low, int(match["high"]))
    told = _TAILS.get((match["tail"] or "").lower()) or _LEADS.get((match["lead"] or "").lower())
    first, last = told or (0, 0)
    return Years(None if first is None else low + first, None if last is None else low + last)


def read_venue(text: str, store: PaperStore) -> Read:
    """Read a venue: "at ICML 2026", "published in Nature", "ACL papers", 发表在 TACL."""
    venues = [venue for venue in store.tally("venue") if venue]
    for match in _VENUE_FRAME.finditer(text):
        for name in _beginnings(text[match.end() :]):
            known = venues_called(name, venues) if name[0].isupper() or match["sure"] else None
            if known:
                end = match.end() + len(name)
                return [Venue(name, known)], f"{text[: match.start()]}{TAKEN}{text[end:]}"
    for match in _BEFORE_WORKS.finditer(text):
        if match[1][0].isupper() and (known := venues_called(match[1], venues)):
            return [Venue(match[1], known)], f"{text[: match.start()]}{TAKEN}{text[match.end() :]}"
    return _unknown_venue(text)


def _unknown_venue(text: str) -> Read:
    """A venue that is clearly asked for and that no paper has: "published at NeurIPS"."""
    match = _UNKNOWN_VENUE.search(text)
    if not match:
        return [], text
    taken = f"{text[: match.start()]}{TAKEN}{text[match.end() :]}"
    return [Venue(match["name"], frozenset())], taken


def _beginnings(text: str) -> Iterator[str]:
    """Yield what `text` begins with, the longest first, up to the next mark."""
    clause = re.split(rf"[.?!;，。？{TAKEN}](?!\w)|的", text, maxsplit=1)[0]
    words = list(re.finditer(r"\S+", clause))[:_LONGEST_VENUE]
    for count in range(len(words), 0, -1):
        if words[0].start() == 0:
            yield clause[: words[count - 1].end()].rstrip(",")


def read_authors(text: str, store: PaperStore) -> Read:
    """Read authors: "papers by Ting Wang and T. Jiang", 王婷写的论文."""
    found: list[Condition] = []
    while taken := _next_author(text, store):
        author, text = taken
        found.append(author)
    return found, text


def _next_author(text: str, store: PaperStore) -> tuple[Author, str] | None:
    """Read the first author, and take the words out that name them."""
    for frame in _AUTHOR_FRAMES:
        for match in frame.finditer(text):
            sure = bool(match.groupdict().get("sure"))
            name = _known_author(match["name"], store, sure) or (sure and _named(match["name"]))
            if name:
                behind = match["name"][len(name) :] or text[match.end("name") : match.end()]
                kept = behind if len(name) < len(match["name"]) else ""
                return Author(name), f"{text[: match.start()]}{TAKEN}{kept}{text[match.end() :]}"
    return None


def _known_author(text: str, store: PaperStore, sure: bool) -> str | None:
    """Return the longest beginning of `text` that an author is called by.

    A name in lower case counts only where nothing but an author can stand.
    """
    words = text.split()
    if is_stop_word(fold(words[0])) or (not sure and words[0].islower()):
        return None
    for count in range(len(words), 0, -1):
        author = Author(" ".join(words[:count]))
        papers = store.by_row(author.candidates(store))
        if any(author.holds(paper) for paper in papers.values()):
            return author.name
    return None


def _named(text: str) -> str | None:
    """Return the capitalised words that `text` begins with: an author whom nobody is called."""
    match = re.match(r"[^\W\d_a-z][\w.'’-]*(?: [^\W\d_a-z][\w.'’-]*)*", text)
    return match[0] if match else None
