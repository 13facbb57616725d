import pytest

pytest.importorskip("playwright")

from driving import ask
from playwright.sync_api import expect

from ui.passwords import hashed

PASSWORD = "correct horse"


@pytest.fixture(scope="module")
def locked(chain, serving):
    with serving(chain, password_hash=hashed(PASSWORD)) as address:
        yield address


def test_password_opens_the_page_and_a_wrong_one_does_not(browser, locked):
    page = browser.new_page(locale="en-US")
    page.goto(locked)
    page.get_by_label("Password").fill("wrong horse")
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_role("alert")).to_have_text("That is not the password.")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Enter").click()
    page.locator(".example").first.wait_for()
    expect(ask(page, "What is EvolveR?").locator(".ap-card").first).to_be_visible()
    page.close()


def test_programs_send_the_password_as_their_key(locked):
    from openai import AuthenticationError, OpenAI

    assert OpenAI(base_url=f"{locked}/v1", api_key=PASSWORD).models.list().data
    with pytest.raises(AuthenticationError):
        OpenAI(base_url=f"{locked}/v1", api_key="wrong horse").models.list()
