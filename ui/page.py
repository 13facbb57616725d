"""The page's parts and how they are wired; what they show comes from `view`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any, NamedTuple

import gradio as gr

from rag.errors import AskpapersError, UsageError
from rag.export import answer_to_json
from ui import view
from ui.conversation import Conversation
from ui.http.asked import Ask
from ui.panel import content
from ui.service import LONGEST_QUESTION, Service
from ui.suggesting import first_questions, next_questions
from ui.view.answers import failure
from ui.view.filters import where
from ui.view.sheet import panel
from ui.view.side import side
from ui.view.words import ENGLISH, Words
from ui.visitors import keeping, visitor, words_of

_DELIMITERS: list[dict[str, str | bool]] = [
    {"left": left, "right": right, "display": display}
    for (left, right), display in ((view.DISPLAY_FORMULA, True), (view.INLINE_FORMULA, False))
]
_EVENT: dict[str, Any] = {
    "show_progress": "hidden",
    "api_visibility": "private",
    "concurrency_limit": None,
}


class _Parts(NamedTuple):
    """What events come from and lead to; the first three are set by `assets/page.js`.

    `current` holds the tab's conversation, `scope` what its questions are held to, `address` what
    the panel shows.
    """

    current: gr.Textbox
    scope: gr.Textbox
    address: gr.Textbox
    side: gr.Markdown
    head: gr.Markdown
    chatbot: gr.Chatbot
    suggestions: gr.Markdown
    box: gr.Textbox
    panel: gr.Markdown


def page(service: Service) -> gr.Blocks:
    """Return the chat page: a conversation per browser tab, conversations per browser."""
    with gr.Blocks(title="Askpapers", fill_height=True, analytics_enabled=False) as blocks:
        with gr.Row(elem_id="ap-page"):
            side_column = _html("ap-side")
            with gr.Column(elem_id="ap-main", min_width=0):
                head, chatbot, suggestions = _html("ap-head"), _chatbot(), _html("ap-next")
                box = _question_box(ENGLISH, idle=True)
            panel = _html("ap-panel")
        sent = [_sent(name) for name in ("ap-current", "ap-scope", "ap-address")]
        parts = _Parts(*sent, side_column, head, chatbot, suggestions, box, panel)
        do = _Handlers(service)
        gr.api(do.answer, api_name="ask", concurrency_limit=None)
        _wire(parts, do, blocks)
    return blocks


def _html(id_: str) -> gr.Markdown:
    """A place for HTML of `view`, which escapes; Gradio would take out what buttons need."""
    return gr.Markdown(
        "<div></div>",
        elem_id=id_,
        sanitize_html=False,
        latex_delimiters=_DELIMITERS,
        container=False,
    )


def _sent(id_: str) -> gr.Textbox:
    return gr.Textbox("-", elem_id=id_, elem_classes="ap-sent", show_label=False, container=False)


def _chatbot() -> gr.Chatbot:
    return gr.Chatbot(
        label="Conversation",
        show_label=False,
        container=False,
        scale=1,
        elem_id="ap-chat",
        layout="panel",
        buttons=[],
        latex_delimiters=_DELIMITERS,
        autoscroll=False,
        group_consecutive_messages=False,
        allow_tags=False,
        feedback_options=None,
    )


def _question_box(words: Words, idle: bool, **options: Any) -> gr.Textbox:
    return gr.Textbox(
        label=words.question,
        show_label=False,
        container=False,
        elem_id="ap-question",
        placeholder=words.placeholder,
        max_lines=8,
        max_length=LONGEST_QUESTION,
        autofocus=True,
        submit_btn=words.ask if idle else False,
        stop_btn=False if idle else words.stop,
        **options,
    )


def _wire(parts: _Parts, do: _Handlers, blocks: gr.Blocks) -> None:
    shown = [parts.chatbot, parts.box, parts.suggestions, parts.side]
    opened = parts.current.change(do.open, parts.current, [*shown, parts.head], **_EVENT)
    opened.then(do.examples, outputs=parts.chatbot, **_EVENT)
    asked = [parts.box, parts.current, parts.scope]
    # A question that comes while one is answered is left out by `ask`, not by the browser.
    event = _EVENT | {"trigger_mode": "multiple"}
    for answered in (
        parts.box.submit(do.ask, asked, shown, **event),
        parts.chatbot.example_select(do.ask_example, asked[1:], shown, **event),
    ):
        answered.then(do.suggest, parts.current, parts.suggestions, **_EVENT)
    parts.box.stop(do.stop, **_EVENT)
    parts.address.change(do.read, [parts.address, parts.current], parts.panel, **_EVENT)
    blocks.unload(do.stop)


class _Handlers:
    """Answers the events of all tabs. Only `ask` writes to a conversation while it grows."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._running: dict[str | None, Conversation] = {}
        self._examples: dict[tuple[str, int], list[dict[str, str]]] = {}

    async def open(self, current: str, request: gr.Request) -> tuple[Any, ...]:
        """Show a conversation, and the page around it in the visitor's language."""
        words, chain = words_of(request), self._service.chain
        conversation = self._conversation(current, request)
        chatbot = gr.update(value=conversation.messages, placeholder=view.welcome(words))
        box = _question_box(words, idle=not conversation.is_answering)
        head = view.header(chain.index.info(), words)
        return chatbot, box, view.suggestions([]), self._side(current, request), head

    async def examples(self, request: gr.Request) -> Any:
        """Show questions to begin with; in a large collection they take a while to find."""
        words, chain = words_of(request), self._service.chain
        made = (words.lang, chain.index.store.generation)
        if made not in self._examples:
            found = await asyncio.to_thread(first_questions, chain, words)
            self._examples[made] = [{"text": question} for question in found]
        return gr.update(examples=self._examples[made])

    async def ask(
        self, question: str, current: str, scope: str, request: gr.Request
    ) -> AsyncIterator[tuple[Any, ...]]:
        """Answer what was typed."""
        conversation, words = self._conversation(current, request), words_of(request)
        if not question.strip() or conversation in self._running.values():
            yield tuple(gr.skip() for _ in range(4))
            return
        self._running[request.session_hash] = conversation
        try:
            yield (
                gr.skip(),
                _question_box(words, idle=False, value=""),
                view.suggestions([]),
                gr.skip(),
            )
            async with aclosing(conversation.ask(question, where(scope), words)) as growing:
                async for messages in growing:
                    yield messages, gr.skip(), gr.skip(), gr.skip()
        finally:
            self._running.pop(request.session_hash, None)
        self._keep(current, request)
        box, listed = _question_box(words, idle=True), self._side(current, request)
        yield conversation.messages, box, gr.skip(), listed

    async def ask_example(
        self, current: str, scope: str, chosen: gr.SelectData, request: gr.Request
    ) -> AsyncIterator[tuple[Any, ...]]:
        """Answer an example that was clicked."""
        async with aclosing(self.ask(chosen.value["text"], current, scope, request)) as turns:
            async for turn in turns:
                yield turn

    async def stop(self, request: gr.Request) -> None:
        """End the answer on its way in a tab; what asked for it then shows so."""
        if request.session_hash in self._running:
            self._running[request.session_hash].stop()

    async def read(self, address: str, current: str, request: gr.Request) -> str:
        """Show something beside the conversation."""
        turns = self._conversation(current, request).turns
        chain, words = self._service.chain, words_of(request)
        try:
            shown = await asyncio.to_thread(content, chain, address, turns, words)
        except AskpapersError as error:
            shown = panel(failure(str(error)), words)
        return shown or "<div></div>"

    def _conversation(self, current: str, request: gr.Request) -> Conversation:
        """Return a tab's conversation; `current` is its id, and what else follows a space."""
        id_ = current.split(" ")[0] if current != "-" else str(request.session_hash)
        return self._service.shelf.get(visitor(request), id_)

    def _side(self, current: str, request: gr.Request) -> str:
        entries = self._service.shelf.entries(visitor(request))
        return side(entries, current.split(" ")[0], keeping(request), words_of(request))

    def _keep(self, current: str, request: gr.Request) -> None:
        if keeping(request) == "disk":
            try:
                self._service.shelf.save(visitor(request), current.split(" ")[0])
            except UsageError as error:
                gr.Warning(str(error))

    async def answer(self, question: str, request: gr.Request) -> dict[str, Any]:
        """Answer a question from the papers, as JSON with the papers and words that it cites."""
        try:
            asked = Ask.read({"question": question})
            return answer_to_json(await self._service.answer(visitor(request), asked.question))
        except AskpapersError as error:
            raise gr.Error(str(error)) from error

    async def suggest(self, current: str, request: gr.Request) -> str:
        """Offer questions that go on from the last answer."""
        conversation = self._conversation(current, request)
        turns = conversation.turns
        if not turns or turns[-1].answer is None or conversation.is_answering:
            return view.suggestions([])
        answers = [turn.answer for turn in turns if turn.answer]
        words = view.words_for(answers[-1].language)
        found = await asyncio.to_thread(next_questions, self._service.chain, answers, words)
        return view.suggestions(found, words)
