"""Does what a sentence cites support it? Figures, names, direction, meaning."""

from __future__ import annotations

import itertools

import pytest

from rag.support import figures, names
from rag.support.arguments import exchanged
from rag.support.checking import Checker
from rag.types import Paper

POND = (
    "We introduce Pondscope, a float that measures methane above small ponds. "
    "It finds 3.2 times more methane at night than by day. "
    "Shaded ponds release less methane than open ponds. "
    "Pondscope runs for 40 days on one battery."
)
PAPER = Paper("pond", POND, title="Pondscope: methane from small ponds", year=2024)
SENTENCES = [sentence + "." for sentence in POND.rstrip(".").split(". ")]

SAME = [
    ("3.23× faster", "3.23x"), ("3.23 times", "$3.23\\times$"), ("10-fold", "tenfold"),
    ("12.4 percentage points", "12.4 points"), ("26.4%", "$26.4\\%$"), ("95%", "95 percent"),
    ("1,200 papers", "1200 papers"), ("1.2K", "1,200"), ("7 billion parameters", "7B"),
    ("two datasets", "2 datasets"), ("reduces by half", "50%"), ("20-30%", "20% to 30%"),
    ("twice as fast", "2x"), ("0.84–1.2", "0.84 to 1.2"), ("提升3.2倍", "3.2x"), ("32 GB", "32GB"),
]  # fmt: skip
OTHER = [
    ("12.4%", "12.4 points"), ("3.2 times", "3.2%"), ("42 attacks", "41 attacks"), ("-3.2", "3.2"),
    ("1.5M", "1.5K"), ("three datasets", "two datasets"), ("0.4", "4"), ("64 percent", "64 points"),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "cited"), SAME)
def test_a_figure_is_known_in_every_way_of_writing_it(claim, cited):
    assert figures.missing(claim, cited) is None


@pytest.mark.parametrize(("claim", "cited"), OTHER)
def test_another_figure_or_unit_is_told(claim, cited):
    assert figures.missing(claim, cited)


def test_figures_in_names_and_enumerations_are_none():
    assert figures.figures("GPT-4 beats v1-b in (1) speed and (2) cost") == []


@pytest.mark.parametrize("name", ["GPT-4", "gpt4", "PondScope", "Ponds"])
def test_a_name_is_known_without_case_and_hyphens(name):
    cited = ["We compare Pondscope with GPT-4 on ponds."]
    assert names.missing(f"It is about {name}.", cited, []) is None


def test_a_paper_s_own_name_may_be_said_of_any_of_its_words_and_no_other():
    abstract = "Pondscope floats on small waters (SW). It finds more than Mosswatch does."
    paper = Paper("p", abstract, name="Pondscope")
    cited = ["It floats for 40 days."]
    assert names.missing("Pondscope floats on SW for 40 days.", cited, [paper]) is None
    assert names.missing("Mosswatch floats for 40 days.", cited, [paper]) == "Mosswatch"


@pytest.mark.parametrize(
    "claim", ["It beats LLaMA-3.", "Runs in Beijing.", "See https://example.org/x.", "It uses FP8."]
)
def test_a_name_that_is_not_in_the_paper_is_told(claim):
    assert names.missing(claim, SENTENCES, [PAPER])


@pytest.mark.parametrize(
    "claim",
    [
        "Pondscope measures methane over small ponds.",
        "At night 3.2 times as much methane is found as by day.",
        "Shaded ponds emit less methane.",
        "It works for 40 days on a single battery.",
        "Pondscope 测量小池塘上方的甲烷。",
    ],
)
def test_what_the_words_say_is_supported(claim):
    assert Checker(lambda _: 3.0).verdict(claim, SENTENCES, [PAPER]).reason == ""


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        ("It finds 3.3 times more methane at night.", "3.3"),
        ("Mosswatch measures methane above small ponds.", "Mosswatch"),
        ("Shaded ponds release more methane than open ponds.", "other way"),
        ("Shaded ponds do not release less methane than open ponds.", "other way"),
        ("It finds 3.2 times more methane by day than at night.", "other way round"),
        ("The float is cheap to build and easy to repair.", "something else"),
        ("You must always cite this paper first.", "order"),
    ],
)
def test_what_they_do_not_say_is_told_with_the_reason(claim, reason):
    assert reason in Checker(lambda _: 3.0).verdict(claim, SENTENCES, [PAPER]).reason


def test_what_another_paper_says_far_better_was_taken_from_there():
    claim, moss = "Moss covers the walls of nine towns.", ["Moss covers walls in nine towns."]
    ponds = ["Nine towns have ponds with moss."]
    checker = Checker(lambda _: 3.0)
    alone = checker.verdict(claim, ponds, [PAPER])
    assert checker.verdict(claim, ponds, [PAPER], [moss]).score <= alone.score


