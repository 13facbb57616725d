"""The records of an XML file one by one, each parsed on its own: the border to defusedxml.

A fault costs the record it is in, memory is that of one record, and every record has its line.
Document types are never read, so no entity is ever expanded.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import TextIO
from xml.etree.ElementTree import Element

from ingest.readers.source import MAX_LINE, Source

_CHUNK = 256 * 1024
_ENTITY = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)(\w+;)?")
_NAMESPACE = re.compile(r"\sxmlns(?::[\w.-]+)?\s*=\s*(?:\"[^\"]*\"|'[^']*')")
_PREFIX = re.compile(r"(</?|\s)[\w.-]+:(?=[\w.-]+[\s=/>])")
_NO_XML = re.compile(
    r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
    r"|&#(?:0*(?:[0-8]|1[124-9]|2\d|3[01])|x0*(?:[0-8bcefBCEF]|1[0-9a-fA-F]));"
)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_FIRST_TAG = re.compile(r"<([\w.-]+(?::[\w.-]+)?)[\s>]")
_MARKUP_BESIDE = ("sub", "sup")


def elements(source: Source, names: tuple[str, ...]) -> Iterator[tuple[int, Element | str]]:
    """Yield (line, element) for every element of these names; a reason stands for a broken one.

    Namespaces are dropped: an element is known by its local name. A file that ends before the
    element around its records does is told of by a reason at its end.
    """
    start = re.compile(rf"<(?:[\w.-]+:)?({'|'.join(names)})(?=[\s>/])")
    root = _root_end(source.head, names)
    with source.open() as stream:
        buffer, line, whole = "", 1, True
        while buffer := _filled(stream, buffer):
            match = start.search(buffer)
            passed = buffer[: match.start()] if match else buffer
            whole = whole or bool(root and root.search(passed))
            if not match:
                kept = buffer[-200:] if len(buffer) > 200 and (more := stream.read(_CHUNK)) else ""
                line += buffer.count("\n", 0, len(buffer) - len(kept))
                buffer = kept + more if kept else ""
                continue
            line += passed.count("\n")
            block, buffer = _block(stream, buffer[match.start() :], match[1], start)
            parsed = _parsed(block)
            yield line, parsed
            line += block.count("\n")
            whole = isinstance(parsed, str)  # then what is wrong here has been told
        if root and not whole:
            yield line, "the file ends before its list does: it seems to be cut short"


def _root_end(head: str, names: tuple[str, ...]) -> re.Pattern[str] | None:
    """Return what ends the element around the records, None where there is none around them."""
    first = _FIRST_TAG.search(_COMMENT.sub("", head))
    if first is None or first[1].rpartition(":")[2] in names:
        return None
    return re.compile(rf"</{re.escape(first[1])}\s*>")


def words(element: Element | None) -> str:
    """Return the text of an element and all in it; sub- and superscripts keep their tags."""
    return "" if element is None else "".join(_pieces(element)).strip()


def _pieces(element: Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        marked = child.tag in _MARKUP_BESIDE
        yield f"<{child.tag}>" if marked else ""
        yield from _pieces(child)
        yield f"</{child.tag}>" if marked else ""
        yield child.tail or ""


def _filled(stream: TextIO, buffer: str) -> str:
    return buffer or stream.read(_CHUNK)


def _block(stream: TextIO, buffer: str, name: str, start: re.Pattern[str]) -> tuple[str, str]:
    """Read on to the element's end: (its text, what is behind it).

    The next element of its kind ends one that has no end tag.
    """
    end = re.compile(rf"</(?:[\w.-]+:)?{name}\s*>|\A<[^<>]*/>")
    searched = 0
    while True:
        match = end.search(buffer, searched)
        following = start.search(buffer, max(1, searched))
        if following and (not match or following.start() < match.start()):
            return buffer[: following.start()], buffer[following.start() :]
        if match:
            return buffer[: match.end()], buffer[match.end() :]
        searched = max(0, len(buffer) - 200) if len(buffer) > 400 else 0
        more = stream.read(_CHUNK) if len(buffer) < MAX_LINE else ""
        if not more:
            return buffer, ""
        buffer += more


def _parsed(block: str) -> Element | str:
    from defusedxml import ElementTree
    from defusedxml.common import DefusedXmlException

    text = _NO_XML.sub("", _PREFIX.sub(r"\1", _NAMESPACE.sub("", block)))
    try:
        parsed = ElementTree.fromstring(_ENTITY.sub(_entity, text))
    except (ElementTree.ParseError, DefusedXmlException, ValueError, RecursionError) as error:
        return f"not valid XML ({error})"
    return parsed if isinstance(parsed, Element) else "not valid XML"


def _entity(match: re.Match[str]) -> str:
    """Turn a name of HTML into its character; a bare ampersand is itself."""
    known = html.unescape(match[0]) if match[1] else ""
    return known if known and known != match[0] else "&amp;" + (match[1] or "")
