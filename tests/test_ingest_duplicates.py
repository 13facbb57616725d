from __future__ import annotations

from dataclasses import replace

import pytest
from letters import Collection

from ingest.duplicates import same_paper
from ingest.merging import merge
from rag.identity import keys
from rag.types import Origin, Paper

TEXT = "Cameras at the weir saw otters in winter, and far fewer of them in summer and autumn."
OTHER = "Sodium cells lose most of their capacity in hard frost; a new electrolyte helps."
PAPER = Paper("1", TEXT, title="Otter counts on the Brill", authors=("Tom Ferry",), doi="10.5555/a")
BARE = replace(PAPER, doi=None)


@pytest.mark.parametrize(
    "other",
    [
        replace(PAPER, title="Otter counts at the Brill", abstract=TEXT + " Corrected."),
        replace(BARE, title="OTTER COUNTS, on the Brill", authors=("T. Ferry",)),
        replace(BARE, authors=(), abstract=TEXT.replace("weir", "Weir!")),
        replace(BARE, title=None, authors=()),
        replace(PAPER, doi="10.48550/arxiv.2601.00001"),
        Paper("", "", title="Otter counts on the Brill", authors=("Tom Ferry",)),
    ],
)
def test_same_paper(other: Paper) -> None:
    assert same_paper(PAPER, other)
    assert set(keys(PAPER)) & set(keys(other))


@pytest.mark.parametrize(
    "other",
    [
        replace(PAPER, doi="10.5555/b"),
        replace(PAPER, title="Sodium cells in hard frost", abstract=OTHER),
        replace(BARE, abstract=OTHER, authors=("Ida Brook",)),
        replace(BARE, abstract=OTHER),
        replace(BARE, title="Sodium cells in hard frost"),
        Paper("1", OTHER),
    ],
)
def test_when_in_doubt_two_papers_stay_two(other: Paper) -> None:
    assert not same_paper(PAPER, other)


def test_general_titles_tell_nothing() -> None:
    assert not same_paper(
        Paper("", "", title="Editorial", authors=("A B",)),
        Paper("", TEXT, title="Editorial", authors=("A B",)),
    )


def test_versions_on_arxiv_are_one_paper() -> None:
    one = Paper("", TEXT, title="Otters", url="https://arxiv.org/abs/2601.00001v1")
    two = Paper(
        "", TEXT + " More.", title="Otters, again", url="https://arxiv.org/pdf/2601.00001v3"
    )
    assert same_paper(one, two)


def test_merged_paper_has_the_richest_fields_and_every_origin() -> None:
    one = Paper("7", "", title="T", authors=("A B",), origins=(Origin("a", 1),))
    two = Paper(
        "8", TEXT, authors=("A B", "C D"), year=2020, doi="10.5555/a", origins=(Origin("b", 2),)
    )
    merged = merge([one, two])
    assert (merged.id, merged.title, merged.abstract, merged.year) == ("7", "T", TEXT, 2020)
    assert (merged.authors, merged.doi) == (("A B", "C D"), "10.5555/a")
    assert merged.origins == (Origin("a", 1), Origin("b", 2))


LONG = "A census of river otters along the whole of the Brill"
EMPTY = Paper("", "", title=LONG, authors=("Tom Ferry",), year=2020, venue="River Letters")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            replace(PAPER, doi="10.21203/rs.3.rs-77/v1"),
            replace(PAPER, doi="10.21203/rs.3.rs-77/v2"),
        ),
        (replace(PAPER, doi="10.12688/f1000.123.1"), replace(PAPER, doi="10.12688/f1000.123.2")),
        (replace(PAPER, doi="10.1101/2020.01.01.9v1"), replace(PAPER, doi="10.1101/2020.01.01.9")),
        (replace(PAPER, doi="10.1101/2020.01.01.9"), PAPER),
        (EMPTY, replace(EMPTY, authors=("T. Ferry", "I. Brook"), year=2021)),
        (EMPTY, replace(EMPTY, authors=(), venue=None)),
        (EMPTY, replace(EMPTY, authors=("Tom Férry Jr.",))),
        (replace(EMPTY, title="Editorial"), replace(EMPTY, title="Editorial")),
        (replace(BARE, title="布里尔河水獭计数"), BARE),
    ],
)
def test_versions_initials_and_translations_are_one_paper(one: Paper, other: Paper) -> None:
    assert same_paper(one, other)
    assert same_paper(other, one)
    assert set(keys(one)) & set(keys(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (replace(EMPTY, title="Editorial"), replace(EMPTY, title="Editorial", year=2021)),
        (replace(EMPTY, title="Introduction"), replace(EMPTY, title="Introduction", authors=())),
        (EMPTY, replace(EMPTY, authors=("Ida Brook",))),
        (EMPTY, replace(EMPTY, year=2024)),
        (replace(BARE, title=LONG + ", part I"), replace(BARE, title=LONG + ", part II")),
        (replace(BARE, title="Findings of OTTER20"), replace(BARE, title="Findings of OTTER21")),
        (replace(BARE, title="The Third Census"), replace(BARE, title="The First Census")),
        (PAPER, replace(PAPER, title="Something else", abstract=OTHER)),
    ],
)
def test_parts_campaigns_and_general_titles_stay_apart(one: Paper, other: Paper) -> None:
    assert not same_paper(one, other)
    assert not same_paper(other, one)


def test_the_published_version_goes_before_the_preprint_and_a_notice_holds() -> None:
    preprint = Paper("", TEXT + " More.", title="Counts", year=2019, venue="arXiv.org",
                     url="https://arxiv.org/abs/2601.00001", notice="withdrawn")  # fmt: skip
    published = Paper("", TEXT, title="Otter counts", year=2020, venue="River Letters",
                      doi="10.5555/a", url="https://doi.org/10.5555/a")  # fmt: skip
    merged = merge([preprint, published])
    assert (merged.title, merged.year, merged.venue) == ("Otter counts", 2020, "River Letters")
    assert (merged.doi, merged.url) == ("10.5555/a", "https://doi.org/10.5555/a")
    assert (merged.abstract, merged.notice) == (preprint.abstract, "withdrawn")


def test_records_that_say_little_are_found_again_and_not_doubled(tmp_path) -> None:
    collection = Collection(tmp_path)
    records = [
        {"title": "Editorial", "year": 2019}, {"title": "Editorial", "year": 2020},
        {"title": "Otters"}, {"title": "Editorial", "authors": "Tom Ferry", "year": 2020},
    ]  # fmt: skip
    file = collection.write("papers.jsonl", *records)
    assert collection.ingest(file).added == 4
    assert collection.ingest(file).unchanged == 4
    assert len(collection.papers()) == 4
