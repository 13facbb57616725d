"""The turns of a conversation as HTML: questions, answers on their way, answers, errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape

from rag.types import Answer, Progress, Stage, Status
from ui.turns import Turn
from ui.view import links
from ui.view.cards import bracketed, card, marker
from ui.view.filters import held_to
from ui.view.markdown import Markers, Span, blocks
from ui.view.plots import bars
from ui.view.words import ENGLISH, Words, counted, words_for

_CARDS = 8  # papers below an answer; a longer list opens beside it
_MARKERS = 4  # numbers behind a sentence; more fold into one


def turn(turn: Turn, number: int, words: Words = ENGLISH) -> tuple[str, str]:
    """Return a turn that came to its end: what was asked, and what became of it.

    `number` is its place in the conversation, from 0.
    """
    if turn.answer:
        words, shown = words_for(turn.answer.language), answer(turn.answer, number)
    elif turn.error is not None:
        shown = failure(turn.error or words.unexpected)
    else:
        shown = stopped(turn.draft, words)
    return question(turn, words), shown


def question(turn: Turn, words: Words = ENGLISH) -> str:
    """Return what a person asked, as they wrote it, and the filter that it is held to."""
    held = held_to(turn.where, words)
    note = f'<p class="ap-held">{held}</p>' if held else ""
    return f'<div class="ap-question">{_lines(turn.question.strip())}</div>{note}'


def working(words: Words = ENGLISH, papers: int | None = None) -> str:
    """Return what is being done while there are no words yet."""
    doing = words.searching if papers is None else counted(words.reading, papers)
    return _doing(doing)


def waiting(before: int, words: Words = ENGLISH) -> str:
    """Return how many questions are answered first."""
    return _doing(words.waiting.format(before))


def progress(event: Progress, words: Words = ENGLISH) -> str:
    """Return what a language model is doing."""
    if event.note:
        return _doing(_lines(event.note))
    writes = event.stage in (Stage.WRITE, Stage.WAIT)
    return _doing(counted(words.writing, event.papers) if writes else words.checking)


def draft(text: str) -> str:
    """Return an answer that is still being written; its markers lead nowhere yet."""
    markers = _folded(lambda number, _: f'<span class="ap-marker">{bracketed(number)}</span>')
    return f'<div class="ap-answer"><div class="ap-text">{blocks(text, markers)}</div></div>'


def stopped(text: str, words: Words = ENGLISH) -> str:
    """Return what there was of an answer when it was stopped."""
    return f'{draft(text) if text else ""}<p class="ap-note">{words.stopped}</p>'


def failure(message: str) -> str:
    """Return an error, in one sentence, as a turn of the conversation."""
    return f'<p class="ap-failure">{_lines(message)}</p>'


def answer(answer: Answer, number: int) -> str:
    """Return a checked answer with its markers, cited papers and what can be done with it."""
    words = words_for(answer.language)
    parts = [*_frame(answer, words), _text(answer, number, words), bars(answer.by_year, words)]
    parts += [*_notes(answer, words), _papers(answer, number, words), _actions(number, words)]
    return f'<div class="ap-answer" lang="{words.lang}">{"".join(parts)}</div>'


def _doing(text: str) -> str:
    return f'<p class="ap-working" role="status">{text}…</p>'


def _lines(text: str) -> str:
    return escape(text).replace("\n", "<br>")


def _frame(answer: Answer, words: Words) -> Iterator[str]:
    meant = answer.standalone.strip()
    if meant != answer.question.strip():
        edit = links.button(words.edit, "edit", q=meant)
        yield f'<p class="ap-understood">{words.understood}: {_lines(meant)} {edit}</p>'
    if answer.status is not Status.ANSWERED and (answer.citations or answer.considered):
        yield f'<p class="ap-status ap-{answer.status}">{words.status[answer.status]}</p>'


def _text(answer: Answer, number: int, words: Words) -> str:
    cited = {citation.number: citation for citation in answer.citations}
    markers = _folded(
        lambda n, said: marker(cited[n], said) if n in cited else None,
        lambda rest: links.button(
            f"+{len(rest)}", "papers", turn=number, n=".".join(map(str, rest))
        ),
    )
    html = blocks(answer.text, markers, _unsupported(answer))
    if not answer.table:
        return f'<div class="ap-text">{html}</div>'
    tools = links.button(words.copy_table, "copy-table")
    tools += links.button(words.save_table, "save-table")
    table = f'<div class="ap-scroll" role="region" tabindex="0" title="{words.table}"><table>'
    html = html.replace("<table>", table).replace("</table>", "</table></div>")
    return f'<div class="ap-text ap-comparison">{html}<p class="ap-actions">{tools}</p></div>'


def _folded(
    one: Callable[[int, str], str | None],
    more: Callable[[list[int]], str] = lambda rest: f'<span class="ap-marker">+{len(rest)}</span>',
) -> Markers:
    """Return what renders a run of markers: each of a few, and of many the first ones."""

    def markers(numbers: list[int], said: str) -> str | None:
        found = [one(number, said) for number in numbers]
        if not any(found):
            return None
        shown = [html or f"[{number}]" for html, number in zip(found, numbers, strict=True)]
        kept = len(numbers) if len(numbers) <= _MARKERS else _MARKERS - 1
        rest = numbers[kept:]
        return "".join(shown[:kept]) + (more(rest) if rest else "")

    return markers


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


def _papers(answer: Answer, number: int, words: Words) -> str:
    if not answer.citations:
        return ""
    cards = "".join(card(citation, words) for citation in answer.citations[:_CARDS])
    count = len(answer.citations)
    every = links.button(words.show_list.format(count), "papers", turn=number) if count > 1 else ""
    return f'<section class="ap-papers"><h3>{words.papers}</h3>{cards}{every}</section>'


def _actions(number: int, words: Words) -> str:
    return (
        f'<p class="ap-actions">{links.button(words.copy_answer, "copy-answer", turn=number)}</p>'
    )
