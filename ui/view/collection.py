"""What the page says of itself and of the collection before the first question."""

from __future__ import annotations

from html import escape

from rag.types import IndexInfo
from ui.view import links
from ui.view.words import ENGLISH, Words, counted

_FILES_NAMED = 3


def header(info: IndexInfo, words: Words = ENGLISH) -> str:
    """Return the page's head: the product's name, the collection, notes on its texts."""
    notes = "".join(f'<p class="ap-note">{escape(note)}</p>' for note in info.notes)
    menu = links.button(f'<span aria-hidden="true">☰</span><span>{words.menu}</span>', "menu")
    about = f'<a href="{links.to("collection")}">{_collection(info, words)}</a>'
    return (
        f'<header class="ap-header" lang="{words.lang}">{menu}<h1>Askpapers</h1>'
        f'<p class="ap-collection">{about}</p>{notes}</header>'
    )


def welcome(words: Words = ENGLISH) -> str:
    """Return what an empty conversation shows above the example questions."""
    return f'<div class="ap-welcome"><h2>{words.title}</h2><p>{words.lead}</p></div>'


def suggestions(questions: list[str], words: Words = ENGLISH) -> str:
    """Return questions that the page offers to ask next."""
    if not questions:
        return '<div class="ap-suggestions"></div>'
    asked = "".join(links.button(escape(question), "ask", q=question) for question in questions)
    return (
        f'<div class="ap-suggestions" lang="{words.lang}"><span>{words.follow}</span>{asked}</div>'
    )


def _collection(info: IndexInfo, words: Words) -> str:
    papers = counted(words.count, info.papers)
    files = [escape(file) for file in info.files]
    if not files:
        return papers
    named = ", ".join(files[:_FILES_NAMED])
    if len(files) > _FILES_NAMED:
        named = counted(words.more_files, len(files) - _FILES_NAMED, names=named)
    return f"{papers} {words.files.format(named)}"
