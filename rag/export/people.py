"""Author names in parts, as reference managers want them: what is joined again is the same."""

from __future__ import annotations

import re

from rag.tokens import CJK

_SUFFIX = re.compile(r"(?:[JS]r\.?|I{2,3}|IV)")
_PARTICLE = re.compile(r"(?:v[ao]n|de[nrls]?|d[aiou]s?|la|le|te[nr]?|zu[mr]?|af|al|bin|ibn|el)")
_EAST = CJK + "\uac00-\ud7af"  # and Korean
_WORD = re.compile(rf"[^\W\d_{_EAST}](?:[^\W_{_EAST}]|['’.‑-])*")
_LONGEST = 5  # words: what is longer is no person


def parts_of(name: str) -> tuple[str, str, str] | None:
    """Return (given, family, suffix) of a person's name in the order "Given Family Suffix".

    None for what had better stay whole: one word, Chinese, Japanese or Korean characters, an
    institution, a name with signs in it.
    """
    words = name.split(" ")
    suffix = words.pop() if len(words) > 2 and _SUFFIX.fullmatch(words[-1]) else ""
    if not 2 <= len(words) <= _LONGEST or not all(map(_is_of_a_person, words)):
        return None
    first = len(words) - 1
    while first > 1 and _PARTICLE.fullmatch(words[first - 1]):
        first -= 1
    return " ".join(words[:first]), " ".join(words[first:]), suffix


def _is_of_a_person(word: str) -> bool:
    return bool(_WORD.fullmatch(word)) and not _INSTITUTION.match(word) and word.isprintable()


_INSTITUTION = re.compile(
    r"(?:and|of|for|the|others|null|none|anonymous|unknown|universit|department|institut|group"
    r"|consortium|collaborat|team|cent(?:er|re)|society|association|committee|organi[sz]ation"
    r"|network|investigators|ministry|agency|laborator|hospital|college|school|council|commission"
    r"|foundation|initiative|project|office|inc|ltd|gmbh|federation|union|academy|bureau|service"
    r"|study|trial|working|national|world|royal|author|name|ph\.?d|m\.?d)",
    re.IGNORECASE,
)
