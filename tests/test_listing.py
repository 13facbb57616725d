"""Lists and counts: exact properties are right in every case; topics on the sample."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from letters import LetterEmbedder

import askpapers
from rag.answering.listing.mentions import is_mentioned

WORDS = ["glacier", "otter", "loom", "violin", "harbor", "lentil", "comet", "saffron", "anvil"]
VENUES = ["Journal of Looms", "LOOMCON", "Harbor Letters", None]
AUTHORS = [
    "Ada Quillfeather",
    "Bo Ann Marsh",
    "Zoë Ümlautsen",
    "Ting Wang",
    "T. Wangari",
    "Li Wang",
]
# A planted name, ways to write it, and names that look like it and are others.
NAMES = {
    "ZorbNet": (["ZorbNet", "Zorb-Net", "zorbnet", r"\textsc{ZorbNet}", "Zorb Net", "ZorbNet-2"],
                ["ZorbNetting", "AZorbNet", "Zorb"]),
    "QX3": (["QX3", "QX-3", "QX$^3$", "QX3-Large", "qx3"], ["QX31", "QX3.5", "RQX3", "QX3b"]),
    "RVL": (["RVL", "RVLs", "RVL-Zero", "meta-RVL"], ["RVLR", "ARVL", "RVLbench"]),
}  # fmt: skip
LINKS = ["Code: https://github.com/lab/{}.", "Code is available at https://{}.github.io/page."]
PROMISES = ["Code will be released.", "All code and data will be open-sourced.", ""]


@dataclass
class Planted:
    """A record, and what was planted in it."""

    record: dict[str, Any]
    names: set[str]
    linked: bool
    position: bool


def planted(number: int, rng: random.Random) -> Planted:
    names = {name for name in NAMES if rng.random() < 0.3}
    said = [rng.choice(NAMES[name][0 if name in names else 1]) for name in NAMES]
    linked, empty, position = (rng.random() < share for share in (0.4, 0.1, 0.2))
    ending = rng.choice(LINKS).format(f"p{number}") if linked else rng.choice(PROMISES)
    story = " ".join(rng.choice(WORDS) for _ in range(25))
    abstract = f"Paper {number} of {story}. It tells of {', '.join(said)} and others. {ending}"
    title = f"{'Position: ' if position else ''}{rng.choice(WORDS)} {number} and the {story[:30]}"
    record = {
        "id": f"p{number}",
        "title": title,
        "abstract": "" if empty else abstract,
        "authors": rng.sample(AUTHORS, rng.randint(1, 2)),
        "year": rng.choice([2018, 2019, 2021, 2022, 2024, None]),
        "venue": rng.choice(VENUES),
    }
    return Planted(record, set() if empty else names, linked and not empty, position)


@pytest.fixture(scope="module", params=[1, 2, 3])
def collection(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[askpapers.Chain, list[Planted]]]:
    rng = random.Random(request.param)
    papers = [planted(number, rng) for number in range(rng.randint(20, 60))]
    folder: Path = tmp_path_factory.mktemp("random")
    file = folder / "papers.jsonl"
    file.write_text("\n".join(json.dumps(paper.record) for paper in papers), "utf-8")
    embedder = LetterEmbedder()
    askpapers.ingest([file], index=folder / "index", embedder=embedder)
    with closing(askpapers.open(folder / "index", embedder=embedder)) as chain:
        yield chain, papers


def since(low: int, high: int = 9999) -> Callable[[Planted], bool]:
    return lambda paper: low <= (paper.record["year"] or 0) <= high


def by(*names: str) -> Callable[[Planted], bool]:
    return lambda paper: not set(names).isdisjoint(paper.record["authors"])


def named(name: str) -> Callable[[Planted], bool]:
    return lambda paper: name in paper.names


def at(venue: str) -> Callable[[Planted], bool]:
    return lambda paper: paper.record["venue"] == venue


QUESTIONS: list[tuple[str, Callable[[Planted], bool]]] = [
    ("How many papers are there?", lambda paper: True),
    ("How many papers are from 2021?", since(2021, 2021)),
    ("Which papers were published since 2021?", since(2021)),
    ("Which papers were published between 2019 and 2022?", since(2019, 2022)),
    ("How many papers appeared before 2021?", since(1, 2020)),
    ("2021年以来的论文有哪些？", since(2021)),
    ("2019年到2021年有多少篇论文？", since(2019, 2021)),
    ("List all papers by Ada Quillfeather.", by("Ada Quillfeather")),
    ("Which papers are by Zoe Umlautsen?", by("Zoë Ümlautsen")),
    ("How many papers were written by Wang?", by("Ting Wang", "Li Wang")),
    ("Ting Wang写的论文有哪些？", by("Ting Wang")),
    ("Which papers were published at LOOMCON?", at("LOOMCON")),
    ("How many papers appeared in Harbor Letters?", at("Harbor Letters")),
    ("Which papers release code?", lambda paper: paper.linked),
    ("How many abstracts give a link?", lambda paper: paper.linked),
    ("有多少篇论文公开了代码？", lambda paper: paper.linked),
    ("How many position papers are there?", lambda paper: paper.position),
    ("Which papers have no abstract?", lambda paper: not paper.record["abstract"]),
    ("Which abstracts mention ZorbNet?", named("ZorbNet")),
    ("How many papers use zorb-net?", named("ZorbNet")),
    ("Which papers mention QX3?", named("QX3")),
    ("哪些论文提到了RVL？", named("RVL")),
    ("Which papers mention RVL and QX3?", lambda p: {"RVL", "QX3"} <= p.names),
    ("Which papers mention RVL or QX3?", lambda p: bool({"RVL", "QX3"} & p.names)),
    (
        "Which papers by Ting Wang since 2019 mention ZorbNet?",
        lambda p: by("Ting Wang")(p) and since(2019)(p) and named("ZorbNet")(p),
    ),
    (
        "How many LOOMCON papers from 2021 or later release code?",
        lambda p: at("LOOMCON")(p) and since(2021)(p) and p.linked,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("question", "belongs"), QUESTIONS, ids=[q for q, _ in QUESTIONS])
def test_exact_lists_are_right(
    collection: tuple[askpapers.Chain, list[Planted]],
    question: str,
    belongs: Callable[[Planted], bool],
) -> None:
    chain, papers = collection
    expected = {paper.record["id"] for paper in papers if belongs(paper)}
    answer = chain.ask(question)
    numbers = answer.sentences[0].citations
    assert {c.paper.id for c in answer.citations if c.number in numbers} == expected
    if expected:
        assert str(len(expected)) in answer.text.split("[")[0]
    else:
        assert answer.status is not askpapers.Status.ANSWERED


@pytest.mark.parametrize(
    ("spelling", "text", "held"),
    [
        ("Qwen", "Runs on Qwen2.5-VL.", True),
        ("RL", "trained with RLVR", False),
        ("RL", "an RL-based agent", True),
        ("GPT-4", "We use GPT-4o and GPT-4.1", False),
        ("Llama 3", "Llama-3-8B", True),
        ("AIR", "in the air", False),
        ("λ-GRPO", "lambda GRPO wins", True),
    ],
)
def test_a_mention_is_the_word_itself(spelling: str, text: str, held: bool) -> None:
    assert is_mentioned(spelling, text) is held


def test_every_sentence_of_a_list_is_cited(sample_chain: askpapers.Chain) -> None:
    answer = sample_chain.ask("Which abstracts mention GRPO?")
    assert answer.text.startswith("6 of the 57 papers")
    assert all(sentence.citations for sentence in answer.sentences)
    assert all("GRPO" in quote.text for c in answer.citations for quote in c.quotes)


def test_a_topic_that_is_absent_is_not_found(sample_chain: askpapers.Chain) -> None:
    answer = sample_chain.ask("Which papers are about protein structure prediction?")
    assert answer.status is askpapers.Status.NOT_FOUND
    assert answer.text.startswith("There are none among the 57 papers")


def test_papers_that_introduce_something(sample_chain: askpapers.Chain) -> None:
    answer = sample_chain.ask("Which papers introduce a new benchmark?")
    assert {"AgentLAB", "UOJ-Bench", "Persona2Web"} <= {c.paper.name for c in answer.citations}


@pytest.mark.parametrize(
    ("question", "is_list"),
    [
        ("Which quantizer works in low memory?", False),
        ("Recent works on agents", True),
        ("RL papers since 2024", True),
        ("Which benchmarks test agents over long horizons?", True),
        ("Which benchmarks are used by EvolveR?", False),
    ],
)
def test_works_behind_a_thing_is_a_verb(
    sample_chain: askpapers.Chain, question: str, is_list: bool
) -> None:
    assert (sample_chain.ask(question).kind is askpapers.Kind.LIST) is is_list


def test_what_is_in_the_collection(sample_chain: askpapers.Chain) -> None:
    answer = sample_chain.ask("What topics are in here?")
    assert answer.kind is askpapers.Kind.COLLECTION
    assert "57 papers" in answer.text
    assert all(sentence.citations for sentence in answer.sentences)


def test_numbers_over_the_years_are_counted(
    collection: tuple[askpapers.Chain, list[Planted]],
) -> None:
    chain, papers = collection
    answer = chain.ask("How many papers per year mention ZorbNet?")
    years = Counter(paper.record["year"] for paper in papers if "ZorbNet" in paper.names)
    assert dict(answer.by_year) == years
    assert all(f"{year}: {years[year]}" in answer.text for year in years if year)


@pytest.mark.parametrize("verb", ["appeared", "were published", "came out"])
def test_what_happens_each_year_is_no_topic(sample_chain: askpapers.Chain, verb: str) -> None:
    answer = sample_chain.ask(f"How many papers {verb} each year?")
    assert answer.by_year == ((2026, 57),)
