"""The rules of the house: who may import what, and what goes into the package."""

from __future__ import annotations

import ast
import importlib.metadata
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = {"rag": {"rag"}, "ingest": {"ingest", "rag"}, "ui": {"ui", "ingest", "rag"}}

# Each third-party library, and the files that may import it; a folder stands for all of its files.
BORDERS = {
    "Stemmer": ("rag/tokens.py",),
    "chromadb": ("rag/store/chroma.py",),
    "defusedxml": ("ingest/readers/xmlrecords.py",),
    "dotenv": ("rag/settings.py",),
    "fastapi": ("ui/web.py",),
    "filelock": ("rag/store/index.py", "rag/store/opening.py"),
    "ftfy": ("ingest/fields.py",),
    "gradio": ("ui/page.py", "ui/theme.py", "ui/web.py"),
    "httpx": ("rag/llms/endpoint.py",),
    "llama_index": (
        "ingest/pipeline.py",
        "ingest/rebuilding.py",
        "rag/chain.py",
        "rag/embedders.py",
        "rag/llamaindex.py",
        "rag/llms/",
        "rag/store/",
    ),
    "markdown_it": ("ui/view/",),
    "mcp": ("ui/http/mcp.py",),
    "numpy": ("rag/", "ingest/"),
    "onnxruntime": ("rag/embedders.py",),
    "openai": ("rag/llms/connecting.py",),
    "openpyxl": ("ingest/readers/xlsx.py",),
    "pydantic": ("ui/http/asked.py",),
    "pylatexenc": ("rag/latex.py",),
    "rapidfuzz": ("rag/names.py", "ingest/likeness.py", "ingest/matching.py"),
    "rich": ("ui/cli/output.py",),
    "starlette": ("ui/door.py", "ui/guard.py", "ui/http/", "ui/web.py"),
    "tiktoken": ("rag/llms/counting.py",),
    "tokenizers": ("rag/embedders.py",),
    "typer": ("ui/cli/",),
    "uvicorn": ("ui/web.py",),
}

# Asks a question and prints, a line each, what was connected to or looked up by name.
ASK_WATCHED = """
import sys
calls = []
watched = ("socket.connect", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname")
sys.addaudithook(lambda event, args: event in watched and calls.append((event, args[-1:])))
import askpapers
with askpapers.open(sys.argv[1]) as chain:
    assert chain.ask("How many attack types does AgentLAB implement?").citations
print(*calls, sep="\\n", end="")
"""


def sources(folder: str) -> Iterator[tuple[str, ast.Module]]:
    """Yield (path within the project, syntax tree) of each file in a folder."""
    for file in sorted((ROOT / folder).rglob("*.py")):
        yield file.relative_to(ROOT).as_posix(), ast.parse(file.read_text(encoding="utf-8"))


def imports(tree: ast.Module) -> Iterator[str]:
    """Yield the top-level package of each import, also of those inside functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def third_party() -> set[tuple[str, str]]:
    """Return (library, file) for each import of what is neither Python's nor ours."""
    return {
        (name, file)
        for folder in FOLDERS
        for file, tree in sources(folder)
        for name in imports(tree)
        if name not in FOLDERS and name not in sys.stdlib_module_names
    }


@pytest.mark.parametrize("folder", FOLDERS)
def test_folders_import_only_what_lies_below_them(folder):
    wrong = [
        f"{file} imports {name}"
        for file, tree in sources(folder)
        for name in imports(tree)
        if name in {*FOLDERS, "askpapers", "bench", "tests"} - FOLDERS[folder]
    ]
    assert wrong == []


def test_third_party_libraries_stay_at_their_borders():
    stray = [
        f"{file} imports {name}"
        for name, file in sorted(third_party())
        if not file.startswith(BORDERS.get(name, ()))
    ]
    assert stray == []


def test_every_border_is_in_use():
    assert set(BORDERS) == {name for name, _ in third_party()}


def test_every_imported_library_is_a_declared_dependency():
    providers = importlib.metadata.packages_distributions()
    declared = {normalised(name) for name in project()["dependencies"]}
    for name in BORDERS:
        assert declared.intersection(map(normalised, providers[name])), name


@pytest.mark.parametrize("folder", ["rag", "ingest"])
def test_the_library_prints_nothing(folder):
    printing = [
        f"{file}, line {node.lineno}"
        for file, tree in sources(folder)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", None) == "print"
    ]
    assert printing == []


def test_asking_opens_no_connection(sample_index):
    command = [sys.executable, "-c", ASK_WATCHED, str(sample_index)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_lock_files_hold_the_dependencies_with_hashes_and_no_address():
    locked = set()
    for file in ("requirements.lock", "requirements-dev.lock"):
        text = (ROOT / file).read_text(encoding="utf-8")
        pins = re.findall(r"^([\w.-]+)==.*(?:\n +--hash=sha256:[0-9a-f]{64}(?: \\)?)+$", text, re.M)
        assert len(pins) == len(re.findall(r"^[^\s#]", text, re.M))
        assert "/" not in text
        locked.update(pins)
    groups = pyproject()["dependency-groups"]
    wanted = [*project()["dependencies"], *groups["dev"], *groups["build"]]
    assert locked.issuperset(map(normalised, wanted))
    assert "torch" not in locked


def test_the_wheel_holds_the_packages_and_nothing_else(tmp_path):
    pytest.importorskip("hatchling", reason="building the wheel needs hatchling")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        names = set(wheel.namelist())
    info = f"askpapers-{project()['version']}.dist-info"
    assert {name.split("/")[0] for name in names} == {*FOLDERS, "askpapers.py", info}
    assert {"rag/glossary.tsv", "ui/assets/page.css", "ui/assets/page.js"} <= names
    assert {f"{info}/licenses/LICENSE", f"{info}/licenses/NOTICE"} <= names


def pyproject() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def project() -> dict:
    return pyproject()["project"]


def normalised(requirement: str) -> str:
    """The name that a requirement or distribution goes by in a lock file."""
    return re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", requirement)[0]).lower()
