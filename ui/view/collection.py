"""What the page says of itself and of the collection before the first question."""

from __future__ import annotations

from html import escape

from rag.types import IndexInfo

_FILES_NAMED = 3


def header(info: IndexInfo) -> str:
    """Return the page's head: the product's name, the collection, notes on its texts."""
    notes = "".join(f'<p class="ap-note">{escape(note)}</p>' for note in info.notes)
    return (
        '<header class="ap-header"><h1>Askpapers</h1>'
        f'<p class="ap-collection">{_collection(info)}</p>{notes}</header>'
    )


def welcome() -> str:
    """Return what an empty conversation shows above the example questions."""
    return (
        '<div class="ap-welcome"><h2>Ask the papers</h2>'
        "<p>Every sentence of an answer leads to the words of the paper that it rests on.</p>"
        '<p lang="zh-Hans">也可以用中文提问，每句回答都注明出处。</p></div>'
    )


def _collection(info: IndexInfo) -> str:
    papers = f"{info.papers:,} paper{'' if info.papers == 1 else 's'}"
    files = list(info.files)
    if not files:
        return papers
    named = ", ".join(escape(file) for file in files[:_FILES_NAMED])
    more = f" and {len(files) - _FILES_NAMED} more" if len(files) > _FILES_NAMED else ""
    return f"{papers} from {named}{more}"
