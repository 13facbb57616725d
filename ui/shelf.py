"""The conversations of all visitors: in memory, and on disk for those who want it."""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from rag.errors import UsageError
from rag.types import Answer
from ui.conversation import Chat, Conversation
from ui.records import Lookup, turn_to_json, turns_from_json
from ui.turns import Turn
from ui.view.side import Entry

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_MOST = 100  # conversations of a visitor in memory
_MOST_VISITORS = 500
_LONGEST_TITLE = 120

Begin = Callable[[str, Sequence[Answer]], Chat]


class Shelf:
    """Keeps conversations apart by visitor: nobody reaches another's.

    `begin` makes the chat of a visitor's conversation, `papers` looks papers up by id; `folder` is
    where conversations are kept by those who choose the disk; `known` gives the notes that the page
    shows anyway.
    """

    def __init__(
        self,
        begin: Begin,
        papers: Lookup,
        folder: Path,
        known: Callable[[], Collection[str]] = tuple,
    ) -> None:
        self._begin, self._papers, self._folder, self._known = begin, papers, folder, known
        self._visitors: OrderedDict[str, OrderedDict[str, Conversation]] = OrderedDict()

    def get(self, visitor: str, id_: str) -> Conversation:
        """Return a conversation of a visitor, a new one where there is none."""
        own, id_ = self._own(visitor), _checked(id_)
        if id_ not in own:
            record = self._on_disk(visitor, id_)
            own[id_] = self._read(visitor, record) if record else self._new(visitor)
        own.move_to_end(id_)
        while len(own) > _MOST and not next(iter(own.values())).is_answering:
            own.popitem(last=False)
        return own[id_]

    def entries(self, visitor: str) -> list[Entry]:
        """Return the visitor's conversations that have a turn, the last one used first."""
        own = self._own(visitor)
        for file in sorted(self._folder_of(visitor).glob("*.json"), key=os.path.getmtime):
            if file.stem not in own:
                self.get(visitor, file.stem)
        listed = [(c.changed, Entry(id_, c.title)) for id_, c in own.items() if c.turns]
        return [entry for _, entry in sorted(listed, key=lambda item: -item[0])]

    def record(self, visitor: str, id_: str) -> dict[str, Any] | None:
        """Return a conversation as it is kept; None where there is none."""
        conversation = self._own(visitor).get(id_)
        if conversation is None or not conversation.turns:
            return None
        turns = [turn_to_json(turn) for turn in conversation.turns]
        told = {"id": id_, "title": conversation.title, "changed": conversation.changed}
        return {"version": 1, **told, "turns": turns}

    def restore(self, visitor: str, record: Any) -> None:
        """Take back a conversation that a browser kept. Raises `UsageError`."""
        id_ = record.get("id") if isinstance(record, dict) else None
        own, conversation = self._own(visitor), self._read(visitor, record)
        known = own.get(_checked(str(id_)))
        if known is None or len(known.turns) < len(conversation.turns):
            own[str(id_)] = conversation

    def rename(self, visitor: str, id_: str, title: str) -> None:
        """Give a conversation a title."""
        conversation = self._own(visitor).get(id_)
        if conversation and title.strip():
            conversation.title = title.strip()[:_LONGEST_TITLE]

    def delete(self, visitor: str, id_: str) -> None:
        """Forget a conversation, on disk too; an answer on its way ends."""
        conversation = self._own(visitor).pop(_checked(id_), None)
        if conversation:
            conversation.stop()
        self.unsave(visitor, id_)

    def unsave(self, visitor: str, id_: str) -> None:
        """Take a conversation off the disk."""
        (self._folder_of(visitor) / f"{_checked(id_)}.json").unlink(missing_ok=True)

    def save(self, visitor: str, id_: str) -> None:
        """Write a conversation to disk, whole or not at all. Raises `UsageError`."""
        record, folder = self.record(visitor, id_), self._folder_of(visitor)
        if record is None:
            return
        part = folder / f"{_checked(id_)}.part"
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            part.write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")
            part.replace(part.with_suffix(".json"))
        except OSError as error:
            raise UsageError(
                f"The conversation can't be written to {folder} ({error.strerror}). "
                "Choose to keep conversations in the browser."
            ) from error

    def _own(self, visitor: str) -> OrderedDict[str, Conversation]:
        own = self._visitors.setdefault(visitor, OrderedDict())
        self._visitors.move_to_end(visitor)
        if len(self._visitors) > _MOST_VISITORS:
            self._visitors.popitem(last=False)
        return own

    def _folder_of(self, visitor: str) -> Path:
        return self._folder / hashlib.sha256(visitor.encode()).hexdigest()[:24]

    def _on_disk(self, visitor: str, id_: str) -> Any:
        try:
            file = self._folder_of(visitor) / f"{_checked(id_)}.json"
            return json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None

    def _new(self, visitor: str, turns: Sequence[Turn] = ()) -> Conversation:
        return Conversation(partial(self._begin, visitor), turns, self._known)

    def _read(self, visitor: str, record: Any) -> Conversation:
        if not isinstance(record, dict):
            raise UsageError("This is not a conversation that was kept here.")
        turns = turns_from_json(record.get("turns"), self._papers)
        conversation = self._new(visitor, turns)
        conversation.title = str(record.get("title") or conversation.title)[:_LONGEST_TITLE]
        changed = record.get("changed")
        conversation.changed = changed if isinstance(changed, int | float) else time.time()
        return conversation


def _checked(id_: str) -> str:
    if not _ID.fullmatch(id_):
        raise UsageError("This is no name of a conversation.")
    return id_
