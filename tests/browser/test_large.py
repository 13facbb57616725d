"""A collection of many papers: nothing waits for all of them, and none of them is out of reach."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("playwright")

from driving import ask, read
from letters import LetterEmbedder
from playwright.sync_api import expect

COUNT = 1_200


def paper(number):
    return {
        "id": f"p{number}",
        "title": f"Lamp{number:04}: Lanterns at sea",
        "abstract": f"Lamp{number:04} proposes a lantern that burns {number} litres of oil.",
        "year": 1976 + number % 50,
        "venue": f"Harbours {number % 7}",
    }


@pytest.fixture(scope="module")
def address(tmp_path_factory, serving):
    """The address of a page over a large collection."""
    import askpapers

    folder = tmp_path_factory.mktemp("large")
    lines = "\n".join(json.dumps(paper(number)) for number in range(COUNT))
    (folder / "papers.jsonl").write_text(lines)
    askpapers.ingest([folder / "papers.jsonl"], index=folder / "index", embedder=LetterEmbedder())
    with (
        askpapers.open(folder / "index", embedder=LetterEmbedder()) as chain,
        serving(chain) as address,
    ):
        yield address


def test_lists_turn_page_by_page(page):
    panel = read(page, page.locator(".ap-collection a"))
    expect(panel).to_contain_text("1,200 papers")
    panel = read(page, panel.get_by_role("button", name="Papers", exact=True))
    expect(panel).to_contain_text("1 to 50 of 1,200 shown")
    expect(panel.get_by_role("button", name="Papers before")).to_have_count(0)
    panel = read(page, panel.get_by_role("button", name="More papers"))
    expect(panel).to_contain_text("51 to 100 of 1,200 shown")
    expect(panel.locator("li h3").first).to_contain_text("Lamp0050")
    panel = read(page, panel.get_by_role("button", name="Papers before"))
    expect(panel.locator("li h3").first).to_contain_text("Lamp0000")


def test_newest_years_are_in_sight(page):
    panel = read(page, page.locator(".ap-collection a"))
    expect(panel.get_by_text("2025", exact=True)).to_be_in_viewport()
    expect(panel.get_by_text("1976", exact=True)).not_to_be_in_viewport()


def test_all_papers_are_exported(page):
    panel = read(page, page.locator(".ap-collection a"))
    panel = read(page, panel.get_by_role("button", name="Papers", exact=True))
    with page.expect_download() as saved:
        panel.get_by_role("button", name="RIS").click()
    with open(saved.value.path(), encoding="utf-8") as file:
        assert file.read().count("TY  - ") == COUNT


def test_filter_of_reversed_years_is_told(page):
    panel = read(page, page.locator(".ap-collection a"))
    panel = read(page, panel.get_by_role("button", name="Papers", exact=True))
    panel.get_by_label("From year").fill("2020")
    panel.get_by_label("To year").fill("2010")
    panel = read(page, panel.get_by_role("button", name="Apply"))
    expect(panel).to_contain_text("wrong order")


def test_examples_and_lists_over_many_papers(page):
    asked = page.locator(".example").first
    expect(asked).to_contain_text("Lamp")
    asked.click()
    expect(page.locator(".ap-text")).to_contain_text("litres", timeout=30_000)
    answer = ask(page, "How many papers are from 2025?")
    expect(answer.locator(".ap-text")).to_contain_text("24 of the 1200 papers")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