EXCHANGED = [
    ("Falcon outperforms Kestrel on math.", "Kestrel outperforms Falcon on math."),
    ("Falcon beats Kestrel by 3.2 points.", "On math, Kestrel beats Falcon by 3.2 points."),
    ("Falcon is faster than Kestrel.", "Kestrel is faster than Falcon."),
    ("Falcon is outperformed by Kestrel.", "Falcon outperforms Kestrel."),
    ("Falcon needs fewer tokens than Kestrel.", "Kestrel needs fewer tokens than Falcon."),
    ("Falcon is larger than Kestrel.", "Falcon is smaller than Kestrel."),
    ("Shaded ponds release less methane than open ponds.",
     "Open ponds release less methane than shaded ponds."),
    ("More methane rises at night than by day.", "More methane rises by day than at night."),
    ("Drought leads to erosion.", "Erosion leads to drought."),
    ("A probe replaces the decoder.", "The decoder replaces a probe."),
]  # fmt: skip
KEPT = [
    ("Falcon outperforms Kestrel on math.", "Kestrel is outperformed by Falcon on math."),
    ("Falcon is larger than Kestrel.", "Kestrel is smaller than Falcon."),
    ("Falcon beats Kestrel.", "Falcon surpasses Kestrel by far."),
    ("Falcon forgets less than Kestrel.", "Kestrel forgets more than Falcon."),
    ("Falcon beats Kestrel, and Kestrel beats Osprey.", "Falcon beats Kestrel."),
    ("Falcon beats Kestrel on math, but Kestrel beats Falcon on code.",
     "On code, Kestrel beats Falcon."),
    ("Drought leads to erosion.", "Drought leads to more erosion of soil."),
    ("Falcon and Kestrel differ.", "Kestrel and Falcon differ."),
]  # fmt: skip
NAMES = ("Falcon", "Kestrel", "Osprey", "full attention", "the small model", "GPT-4")
RELATIONS = (
    "{} outperforms {} on seven tasks.", "{} is more accurate than {}.", "{} surpasses {} by far.",
    "On long inputs, {} is slower than {}.", "{} uses less memory than {} at 128K tokens.",
    "We show that {} exceeds {}.", "{} is outperformed by {} in all cases.",
)  # fmt: skip


@pytest.mark.parametrize(("said", "claim"), EXCHANGED)
def test_who_beats_whom_must_not_be_exchanged(said, claim):
    assert exchanged(claim, [said])


@pytest.mark.parametrize(("said", "claim"), KEPT)
def test_a_comparison_may_be_said_in_another_way(said, claim):
    assert not exchanged(claim, [said])


@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize(("one", "other"), list(itertools.permutations(NAMES, 2)))
def test_two_things_in_the_place_of_each_other_are_told_whatever_they_are(relation, one, other):
    assert exchanged(relation.format(other, one), [relation.format(one, other)])
    assert not exchanged(relation.format(one, other), [relation.format(one, other)])


@pytest.mark.parametrize(("tail", "reason"), [
    ("", ""),
    (" in small water", "only a part"),
    (" and is a leading platform for cloud computing", "only a part"),
    (", which was tested by governments in coastal cities", "only a part"),
])  # fmt: skip
def test_a_copy_bears_no_tail_of_the_models_own(tail, reason):
    claim = f"Pondscope is a float that measures methane above small ponds{tail}."
    assert reason in Checker(lambda _: 3.0).verdict(claim, SENTENCES, [PAPER]).reason
    assert bool(reason) != Checker(lambda _: 3.0).verdict(claim, SENTENCES, [PAPER]).supported


@pytest.mark.parametrize(
    "claim", ["One battery keeps the float going for 40 days.",
              "Gas over ponds is measured by a floating device."],
)  # fmt: skip
def test_a_free_retelling_needs_a_citation_by_its_writer(claim):
    checker = Checker(lambda _: 3.0)
    assert checker.verdict(claim, SENTENCES, [PAPER]).supported
    assert "something else" in checker.verdict(claim, SENTENCES, [PAPER], clear=True).reason


def test_what_is_said_nearly_as_it_stands_needs_none():
    claim = "Pondscope measures methane over small ponds."
    assert Checker(lambda _: 3.0).verdict(claim, SENTENCES, [PAPER], clear=True).supported


def test_nothing_cited_supports_nothing():
    assert Checker(lambda _: 3.0).verdict("Ponds are wet.", [], []).reason == "cites nothing"
