"""Which papers a question is about, beyond what it says itself."""

from __future__ import annotations

from dataclasses import dataclass

from rag.types import Paper


@dataclass(frozen=True, slots=True)
class Scope:
    """The papers that a question in a conversation is held to.

    It is `about` these, in this order, as if it named them; only papers `within` may come up
    (unless that is empty), and none `without`. `fitting` holds it to these rows of the store, those
    that fit a filter; None to all.
    """

    about: tuple[Paper, ...] = ()
    within: tuple[Paper, ...] = ()
    without: tuple[Paper, ...] = ()
    fitting: frozenset[int] | None = None


NO_SCOPE = Scope()
