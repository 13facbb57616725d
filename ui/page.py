"""The page's parts and how they are wired; what they show comes from `view`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import gradio as gr

from ui import view
from ui.conversation import Conversation, Message

if TYPE_CHECKING:
    from rag.chain import Chain

_DELIMITERS: list[dict[str, str | bool]] = [
    {"left": left, "right": right, "display": display}
    for (left, right), display in ((view.DISPLAY_FORMULA, True), (view.INLINE_FORMULA, False))
]
Turn = tuple[list[Message], Conversation, Any]
_HINT = "Ask about the papers"


def page(chain: Chain, questions_at_once: int = 4) -> gr.Blocks:
    """Return the chat page over a chain: one conversation per browser tab."""
    with gr.Blocks(title="Askpapers", fill_height=True, analytics_enabled=False) as blocks:
        conversation = gr.State(None)
        with gr.Row(elem_id="ap-head"):
            gr.Markdown(view.header(chain.index.info()))
            fresh = gr.Button("New conversation", size="sm", min_width=0, scale=0)
        chatbot = _chatbot(chain.examples())
        box = _question_box(idle=True)
        _wire(chain, conversation, chatbot, box, fresh, questions_at_once)
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
        placeholder=_HINT,
        max_lines=8,
        max_length=4000,
        autofocus=True,
        submit_btn="Ask" if idle else False,
        stop_btn=False if idle else "Stop",
        **options,
    )


def _wire(
    chain: Chain,
    state: gr.State,
    chatbot: gr.Chatbot,
    box: gr.Textbox,
    fresh: gr.Button,
    questions_at_once: int,
) -> None:
    def ask(question: str, conversation: Conversation | None) -> Iterator[Turn]:
        if not question.strip():
            return
        conversation = conversation or Conversation(chain.chat())
        cleared = _question_box(idle=False, value="")
        for number, messages in enumerate(conversation.ask(question)):
            yield messages, conversation, gr.skip() if number else cleared

    def ask_example(conversation: Conversation | None, chosen: gr.SelectData) -> Iterator[Turn]:
        yield from ask(chosen.value["text"], conversation)

    def stop(conversation: Conversation) -> list[Message]:
        return conversation.messages

    work: dict[str, Any] = {
        "outputs": [chatbot, state, box],
        "show_progress": "hidden",
        "concurrency_limit": questions_at_once,
        "concurrency_id": "ask",
        "api_visibility": "private",
    }
    quick: dict[str, Any] = {"show_progress": "hidden", "api_visibility": "private"}
    asked = [
        box.submit(ask, [box, state], **work),
        chatbot.example_select(ask_example, [state], **work),
    ]
    stopped = box.stop(stop, [state], chatbot, cancels=asked, **quick)
    left = fresh.click(lambda: ([], None), outputs=[chatbot, state], cancels=asked, **quick)
    for event in (*asked, stopped, left):
        event.then(lambda: _question_box(idle=True), outputs=box, **quick)
