"""What a paper goes by: the name that it introduces, and the other spellings of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ingest.naming.acronyms import expansion_before, is_name, spells
from ingest.naming.introduced import Introduced, find_introduced
from rag.plaintext import plain
from rag.types import Paper

_MAX_NAME_WORDS = 4
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SUPERSCRIPT = str.maketrans("23", "²³")
_FAMILIAR = {"position", "llm", "rl", "ai", "rlhf", "rlvr"}


def with_name(paper: Paper) -> Paper:
    """Return the paper with its name and the aliases of it, as far as it has any.

    A name that the source gives is kept. Else it is the part of the title before a colon, where
    that is a name; else what the abstract introduces.
    """
    found = find_introduced(paper.abstract)
    name = paper.name or _title_name(paper, found) or (found.name if found else None)
    if not name:
        return paper
    aliases = [*paper.aliases, *_other_forms(name, found, paper.abstract), *_spellings(name)]
    return replace(paper, name=name, aliases=_distinct(aliases, name))


def title_prefix(title: str) -> str | None:
    """Return the name before the colon of a title, None where what stands there is no name."""
    prefix, colon, _ = plain(title).partition(":")
    prefix = prefix.strip()
    words = prefix.split()
    if not colon or not words or len(words) > _MAX_NAME_WORDS or prefix.lower() in _FAMILIAR:
        return None
    return prefix if len(words) == 1 or any(is_name(word) for word in words) else None


def _title_name(paper: Paper, found: Introduced | None) -> str | None:
    """The title's prefix, if it looks like a name or the abstract uses it as one."""
    prefix = title_prefix(paper.title) if paper.title else None
    if prefix is None or (found and _same(prefix, found.name)):
        return prefix
    looks_like_one = is_name(prefix) and " " not in prefix
    return prefix if looks_like_one or _is_used_as_name(prefix, plain(paper.abstract)) else None


def _is_used_as_name(word: str, text: str) -> bool:
    """A name keeps its capital; a common word also stands in the text without."""
    stands = re.search(rf"(?<![\w-]){re.escape(word)}(?!\w)", text)
    return bool(stands) and not re.search(rf"(?<![\w-]){re.escape(word.lower())}(?!\w)", text)


def _other_forms(name: str, found: Introduced | None, abstract: str) -> Iterator[str]:
    """What the name stands for, or a shorter form of it."""
    if found and (_same(found.name, name) or any(_same(other, name) for other in found.others)):
        yield from (form for form in (found.name, *found.others) if not _same(form, name))
        return
    for bracket in re.finditer(rf"\(\s*{re.escape(name)}\s*\)", text := plain(abstract)):
        expansion = expansion_before(text[: bracket.start()].rstrip(), name)
        if expansion:
            yield expansion
    for bracket in re.finditer(rf"(?<![\w-]){re.escape(name)} \(([^()]+)\)", text):
        if spells(name, bracket[1]):
            yield bracket[1]


def _spellings(name: str) -> Iterator[str]:
    """The same name in parts, joined, or with its digit raised: "Agent LAB", "GR³"."""
    parts = _CAMEL.split(name)
    if re.search(r"[\s-]", name):
        yield re.sub(r"[\s-]", "", name)
        yield name.replace("-", " ")
    elif len(parts) > 1 and all(len(part) > 2 or part.isupper() for part in parts):
        yield " ".join(parts)
        yield "-".join(parts)
    if re.search(r"[A-Za-z][23]$", name):
        yield name[:-1] + name[-1].translate(_SUPERSCRIPT)
        yield f"{name[:-1]}^{name[-1]}"


def _distinct(aliases: list[str], name: str) -> tuple[str, ...]:
    return tuple(alias for alias in dict.fromkeys(aliases) if alias and alias != name)


def _same(one: str, other: str) -> bool:
    return re.sub(r"[\W_]", "", one).lower() == re.sub(r"[\W_]", "", other).lower()
