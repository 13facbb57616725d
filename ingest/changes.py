"""What is to be done about a paper: nothing, new fields, or new vectors as well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from ingest.duplicates import digest
from ingest.files import Files, files_of
from ingest.merging import merge
from ingest.naming import with_name
from rag.store.papers import StoredHash
from rag.types import Origin, Paper

# Part of every text hash: raise it when passages or sentences are made in another way.
_MADE_BY = "1"
# Part of every content hash: raise it when papers are named in another way, and all get new names.
_NAMED_BY = "2"


class Action(Enum):
    """What the index has to do."""

    NOTHING = "nothing"
    WRITE_FIELDS = "write fields"
    EMBED = "embed"


@dataclass(frozen=True, slots=True)
class Change:
    """A paper as it shall stand in the index. `counts_as` is a counter of the report."""

    paper: Paper
    hashes: StoredHash
    action: Action
    counts_as: str


def plan(
    members: Sequence[Paper],
    paper_id: str,
    stored: Paper | None,
    hashes: StoredHash | None,
    pruned: Files,
) -> Change:
    """Plan what becomes of a work's records, given what the index has (if it has it).

    Origins in the files `pruned` that no record confirms are dropped.
    """
    new = replace(merge(members), id=paper_id)
    if stored is None or hashes is None:
        paper = with_name(new)
        return Change(paper, hashes_of(paper), Action.EMBED, "added")
    current = hashes_of(stored)
    named = current.content_hash == hashes.content_hash
    paper = _updated(new, stored, pruned)
    paper = _named_as_before(paper, stored) if named else with_name(paper)
    after = hashes_of(paper)
    if not _same_text(paper, stored) or current.text_hash != hashes.text_hash:
        return Change(paper, after, Action.EMBED, "updated")
    if after.content_hash != current.content_hash:
        return Change(paper, after, Action.WRITE_FIELDS, "updated")
    action = Action.NOTHING if paper == stored and named else Action.WRITE_FIELDS
    return Change(paper, after, action, _unchanged_or_merged(new, stored))


def hashes_of(paper: Paper) -> StoredHash:
    """Return the hashes of a paper that is named by today's rules."""
    return StoredHash(content_hash(paper), text_hash(paper))


def content_hash(paper: Paper) -> str:
    """Return a hash of all that is known of the paper, but not of where it came from."""
    fields = (
        paper.title, paper.abstract, paper.name, paper.year, paper.venue, paper.doi, paper.url,
        paper.authors, paper.aliases, paper.keywords, paper.notice,
    )  # fmt: skip
    return digest(_NAMED_BY, *(repr(field) for field in fields))


def text_hash(paper: Paper) -> str:
    """Return a hash of what is embedded."""
    return digest(_MADE_BY, paper.title or paper.name or "", paper.abstract)


def without_files(paper: Paper, files: Files) -> Paper:
    """Return the paper without its origins in `files`."""
    kept = tuple(origin for origin in paper.origins if origin not in files)
    return replace(paper, origins=kept)


def _updated(new: Paper, stored: Paper, pruned: Files) -> Paper:
    """The new record replaces the stored one, as far as it can speak for it.

    It can't where the paper came from other files too, nor where it has no title: bibliographic
    fields joined earlier must not get lost when a bare list is read again.
    """
    read_now = files_of(new)
    others = [origin for origin in stored.origins if origin not in read_now]
    if others or not new.title:
        new = _filled_up(new, stored)
    kept = [origin for origin in others if origin not in pruned]
    return replace(new, origins=_in_stored_order([*new.origins, *kept], stored))


def _filled_up(new: Paper, stored: Paper) -> Paper:
    filled = replace(merge([new, stored]), id=stored.id)
    cut_off = stored.abstract.startswith(new.abstract.rstrip(" .…"))
    abstract = stored.abstract if cut_off else new.abstract
    return replace(
        filled,
        abstract=abstract,
        name=new.name,
        aliases=new.aliases,
        authors=new.authors or stored.authors,
        origins=new.origins,
    )


def _named_as_before(paper: Paper, stored: Paper) -> Paper:
    """Naming takes longer than all else here: a text that is the same keeps its name."""
    if _same_text(paper, stored) and not paper.aliases and paper.name in (None, stored.name):
        return replace(paper, name=stored.name, aliases=stored.aliases)
    return with_name(paper)


def _same_text(paper: Paper, stored: Paper) -> bool:
    return (paper.title, paper.abstract) == (stored.title, stored.abstract)


def _unchanged_or_merged(new: Paper, stored: Paper) -> str:
    """A record from another file that differs, yet adds nothing, was merged into the paper."""
    read_now = files_of(new)
    from_elsewhere = not any(origin in read_now for origin in stored.origins)
    differs = content_hash(_named_as_before(new, stored)) != content_hash(stored)
    return "merged" if from_elsewhere and differs else "unchanged"


def _in_stored_order(origins: Sequence[Origin], stored: Paper) -> tuple[Origin, ...]:
    """Files that the paper is known from stay in front."""
    order = {origin.file: place for place, origin in reversed([*enumerate(stored.origins)])}
    return tuple(sorted(origins, key=lambda origin: order.get(origin.file, len(order))))
