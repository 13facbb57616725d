"""Which encoding a text file is in, judged by its first bytes."""

from __future__ import annotations

import codecs
import re

FALLBACK = "windows-1252-for-stray-bytes"

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_HIGH = re.compile(rb"[\x80-\xff]")
_UTF8 = re.compile(
    rb"(?:[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})+"
)
_GB2312 = re.compile(rb"(?:[\xa1-\xf7][\xa1-\xfe])+")
_MOSTLY = 0.9


def detect_encoding(head: bytes) -> str:
    """Return the name of a codec for a file that begins with `head`.

    Decode with `errors=FALLBACK`: a byte that is no UTF-8 is then read as Windows-1252, so that a
    Windows-1252 file, and a UTF-8 file with a few damaged bytes, come out right.
    """
    for bom, name in _BOMS:
        if head.startswith(bom):
            return name
    if _looks_like_utf16(head):
        return "utf-16-le" if head[1:2] == b"\0" else "utf-16-be"
    return "gb18030" if _looks_like_gb18030(head) else "utf-8"


def _looks_like_utf16(head: bytes) -> bool:
    """Western text in UTF-16 has a null in every other byte."""
    nulls = max(head[0::2].count(0), head[1::2].count(0))
    return len(head) >= 2 and nulls > 0.8 * (len(head) // 2) and head.count(0) < 1.2 * nulls


def _looks_like_gb18030(head: bytes) -> bool:
    """Chinese text has its high bytes in pairs; those of Western text stand alone."""
    high = len(_HIGH.findall(head))
    if not high or _covered(_UTF8, head) >= _MOSTLY * high:
        return False
    return _covered(_GB2312, head) >= _MOSTLY * high and _decodes(head, "gb18030")


def _covered(pattern: re.Pattern[bytes], head: bytes) -> int:
    return sum(len(match) for match in pattern.findall(head))


def _decodes(head: bytes, encoding: str) -> bool:
    try:
        codecs.getincrementaldecoder(encoding)().decode(head, final=False)
    except UnicodeDecodeError:
        return False
    return True


def _decode_stray_bytes(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    stray = error.object[error.start : error.end]
    if not error.encoding.startswith("utf-8"):
        return "\ufffd", error.end
    return stray.decode("cp1252", errors="replace"), error.end


codecs.register_error(FALLBACK, _decode_stray_bytes)
