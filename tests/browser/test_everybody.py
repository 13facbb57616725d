"""Contrast, names and order for screen readers, keys alone, all widths, both languages."""

import pytest

pytest.importorskip("playwright")

from driving import ask, open_menu, read, visit
from playwright.sync_api import expect

GRAVE = ("serious", "critical")


def faults(page) -> list[str]:
    """Return what axe-core finds that keeps somebody from using the page."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe-core")
    # Gradio puts an empty status with buttons without names beside each part; nobody sees it.
    options = {"resultTypes": ["violations"], "elementRef": False}
    results = axe.Axe().run(page, options=options)
    return [
        f"{found['id']}: {node['html'][:120]}"
        for found in results.response["violations"]
        if found["impact"] in GRAVE
        for node in found["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_finding(page, scheme):
    page.emulate_media(color_scheme=scheme)
    visit(page, page.url)
    assert faults(page) == []
    read(page, ask(page, "Compare EvolveR and AgentLAB").locator(".ap-title a").first)
    assert faults(page) == []
    page.keyboard.press("Escape")
    panel = read(page, page.locator(".ap-collection a"))
    read(page, panel.get_by_role("button", name="Papers"))
    assert faults(page) == []


@pytest.mark.parametrize("width", [360, 768, 1024, 1920])
def test_every_width_shows_the_question_box_and_scrolls_down_only(page, width):
    page.set_viewport_size({"width": width, "height": 740})
    ask(page, "Compare EvolveR and AgentLAB")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    expect(page.get_by_role("button", name="Ask", exact=True)).to_be_in_viewport()


def test_keyboard_alone_asks_reads_and_opens_the_menu(page):
    page.keyboard.press("Shift+Tab")
    page.get_by_role("textbox", name="Question").focus()
    page.keyboard.type("What is EvolveR?")
    page.keyboard.press("Enter")
    page.locator(".ap-card").first.wait_for()
    choose = page.get_by_role("button", name="Choose").first
    choose.focus()
    page.keyboard.press("Space")
    expect(choose).to_have_attribute("aria-pressed", "true")


def test_interface_speaks_the_browsers_language_and_the_chosen_one(browser, address):
    context = browser.new_context(locale="zh-CN")
    page = context.new_page()
    visit(page, address)
    expect(page.get_by_role("button", name="提问", exact=True)).to_be_visible()
    expect(page.locator(".example").first).to_contain_text("？")
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("button", name="Ask", exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="New conversation")).to_be_visible()
    context.close()


def test_menu_opens_and_closes_on_narrow_screens(page):
    if page.viewport_size["width"] > 1100:
        pytest.skip("the column is always there on wide screens")
    side = page.locator("#ap-side")
    expect(side).not_to_be_in_viewport()
    open_menu(page)
    expect(side).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(side).not_to_be_in_viewport()
