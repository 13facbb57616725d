import asyncio
import time

import pytest

pytest.importorskip("playwright")

from driving import FACT, ask, finished, open_menu, read, send, visit
from playwright.sync_api import expect

from rag.types import Delta


def test_example_question_is_asked_with_a_click(page):
    example = page.locator(".example").first
    question = example.inner_text()
    example.click()
    expect(page.locator(".ap-question")).to_have_text(question.strip())
    expect(page.locator(".ap-text")).to_be_visible()


def test_question_that_goes_on_is_offered_and_answered(page):
    ask(page, "What is EvolveR?")
    page.locator(".ap-suggestions a").first.click()
    expect(page.locator(".ap-question")).to_have_count(2)
    expect(page.locator(".bot-row").nth(1).locator(".ap-card").first).to_be_visible()


def test_names_are_completed_while_typing(page):
    box = page.get_by_role("textbox", name="Question")
    box.press_sequentially("What does @Evo")
    expect(page.get_by_role("option", name="EvolveR")).to_be_visible()
    box.press("Enter")
    expect(box).to_have_value("What does EvolveR")
    expect(page.locator(".ap-question")).to_have_count(0)


def test_filter_is_a_chip_that_holds_questions_and_can_be_removed(page):
    page.get_by_role("button", name="+ Filter").click()
    page.get_by_label("From year").fill("2024")
    page.get_by_label("To year").fill("2024")
    page.get_by_role("button", name="Apply").click()
    answer = ask(page, "Which papers are there?")
    expect(page.locator(".ap-held")).to_have_text("Only 2024")
    expect(answer.locator(".ap-card")).to_have_count(2)
    page.get_by_role("button", name="Remove 2024–2024").click()
    ask(page, "What is EvolveR?")
    expect(page.locator(".ap-held")).to_have_count(1)


def test_two_chosen_papers_are_compared(page):
    ask(page, "What is EvolveR?")
    page.get_by_role("button", name="Choose").first.click()
    ask(page, "What is AgentLAB?")
    page.locator(".bot-row").nth(1).get_by_role("button", name="Choose").first.click()
    page.get_by_role("button", name="Compare", exact=True).click()
    table = page.locator(".bot-row").nth(2).locator("table")
    expect(table).to_contain_text("EvolveR")
    expect(table).to_contain_text("AgentLAB")


def test_question_as_understood_can_be_edited(page):
    ask(page, "What is EvolveR?")
    answer = ask(page, "Is there code for it?")
    answer.get_by_role("button", name="Edit").click()
    expect(page.get_by_role("textbox", name="Question")).to_have_value("Is there code for EvolveR?")


def test_keys_send_break_the_line_and_leave_input_methods_alone(page):
    box = page.get_by_role("textbox", name="Question")
    box.fill("What is")
    box.dispatch_event("keydown", {"key": "Enter", "isComposing": True, "bubbles": True})
    box.press("Shift+Enter")
    box.press_sequentially("EvolveR?")
    expect(box).to_have_value("What is\nEvolveR?")
    expect(page.locator(".ap-question")).to_have_count(0)
    box.press("Enter")
    expect(page.locator(".ap-question")).to_have_count(1)


def test_spaces_send_nothing_and_a_double_click_sends_once(page):
    box = page.get_by_role("textbox", name="Question")
    box.fill("   ")
    box.press("Enter")
    box.fill("What is EvolveR?")
    page.get_by_role("button", name="Ask", exact=True).dblclick()
    expect(page.locator(".bot-row .ap-card").first).to_be_visible()
    expect(page.locator(".ap-question")).to_have_count(1)


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
    for title in answer.locator(".ap-title a").all()[:2]:
        read(page, title)
        page.keyboard.press("Escape")
    assert page.evaluate("window.__pwned") is None
    assert (
        page.locator(":is(.message-row, .ap-panel) :is(img, iframe, form, style, script)").count()
        == 0
    )
    assert page.locator("a[href^='javascript:']").count() == 0
    expect(page.locator(".ap-question")).to_have_text(question)


def test_prices_stay_and_formulas_are_shown(page):
    answer = ask(page, "What did resin for boats cost?")
    card = read(page, answer.locator(".ap-title a").first)
    for words in ("$5 and $10", "from $25 to $10", "US$7", "30$", "$RESIN_HOME/bin", "3 * 4 * 5"):
        expect(card).to_contain_text(words)
    expect(card).to_contain_text("snake_case_name for ~50 boats")
    expect(card.locator(".ap-title .katex")).to_have_count(1)
    expect(card.locator(".ap-abstract .katex")).to_have_count(2)


def test_two_tabs_do_not_mix(page):
    other = page.context.new_page()
    visit(other, page.url)
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
    open_menu(page)
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


@pytest.fixture
def ended(chain, monkeypatch):
    """The questions whose answers have ended; until they are stopped, these go on for ever."""
    ended = []

    async def endless(self, question, where=None):
        try:
            while True:
                await asyncio.sleep(0.05)
                yield Delta("word ")
        finally:
            ended.append(question)

    monkeypatch.setattr(type(chain.chat()), "astream", endless)
    return ended


def test_stop_ends_the_work_and_keeps_the_words(page, ended):
    turn = send(page, "Go on?")
    expect(turn).to_contain_text("word word")
    page.keyboard.press("Escape")
    expect(turn).to_contain_text("Stopped.")
    finished(page)
    assert ended == ["Go on?"]


def test_closing_the_tab_ends_the_work(page, ended):
    expect(send(page, "Go on?")).to_contain_text("word word")
    page.close()
    for _ in range(200):
        if ended:
            break
        time.sleep(0.1)
    assert ended == ["Go on?"]


def test_nothing_scrolls_sideways(page):
    ask(page, FACT)
    ask(page, "Compare EvolveR and AgentLAB")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_page_begins_though_a_part_comes_late(browser, address):
    held = []

    def hold(route):
        reply = route.fetch()
        if "sanitize_html" in reply.text():  # the code of Gradio's Markdown, such as the panel
            held.append((route, reply))
        else:
            route.fulfill(response=reply)

    context = browser.new_context()
    page = context.new_page()
    page.route("**/assets/Index-*.js", hold)
    page.goto(address, wait_until="commit")
    page.locator("#ap-address textarea").wait_for(state="attached")
    page.wait_for_timeout(500)
    for route, reply in held:
        route.fulfill(response=reply)
    page.unroute("**/assets/Index-*.js")
    assert held
    page.locator(".example").first.wait_for()
    context.close()
