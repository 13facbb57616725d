import asyncio

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Locator, Page, expect

from rag.types import Delta

FACT = "How much faster does attention run with Token Sparse Attention at a context of 128K?"


def send(page: Page, question: str) -> Locator:
    """Type a question, send it with Enter, and return the turn that will hold the answer."""
    turns = page.locator(".bot-row").count()
    box = page.get_by_role("textbox", name="Question")
    box.fill(question)
    box.press("Enter")
    return page.locator(".bot-row").nth(turns)


def finished(page: Page) -> None:
    expect(page.get_by_role("button", name="Ask", exact=True)).to_be_visible(timeout=30_000)


def ask(page: Page, question: str) -> Locator:
    """Send a question and return its whole answer."""
    turn = send(page, question)
    expect(turn).to_be_visible()
    finished(page)
    return turn


def test_marker_leads_to_the_highlighted_words(page):
    answer = ask(page, FACT)
    expect(answer.locator(".ap-text")).to_contain_text("3.23")
    answer.locator(".ap-text a.ap-marker").first.click()
    card = answer.locator(".ap-card").first
    expect(card).to_be_focused()
    expect(card).to_contain_text("Token Sparse Attention")
    expect(card.locator("mark").first).to_be_in_viewport()
    expect(card.locator("mark").first).to_contain_text("3.23")


def test_marker_and_abstract_work_by_keyboard(page):
    answer = ask(page, FACT)
    answer.locator("a.ap-marker").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(answer.locator(".ap-abstract mark").first).to_be_in_viewport()


def test_example_question_is_asked_with_a_click(page):
    example = page.locator(".example").first
    question = example.inner_text()
    example.click()
    expect(page.locator(".ap-question")).to_have_text(question.strip())
    expect(page.locator(".ap-text")).to_be_visible(timeout=30_000)


@pytest.mark.parametrize(
    "question",
    [
        "How many litres of oil do harbour lanterns burn?",
        "How far do foghorns carry?",
        'How far? <img src=x onerror="window.__pwned=1"><script>window.__pwned=1</script>',
    ],
)
def test_nothing_in_a_paper_or_question_runs_or_loads(page, question):
    answer = ask(page, question)
    for summary in answer.locator("summary").all():
        summary.click()
    assert page.evaluate("window.__pwned") is None
    assert page.locator(".message-row :is(img, iframe, form, style, script, svg)").count() == 0
    assert page.locator("a[href^='javascript:']").count() == 0
    expect(page.locator(".ap-question")).to_have_text(question)


def test_prices_stay_and_formulas_are_shown(page):
    answer = ask(page, "What did resin for boats cost?")
    answer.locator(".ap-card summary").first.click()
    card = answer.locator(".ap-card").first
    for words in ("$5 and $10", "from $25 to $10", "US$7", "30$", "$RESIN_HOME/bin", "3 * 4 * 5"):
        expect(card).to_contain_text(words)
    expect(card).to_contain_text("snake_case_name for ~50 boats")
    expect(card.locator(".ap-title .katex")).to_have_count(1)
    expect(card.locator(".ap-abstract .katex")).to_have_count(2)


def test_two_tabs_do_not_mix(page):
    other = page.context.new_page()
    other.goto(page.url)
    for _ in range(2):
        mine = send(page, "What does EvolveR distill?")
        theirs = send(other, "How many security test cases does AgentLAB have?")
        expect(mine.locator(".ap-card")).to_contain_text("EvolveR")
        expect(theirs.locator(".ap-text")).to_contain_text("644")
        expect(theirs.locator(".ap-number")).to_have_text("1")
        finished(page)
        finished(other)
    assert "AgentLAB" not in page.locator("#ap-chat").inner_text()
    assert "EvolveR" not in other.locator("#ap-chat").inner_text()


def test_question_box_is_empty_after_sending(page):
    send(page, FACT)
    expect(page.get_by_role("textbox", name="Question")).to_have_value("")


def test_new_conversation_forgets(page):
    ask(page, "What is EvolveR?")
    page.get_by_role("button", name="New conversation").click()
    expect(page.locator(".ap-question")).to_have_count(0)
    expect(page.locator(".example").first).to_be_visible()


def test_question_box_survives_an_error(page, chain, monkeypatch):
    async def fail(self, question, where=None):
        raise ValueError("a secret of the machine")
        yield

    with monkeypatch.context() as patch:
        patch.setattr(type(chain.chat()), "astream", fail)
        failed = ask(page, "What is EvolveR?")
    expect(failed).to_have_text("Something went wrong while answering. Please ask again.")
    expect(ask(page, "What is EvolveR?").locator(".ap-card").first).to_be_visible()


def test_stop_ends_the_work_and_keeps_the_words(page, chain, monkeypatch):
    ended = []

    async def endless(self, question, where=None):
        try:
            while True:
                await asyncio.sleep(0.05)
                yield Delta("word ")
        finally:
            ended.append(question)

    monkeypatch.setattr(type(chain.chat()), "astream", endless)
    turn = send(page, "Go on?")
    expect(turn).to_contain_text("word word")
    page.get_by_role("button", name="Stop").click()
    expect(turn).to_contain_text("Stopped.", timeout=20_000)
    finished(page)
    assert ended == ["Go on?"]


def test_nothing_scrolls_sideways(page):
    ask(page, FACT)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
