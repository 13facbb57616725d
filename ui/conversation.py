"""One conversation with the papers, as the messages that the page shows."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from rag.errors import AskpapersError
from rag.types import Answer, Delta, Done, Event, Progress, Sources
from ui import view
from ui.stopping import until
from ui.turns import Turn, Waiting
from ui.view.words import ENGLISH, Words

_log = logging.getLogger(__name__)

Message = dict[str, str]
Where = Mapping[str, Any]

_PAUSE = 0.08  # seconds between two updates of a growing answer
_SHARE = 4  # an update may take a fourth of the time
_LONGEST_TITLE = 60


class Chat(Protocol):
    """A conversation that answers, as `rag.chain.Chain.chat` makes it."""

    def astream(self, question: str, where: Where | None = None) -> AsyncIterator[Event | Waiting]:
        """Answer a question in the light of those before it; closing ends the work."""
        ...


class Conversation:
    """The turns so far and the chat that answers the next one.

    `begin` makes a chat that goes on from the answers it is given; `known` gives the notes that the
    page shows anyway. All calls have to come from one event loop.
    """

    def __init__(
        self,
        begin: Callable[[Sequence[Answer]], Chat],
        turns: Sequence[Turn] = (),
        known: Callable[[], Collection[str]] = tuple,
    ) -> None:
        self._begin = begin
        self._known = known
        self._chat: Chat | None = None
        self._stopping: asyncio.Event | None = None
        self.turns: list[Turn] = list(turns)
        self._shown = [self._ended(turn, number, ENGLISH) for number, turn in enumerate(turns)]
        self.title = _title(turns[0].question) if turns else ""
        self.changed = time.time()

    @property
    def messages(self) -> list[Message]:
        """All turns, first one first, each with its `role` and its HTML as `content`."""
        asked = ("user", "assistant")
        return [
            {"role": role, "content": html}
            for shown in self._shown
            for role, html in zip(asked, shown, strict=True)
        ]

    @property
    def is_answering(self) -> bool:
        """Say whether an answer is on its way."""
        return self._stopping is not None

    def stop(self) -> None:
        """End the answer on its way: `ask` then ends with what there is of it."""
        if self._stopping:
            self._stopping.set()

    async def ask(
        self, question: str, where: Where | None = None, words: Words = ENGLISH
    ) -> AsyncIterator[list[Message]]:
        """Ask, and yield all messages each time that the last one grows.

        An error becomes a turn of the conversation: nothing is raised. `stop`, or closing the
        iterator, ends the work and keeps the words. `words` tell what is being done.
        """
        stopping = self._stopping = asyncio.Event()
        turn = Turn(question, where=where)
        self._shown.append((view.question(turn, words), view.working(words)))
        yield self.messages
        try:
            async for grown, html in self._growing(turn, stopping, words):
                turn = grown
                self._shown[-1] = (self._shown[-1][0], html)
                yield self.messages
        finally:
            self._keep(turn, words)

    def _keep(self, turn: Turn, words: Words) -> None:
        self._stopping = None
        self.title = self.title or _title(turn.question)
        self.changed = time.time()
        self.turns.append(turn)
        self._shown[-1] = self._ended(turn, len(self.turns) - 1, words)
        if turn.answer is None:
            self._chat = None  # the next chat knows nothing of a turn that came to nothing

    async def _growing(
        self, turn: Turn, stopping: asyncio.Event, words: Words
    ) -> AsyncIterator[tuple[Turn, str]]:
        """Yield the turn as far as it has come, and what to show of it, at a readable pace."""
        due = 0.0
        try:
            async for event in until(stopping, self._events(turn)):
                turn, html = _with(turn, event, words)
                if html and time.monotonic() >= due:
                    began = time.monotonic()
                    yield turn, html()
                    taken = time.monotonic() - began
                    due = time.monotonic() + max(_PAUSE, _SHARE * taken) if turn.draft else 0.0
        except AskpapersError as error:
            turn = replace(turn, error=str(error))
        except Exception:
            _log.exception("The question could not be answered")
            turn = replace(turn, error="")
        yield turn, self._ended(turn, len(self.turns), words)[1]

    def _ended(self, turn: Turn, number: int, words: Words) -> tuple[str, str]:
        """Return a turn's HTML; one that can't be shown must not take the page with it."""
        try:
            if turn.answer:
                known = self._known()
                notes = tuple(note for note in turn.answer.notes if note not in known)
                turn = replace(turn, answer=replace(turn.answer, notes=notes))
            return view.turn(turn, number, words)
        except Exception:
            _log.exception("An answer could not be shown")
            return view.turn(Turn(turn.question, error=""), number, words)

    async def _events(self, turn: Turn) -> AsyncGenerator[Event | Waiting]:
        if self._chat is None:
            answers = [turn.answer for turn in self.turns if turn.answer]
            self._chat = await asyncio.to_thread(self._begin, answers)
        async for event in self._chat.astream(turn.question, turn.where):
            yield event


def _title(question: str) -> str:
    words = " ".join(question.split())
    return words[:_LONGEST_TITLE] + ("…" if len(words) > _LONGEST_TITLE else "")


def _with(
    turn: Turn, event: Event | Waiting, words: Words
) -> tuple[Turn, Callable[[], str] | None]:
    """Return the turn with what an event adds to it, and what makes the HTML to show."""
    match event:
        case Waiting(before):
            return turn, lambda: view.waiting(before, words)
        case Sources(papers):
            return turn, lambda: view.working(words, len(papers))
        case Progress() if not turn.draft:
            return turn, lambda: view.progress(event, words)
        case Delta(text):
            grown = replace(turn, draft=turn.draft + text)
            return grown, lambda: view.draft(grown.draft)
        case Done(answer):
            return replace(turn, answer=answer, draft=""), None
    return turn, None
