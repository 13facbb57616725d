from __future__ import annotations

from dataclasses import replace

import pytest

from ingest.duplicates import keys, merge, same_paper
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
