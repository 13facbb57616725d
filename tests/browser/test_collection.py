import json

import pytest

pytest.importorskip("playwright")

from driving import ask, read, visit
from playwright.sync_api import expect

NEW = {"title": "BuoyBench: Counting Buoys", "abstract": "BuoyBench counts 12 buoys.", "year": 2025}


@pytest.fixture
def own(tmp_path, serving):
    """The address of a page over a small collection of its own."""
    import askpapers

    file = tmp_path / "first.jsonl"
    file.write_text(json.dumps({"title": "LampLab: Lanterns", "abstract": "LampLab has lanterns."}))
    askpapers.ingest([file], index=tmp_path / "index")
    with askpapers.open(tmp_path / "index") as chain, serving(chain) as address:
        yield address


def test_papers_are_added_and_can_be_asked_at_once(browser, own, tmp_path):
    page = browser.new_page()
    visit(page, own)
    panel = read(page, page.locator(".ap-collection a"))
    (tmp_path / "new.jsonl").write_text(json.dumps(NEW) + "\nno json\n")
    with page.expect_file_chooser() as chooser:
        panel.get_by_role("button", name="choose files").click()
    chooser.value.set_files(tmp_path / "new.jsonl")
    expect(panel.locator(".ap-adding")).to_contain_text("1 added", timeout=60_000)
    expect(panel.locator(".ap-adding li")).to_contain_text("new.jsonl")
    expect(page.locator(".ap-collection")).to_contain_text("2 papers")
    expect(ask(page, "How many buoys does BuoyBench count?").locator(".ap-text")).to_contain_text(
        "12"
    )
    page.close()


def test_files_dropped_on_the_page_are_added(browser, own):
    page = browser.new_page()
    visit(page, own)
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], "../../dropped.jsonl"));
            const drop = new DragEvent("drop", { dataTransfer: data, bubbles: true });
            document.querySelector("#ap-chat").dispatchEvent(drop);
        }""",
        json.dumps(NEW),
    )
    expect(page.locator(".ap-adding")).to_contain_text("1 added", timeout=60_000)
    page.close()
