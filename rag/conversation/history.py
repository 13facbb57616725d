"""What was said in a conversation so far, and what words that point back may stand for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from rag.conversation.ordinals import Noun
from rag.names import name_key
from rag.plaintext import plain
from rag.types import Answer, Kind, Paper, Status
from rag.wants import Wants, wants_of

SEARCHES = (Kind.FIND, Kind.LIST, Kind.COUNT, Kind.COLLECTION)
_LISTING = (Kind.LIST, Kind.COUNT, Kind.COMPARE)
_BESIDES = (Wants.LINK, Wants.AUTHORS, Wants.PUBLICATION)
_MOST_LIKELY = 5  # papers of an answer that a single "it" may stand for
_ITEM = re.compile(r"(?<!\w)(?:\((?:\d|i{1,3}|iv|v|[a-e])\)|\d[.)](?= ))", re.IGNORECASE)
_ITEM_END = re.compile(r"[,;:.](?=\s|$)| (?:that|which|to|by)\b| and$")
_PROPER = re.compile(r"(?<![\w-])[A-Za-z][\w.-]*(?:[A-Z\d][\w.-]*)+(?<![.-])(?!%)")


@dataclass(frozen=True, slots=True)
class Turn:
    """One question's answer; `about` are the papers that the question named or meant."""

    answer: Answer
    about: tuple[Paper, ...] = ()

    @property
    def papers(self) -> tuple[Paper, ...]:
        """The papers that this turn speaks of: those it is about, else those it cites."""
        return self.about or tuple(citation.paper for citation in self.answer.citations)

    @property
    def lists(self) -> bool:
        """Say whether its papers stand side by side, rather than one before the others."""
        answer = self.answer
        return len(self.papers) > 1 and (
            answer.kind in _LISTING or answer.status is Status.AMBIGUOUS or len(self.about) > 1
        )


@dataclass(frozen=True, slots=True)
class Items:
    """What an answer counts off ("(1) a fine-tuning, which …"): the heads, and whose they are."""

    heads: tuple[str, ...]
    paper: Paper


@dataclass(frozen=True, slots=True)
class Mentioned:
    """Words of a text that name papers."""

    start: int
    end: int
    papers: tuple[Paper, ...]


class Library(Protocol):
    """What a conversation needs to know of the papers."""

    def mentions(self, text: str) -> list[Mentioned]:
        """Return the papers that `text` names, in order."""
        ...

    def continues(self, text: str, paper: Paper, points_back: bool) -> bool:
        """Say whether `text` asks about `paper` rather than about another one.

        `points_back` is true where it has a word that points back ("it").
        """
        ...

    def closest(self, text: str, papers: Sequence[Paper]) -> Paper:
        """Return the one of `papers` that fits `text` best, the first one unless another leads."""
        ...

    def nearest(self, text: str, without: Sequence[Paper]) -> Paper | None:
        """Return the paper that fits `text` best among all but `without`."""
        ...


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation with at least one turn, and the library that it is about."""

    turns: tuple[Turn, ...]
    library: Library

    @property
    def last(self) -> Turn:
        """The turn before the question."""
        return self.turns[-1]

    @property
    def earlier(self) -> str:
        """The question before, as it stands alone."""
        return self.last.answer.standalone

    def predicate(self, paper: Paper) -> str:
        """Return the last question about `paper` that did not just ask for a link or a record."""
        said = [turn for turn in reversed(self.turns) if paper in turn.papers]
        asked = [turn.answer.standalone for turn in said or self.turns[-1:]]
        return next((text for text in asked if wants_of(text) not in _BESIDES), asked[0])

    def called(self, paper: Paper) -> str:
        """Return what the question before calls `paper`, else its name, else its title quoted."""
        mentions = self.library.mentions(self.earlier)
        keys = {name_key(plain(name)) for name in (paper.name or "", *paper.aliases)}
        used = (self.earlier[m.start : m.end] for m in mentions if paper in m.papers)
        own = next((words for words in used if name_key(words) in keys), None)
        return own or (plain(paper.name) if paper.name else f"“{plain(paper.label)}”")

    def focus(self, text: str) -> Paper | None:
        """Return the paper that "it" stands for in `text`."""
        spoken = (turn.papers for turn in reversed(self.turns) if turn.papers)
        papers = next(spoken, ())[:_MOST_LIKELY]
        return self.library.closest(text, papers) if len(papers) > 1 else next(iter(papers), None)

    def listed(self, noun: Noun = Noun.ANY) -> tuple[Paper, ...] | Items:
        """Return what was listed last: papers in their order, or items within an answer."""
        for turn in reversed(self.turns):
            papers = tuple(citation.paper for citation in turn.answer.citations)
            if len(papers) > 1 and noun is not Noun.PART:
                return papers
            heads = enumerated(turn.answer.text) if noun is not Noun.PAPER else ()
            if heads and papers:
                return Items(heads, papers[0])
        return () if noun is Noun.PART else tuple(self.numbered().values())

    def several(self) -> tuple[Paper, ...]:
        """Return the papers spoken of side by side, or else those of the last two subjects."""
        recent: list[Paper] = []
        for turn in reversed(self.turns):
            if len(turn.papers) > 1 and set(recent) <= set(turn.papers):
                return turn.papers
            recent = list(dict.fromkeys([*recent, *turn.papers[:1]]))
            if len(recent) > 1:
                return tuple(reversed(recent))
        return ()

    def since_search(self) -> tuple[Turn, ...]:
        """Return the turns from the last one that searched for papers (or from the last one)."""
        places = [
            place
            for place, turn in enumerate(self.turns)
            if turn.answer.kind in SEARCHES and not turn.about
        ]
        return self.turns[places[-1] if places else -1 :]

    def numbered(self) -> dict[int, Paper]:
        """Return the papers cited so far by their numbers."""
        return {c.number: c.paper for turn in self.turns for c in turn.answer.citations}


def enumerated(text: str) -> tuple[str, ...]:
    """Return the heads of the items that `text` counts off: "(1) a fine-tuning, which …"."""
    for sentence in re.split(r"(?<=\]) ", plain(text)):
        _, *items = (piece.strip() for piece in _ITEM.split(sentence))
        heads = tuple(_ITEM_END.split(item)[0].strip() for item in items)
        if len(heads) > 1 and all(heads):
            return heads
    return ()


def proper_name(turn: Turn) -> str | None:
    """Return the first name in `turn`'s answer that its question did not hold."""
    quotes = (quote.text for citation in turn.answer.citations for quote in citation.quotes)
    known = f"{turn.answer.standalone} {' '.join(paper.label for paper in turn.papers)}"
    names = _PROPER.findall(plain(next(quotes, "")))
    return next((name for name in names if name.casefold() not in known.casefold()), None)
