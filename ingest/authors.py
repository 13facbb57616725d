"""Author names in every form that sources give, as "First Last" in one convention.

Initials stay as their source wrote them; a suffix stands last ("Ada Quill Jr."), a name in Chinese,
Japanese or Korean characters has its family name first and no space.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ingest.fields import text
from rag.latex import unlatex

_NAME_FIELDS = (
    "name", "fullname", "full_name", "literal", "display_name", "raw_author_name", "text",
)  # fmt: skip
_GIVEN = ("given", "first", "firstname", "first_name", "forename", "givenname", "given_name")
_FAMILY = ("family", "last", "lastname", "last_name", "surname", "familyname", "family_name")
_PARTICLE = ("non-dropping-particle", "dropping-particle")
_SUFFIX = re.compile(r"(?:[JS]r\.?|I{2,3}|IV|2nd|3rd|4th|Ph\.?D\.?|M\.?D\.?)", re.IGNORECASE)
_STRONG = re.compile(r"\s*[;；|]\s*")
_AND = re.compile(r"\s*,?\s+(?:and|&)\s+")
_COMMA = re.compile(r"\s*[,，、]\s*")
_INITIALS = re.compile(r"(?:[A-ZÀ-ÞŁŠŽĆČŚŹŻĐ]\.?[ -]?){1,4}")
_FAMILY_INITIALS = re.compile(
    r"(?P<family>[^\W\d_](?=[\w'’.-]*[a-zß-ÿ])[\w'’.-]*(?: [^\W\d_][\w'’-]*){0,3})"
    r" (?P<given>(?:[A-Z]\.?-?){1,4})"
    r"(?P<suffix> (?:Jr|Sr|2nd|3rd|I{2,3})\.?)?"
)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af·]+")
_INSTITUTION = re.compile(
    r"\b(?:universit|department|institut|group|consortium|collaborat|team|cent(?:er|re)\b|society"
    r"|association|committee|organi[sz]ation|network|investigators|ministry|agency|laborator"
    r"|hospital|college|school|council|commission|foundation|initiative|project|office|inc\b|ltd\b"
    r"|gmbh|federation|union\b|academy|bureau|service)",
    re.IGNORECASE,
)
_CLOSED_LIST = re.compile(r",.* [A-Z]{1,4}\.\Z")  # PubMed's "Vell O, Roe B."
_NUMBER = re.compile(r"\s*\((?:\d+|\d{4}-[\dX-]+)\)$|(?<=\w) 0\d{3}$")  # Scopus, ORCID, DBLP
_NOBODY = {"others", "et al", "et al.", "and", "null", "none", "n/a", "anonymous", "[anonymous]",
           "[no author name available]", "no author", "unknown"}  # fmt: skip


def authors(value: Any) -> tuple[str, ...]:
    """Return author names, first name first, in their order.

    Takes a list of names, a list of mappings with a name or its parts, or one string: "A and B",
    "A; B", "A, B, C", "Last, First", "Last AB".
    """
    if isinstance(value, list):
        several = len(value) > 1
        found = [name for item in value for name in _of_item(item, several)]
    else:
        found = list(_of_item(value, several=False))
    names = (" ".join(name.split()).strip(" ,;") for name in found)
    return tuple(name for name in names if name and name.lower() not in _NOBODY)


def _of_item(item: Any, several: bool) -> Iterator[str]:
    """Yield the names of one item of a list; it is one name where there are several items."""
    if isinstance(item, Mapping):
        yield _of_parts(item)
    elif isinstance(item, list):
        for inner in item:
            yield from _of_item(inner, several=True)
    else:
        names = _plain(text(item))
        one = several and not _STRONG.search(names)
        yield from [_flipped(_parts(names))] if one else _of_string(names)


def _plain(name: str) -> str:
    return unlatex(name) if "\\" in name else name


def _of_parts(parts: Mapping[str, Any]) -> str:
    given_by_name = {str(key).lower(): value for key, value in parts.items()}
    if isinstance(inner := given_by_name.get("author"), Mapping):
        return _of_parts(inner)  # OpenAlex
    if medline := text(given_by_name.get("medline")):
        return _family_initials(medline) or medline
    family, given = _first(given_by_name, _FAMILY), _first(given_by_name, _GIVEN)
    if not family:
        whole = _plain(_first(given_by_name, _NAME_FIELDS))
        return whole if given_by_name.get("literal") else _flipped(_parts(whole)) or given
    particles = " ".join(filter(None, (text(given_by_name.get(name)) for name in _PARTICLE)))
    return _joined(given, f"{particles} {family}".strip(), text(given_by_name.get("suffix")))


def _first(parts: Mapping[str, Any], names: tuple[str, ...]) -> str:
    return next((text(parts[name]) for name in names if text(parts.get(name))), "")


def _joined(given: str, family: str, suffix: str = "") -> str:
    given = "" if given.strip().lower() in ("null", "none") else given
    if _CJK.fullmatch(family) and _CJK.fullmatch(given):
        return family + given
    return " ".join(filter(None, (given, family, suffix)))


def _of_string(names: str) -> Iterator[str]:
    if _CLOSED_LIST.search(names) and "." not in names[:-1]:
        names = names[:-1]
    if _STRONG.search(names):
        for name in _STRONG.split(names):
            yield _flipped(_parts(name), initials=True)
        return
    if _INSTITUTION.search(names) and "," not in names:
        yield names
        return
    parts = [part for part in _AND.split(names) if part.strip().lower() not in _NOBODY]
    if len(parts) > 1 and all(len(_parts(part)) in (2, 3) for part in parts):
        yield from (_flipped(_parts(part)) for part in parts)
    else:
        yield from _of_commas([name for part in parts for name in _parts(part)])


def _parts(names: str) -> list[str]:
    parts = _COMMA.split(_NUMBER.sub("", names.strip()))
    return [part for part in parts if part and part.lower() not in _NOBODY]


def _of_commas(parts: list[str]) -> Iterator[str]:
    """Tell "Petri, Nils" and "Petri, N., Sowah, A." from "Nils Petri, Ama Sowah"."""
    if len(parts) == 3 and _SUFFIX.fullmatch(parts[2]):
        yield _flipped(parts)  # "Quill, Ada, Jr."
        return
    parts = _with_suffixes(parts)
    pairs = [parts[i : i + 2] for i in range(0, len(parts), 2)]
    if len(parts) > 1 and all(len(pair) == 2 and _INITIALS.fullmatch(pair[1]) for pair in pairs):
        yield from (_flipped(pair) for pair in pairs)
    elif len(parts) == 2 and not _are_two_names(parts):
        yield _flipped(parts)
    else:
        initials = all(map(_family_initials, parts))
        yield from (_flipped([part], initials=initials) for part in parts)


def _with_suffixes(parts: list[str]) -> list[str]:
    """Join a suffix to the name before it."""
    joined: list[str] = []
    for part in parts:
        if joined and _SUFFIX.fullmatch(part):
            joined[-1] += f" {part}"
        else:
            joined.append(part)
    return joined


def _are_two_names(parts: list[str]) -> bool:
    return all(" " in part or (_CJK.fullmatch(part) and len(part) > 1) for part in parts)


def _flipped(parts: list[str], *, initials: bool = False) -> str:
    """Return one name from what stands between its commas."""
    suffix = next((part for part in parts[1:] if _SUFFIX.fullmatch(part)), "")
    parts = [part for part in parts if part != suffix or not suffix]
    if len(parts) == 1:
        return (initials and _family_initials(parts[0])) or _joined("", parts[0], suffix)
    if len(parts) != 2 or _INSTITUTION.search(" ".join(parts)):
        return ", ".join(parts)
    return _joined(parts[1], parts[0], suffix)


def _family_initials(name: str) -> str:
    """Turn "van Dal JA Jr" round; "" for a name of another form."""
    match = _FAMILY_INITIALS.fullmatch(name.strip())
    if not match or match["given"] in ("II", "III", "IV") or _INSTITUTION.search(name):
        return ""
    return _joined(match["given"], match["family"], (match["suffix"] or "").strip())
