"""What a person does with the page."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

PATIENCE = 30_000  # milliseconds, for busy machines; what is there is seen at once
_AGAIN = 100  # milliseconds
FACT = "How much faster does attention run with Token Sparse Attention at a context of 128K?"


def visit(page: Page, address: str) -> None:
    """Open the page and wait until it can be used."""
    page.goto(address)
    page.locator(".example, .ap-question").first.wait_for()


def is_narrow(page: Page) -> bool:
    return page.viewport_size["width"] < 1100


def open_menu(page: Page) -> None:
    """Show the column of conversations, which narrow screens hide."""
    if is_narrow(page):
        page.get_by_role("button", name="Menu").click()


def send(page: Page, question: str) -> Locator:
    """Type a question, send it with Enter, and return the turn that will hold the answer."""
    turns = page.locator(".bot-row").count()
    box = page.get_by_role("textbox", name="Question")
    box.fill(question)
    box.press("Enter")
    return page.locator(".bot-row").nth(turns)


def finished(page: Page) -> None:
    expect(page.get_by_role("button", name="Ask", exact=True)).to_be_visible()


def ask(page: Page, question: str) -> Locator:
    """Send a question and return its whole answer."""
    turn = send(page, question)
    expect(turn).to_be_visible()
    finished(page)
    return turn


def until(page: Page, expression: str, argument: object = None) -> None:
    """Wait until JavaScript says so; its own loop, as the page's policy refuses Playwright's."""
    left = PATIENCE
    while not page.evaluate(expression, argument):
        left -= _AGAIN
        assert left > 0, f"This did not come true: {expression}"
        page.wait_for_timeout(_AGAIN)


def read(page: Page, link: Locator) -> Locator:
    """Follow a link into the panel beside the conversation, and return the panel."""
    link.click()
    panel = page.locator("#ap-panel")
    expect(panel).to_have_attribute("aria-busy", "false")
    return panel
