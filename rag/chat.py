"""A conversation: follow-ups are understood from what was asked before."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rag.citations import Numbering
from rag.conversation import continuity
from rag.conversation.followups import resolve
from rag.conversation.history import Mentioned, Turn
from rag.names import find_mentions
from rag.question import clean
from rag.running import Steps, alast, astream, last, stream, total
from rag.types import Answer, Event, Paper, Usage

if TYPE_CHECKING:
    from rag.chain import Chain

_AUTHOR = re.compile(r"\bby ([A-Z][\w'’-]+)$")
_REMEMBERED = 20  # turns that a question may lean on


class Chat:
    """One conversation over a chain. Papers keep their numbers from its beginning to its end.

    It goes on from `answers`, those of a conversation that was kept.
    """

    def __init__(self, chain: Chain, answers: Sequence[Answer] = ()) -> None:
        self._chain = chain
        self._numbering = Numbering.of(answers)
        self._library = _IndexLibrary(chain)
        self._turns = [Turn(a, self._library.named(a.standalone)) for a in answers]

    @property
    def answers(self) -> list[Answer]:
        """The answers so far, first one first."""
        return [turn.answer for turn in self._turns]

    @property
    def usage(self) -> Usage:
        """The tokens that a language model read and wrote for all answers so far."""
        return total(answer.usage for answer in self.answers)

    def ask(self, question: str, where: Mapping[str, Any] | None = None) -> Answer:
        """Return the answer to a question that may lean on the ones before it.

        It is held to the papers that fit the filter `where`. `Answer.standalone` says how it was
        understood. Raises `QuestionError` for an empty question and for a filter that no paper
        fits, and the index's errors; the conversation then stays as it was.
        """
        return last(self.stream(question, where))

    def stream(self, question: str, where: Mapping[str, Any] | None = None) -> Iterator[Event]:
        """Yield the events of `Chain.stream` for `ask`; one that is closed adds no turn."""
        return stream(self._steps(question, where), self._chain.model)

    async def aask(self, question: str, where: Mapping[str, Any] | None = None) -> Answer:
        """As `ask`, without blocking the event loop."""
        return await alast(self.astream(question, where))

    def astream(
        self, question: str, where: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[Event]:
        """As `stream`, without blocking the event loop."""
        return astream(self._steps(question, where), self._chain.model)

    def _steps(self, question: str, where: Mapping[str, Any] | None) -> Steps[Answer]:
        meant = resolve(clean(question), self._turns[-_REMEMBERED:], self._library)
        scope = self._chain.narrowed(meant.scope, where)
        answer = yield from self._chain.steps(question, meant.text, self._numbering, scope)
        about = meant.scope.about or self._library.named(meant.text)
        self._turns.append(Turn(answer, about))
        return answer


class _IndexLibrary:
    """The papers of a chain's index, as `rag.conversation` asks for them."""

    def __init__(self, chain: Chain) -> None:
        self._retriever = chain.retriever
        self._store = chain.index.store

    def mentions(self, text: str) -> list[Mentioned]:
        found = find_mentions(text, self._store)
        papers = self._store.by_row({row for mention in found for row in mention.rows})
        return [Mentioned(m.start, m.end, tuple(papers[row] for row in m.rows)) for m in found]

    def named(self, text: str) -> tuple[Paper, ...]:
        """Return the papers that `text` names without doubt."""
        return tuple(m.papers[0] for m in self.mentions(text) if len(m.papers) == 1)

    def continues(self, text: str, paper: Paper, points_back: bool) -> bool:
        return continuity.continues(self._retriever, text, paper, points_back)

    def closest(self, text: str, papers: Sequence[Paper]) -> Paper:
        return continuity.closest(self._retriever, text, papers)

    def nearest(self, text: str, without: Sequence[Paper]) -> Paper | None:
        known = {paper.id for paper in without}
        author = _AUTHOR.search(text)
        where = {"author": author[1]} if author else None
        hits = self._retriever.search(text, len(known) + 1, where)
        return next((hit.paper for hit in hits if hit.paper.id not in known), None)
