"""Papers in the formats of reference managers and spreadsheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from rag.errors import UsageError
from rag.export import bibtex, csl, jsonl, markdown, ris, table
from rag.types import Paper

Writer = Callable[[Iterable[Paper]], Iterator[str]]

_WRITERS: Mapping[str, Writer] = {
    "bibtex": bibtex.write,
    "ris": ris.write,
    "csl": csl.write,
    "csv": table.write,
    "jsonl": jsonl.write,
    "markdown": markdown.write,
}
FORMATS = tuple(_WRITERS)


def papers_to(format: str, papers: Iterable[Paper]) -> str:
    """Return papers in one of `FORMATS`; all but Markdown read back the same with `ingest`.

    Raises `UsageError` for an unknown format.
    """
    return "".join(stream_papers(format, papers))


def stream_papers(format: str, papers: Iterable[Paper]) -> Iterator[str]:
    """Yield the text of `papers_to` piece by piece, so that any number of papers can be written."""
    if format not in _WRITERS:
        raise UsageError(f"The format {format!r} is unknown. Known are: {', '.join(FORMATS)}.")
    return _WRITERS[format](papers)


def citation(format: str, paper: Paper) -> str:
    """Return one paper in one of `FORMATS`, for a reader to copy."""
    return papers_to(format, [paper]).strip()
