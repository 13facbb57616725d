"""The command that finds papers: search."""

from __future__ import annotations

import json as jsonlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rag.errors import InputFileError, QuestionError
from rag.types import SearchHit
from ui.cli.options import (
    AuthorOption,
    CodeOption,
    IndexOption,
    JsonOption,
    VenueOption,
    YearOption,
    index_folder,
    where,
)
from ui.cli.output import say, say_json

if TYPE_CHECKING:
    from rag.chain import Chain


def search(
    query: Annotated[str | None, typer.Argument(help="What to look for.")] = None,
    k: Annotated[int, typer.Option("-k", min=1, help="How many papers to show.")] = 10,
    queries: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help='JSON Lines with "id" and "text": print a TREC run.'),
    ] = None,
    year: YearOption = None,
    venue: VenueOption = None,
    author: AuthorOption = None,
    with_code: CodeOption = False,
    index: IndexOption = None,
    json: JsonOption = False,
) -> None:
    """Find papers, best first, among all or those that fit a filter."""
    if (query is None) == (queries is None):
        raise typer.BadParameter("give either a query or --queries FILE")
    wanted = where(year=year, venue=venue, author=author, has_code=with_code)
    from rag.chain import open as open_chain

    with closing(open_chain(index_folder(index))) as chain:
        if queries:
            _print_run(chain, queries, k, wanted)
        elif query is not None:
            _print_hits(query, _find(chain, query, k, wanted), json)


def _find(chain: Chain, query: str, k: int, wanted: dict[str, Any]) -> list[SearchHit]:
    if not query.strip():
        raise QuestionError("The query is empty. Give the words to look for.")
    return chain.search(query.strip(), k=k, where=wanted)


def _print_hits(query: str, hits: list[SearchHit], as_json: bool) -> None:
    if as_json:
        from rag.export import hits_to_json

        say_json(hits_to_json(query, hits))
        return
    from ui.cli.render import paper_text

    indent = " " * 11
    lines = [f"{hit.rank:>3}. {hit.score:.3f} {paper_text(hit.paper, indent)}" for hit in hits]
    say("\n".join(lines) if lines else "Nothing found.")


def _print_run(chain: Chain, file: Path, k: int, wanted: dict[str, Any]) -> None:
    for query_id, text in list(_read_queries(file)):
        for hit in _find(chain, text, k, wanted):
            say(f"{query_id} Q0 {_word(hit.paper.id)} {hit.rank} {hit.score:.6f} askpapers")


def _read_queries(file: Path) -> Iterator[tuple[str, str]]:
    try:
        lines = file.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InputFileError(f"The queries in {file} can't be read: {error}") from error
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                record = jsonlib.loads(line)
                yield _word(str(record["id"])), str(record["text"])
            except (ValueError, KeyError, TypeError) as error:
                raise InputFileError(
                    f'{file}, line {number}: no query with "id" and "text" ({error}).'
                ) from error


def _word(id_: str) -> str:
    """An id without white space, which separates the columns of a run."""
    return "_".join(id_.split())
