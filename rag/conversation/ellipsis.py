"""Questions that leave out what the one before them said: "And on Qwen3?", "那 Rank-1 呢？"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.chinese import is_chinese
from rag.conversation import anew
from rag.embedders import is_common_word
from rag.tokens import query_terms
from rag.wants import Wants, wants_of

_AUXILIARY = r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might)"
_PREPOSITION = (
    r"(?:on|in|at|for|with|than|over|against|to|from|by|under|about|between|across|within|without"
    r"|during|after|before|compared (?:to|with))"
)
_OPENING = re.compile(
    r"^\W*(?:(?:and|but|so|also|then|or|ok(?:ay)?|well|hm+|now|what about|how about|what of)\b,?\s*"
    r"|(?:那么?|那麼?|而|另外|以及|还有|還有)[，,]?\s*)+",
    re.IGNORECASE,
)
_AND = re.compile(
    r"^\W*(?:(?:and|but|so|also)\b,?\s+(?!far\b|on\b)|(?:那么?|那麼?)[，,]?(?=[它其该該]))", re.I
)
_CLOSING = re.compile(
    r"(?:,? (?:then|though|too|as well|again|instead|please))?[\s?？.。!！]*$|呢[\s?？。]*$", re.I
)
_SENTENCE = re.compile(
    rf"^{_AUXILIARY}\b|\b{_AUXILIARY}\b|^(?:tell|give|show|list|compare|explain|describe|name|find"
    r"|summari[sz]e|contrast|search)\b|[.!?;] \w",
    re.IGNORECASE,
)
_INTERROGATIVE = re.compile(
    r"\b(?:what|which|who|whom|whose|how|why|when|where)\b"
    r"|什么|什麼|多少|几|幾|哪|谁|誰|怎|为何|為何|如何|吗|嗎|是否|有没有|有沒有",
    re.IGNORECASE,
)
_ASKS_FIRST = re.compile(r"^(?:what|which|who|whom|whose|how|why|when|where)\b", re.IGNORECASE)
_LONGEST = 10  # words of a fragment
_LONGEST_ASKING = 4  # words of a fragment that begins with its question word
_LONGEST_CHINESE = 14  # characters of a Chinese fragment with its question word
_IDENTIFIER = re.compile(
    r"(?<![\w-])(?=[\w.+-]*(?:[A-Z][\w.+-]*[A-Z\d]|[a-z][A-Z]|\d))[A-Za-zτλ][\w.+²³-]*"
)


def fragment(text: str) -> str | None:
    """Return `text` without its opening ("and", 那) if it is no sentence of its own, else None."""
    core = _CLOSING.sub("", _OPENING.sub("", text)).strip()
    if not core:
        return None
    if is_chinese(text):
        return core if _is_chinese_fragment(text, core) else None
    words = len(core.split())
    if words > _LONGEST or _SENTENCE.search(core):
        return None
    if _ASKS_FIRST.match(core) and words > _LONGEST_ASKING:
        return None
    return core


def _is_chinese_fragment(text: str, core: str) -> bool:
    if _INTERROGATIVE.search(core):
        short = len(core) <= _LONGEST_CHINESE and len(query_terms(core)) <= 1
        return short or anew.is_known(core)
    return re.search(r"呢[\s?？。]*$", text) is not None or _OPENING.match(text) is not None


def is_phrase(core: str) -> bool:
    """Say whether a fragment leans on a verb said before: "on Qwen3", "by how much", 在…上."""
    form = rf"^{_PREPOSITION}\b|^在|^[a-z]+ed\b|^\W*$"
    return re.search(form, core, re.IGNORECASE) is not None or not query_terms(core)


def identifiers(text: str) -> list[str]:
    """Return the names, codes and figures of `text`: "GPT-5", "mAP", "MSVR310"."""
    return _IDENTIFIER.findall(text)


def without_opening(text: str) -> str:
    """Return a question without the "and" or 那 that ties it to the one before."""
    rest = _AND.sub("", text)
    return rest[:1].upper() + rest[1:] if rest != text and rest[:1].islower() else rest


def asks(core: str) -> bool:
    """Say whether a fragment has a question word ("by how much")."""
    return _INTERROGATIVE.search(core) is not None


def asked(core: str) -> str:
    """Return a fragment as a question of its own."""
    return f"{core}？" if is_chinese(core) else f"{core}?"


def complete(core: str, earlier: str, names: Sequence[str]) -> str | None:
    """Return the fragment `core` as the question that it stands for after `earlier`.

    Its words take the place of those in `earlier` that they contrast with, but never that of one
    of `names`. None when the fragment asks enough by itself ("how many pixels").
    """
    earlier, core = earlier.rstrip(" ?？.。"), lowered(core)
    if asks(core):
        return f"{earlier}, {core}?" if anew.leans(core) else None
    if wants_of(core) is Wants.LINK:
        return None
    chinese = is_chinese(earlier)
    replaced = (_in_chinese if chinese else _phrase)(core, earlier, names)
    replaced = replaced or _identifier(core, earlier, names)
    if replaced is None and not chinese:
        replaced = _object(core, earlier, names)
    if replaced:
        return replaced + ("？" if chinese else "?")
    return f"{earlier}，{core}呢？" if chinese else f"{earlier}, {_joined(core)}?"


def lowered(core: str) -> str:
    """Begin with a small letter, unless with a name."""
    first = core.split()[0]
    common = first.istitle() and is_common_word(first.casefold())
    return core[0].lower() + core[1:] if common else core


def _joined(core: str) -> str:
    return core if re.match(rf"{_PREPOSITION}\b", core, re.IGNORECASE) else f"and {core}"


def _phrase(core: str, earlier: str, names: Sequence[str]) -> str | None:
    """Put "on A" in the place of "on B"; or of "for B", where A and B are both proper names."""
    start = re.match(_PREPOSITION + r"\b", core, re.IGNORECASE)
    if start is None:
        return None
    end = rf"(?=,| {_AUXILIARY}\b|$)"
    same = list(re.finditer(rf"\b{re.escape(start[0])}\b .+?{end}", earlier, re.IGNORECASE))
    last = re.search(rf"\b{_PREPOSITION} (?:(?!\b{_PREPOSITION}\b).)+$", earlier, re.IGNORECASE)
    place = same[-1] if same else last
    if place is None or any(name in place[0] for name in names):
        return None
    if not same and not (_IDENTIFIER.search(place[0]) and _IDENTIFIER.search(core)):
        return None
    return earlier[: place.start()] + core + earlier[place.end() :]


def _identifier(core: str, earlier: str, names: Sequence[str]) -> str | None:
    """Put "Rank-1" in the place of "mAP"."""
    if not _IDENTIFIER.fullmatch(core):
        return None
    taken = [match.span() for name in names for match in re.finditer(re.escape(name), earlier)]
    found = [
        match
        for match in _IDENTIFIER.finditer(earlier)
        if not any(start <= match.start() < end for start, end in taken)
    ]
    if not found:
        return None
    return earlier[: found[-1].start()] + core + earlier[found[-1].end() :]


def _object(core: str, earlier: str, names: Sequence[str]) -> str | None:
    """Put "memory" in the place of "latency": "how much latency …", "… save latency"."""
    if re.match(_PREPOSITION + r"\b", core, re.IGNORECASE):
        return None
    known = "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or r"(?!)"
    known = rf"(?:{known})(?!['’])"
    before = r"^(?:how (?:much|many)|which|what)"
    forms = (
        rf"{before} (?!{_AUXILIARY}\b)(?P<slot>\w.*?) {_AUXILIARY} {known}",
        rf"{_AUXILIARY} {known} \w+ (?P<slot>.+?)(?= {_PREPOSITION}\b|,|$)",
        rf"^what (?:is|are|was|were) (?P<slot>.+?) (?:of|in) {known}$",
    )
    found = (re.search(form, earlier, re.IGNORECASE) for form in forms)
    match = next((match for match in found if match), None)
    if match is None or re.match(_PREPOSITION + r"\b", match["slot"], re.IGNORECASE):
        return None
    return earlier[: match.start("slot")] + core + earlier[match.end("slot") :]


def _in_chinese(core: str, earlier: str, names: Sequence[str]) -> str | None:
    """Put "在 A 上" in the place of "在 B 上"."""
    form = r"在[^在，？]+?(?:上|里|裡|中|方面|时|時)"
    new, old = re.match(form, core), re.search(form, earlier)
    if new is None or old is None or any(name in old[0] for name in names):
        return None
    return earlier[: old.start()] + core + earlier[old.end() :]
