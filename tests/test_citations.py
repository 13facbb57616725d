"""Citations in every form that models write end as our markers; other brackets stay as they are."""

from __future__ import annotations

import random
import re

import pytest

from rag.answering.draft import Draft, DraftSentence, Support
from rag.answering.written.excerpts import Excerpts, Found, labelled
from rag.answering.written.reply import preview, read
from rag.answering.written.thinking import answer_in
from rag.citations import Numbering, cite
from rag.types import Paper, Quote, Status

PAPERS = [
    Paper("a", "Alpha rises in spring.", name="Alphascope", authors=("Ada Quill",), year=2021),
    Paper("b", "Beta sinks in autumn.", title="Beta and its ebb", authors=("B. Orrin",), year=2022),
    Paper("c", "Gamma stays all year.", name="Gammawatch", authors=("Cy Tarn",), year=2023),
]
HIDDEN = "\u2060"


@pytest.fixture(scope="module")
def excerpts() -> Excerpts:
    return labelled([Found(p, Quote(p.abstract, 0, len(p.abstract)), 1.0) for p in PAPERS], "q")


def final(raw: str, excerpts: Excerpts) -> tuple[str, set[int]]:
    """The text of an answer as it would be shown, its check left out, and the cited numbers."""
    sentences = tuple(
        DraftSentence(c.text, tuple(Support(p, q) for p, q in c.targets), c.lead)
        for c in read(raw, excerpts).claims
    )
    cited = cite(Draft(Status.ANSWERED, sentences), Numbering())
    return cited.text, {citation.number for citation in cited.citations}


def cited_papers(raw: str, excerpts: Excerpts) -> list[list[str]]:
    return [[paper.id for paper, _ in claim.targets] for claim in read(raw, excerpts).claims]


