"""Find the citations in a model's text, in every form that models use, and nothing else.

Numbers count the papers in the order in which the prompt names them. Brackets in code, formulas
and links are no citations, nor are intervals, years, arrays and indices.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rag.answering.written.excerpts import LABEL, Excerpts
from rag.plaintext import plain
from rag.tokens import fold
from rag.types import Dropped, Paper, Quote

Target = tuple[Paper, Quote | None]

PROTECTED = re.compile(
    r"""^[ \t]*(?P<fence>```+|~~~+)[^\n]*\n.*?(?:^[ \t]*(?P=fence)[ \t]*$|\Z)"""
    r"""|(?P<tick>`+)(?!`).+?(?<!`)(?P=tick)(?!`)"""
    r"""|\$\$.+?\$\$|\\\[.+?\\\]|\\\(.+?\\\)|\\begin\{(?P<env>\w+\*?)\}.+?\\end\{(?P=env)\}"""
    r"""|(?<![\\$\w])\$(?![\s\d.,]+(?:\s|$))[^\s$](?:[^$\n]{0,200}?[^\s$\\])?\$(?![\d$])"""
    r"""|!?\[[^\]\n]*\]\([^)\n]*\)"""
    r"""|\[(?=[^\]\n]*[^\W\d]{3})[^\]\[\n]+\]\[[^\]\n]*\]"""
    r"""|^[ \t]*\[[^\]\n^]+\]:[ \t]*(?:<[^>\n]+>|https?://\S+)[^\n]*$"""
    r"""|\[\[(?![^\[\]]*\]\])[^\n]*?\]\]|https?://[^\s)\]]+""",
    re.DOTALL | re.MULTILINE,
)
_WORD = (
    r"(?:(?:sources?|papers?|refs?\.?|references?|citations?|docs?|documents?|excerpts?|sentences?"
    r"|codes?|abstracts?|来源|文献|论文|摘要|参考)[\s:：#.]*)"
)
_JOIN = r"(?:\s*(?:,|;|&|，|、|；|/|\band\b|\bund\b|和|与|及)\s*|\s+)"
_DASH = r"\s*(?:-|–|—|\.\.|~|to)\s*"
_CODE = LABEL.pattern
_ONE = rf"(?:{_WORD}?(?:\^?\d{{1,3}}(?:{_DASH}\d{{1,3}})?|{_CODE}(?:{_DASH}{_CODE})?))"
_LIST = rf"{_ONE}(?:{_JOIN}{_ONE})*"
_ODD = r"\[\s*(?:-\d+|\d+\.\d+)\s*\]"  # a citation only in the company of one
_ONE_GROUP = (
    rf"\[\[?\s*{_LIST}\s*\]?\]|[【〔［]\s*{_LIST}\s*(?:[†:][^】〕］\n]{{0,40}})?[】〕］]"
    rf"|[(（]\s*(?:see\s+|cf\.?\s+|见|参见)?(?:{_WORD}{_LIST}|{_CODE}(?:{_JOIN}{_CODE})*)\s*[)）]"
    rf"|<sup>\s*\[?{_LIST}\]?\s*</sup>|`\[?{_CODE}\]?`"
    r"|(?:(?<=[a-z]{3})|(?<=[.,;:!?)\]”\"]))[¹²³⁴-⁹](?:[⁰¹²³⁴-⁹,⁻]*[⁰¹²³⁴-⁹])?(?!\w)"
)
_GROUP = re.compile(_ONE_GROUP, re.IGNORECASE)
_ODD_ALONE = re.compile(_ODD)
_BRACKETS = re.compile(rf"(?P<odd>{_ODD})|{_ONE_GROUP}", re.IGNORECASE)
_BETWEEN = re.compile(rf"(?:{_JOIN}|\s*[-–]\s*(?=\[))?", re.IGNORECASE)
_NOISE = re.compile(r"[†:][^】〕］\n]*(?=[】〕］])")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_ITEM = re.compile(
    rf"(?P<low>\d{{1,3}})(?:{_DASH}(?P<high>\d{{1,3}}))?|(?P<code>{_CODE})", re.IGNORECASE
)
_INDEXED = re.compile(
    r"(?:^|[^\w.])(?:\w{1,2}|[A-Z]\w{0,3}|\w*[\d_]\w*)\Z|[)\]}]\Z|[+*=^/<>×]\s?\Z"
)
_SURNAME = r"[A-Z][^\W\d_]+(?:[-'’][A-Z]?[^\W\d_]+)*"
_AUTHORS = rf"(?:{_SURNAME}(?: et al\.?,?|,? (?:and|&) {_SURNAME}| 等人?))"
_AUTHOR_YEAR = re.compile(
    rf"[(\[](?:see |e\.g\.,? )?(?P<inside>{_AUTHORS},? \d{{4}}[a-z]?"
    rf"(?:; ?{_AUTHORS},? \d{{4}}[a-z]?)*)[)\]]"
    rf"|(?P<prose>{_AUTHORS}) [(\[](?P<year>\d{{4}})[a-z]?[)\]]"
)
_WORK = re.compile(rf"({_SURNAME})[^;]*?(\d{{4}})")
_FOOTNOTE = re.compile(r"^[ \t]*\[\^([^\]\n]+)\]:[ \t]*([^\n]*)$", re.MULTILINE)
NO_SUCH_SOURCE = "stands for no paper of this answer"


@dataclass(frozen=True, slots=True)
class Marker:
    """A citation in a text: its span, the words that stay in its place, and what it cites.

    `unknown` is what of it cites nothing that was given.
    """

    start: int
    end: int
    instead: str = ""
    targets: tuple[Target, ...] = ()
    unknown: tuple[Dropped, ...] = ()


def find_markers(text: str, excerpts: Excerpts) -> list[Marker]:
    """Return the citations in `text`, in order and apart from each other."""
    shielded = shield(text, excerpts)
    found = [*_groups(shielded, excerpts), *_works(shielded, excerpts), *_bare(text, excerpts)]
    apart: list[Marker] = []
    for marker in sorted(found, key=lambda m: (m.start, -m.end)):
        if not apart or marker.start >= apart[-1].end:
            apart.append(marker)
    return apart


def shield(text: str, excerpts: Excerpts) -> str:
    """Return `text`, of the same length, with code, formulas, links and footnotes blotted out."""
    text = PROTECTED.sub(lambda match: _blot(match[0]), text)
    for name, words in _FOOTNOTE.findall(text):
        if not _names_source(words, excerpts):
            note = re.compile(rf"\[\^{re.escape(name)}\](?::[^\n]*)?")
            text = note.sub(lambda match: _blot(match[0]), text)
    return text


def _names_source(words: str, excerpts: Excerpts) -> bool:
    """Say whether a footnote's text is nothing but the name of a source."""
    if _GROUP.match(words) or LABEL.search(words.lower()) or re.match(_ONE, words, re.IGNORECASE):
        return True
    names = [name for p in excerpts.papers for name in (p.name, p.title) if name]
    return any(fold(plain(name)) in fold(words) for name in names)


def _blot(piece: str) -> str:
    if re.fullmatch(rf"`+\[?{_CODE}\]?`+", piece, re.IGNORECASE):
        return piece
    return "".join("\n" if char == "\n" else "\ue0ff" for char in piece)


def _groups(text: str, excerpts: Excerpts) -> Iterator[Marker]:
    """Yield brackets that cite; a series of them with what joins it is one."""
    series: list[Marker] = []
    for match in _BRACKETS.finditer(text):
        follows = bool(series) and series[-1].end == match.start()
        marker = _bracket(match, text, excerpts, follows)
        if marker is None:
            continue
        if series and not _BETWEEN.fullmatch(text, series[-1].end, marker.start):
            yield from _joined(series)
            series = []
        series.append(marker)
    yield from _joined(series)


def _bracket(match: re.Match[str], text: str, excerpts: Excerpts, follows: bool) -> Marker | None:
    """Read brackets; those that follow right behind a citation are no index."""
    if match["odd"]:
        return Marker(*match.span(), unknown=(Dropped(match[0], NO_SUCH_SOURCE),))
    if match[0].startswith("[") and not follows and _is_index(text[: match.start()], match[0]):
        return None
    return _read(match, excerpts)


def _joined(series: Sequence[Marker]) -> Iterator[Marker]:
    """Yield a series as one citation; numbers that can be no source cite only in company."""
    if not series or (len(series) == 1 and _ODD_ALONE.match(_marked(series[0]))):
        return
    targets = dict.fromkeys(target for marker in series for target in marker.targets)
    unknown = tuple(gone for marker in series for gone in marker.unknown)
    yield Marker(series[0].start, series[-1].end, "", tuple(targets), unknown)


def _marked(marker: Marker) -> str:
    return marker.unknown[0].marker if marker.unknown else ""


def _is_index(before: str, group: str) -> bool:
    """Say whether brackets right behind a name or a sign are an index, not a citation."""
    if LABEL.search(group.lower()):
        return False
    return bool(before[-1:].strip() and _INDEXED.search(before)) or before.endswith("\ue0ff")


def _read(match: re.Match[str], excerpts: Excerpts) -> Marker | None:
    """Return what a group of brackets cites, None where it is none of ours and no citation."""
    words = _NOISE.sub("", match[0]).translate(_SUPERSCRIPTS)
    targets: list[Target] = []
    unknown: list[Dropped] = []
    for item in _ITEM.finditer(words):
        known = _targets(item, excerpts)
        targets += known
        unknown += [] if known else [Dropped(f"[{item[0]}]", NO_SUCH_SOURCE)]
    if not targets and not _looks_cited(words):
        return None
    if targets and re.search(r"\[\s*0\s*[,，]", words):
        return None
    return Marker(match.start(), match.end(), "", tuple(dict.fromkeys(targets)), tuple(unknown))


def _looks_cited(words: str) -> bool:
    """Say whether brackets that cite no known source were meant to: not so [0, 1] and [18-94]."""
    inner = words.strip("[]【】〔〕［］()（）` ")
    alone = re.fullmatch(rf"\^?\d{{1,3}}|{_CODE}(?:{_JOIN}{_CODE})*", inner, re.IGNORECASE)
    worded = re.search(rf"{_WORD}\^?\d|[†【]", words, re.IGNORECASE)
    return bool(alone or worded or len(re.findall(r"\[\s*\d{1,3}\s*\]", words)) > 1)


def _targets(item: re.Match[str], excerpts: Excerpts) -> list[Target]:
    if item["code"]:
        excerpt = excerpts.by_label.get(item["code"].lower())
        return [(excerpt.paper, excerpt.quote)] if excerpt else []
    low = int(item["low"])
    high = int(item["high"] or low)
    if not 1 <= low <= high <= len(excerpts.papers):
        return []
    return [(paper, None) for paper in excerpts.papers[low - 1 : high]]


def _bare(text: str, excerpts: Excerpts) -> Iterator[Marker]:
    """Labels that stand alone, also in code and formulas: they are unmistakable."""
    known = excerpts.by_label
    for match in LABEL.finditer(text.lower()):
        excerpt = known.get(match[0])
        if excerpt is None:
            continue
        start, end, instead = *match.span(), ""
        if text[start - 1 : start] == "[" and text[end : end + 1] == "]":
            start, end = start - 1, end + 1
        elif re.search(r"[a-z] \Z", text[:start]) and re.match(r" [a-z]", text[end:]):
            instead = plain(excerpt.paper.label)
        yield Marker(start, end, instead, ((excerpt.paper, excerpt.quote),))


def _works(text: str, excerpts: Excerpts) -> Iterator[Marker]:
    """Works by author and year: those that the papers' authors wrote, and others."""
    for match in _AUTHOR_YEAR.finditer(text):
        named = match["inside"] or f"{match['prose']} {match['year']}"
        targets: list[Target] = []
        unknown: list[Dropped] = []
        for surname, year in _WORK.findall(named):
            papers = [p for p in excerpts.papers if _is_by(p, surname, int(year))]
            targets += [(paper, None) for paper in papers]
            unknown += [] if papers else [Dropped(match[0], "is no paper of this collection")]
        instead = match[0] if match["prose"] else ""
        yield Marker(match.start(), match.end(), instead, tuple(targets), tuple(unknown))


def _is_by(paper: Paper, surname: str, year: int) -> bool:
    names: Sequence[str] = [fold(author) for author in paper.authors[:1]]
    return paper.year == year and any(
        fold(surname) in name.replace(",", " ").split() for name in names
    )
