import pytest

pytest.importorskip("playwright")

from driving import ask, open_menu, read, send, until, visit
from playwright.sync_api import expect


def entries(page):
    return page.locator("#ap-side .ap-open")


def test_reload_brings_all_turns_back_and_the_talk_goes_on(page):
    ask(page, "What is EvolveR?")
    page.reload()
    expect(page.locator(".bot-row .ap-card").first).to_contain_text("EvolveR")
    answer = ask(page, "Is there code for it?")
    expect(answer.locator(".ap-understood")).to_contain_text("EvolveR")


def test_what_the_server_forgot_comes_back_from_the_browser(page, service):
    ask(page, "What is EvolveR?")
    until(page, "Object.keys(localStorage).some(key => key.startsWith('askpapers:'))")
    service.shelf._visitors.clear()
    page.reload()
    expect(page.locator(".bot-row .ap-card").first).to_contain_text("EvolveR")


def test_conversations_kept_on_disk_survive_both(page, service):
    open_menu(page)
    page.get_by_label("Keep conversations").select_option("disk")
    page.keyboard.press("Escape")
    ask(page, "What is EvolveR?")
    service.shelf._visitors.clear()
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(page.locator(".bot-row .ap-card").first).to_contain_text("EvolveR")


def test_conversations_are_listed_opened_renamed_and_deleted(page):
    ask(page, "What is EvolveR?")
    open_menu(page)
    page.get_by_role("button", name="New conversation").click()
    expect(page.locator(".ap-question")).to_have_count(0)
    ask(page, "What is AgentLAB?")
    open_menu(page)
    expect(entries(page)).to_have_text(["What is AgentLAB?", "What is EvolveR?"])
    entries(page).nth(1).click()
    expect(page.locator(".ap-question")).to_have_text("What is EvolveR?")
    open_menu(page)
    page.once("dialog", lambda dialog: dialog.accept("Lanterns"))
    page.locator("#ap-side summary").nth(1).click()
    page.get_by_role("button", name="Rename").click()
    expect(entries(page).nth(1)).to_have_text("Lanterns")
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("#ap-side summary").nth(1).click()
    page.get_by_role("button", name="Delete").click()
    expect(entries(page)).to_have_text(["What is AgentLAB?"])
    page.reload()
    page.locator(".example, .ap-question").first.wait_for()
    expect(entries(page)).to_have_text(["What is AgentLAB?"])


def test_export_is_markdown_with_references(page):
    ask(page, "What is EvolveR?")
    open_menu(page)
    page.locator("#ap-side summary").first.click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export as Markdown").click()
    with open(saved.value.path(), encoding="utf-8") as file:
        text = file.read()
    assert "## What is EvolveR?" in text
    assert "\n[1] **" in text


def test_two_people_do_not_mix(page, browser, address):
    theirs = browser.new_context()
    other = theirs.new_page()
    visit(other, address)
    for _ in range(2):
        mine = send(page, "What does EvolveR distill?")
        his = send(other, "How many security test cases does AgentLAB have?")
        expect(mine.locator(".ap-card")).to_contain_text("EvolveR")
        expect(his.locator(".ap-text")).to_contain_text("644")
        for one in (page, other):
            expect(one.get_by_role("button", name="Ask", exact=True)).to_be_visible()
    expect(other.locator("#ap-side .ap-open")).to_have_count(1)
    assert "AgentLAB" not in page.locator("#ap-chat").inner_text()
    current = page.evaluate("sessionStorage.getItem('askpapers:current')")
    reply = other.request.get(f"{address}/askpapers/conversations/{current}")
    theirs.close()
    assert reply.status == 404


def test_second_tab_has_a_conversation_of_its_own(page):
    ask(page, "What is EvolveR?")
    other = page.context.new_page()
    visit(other, page.url)
    ask(other, "What is AgentLAB?")
    expect(page.locator(".ap-question")).to_have_text("What is EvolveR?")
    expect(other.locator(".ap-question")).to_have_text("What is AgentLAB?")
    assert read(page, page.locator(".ap-title a").first).locator("h2").inner_text()
