"""Short names and what they stand for: "SBR" and "Safety Bottleneck Regularization"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

_MAX_WORDS = 12
_FUNCTION_WORDS = re.compile(r"a|an|and|as|at|by|for|from|in|is|of|on|or|the|then|to|via|with")
_SPACE = re.compile(r"[\s,]+")
_HYPHEN = re.compile(r"[-/–]")
_KIND = re.compile(r"\s+(?:algorithm|framework|method|model|approach|benchmark|dataset|loss)$")
_GREEK = re.compile(r"[α-ω]-?[A-Z]")


def is_name(word: str) -> bool:
    """Tell whether a word looks like a name: capitals inside, or a capital with digits."""
    core = word[:-1] if word.endswith("s") and word[:-1].isupper() else word
    has_inner_capital = bool(re.search(r"[A-ZΑ-Ω]", core[1:]))
    return has_inner_capital or bool(
        re.search(r"[A-Z][^\s]*\d|^[A-Z]\W|[+²³]$", core) or _GREEK.match(core)
    )


def spells(name: str, phrase: str) -> bool:
    """Tell whether `name` is spelled by `phrase`: each word in turn begins or continues it.

    Function words and the later parts of a hyphenated word may be passed over. Of a hyphenated
    name ("RIF-RFT") the first part is enough.
    """
    words = tuple(_words(phrase))
    head = name.partition("-")[0]
    spellings = {_letters(name), _letters(head) if len(head) > 2 else ""}
    joined = "".join(word for word, _ in words)
    return len(words) > 1 and any(
        _spelled(letters, words)
        for letters in spellings
        if len(letters) > 1 and letters[0] == joined[0] and letters != joined
    )


def _letters(name: str) -> str:
    return "".join(char.lower() for char in name if char.isalpha())


def _words(phrase: str) -> Iterator[tuple[str, bool]]:
    """Yield (word in lower case, whether it may be passed over)."""
    for word in _SPACE.split(phrase.lower()):
        for number, part in enumerate(filter(None, _HYPHEN.split(word))):
            yield part, number > 0 or bool(_FUNCTION_WORDS.fullmatch(part))


@lru_cache(maxsize=1024)
def _spelled(letters: str, words: tuple[tuple[str, bool], ...]) -> bool:
    if not words:
        return not letters
    (word, optional), rest = words[0], words[1:]
    for used in range(1, len(letters) + 1):
        if letters[0] != word[0] or not _in_order(letters[:used], word):
            break
        if _spelled(letters[used:], rest):
            return True
    return optional and _spelled(letters, rest)


def _in_order(letters: str, word: str) -> bool:
    remaining = iter(word)
    return all(letter in remaining for letter in letters)


def expansion_before(text: str, name: str) -> str | None:
    """Return the words at the end of `text` that spell `name`, None where there are none."""
    text = _KIND.sub("", text)
    starts = [match.start() for match in re.finditer(r"\S+", text)][-_MAX_WORDS:]
    for start in reversed(starts):
        if spells(name, text[start:].strip("\"'“”‘’ ")):
            return text[start:].strip("\"'“”‘’ ")
    return None


def acronym_of(phrase: str, text: str) -> str | None:
    """Return a word of `text` in capitals that spells `phrase`, None where there is none."""
    found = (word for word in re.findall(r"(?<![\w-])[A-Z][\w-]*[A-Z]\w*", text))
    return next((word for word in found if word not in phrase and spells(word, phrase)), None)
