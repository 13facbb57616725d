from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ingest.cleaning import clean
from ingest.naming import find_introduced, title_prefix, with_name
from ingest.readers import RawRecord, Source, read_file
from rag.plaintext import plain
from rag.types import Paper


def introduced(text: str) -> tuple[str, ...]:
    found = find_introduced(text)
    return (found.name, *found.others) if found else ()


@pytest.mark.parametrize(
    ("abstract", "expected"),
    [
        ("We introduce OtterCam, a camera trap. OtterCam counts.", ("OtterCam",)),
        ("Here we propose **W**eir **O**tter **C**ounts (WOC).", ("WOC", "Weir Otter Counts")),
        ("We present PeWe (Permute, then Weave), a loom.", ("PeWe", "Permute, then Weave")),
        ("We propose Slow Weaving, a method to weave.", ("Slow Weaving",)),
        ("Our method, called Shuttle, is fast. Shuttle wins.", ("Shuttle",)),
        ("We propose a paradigm named KG-Loom, which weaves. KG-Loom wins.", ("KG-Loom",)),
        (
            "We present Wool Group Rescaling (WG$^2$). WG$^2$ scales.",
            ("WG2", "Wool Group Rescaling"),
        ),
        (r"To mend it, we propose ${\it SceneLoom}$, a plan.", ("SceneLoom",)),
        ("We propose Think-at-Loom (TaL), a method.", ("Think-at-Loom", "TaL")),
        ("WeaveBench is introduced as the first benchmark. It has 12 looms.", ("WeaveBench",)),
    ],
)
def test_name_that_an_abstract_introduces(abstract: str, expected: tuple[str, ...]) -> None:
    assert introduced("Looms break threads. " + abstract) == expected


@pytest.mark.parametrize(
    "abstract",
    [
        "We study how LLMs revise answers using LoomARC, a benchmark of grids.",
        "Petri et al. (2025) introduce WeaveNet, and we analyse its errors.",
        "We propose a convex method based on kernel mean matching (KMM) for looms.",
        "GRPO is popular. We propose a modification to GRPO that weights prompts.",
        "We consider asymmetric weightings. They help from-scratch RL (as in R1-Zero).",
        "",
    ],
)
def test_no_name_where_none_is_introduced(abstract: str) -> None:
    assert introduced(abstract) == ()


def test_name_of_a_titled_paper() -> None:
    text = "We introduce looms. Loomy weaves 12 threads."
    assert with_name(Paper("1", text, title="Loomy: weaving faster")).name == "Loomy"
    assert with_name(Paper("1", text, title="Weaving: a history")).name is None
    assert with_name(Paper("1", text, title="Weaving", name="Given")).name == "Given"
    assert title_prefix("Beyond all these looms: what next?") is None
    assert title_prefix("L$^3$: Large Lookup Layers") == "L3"


def test_aliases_are_other_forms_and_spellings() -> None:
    paper = with_name(Paper("1", "We introduce AgentLOOM. Agents weave with AgentLOOM."))
    assert {"Agent LOOM", "Agent-LOOM"} <= set(paper.aliases)
    paper = with_name(Paper("1", "We propose Weir Otter Counts (WOC).", name="WOC"))
    assert paper.aliases == ("Weir Otter Counts",)


# -- measured --------------------------------------------------------------------------------------


def squashed(name: str | None) -> str | None:
    return re.sub(r"[\W_]", "", name).lower() if name else None


def read_jsonl(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.mark.shared
def test_names_of_the_57_given_abstracts(shared: Path) -> None:
    """At least 90 % right, and no name for the 8 that introduce none."""
    right = 0
    for gold in read_jsonl(shared / "eval" / "questions" / "papers.jsonl"):
        records = [
            r
            for r in read_file(Source(shared / "seeds" / gold["file"]))
            if isinstance(r, RawRecord)
        ]
        paper = clean(records[gold["index"] - 1])
        assert isinstance(paper, Paper)
        name = with_name(paper).name
        assert name is None or gold["name"] is not None
        right += squashed(name) == squashed(gold["name"])
    print(f"\nnames of the given abstracts: {right} of 57 right")
    assert right >= 0.9 * 57


@pytest.mark.shared
def test_names_agree_with_titles_of_a_conference(shared: Path) -> None:
    """The abstract alone gives the word before the title's colon, where that occurs in it."""
    right = total = 0
    for record in read_jsonl(shared / "corpora" / "icml2026" / "corpus.jsonl"):
        prefix, colon, _ = plain(record["title"]).partition(":")
        in_text = re.search(rf"(?<![\w-]){re.escape(prefix)}(?!\w)", plain(record["text"]))
        if colon and in_text and " " not in prefix:
            found = find_introduced(record["text"])
            total += 1
            right += bool(found) and squashed(found.name) == squashed(prefix)
    print(f"\nnames that agree with the title: {right} of {total}")
    assert right >= 0.85 * total
