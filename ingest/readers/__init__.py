"""From files to raw records: one module per family of formats, told apart by content."""

from __future__ import annotations

from ingest.readers import (
    atom,
    bibtex,
    endnote,
    jats,
    jsonl,
    medline,
    pubmed,
    refer,
    ris,
    tables,
    text,
    wos,
    xlsx,
)
from ingest.readers.base import Format, RawRecord, Records
from ingest.readers.files import find_files, find_note, find_sources, unique
from ingest.readers.source import Source, base_name
from rag.errors import InputFileError

# The first that recognises a file reads it; plain text takes what is left and stays last.
FORMATS: tuple[Format, ...] = (
    xlsx.FORMAT, bibtex.FORMAT, ris.FORMAT, medline.FORMAT, wos.FORMAT, refer.FORMAT,
    pubmed.FORMAT, endnote.FORMAT, atom.FORMAT, jats.FORMAT, jsonl.FORMAT, tables.FORMAT,
    text.FORMAT,
)  # fmt: skip

__all__ = [
    "FORMATS",
    "Format",
    "RawRecord",
    "Records",
    "Source",
    "base_name",
    "find_files",
    "find_note",
    "find_sources",
    "read_file",
    "unique",
]


def read_file(source: Source) -> Records:
    """Yield the records of a file one by one.

    Raises `InputFileError` when it can't be opened, is empty or binary, has no known format, or
    breaks its reader; what was yielded before is good.
    """
    known = _format_of(source)
    try:
        yield from known.read(source)
    except InputFileError:
        raise
    except Exception as error:  # no fault of a parser may cost more than the rest of its file
        raise InputFileError(
            f"{source.name} can't be read further as {known.name}: "
            f"{type(error).__name__}, {error}. What stands before that is kept."
        ) from error


def _format_of(source: Source) -> Format:
    for known in FORMATS:
        if known.recognises(source):
            return known
    names = ", ".join(known.name for known in FORMATS)
    raise InputFileError(
        f"{source.name} has no format that can be read. Known are {names}; "
        "a list of abstracts in plain text ends in .txt."
    )
