"""Short questions that bring a question word of their own: "and on which models?", "and why?".

They ask their own thing of the paper spoken of. Only one that is too short to ask anything by
itself ("why?", "by how much?") takes over what was said before, with its question word in the
place of the one before.
"""

from __future__ import annotations

import re

from rag.chinese import is_chinese

_AUXILIARY = r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)"
_WORD = (
    r"(?:what|which|whose|who|how (?:many|much|far|well|long|often|big|large)|how|why|when|where)"
)
_EARLIER = re.compile(
    rf"^(?:[^:]*: )?(?P<word>(?:(?:by|to|on|in|at|for|with) )?{_WORD})\b"
    rf"(?: (?P<noun>(?!{_AUXILIARY}\b)[^,?]+?))? (?P<verb>{_AUXILIARY}) (?P<rest>[^,?]+)$",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"^(?:on|across|over|with|in) (?:which|what|how many) (?:[\w-]+ ){0,2}?(?:models?|benchmarks?"
    r"|data ?sets?|data|tasks?|domains?|languages?|environments?|backbones?|settings?|families"
    r"|architectures?|corpora|problems?|games?|scenarios?|hardware)$",
    re.IGNORECASE,
)
_COUNTING = re.compile(
    r"^(?P<word>how (?:many|much)|which|what) (?P<noun>[\w-]+(?: [\w-]+){0,3})$", re.I
)
_MANNER = re.compile(r"^(?:how|why|how so|how come|why (?:so|not|is that|that))$", re.IGNORECASE)
_DEGREE = re.compile(
    r"^(?:by how much|(?:by|to) what (?:factor|extent|degree|margin)|how (?:much|far|well|often))$"
    r"|^(?:提升|提高|降低|减少|減少|快|慢)?(?:了)?(?:多少|[几幾]倍|多少倍)$",
    re.IGNORECASE,
)
_BARE = re.compile(r"^(?:when|where|who|by whom|since when)$", re.IGNORECASE)
_TRAINS = re.compile(r"\b(?:pre-?|re)?train|\bfine-?tun|训练|訓練|微调|微調", re.IGNORECASE)
_PLACE_ZH = re.compile(
    r"^(?:是)?在(?:哪些?|哪几个|哪幾個|什么|什麼|几个|幾個|多少个)(?:[^，。？]{0,8}?)上(?:面)?$"
)
_MANNER_ZH = re.compile(
    r"^(?:为什么|為什麼|为何|為何|怎么做到的?|怎麼做到的?|如何做到的?|怎么会|原因)$"
)
_AMOUNT_ZH = re.compile(r"多少(?:倍|个|個|种|種|篇)?|[几幾](?:倍|个|個|种|種)|吗|嗎")


def leans(core: str) -> bool:
    """Say whether a fragment with a question word is too short to ask anything by itself."""
    return any(form.match(core) for form in (_DEGREE, _MANNER, _MANNER_ZH))


def is_known(core: str) -> bool:
    """Say whether a Chinese fragment is one of those that are understood here."""
    return leans(core) or _PLACE_ZH.match(core) is not None


def question_of(core: str, earlier: str, name: str) -> str | None:
    """Return what the fragment `core` asks of the paper called `name`, after `earlier`.

    None where it asks enough by itself, or leans on `earlier` in another way.
    """
    earlier = earlier.rstrip(" ?？.。")
    if is_chinese(core):
        return _in_chinese(core, earlier, name)
    if _PLACE.match(core):
        verb = "trained" if _TRAINS.search(earlier) else "evaluated"
        return f"{_capital(core)} was {name} {verb}?"
    found = _EARLIER.match(earlier)
    if _BARE.match(core):
        same = found is not None and _BARE.match(found["word"])
        return _with_word(core, found) if found and same else f"{core}?"
    if found is None:
        return _of_a_statement(core, earlier)
    if _MANNER.match(core) and found["rest"].startswith(name):
        return _with_word(core.split()[0], found)
    counting = _COUNTING.match(core)
    if counting and found["noun"] and found["word"].casefold() == counting["word"].casefold():
        return f"{_capital(core)} {found['verb']} {found['rest']}?"
    return None


def _with_word(word: str, found: re.Match[str]) -> str:
    """Put "how" in the place of "how many attacks": "How does X implement attacks?"."""
    noun = f" {found['noun']}" if found["noun"] else ""
    return f"{_capital(word)} {found['verb']} {found['rest']}{noun}?"


def _of_a_statement(core: str, earlier: str) -> str | None:
    """Put "by how much" before "does X shorten …"."""
    asks = re.match(rf"^{_AUXILIARY}\b", earlier, re.IGNORECASE)
    if asks is None or not (_DEGREE.match(core) or _MANNER.match(core)):
        return None
    return f"{_capital(core)} {earlier[0].lower()}{earlier[1:]}?"


def _in_chinese(core: str, earlier: str, name: str) -> str | None:
    if _PLACE_ZH.match(core):
        verb = "训练" if _TRAINS.search(earlier) else "评测"
        return f"{name} {core.removeprefix('是')}做了{verb}？"
    if _MANNER_ZH.match(core) and _AMOUNT_ZH.search(earlier):
        return f"{core}{_AMOUNT_ZH.sub('', earlier)}？"
    return None


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
