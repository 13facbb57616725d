"""What a command costs in a process of its own."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
COMMAND = (sys.executable, "-m", "ui.cli")

# A process takes over the peak memory of the one that started it (Linux keeps it through exec),
# so the command is started by a small process and not by this one.
_LAUNCHER = """
import json, os, subprocess, sys
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
code = os.waitstatus_to_exitcode(status)
print(json.dumps([code, usage.ru_maxrss * 1024 / 1e6, usage.ru_utime + usage.ru_stime]))
"""


@dataclass(frozen=True)
class Cost:
    peak_mb: float
    cpu_seconds: float


def cost(*arguments: str | Path) -> Cost:
    """Run `askpapers` with these arguments; return what it cost."""
    return spent([*COMMAND, *map(str, arguments)], ROOT)


def spent(command: Sequence[str], folder: Path) -> Cost:
    """Run a command in a folder; return what it cost."""
    launched = [sys.executable, "-S", "-c", _LAUNCHER, *command]
    done = subprocess.run(launched, cwd=folder, stdout=subprocess.PIPE, text=True, check=True)
    code, peak, seconds = json.loads(done.stdout)
    if code:
        raise SystemExit(f"{' '.join(command)} ended with exit code {code}")
    return Cost(peak, seconds)


def page_peak_mb(index: Path, questions: Sequence[str], port: int) -> float | None:
    """Return the peak memory of the page's process after these questions, in MB.

    Needs Linux and Chromium or Chrome; None where there is none.
    """
    browser = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if browser is None or not Path("/proc").is_dir():
        return None
    with _page(index, port) as (process, url):
        _ask_in_browser(browser, url, questions)
        status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    peak = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(peak.split()[1]) * 1024 / 1e6


def _ask_in_browser(browser: str, url: str, questions: Sequence[str]) -> None:
    from playwright.sync_api import expect, sync_playwright

    with sync_playwright() as playwright:
        tab = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"]).new_page()
        tab.goto(url)
        tab.locator(".example").first.wait_for()
        for number, question in enumerate(questions, 1):
            box = tab.get_by_role("textbox", name="Question")
            box.fill(question)
            box.press("Enter")
            expect(tab.locator(".ap-text")).to_have_count(number, timeout=60_000)
            tab.get_by_role("button", name="Ask", exact=True).wait_for()


@contextmanager
def serving(index: Path, port: int) -> Iterator[str]:
    """Serve an index as `askpapers web` does, and give the address."""
    with _page(index, port) as (_, url):
        yield url


@contextmanager
def _page(index: Path, port: int) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """Start the page and wait until it answers."""
    arguments = ("web", "--index", str(index), "--port", str(port))
    url = f"http://127.0.0.1:{port}/"
    process = subprocess.Popen([*COMMAND, *arguments], cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        _wait_for(url, process)
        yield process, url
    finally:
        process.terminate()
        process.wait()


def _wait_for(url: str, process: subprocess.Popen[bytes], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        with suppress(OSError), urllib.request.urlopen(url, timeout=5):
            return
        time.sleep(0.2)
    raise SystemExit("The page did not come up.")
