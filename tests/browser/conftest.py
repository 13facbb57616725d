"""The page over the real chain and the real sample, in a real browser."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from driving import PATIENCE, visit
from serving import served

HERE = Path(__file__).parent
SAMPLE = HERE.parents[1] / "data" / "icml2026.jsonl"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
    # Playwright's own event loop runs from here on, and no other can begin: these come last.
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    executable = next(filter(None, map(shutil.which, BROWSERS)), None)
    if executable is None:
        pytest.skip(
            "the browser tests need Chromium or Chrome on the PATH: "
            "apt-get install chromium (Debian), brew install --cask chromium (macOS)"
        )
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=list(QUIET))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[object]:
    from ingest import ingest
    from rag.chain import open as open_chain

    index = tmp_path_factory.mktemp("web") / "index"
    ingest([SAMPLE, HERE / "papers.jsonl"], index=index)
    with open_chain(index) as chain:
        yield chain


@pytest.fixture(scope="session")
def service(chain: object) -> object:
    from ui.service import Service

    return Service(chain, a_minute=100_000)


@pytest.fixture(scope="session")
def address(service: object) -> Iterator[str]:
    from ui.web import build

    with served(build(service)) as address:
        yield address


@pytest.fixture(scope="session")
def serving() -> Callable[..., AbstractContextManager[str]]:
    """What serves the page over a chain."""
    from ui.service import Service
    from ui.web import build

    return lambda chain, **options: served(build(Service(chain), **options))


@pytest.fixture(params=[390, 1280], ids=["phone", "desk"])
def page(request: pytest.FixtureRequest, browser, address) -> Iterator[object]:
    """A page in a browser profile of its own, which may load from this server alone."""
    context = browser.new_context(
        viewport={"width": request.param, "height": 800}, locale="en-US", accept_downloads=True
    )
    requests: list[str] = []
    context.on("request", lambda request: requests.append(request.url))
    page = context.new_page()
    visit(page, address)
    yield page
    context.close()
    own = (address, "data:", f"blob:{address}")
    assert [url for url in requests if not url.startswith(own)] == []
