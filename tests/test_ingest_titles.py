from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from ingest.titles import join_titles
from rag.types import Paper

TITLES = [
    Paper("1", "", title="OtterCam: Counting otters with a camera trap"),
    Paper("2", "", title="Tension models predict thread breaks in industrial power looms"),
    Paper("3", "", title="Fluorine-free electrolytes for sodium cells in hard frost"),
    Paper("4", "", title="A history of weaving"),
]


def joined(*abstracts: str, titles: Sequence[Paper] = TITLES) -> dict[int, str]:
    return {key: paper.id for key, paper in join_titles(enumerate(abstracts), titles).items()}


def test_joined_by_name_when_the_other_words_agree() -> None:
    assert joined("We introduce OtterCam, a camera trap for counting otters.") == {0: "1"}
    assert joined("We introduce OtterCam, a loss for weaving carpets.") == {}


def test_two_abstracts_with_one_name_share_no_title() -> None:
    text = "We introduce OtterCam, a camera trap for counting otters"
    assert joined(text + " by day.", text + " by night.") == {}


def test_not_joined_on_a_few_common_words() -> None:
    assert joined("Weaving has a long history, and looms break threads.") == {}


@pytest.mark.shared
@pytest.mark.parametrize("hidden", [0, 250])
def test_titles_of_a_conference(shared: Path, hidden: int) -> None:
    """Nearly half are found and none wrong; at most 1 % wrong where the right title is absent.

    Every fourth abstract, to be quick. Of all 1,996: 1,009 joined and none wrong; with the titles
    of 1,000 left out, 513 joined and 3 wrong.
    """
    folder = shared / "corpora" / "icml2026"
    lines = (folder / "corpus.jsonl").read_text("utf-8").splitlines()[::4]
    records = [json.loads(line) for line in lines]
    left_out = {record["id"] for record in random.Random(1).sample(records, hidden)}
    listed = [json.loads(line) for line in (folder / "all_titles.jsonl").open(encoding="utf-8")]
    titles = [Paper(t["id"], "", title=t["title"]) for t in listed if t["id"] not in left_out]
    found = join_titles(enumerate(record["text"] for record in records), titles)
    wrong = sum(title.id != records[key]["id"] for key, title in found.items())
    print(f"\n{len(found)} of {len(records)} joined, {wrong} wrong, {hidden} titles absent")
    assert len(found) - wrong >= 0.45 * (len(records) - hidden)
    assert wrong <= 0.01 * hidden
