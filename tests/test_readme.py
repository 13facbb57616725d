"""What README.md shows works as it stands there."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
COMMANDS = [line for kind, text in BLOCKS if kind == "sh" for line in text.splitlines() if line]
PYTHON = "".join(text for kind, text in BLOCKS if kind == "python")
LINKS = re.findall(r"\]\(([^)#:]+)\)", README)

# These install or start something: .ci/run runs the same ones.
FROM_OUTSIDE = [line for line in COMMANDS if line.startswith(("make ", "pip "))]
PAGE = [line for line in COMMANDS if line.startswith("askpapers web")]
ASKPAPERS = [line for line in COMMANDS if line.startswith("askpapers ") and line not in PAGE]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A reader's folder: the sample collection and papers of their own."""
    folder = tmp_path_factory.mktemp("reader")
    shutil.copytree(ROOT / "data", folder / "data")
    with (ROOT / "data" / "icml2026.jsonl").open(encoding="utf-8") as lines:
        papers = [json.loads(line) for line in lines]
    texts = [paper["abstract"] for paper in papers[:3]]
    titles = [{"title": paper["title"]} for paper in papers]
    (folder / "my-papers").mkdir()
    (folder / "my-papers" / "list.txt").write_text(
        "\n\n".join(["ICML 2026 accepted papers", *texts]), encoding="utf-8"
    )
    (folder / "titles.jsonl").write_text("\n".join(map(json.dumps, titles)), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of this process, with the code at hand as the command `askpapers`."""
    bin_folder = tmp_path_factory.mktemp("bin")
    command = bin_folder / "askpapers"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ui.cli "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    paths = os.pathsep.join([str(bin_folder), os.environ["PATH"]])
    return os.environ | {"PATH": paths, "PYTHONPATH": str(ROOT)}


def test_all_code_is_covered_here():
    assert {kind for kind, _ in BLOCKS} == {"sh", "python"}
    assert sorted(COMMANDS) == sorted(FROM_OUTSIDE + PAGE + ASKPAPERS)


def test_the_python_example_runs(folder, environment):
    done = subprocess.run(
        [sys.executable, "-c", PYTHON], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "[1]" in done.stdout


@pytest.fixture(scope="module")
def commands(folder, environment) -> subprocess.CompletedProcess[str]:
    """All commands, run one after the other in one folder."""
    script = "\n".join(["set -eu", *ASKPAPERS])
    return subprocess.run(
        ["sh", "-c", script], cwd=folder, env=environment, capture_output=True, text=True
    )


def test_the_commands_run(commands):
    assert commands.returncode == 0, commands.stderr


@pytest.mark.parametrize("command", PAGE)
def test_the_page_opens(commands, folder, environment, command):
    page = subprocess.Popen(
        ["sh", "-c", f"exec {command} --port 0"],
        cwd=folder, env=environment, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    with page:
        try:
            address = re.search(r"http://127\.0\.0\.1:\d+", page.stdout.readline())[0]
            assert b"Askpapers" in urllib.request.urlopen(address).read()
        finally:
            page.terminate()


@pytest.mark.parametrize("command", FROM_OUTSIDE)
def test_the_checks_run_the_same_commands(command):
    assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    if command.startswith("make "):
        subprocess.run(["sh", "-c", f"{command} -n"], cwd=ROOT, check=True, capture_output=True)


@pytest.mark.parametrize("link", sorted(set(LINKS)))
def test_linked_files_are_there(link):
    assert (ROOT / link).exists()
