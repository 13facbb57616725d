"""The page's parts and how they are wired; what they show comes from `view`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, NamedTuple

import gradio as gr

from ui import view
from ui.conversation import Conversation

if TYPE_CHECKING:
    from rag.chain import Chain

Turn = tuple[Any, Any, Any]

_QUESTIONS_AT_ONCE = 4
_LONGEST_QUESTION = 4000
_DELIMITERS: list[dict[str, str | bool]] = [
    {"left": left, "right": right, "display": display}
    for (left, right), display in ((view.DISPLAY_FORMULA, True), (view.INLINE_FORMULA, False))
]
_EVENT: dict[str, Any] = {"show_progress": "hidden", "api_visibility": "private"}


class _Parts(NamedTuple):
    """What events come from and lead to; `conversation` is kept apart for each browser tab."""

    conversation: gr.State
    fresh: gr.Button
    chatbot: gr.Chatbot
    box: gr.Textbox


def page(chain: Chain) -> gr.Blocks:
    """Return the chat page over a chain: one conversation per browser tab."""
    with gr.Blocks(title="Askpapers", fill_height=True, analytics_enabled=False) as blocks:
        with gr.Row(elem_id="ap-head"):
            head = gr.Markdown(view.header(chain.index.info()))
            fresh = gr.Button("New conversation", size="sm", min_width=0, scale=0)
        parts = _Parts(gr.State(None), fresh, _chatbot(chain.examples()), _question_box(idle=True))
        _wire(parts, chain)
        blocks.load(lambda: view.header(chain.index.info()), outputs=head, **_EVENT)
    return blocks


def _chatbot(examples: list[str]) -> gr.Chatbot:
    return gr.Chatbot(
        label="Conversation",
        show_label=False,
        container=False,
        scale=1,
        elem_id="ap-chat",
        layout="panel",
        buttons=[],
        latex_delimiters=_DELIMITERS,
        examples=[{"text": example} for example in examples],
        placeholder=view.welcome(),
        autoscroll=False,
        group_consecutive_messages=False,
        allow_tags=False,
        feedback_options=None,
    )


def _question_box(idle: bool, **options: Any) -> gr.Textbox:
    return gr.Textbox(
        label="Question",
        show_label=False,
        container=False,
        elem_id="ap-question",
        placeholder="Ask about the papers",
        max_lines=8,
        max_length=_LONGEST_QUESTION,
        autofocus=True,
        submit_btn="Ask" if idle else False,
        stop_btn=False if idle else "Stop",
        **options,
    )


def _wire(parts: _Parts, chain: Chain) -> None:
    conversation, fresh, chatbot, box = parts
    asking = _Asking(chain)
    work = _EVENT | {
        "outputs": [chatbot, conversation, box],
        "concurrency_limit": _QUESTIONS_AT_ONCE,
        "concurrency_id": "ask",
    }
    box.submit(asking.ask, [box, conversation], **work)
    chatbot.example_select(asking.ask_example, [conversation], **work)
    box.stop(asking.stop, **_EVENT)
    fresh.click(lambda: ([], None), outputs=[chatbot, conversation], **_EVENT)


class _Asking:
    """Answers the questions of all tabs. Only its answers write to the page while they grow."""

    def __init__(self, chain: Chain) -> None:
        self._chain = chain
        self._running: dict[str | None, Conversation] = {}

    async def ask(
        self, question: str, conversation: Conversation | None, request: gr.Request
    ) -> AsyncIterator[Turn]:
        """Answer what was typed."""
        if not question.strip():
            return
        conversation = conversation or Conversation(self._chain.chat)
        self._running[request.session_hash] = conversation
        try:
            yield gr.skip(), conversation, _question_box(idle=False, value="")
            async for messages in conversation.ask(question):
                yield messages, gr.skip(), gr.skip()
        finally:
            self._running.pop(request.session_hash, None)
        yield conversation.messages, gr.skip(), _question_box(idle=True)

    async def ask_example(
        self, conversation: Conversation | None, chosen: gr.SelectData, request: gr.Request
    ) -> AsyncIterator[Turn]:
        """Answer an example that was clicked."""
        async for turn in self.ask(chosen.value["text"], conversation, request):
            yield turn

    async def stop(self, request: gr.Request) -> None:
        """End the answer on its way in a tab; what asked for it then shows so."""
        if request.session_hash in self._running:
            self._running[request.session_hash].stop()
