"""The turns of a conversation as HTML: questions, answers on their way, answers, errors."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from rag.types import Answer, Status
from ui.turns import Turn
from ui.view.cards import bracketed, card, marker
from ui.view.markdown import Span, blocks
from ui.view.words import Words, words_for

UNEXPECTED = "Something went wrong while answering. Please ask again."

_DRAFT_MARKERS = {n: f'<span class="ap-marker">{bracketed(n)}</span>' for n in range(1, 100)}


def question(text: str) -> str:
    """Return what a person asked, as they wrote it."""
    return f'<div class="ap-question">{_lines(text.strip())}</div>'


def turn(turn: Turn, number: int) -> tuple[str, str]:
    """Return a turn that came to its end: what was asked, and what became of it.

    `number` tells the turns of a conversation apart.
    """
    if turn.answer:
        shown = answer(turn.answer, anchor=f"answer-{number}")
    elif turn.error is not None:
        shown = failure(turn.error)
    else:
        shown = stopped(turn.draft)
    return question(turn.question), shown


def working(papers: int | None = None) -> str:
    """Return what is being done while there are no words yet."""
    doing = "Searching" if papers is None else f"Reading {papers} papers"
    return f'<p class="ap-working">{doing}…</p>'


def draft(text: str) -> str:
    """Return an answer that is still being written; its markers lead nowhere yet."""
    return f'<div class="ap-answer"><div class="ap-text">{blocks(text, _DRAFT_MARKERS)}</div></div>'


def stopped(text: str) -> str:
    """Return what there was of an answer when it was stopped."""
    return f'{draft(text) if text else ""}<p class="ap-note">Stopped.</p>'


def failure(message: str) -> str:
    """Return an error, in one sentence, as a turn of the conversation."""
    return f'<p class="ap-failure">{_lines(message)}</p>'


def answer(answer: Answer, anchor: str) -> str:
    """Return a checked answer with its markers, notes and cited papers.

    `anchor` is a prefix for the ids of the papers' cards, unique on the page.
    """
    words = words_for(answer.language)
    parts = [*_frame(answer, words), _text(answer, anchor)]
    parts += [*_notes(answer, words), _papers(answer, anchor, words)]
    return f'<div class="ap-answer" lang="{words.lang}">{"".join(parts)}</div>'


def _lines(text: str) -> str:
    return escape(text).replace("\n", "<br>")


def _frame(answer: Answer, words: Words) -> Iterator[str]:
    if answer.standalone.strip() != answer.question.strip():
        yield f'<p class="ap-understood">{words.understood}: {_lines(answer.standalone)}</p>'
    if answer.status is not Status.ANSWERED:
        yield f'<p class="ap-status ap-{answer.status}">{words.status[answer.status]}</p>'


def _text(answer: Answer, anchor: str) -> str:
    markers = {c.number: marker(c, f"{anchor}-{c.number}") for c in answer.citations}
    kind = "ap-text ap-comparison" if answer.table else "ap-text"
    return f'<div class="{kind}">{blocks(answer.text, markers, _unsupported(answer))}</div>'


def _unsupported(answer: Answer) -> Iterator[Span]:
    position = 0
    for sentence in answer.sentences:
        start = answer.text.find(sentence.text, position)
        if start < 0:
            continue
        position = start + len(sentence.text)
        if not sentence.supported:
            yield start, position


def _notes(answer: Answer, words: Words) -> Iterator[str]:
    notes = [_lines(note) for note in answer.notes]
    if any(not sentence.supported for sentence in answer.sentences):
        notes.append(words.unsupported)
    yield from (f'<p class="ap-note">{note}</p>' for note in notes)
    if answer.dropped:
        items = "".join(f"<li>{escape(d.marker)} {escape(d.reason)}</li>" for d in answer.dropped)
        summary = f"<summary>{words.left_out}</summary>"
        yield f'<details class="ap-dropped">{summary}<ul>{items}</ul></details>'


def _papers(answer: Answer, anchor: str, words: Words) -> str:
    if not answer.citations:
        return ""
    cards = "".join(card(c, f"{anchor}-{c.number}", words) for c in answer.citations)
    return f'<section class="ap-papers"><h3>{words.papers}</h3>{cards}</section>'
