"""Formulas, money, markup and tables in what is shown."""

from __future__ import annotations

import re

import pytest
from viewing import tags

from ui.view.formulas import formula_at
from ui.view.markdown import blocks, inline


@pytest.mark.parametrize(
    ("text", "source"),
    [
        (r"$\alpha$-foam", r"\alpha"),
        ("$k$-th", "k"),
        (r"$10\%$ of", r"10\%"),
        ("$T > 300$", "T > 300"),
        (r"$O(n \log n)$", r"O(n \log n)"),
        (r"\(x_1\)", "x_1"),
        (r"\[ y^2 = 3 \]", "y^2 = 3"),
        ("$$\na = b\n$$", "a = b"),
        (r"\begin{align}a&=b\end{align}", r"\begin{align}a&=b\end{align}"),
    ],
)
def test_formulas_are_found(text, source):
    formula = formula_at(text, 0)
    assert formula is not None
    assert formula.source == source


@pytest.mark.parametrize(
    "text",
    [
        "from $25 to $30 before",
        "$5 and $10 for $",
        "costs $25 to 30$ now",
        "US$7 and 5$ more",
        "$HOME/data:$PATH",
        "$('#x'), and `$code$`",
        "$5-$10",
        r"\[12\] and \(3, 4\)",
        "从 $25 到 30$",
    ],
)
def test_money_and_code_are_no_formulas(text):
    assert "ap-formula" not in blocks(text)


def test_formula_beside_letters_is_found_as_papers_write_it():
    assert inline("GR$^3$ takes O$(n)$").count("ap-formula") == 2


def test_highlighting_never_cuts_a_formula():
    text = "It is $a + b$ long."
    html = inline(text, [(0, 8)])
    assert "\ue000a + b\ue001" in html
    assert "<mark>It is </mark>" in html


@pytest.mark.parametrize(
    ("text", "html"),
    [
        (r"\textbf{\emph{Re}}late", "<strong><em>Re</em></strong>late"),
        ("**Bold** and *thin*", "<strong>Bold</strong> and <em>thin</em>"),
        (r"\texttt{code} at 85\%", "<code>code</code> at 85%"),
        ("``quoted'' words", "“quoted” words"),
        (r"\method works", r"\method works"),
        ("One.\n\nTwo.", "One.<br><br>Two."),
    ],
)
def test_markup_of_papers_is_shown_as_meant(text, html):
    assert inline(text) == html


@pytest.mark.parametrize(
    "text",
    [
        "snake_case_name, 3 * 4 * 5, 2*3*4, ~50, ~~x~~, 10^3, a_1",
        "<UNDO> <think> {0} <|endoftext|> %%%LATEX_BLOCK_0%%%",
        "# no heading, - no list, > no quote",
        "[text](http://e.example/x) ![p](http://e.example/p)",
    ],
)
def test_text_that_is_no_markup_stays_as_written(text):
    assert re.sub("&lt;", "<", re.sub("&gt;", ">", inline(text))) == text


def test_highlighting_nests_with_emphasis():
    nested = '<mark>a </mark><strong><mark class="ap-on">b</mark> c</strong> d'
    assert inline("a **b c** d", [(0, 5)]) == nested
    assert inline("abcdef", [(1, 3), (2, 5)]) == "a<mark>bcde</mark>f"


def test_tables_lists_and_code_of_an_answer_are_shown():
    html = blocks("| a | b |\n|---|---|\n| 1 | $4 |\n\n- x\n\n```\n<b>[1]</b>\n```", lambda *_: "M")
    assert {"table", "ul", "pre"} <= tags(html)
    assert "&lt;b&gt;[1]&lt;/b&gt;" in html
