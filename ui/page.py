"""The page's parts and how they are wired; what they show comes from `view`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import gradio as gr

from ui import view
from ui.conversation import Conversation, Message

if TYPE_CHECKING:
    from rag.chain import Chain

Turn = tuple[list[Message], Any, Any]

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
    ask, ask_example = _handlers(chain)
    work = _EVENT | {
        "outputs": [chatbot, conversation, box],
        "concurrency_limit": _QUESTIONS_AT_ONCE,
        "concurrency_id": "ask",
    }
    asked: list[Any] = [
        box.submit(ask, [box, conversation], **work),
        chatbot.example_select(ask_example, [conversation], **work),
    ]
    stopped = box.stop(Conversation.stop, [conversation], chatbot, cancels=asked, **_EVENT)
    left = fresh.click(lambda: ([], None), outputs=[chatbot, conversation], cancels=asked, **_EVENT)
    for finished in (*asked, stopped, left):
        finished.then(lambda: _question_box(idle=True), outputs=box, **_EVENT)


def _handlers(chain: Chain) -> tuple[Callable[..., Iterator[Turn]], Callable[..., Iterator[Turn]]]:
    """Return what answers a typed question and what answers a chosen example."""

    def ask(question: str, conversation: Conversation | None) -> Iterator[Turn]:
        if not question.strip():
            return
        conversation = conversation or Conversation(chain.chat())
        turns = conversation.ask(question)
        yield next(turns), conversation, _question_box(idle=False, value="")
        for messages in turns:
            yield messages, gr.skip(), gr.skip()

    def ask_example(conversation: Conversation | None, chosen: gr.SelectData) -> Iterator[Turn]:
        yield from ask(chosen.value["text"], conversation)

    return ask, ask_example
