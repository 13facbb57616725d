"""A conversation: follow-ups are understood from what was asked before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rag.chain import events
from rag.citations import Numbering
from rag.types import Answer, Event

if TYPE_CHECKING:
    from rag.chain import Chain


class Chat:
    """One conversation over a chain. Papers keep their numbers from its beginning to its end."""

    def __init__(self, chain: Chain) -> None:
        self._chain = chain
        self._numbering = Numbering()
        self.answers: list[Answer] = []

    def ask(self, question: str) -> Answer:
        """Return the answer to a question that may lean on the ones before it."""
        answer = self._chain.answer(question, question, self._numbering)
        self.answers.append(answer)
        return answer

    def stream(self, question: str) -> Iterator[Event]:
        """Yield the events of `Chain.stream` for `ask`."""
        yield from events(self.ask(question))