FORMS = {
    "[1]": "a", "[1, 3]": "ac", "[1-3]": "abc", "[1–2]": "ab", "[1][3]": "ac", "[1] [2]": "ab",
    "[1; 2]": "ab", "[1 and 3]": "ac", "【2】": "b", "【2†source】": "b", "［3］": "c",
    "[[2]]": "b",
    "(source 2)": "b", "(Sources 1 and 3)": "ac", "(see paper 2)": "b", "[Source: 3]": "c",
    "[ref. 1]": "a", "[^2]": "b", "<sup>3</sup>": "c", "<sup>[1]</sup>": "a", "¹": "a",
    "(Quill et al., 2021)": "a", "[来源 2]": "b", "（论文1）": "a", "[99]": "", "[7, 9]": "",
    "[0]": "", "(source 8)": "", "(Meier & Huber, 2020)": "", "【12】": "",
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_each_form_becomes_our_marker_or_is_removed_and_reported(form, excerpts):
    raw = f"Alpha rises in spring {form}. Nothing else is known.".replace(" ¹", "¹")
    text, numbers = final(raw, excerpts)
    assert "".join(cited_papers(raw, excerpts)[0]) == FORMS[form]
    assert text.startswith("Alpha rises in spring.") or form == "[7, 9]"
    assert bool(read(raw, excerpts).dropped) != bool(numbers) or form == "[7, 9]"


@pytest.mark.parametrize(
    "form",
    ["[{0}]", "[{0}, {1}]", "({0})", "`{0}`", "[{0}][{1}]", "{0}", "[{0}; {1}]", "[{0} {1}]"],
)
def test_our_own_labels_in_every_form(form, excerpts):
    labels = [item.label for item in excerpts.items]
    raw = f"Alpha rises in spring {form.format(*labels)}. So it is."
    assert cited_papers(raw, excerpts)[0] == (["a", "b"] if "{1}" in form else ["a"])
    assert not any(label in final(raw, excerpts)[0] for label in labels)


def test_a_label_in_the_running_text_gives_way_to_the_papers_name(excerpts):
    raw = f"Then {excerpts.items[0].label} says that it rises."
    assert final(raw, excerpts)[0] == "Then Alphascope says that it rises. [1]"


@pytest.mark.parametrize(
    "kept",
    [
        "the interval [0, 1]", "from [18-94] years", "in [2019]", "a [2 mol] salt", "[ ] open",
        "[x] done", "[[1, 2], [2, 1]]", "Fe[3]", "v[1]", "m[0][2]", "a list [] or [n]",
        "`data[1]`", "$x_{[1]} = a[2]$", "\\(E [2]\\)", "[1](https://example.org/one)",
        "[see][2]", "f(x)[1]", "p < .05 (1)",
    ],
)  # fmt: skip
def test_brackets_that_are_no_citations_stay(kept, excerpts):
    text, numbers = final(f"Alpha has {kept} and more.", excerpts)
    assert kept in text.replace(HIDDEN, "")
    assert numbers == set()


def test_code_formulas_and_footnotes_stay_letter_by_letter(excerpts):
    block = "```python\nx = data[1] + data[2]   # see [2]\n```"
    formula, note = "\\[ E = mc^2 \\tag{2} \\]", "A note[^1].\n\n[^1]: Ask Ada."
    raw = "\n\n".join(["Alpha rises [1].", block, formula, note])
    text, _ = final(raw, excerpts)
    assert block in text
    assert "\\[ E = mc^2 \\tag{2} \\]" in text
    assert "note[^1]" in text


def test_the_models_own_list_of_references_is_left_out_and_reported(excerpts):
    raw = "Alpha rises [1].\n\nReferences\n[1] Okonjo (2031). All. https://example.org/never"
    assert final(raw, excerpts)[0] == "Alpha rises. [1]"
    assert "Okonjo" in read(raw, excerpts).dropped[-1].marker


def test_a_work_that_is_not_in_the_collection_is_reported(excerpts):
    reply = read("Okonjo and Lind (2031) proved it.", excerpts)
    assert reply.dropped[0].marker == "Okonjo and Lind (2031)"
    assert "no paper" in reply.dropped[0].reason


@pytest.mark.parametrize(
    ("raw", "answer"),
    [
        ("<think>\n[2] hm\n</think>\n\nIt is so [1].", "It is so [1]."),
        ("I ponder [3].\n</think>\n\nIt is so.", "It is so."),
        ("<think>\n\n</think>\n\nIt is so.", "It is so."),
        ("<think>I ponder and", ""),
        ("<think>one</think>It is <think>two</think>so.", "It is so."),
        ("<think>p</think>The tag `<think>` opens it.", "The tag `<think>` opens it."),
        ("<thinking>a</thinking>\nSo.", "So."),
    ],
)
def test_thoughts_are_no_part_of_an_answer(raw, answer):
    assert answer_in(raw).strip() == answer


WORDS = ("alpha", "rises", "sinks", "in", "spring", "the", "of", "and", "3.2", "times", "40", "%")
DECOYS = (
    "[0, 1]", "[18-94]", "[2019]", "[2 mol]", "[n]", "Fe[3]", "`v[1]`", "$x_{[1]}$", "`a[0][2]`",
    "[[1, 2], [2, 1]]", "[1](https://example.org/1)", "\\(y[2]\\)", "(1)", "10²", "i[j]",
)  # fmt: skip


def generated(chance: random.Random, excerpts: Excerpts) -> tuple[str, list[str]]:
    """An answer of random words, citations and brackets; and the brackets that are to stay."""
    labels = [item.label for item in excerpts.items]
    own = [f"[{label}]" for label in labels] + [f"[{labels[0]}, {labels[2]}]", "[q9z]"]
    pieces, kept = [], []
    for _ in range(chance.randint(1, 4)):
        for _ in range(chance.randint(2, 5)):
            pieces.append(chance.choice(WORDS))
            if chance.random() < 0.2:
                kept.append(chance.choice(DECOYS))
                pieces.append(kept[-1] + " then")
        marker = chance.choice([*FORMS, *own, "", ""])
        pieces.append(chance.choice([f"{marker}.", f"ends {marker}.", f"ends. {marker}"]))
        pieces.append(chance.choice(["", "", "\n\n", "\n- "]))
    text = re.sub(r"(?<=\n) ", "", " ".join(piece for piece in pieces if piece))
    return chance.choice(["", "<think>[2] a</think>"]) + text, kept


def markers(text: str) -> list[int]:
    """The numbers that a reader would take for citations: outside of code, formulas and links."""
    text = re.sub(r"`[^`]*`|\$[^$\n]*\$|\\\(.*?\\\)|\[[^\]]*\]\(http[^)]*\)|\[\[.*?\]\]", " ", text)
    return [int(number) for number in re.findall(r"(?<![A-Za-z0-9])\[(\d+)\]", text)]


def test_ten_thousand_answers_in_random_pieces(excerpts):
    chance = random.Random(1)
    for _ in range(10_000):
        raw, kept = generated(chance, excerpts)
        text, numbers = final(raw, excerpts)
        assert set(markers(text)) <= numbers, raw
        shown = text.replace(HIDDEN, "")
        assert all(shown.count(decoy) >= kept.count(decoy) for decoy in kept), raw
        assert not any(item.label in text for item in excerpts.items), raw
        cut = chance.randint(0, len(raw))
        known: dict[str, int] = {}
        assert set(markers(preview(raw[:cut], excerpts, known))) <= set(known.values()), raw
