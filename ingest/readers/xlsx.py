"""Excel workbooks (.xlsx), the border to openpyxl."""

from __future__ import annotations

import datetime
import zipfile
from collections.abc import Iterator
from typing import Any

from ingest.readers.base import Format, RawRecord, Records
from ingest.readers.columns import Columns, fields_of, find_columns
from ingest.readers.source import MAX_RATIO, SMALL, Source
from rag.errors import InputFileError
from rag.types import Origin

_MAGIC = b"PK\x03\x04"
_WORKBOOK = "xl/workbook.xml"
_MOST_PREAMBLE = 40


def recognises(source: Source) -> bool:
    """Tell whether it is a zip archive that holds a workbook."""
    if not source.start.startswith(_MAGIC):
        return False
    try:
        with source.open_bytes() as binary, zipfile.ZipFile(binary) as archive:
            return _WORKBOOK in archive.namelist()
    except (zipfile.BadZipFile, InputFileError):
        return False


def read(source: Source) -> Records:
    """Yield the rows of every sheet that has a header of papers; lines count within a sheet.

    Raises `InputFileError` when no sheet has one, or the workbook is damaged.
    """
    record = sheets = 0
    for rows in _sheets(source):
        columns: Columns | None = None
        for line, row in enumerate(rows, start=1):
            if columns is None:
                columns = find_columns(row) if line <= _MOST_PREAMBLE else None
                sheets += columns is not None
            elif any(row):
                record += 1
                yield RawRecord(Origin(source.name, record, line), fields_of(row, columns))
    if not sheets:
        raise InputFileError(f"{source.name} has no column that is called title or abstract.")


FORMAT = Format("Excel", recognises, read)


def _sheets(source: Source) -> Iterator[Iterator[list[str]]]:
    """Yield the rows of each sheet, one after the other."""
    import openpyxl

    with source.open_bytes() as binary:
        _refuse_bomb(source, binary)
        try:
            book = openpyxl.load_workbook(binary, read_only=True, data_only=True)
            for sheet in book.worksheets:
                sheet.reset_dimensions()  # what the file says of its size is often wrong
                yield ([_cell(value) for value in row] for row in sheet.iter_rows(values_only=True))
        except InputFileError:
            raise
        except Exception as error:  # openpyxl fails in many ways on a damaged workbook
            raise InputFileError(
                f"{source.name} is a damaged workbook ({error}); save it anew or as CSV."
            ) from error


def _refuse_bomb(source: Source, binary: Any) -> None:
    with zipfile.ZipFile(binary) as archive:
        infos = archive.infolist()
    if sum(i.file_size for i in infos) > MAX_RATIO * sum(i.compress_size for i in infos) + SMALL:
        raise InputFileError(f"{source.name} unpacks to more than a workbook does; it isn't read.")


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime.datetime | datetime.date):
        return value.isoformat()
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
