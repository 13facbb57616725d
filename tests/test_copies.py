"""What may not be wrong with a copy: words added, conditions left out, words said twice."""

from __future__ import annotations

import pytest

from rag.support.copies import adds, broadens, renames, repeats
from rag.support.tails import hangs_on

SAID = [
    "We introduce Pondscope (PS), a float that measures methane above small ponds without a crew.",
    "In most cases Pondscope with two batteries runs for 40 days under open skies in summer.",
]


@pytest.mark.parametrize(
    "claim",
    [
        "We introduce Pondscope, a float that measures methane above small ponds without a crew.",
        "The authors present Pondscope (PS), a float that measures methane above small ponds "
        "without a crew.",
        "This paper describes a float that measures methane above small ponds without a crew.",
        "The Lake Group's float measures methane above small ponds without a crew.",
        "Crewless and cheap, it drifts over water.",  # no copy: other checks are for that
    ],
)
def test_a_copy_may_be_framed_and_named(claim):
    assert not adds(claim, SAID, "Pondscope by the Lake Group")


@pytest.mark.parametrize(
    "claim",
    [
        "Pondscope is a cheap float that measures methane above small ponds without a crew.",
        "A float that measures methane above small ponds without a crew (PS) is introduced.",
        "A float that measures methane above small ponds is loved by governments.",
        "It measures methane above small ponds without a crew, in summer.",
    ],
)
def test_what_a_copy_adds_is_told(claim):
    assert adds(claim, SAID[:1], "Pondscope")


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("In most cases Pondscope runs for 40 days under open skies in summer.", True),
        ("In most cases Pondscope with two batteries runs for 40 days in summer.", True),
        ("In most cases Pondscope with two batteries runs for 40 days under open skies.", False),
        ("In most cases it runs for 40 days under open skies in summer with two batteries.", False),
    ],
)
def test_a_condition_that_a_copy_leaves_out_is_told(claim, told):
    assert broadens(claim, SAID) == told


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("It combines methane sensing floats with methane sensing floats.", True),
        ("It measures methane above small ponds.", False),
        ("It is one of the first and one of the best.", False),
    ],
)
def test_words_that_are_said_twice_are_told(claim, told):
    assert repeats(claim, SAID) == told
    assert not repeats(claim, [claim])


NAMED = ["Mosswatch runs for 40 days on one battery.", "Pondscope is heavier than Mosswatch."]


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("Pondscope runs for 40 days on one battery.", True),
        ("GPT-4 runs for 40 days on one battery.", True),
        ("It runs for 40 days on one battery.", False),
        ("Mosswatch works for 40 days with one battery.", False),
        ("Mosswatch is lighter than Pondscope.", False),
    ],
)
def test_another_name_in_the_place_of_one_is_told(claim, told):
    assert renames(claim, NAMED) == told


@pytest.mark.parametrize(
    ("said", "claim", "told"),
    [
        ("Gas goes into the upper tank.", "Gas goes from the upper tank.", True),
        (
            "As Ponds (PD) grow, PD release more gas.",
            "As Ponds (PD) grow, SQ release more gas.",
            True,
        ),
        ("Large Pond Models release gas.", "LPMs release gas.", False),
        ("Gas goes into the upper tank.", "Gas goes to the upper tank.", False),
    ],
)
def test_a_name_or_a_preposition_in_the_place_of_another_is_told(said, claim, told):
    assert renames(claim, [said]) == told


CITED = ["CapImage draws what it reasons about before it answers questions on pictures."]


@pytest.mark.parametrize(
    ("claim", "supported"),
    [
        ("CapImage draws what it reasons about, which is a topic of lively debate.", False),
        ("CapImage draws what it reasons about, a challenge that earlier systems ignored.", False),
        ("CapImage draws what it reasons about, which is done before it answers.", True),
        ("CapImage, which draws what it reasons about, answers questions on pictures.", True),
    ],
)
def test_a_clause_hung_on_a_true_statement_is_told(claim: str, supported: bool) -> None:
    assert hangs_on(claim, CITED) is not supported
