import csv

import pytest

pytest.importorskip("playwright")

from driving import FACT, ask, read, until
from playwright.sync_api import expect


def test_marker_opens_the_paper_at_the_very_words(page):
    answer = ask(page, FACT)
    marker = answer.locator(".ap-text a.ap-marker").first
    assert "3.23" in marker.get_attribute("title")
    panel = read(page, marker)
    expect(panel.locator("h2")).to_contain_text("Token Sparse Attention")
    expect(panel.locator("mark.ap-current").first).to_be_in_viewport()
    expect(panel.locator("mark.ap-current").first).to_contain_text("3.23")


def test_pointing_at_a_marker_shows_its_quote(page):
    marker = ask(page, FACT).locator(".ap-text a.ap-marker").first
    marker.hover()
    expect(page.get_by_role("tooltip")).to_contain_text("3.23")
    page.mouse.move(0, 0)
    expect(page.get_by_role("tooltip")).to_have_count(0)
    assert "3.23" in marker.get_attribute("title")


def test_next_quote_and_close(page):
    answer = ask(page, "What is EvolveR?")
    marker = answer.locator(".ap-text a.ap-marker").first
    panel = read(page, marker)
    first = panel.locator("mark.ap-current").first.inner_text()
    panel.get_by_role("button", name="Next quote").click()
    expect(panel.locator("mark.ap-current").first).not_to_have_text(first)
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(marker).to_be_focused()


def test_paper_is_read_by_keyboard(page):
    answer = ask(page, FACT)
    answer.locator("a.ap-marker").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#ap-panel h2")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(answer.locator("a.ap-marker").first).to_be_focused()


def test_paper_is_copied_as_a_citation(page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    panel = read(page, ask(page, FACT).locator(".ap-title a").first)
    for name, begins in (("BibTeX", "@"), ("RIS", "TY"), ("Markdown", "- **")):
        panel.get_by_role("button", name=name).click()
        expect(page.locator("#ap-said")).to_have_text("Copied")
        until(
            page,
            "begins => navigator.clipboard.readText().then(text => text.startsWith(begins))",
            begins,
        )


def test_table_scrolls_within_itself_and_is_saved(page):
    answer = ask(page, "Compare EvolveR and AgentLAB")
    width = answer.locator(".ap-scroll").bounding_box()["width"]
    assert width <= page.viewport_size["width"]
    with page.expect_download() as saved:
        answer.get_by_role("button", name="Save as CSV").click()
    with open(saved.value.path(), encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0][1:] == ["EvolveR", "AgentLAB"]
    assert len({len(row) for row in rows}) == 1


def test_list_is_opened_filtered_and_saved(page):
    answer = ask(page, "Which papers give a link to code?")
    panel = read(page, answer.locator("a[href^='#papers?turn']").last)
    count = panel.locator(".ap-list li").count()
    panel.get_by_label("Words in title or abstract").fill("memory")
    panel.get_by_role("button", name="Apply").click()
    expect(panel.locator(".ap-list li")).not_to_have_count(count)
    fewer = panel.locator(".ap-list li").count()
    assert 0 < fewer < count
    with page.expect_download() as saved:
        panel.get_by_role("button", name="RIS").click()
    with open(saved.value.path(), encoding="utf-8") as file:
        assert file.read().count("TY  -") == fewer


def test_numbers_over_the_years_are_plotted(page):
    answer = ask(page, "How many papers are there per year?")
    expect(answer.locator(".ap-years span")).to_have_count(3)
