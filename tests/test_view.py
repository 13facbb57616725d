"""Answers, cards, lists and words of the page, without a browser."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from viewing import ABSTRACT, ANSWER, PAPER, links, plain, quote

from rag.types import (
    AnswerSentence,
    Citation,
    Dropped,
    IndexInfo,
    Origin,
    Paper,
    Status,
)
from ui import view
from ui.turns import Turn
from ui.view.filters import held_to, where
from ui.view.links import quotes, read
from ui.view.plots import bars
from ui.view.sheet import sheet
from ui.view.words import CHINESE, ENGLISH


def test_marker_leads_to_the_paper_and_its_words():
    marker = next(link for link in links(view.answer(ANSWER, 7)) if "q=" in link)
    action, values = read(marker)
    assert action == "paper"
    assert values == {"id": "kites", "n": "1", "q": "17-47"}
    assert quotes(values["q"], PAPER) == list(ANSWER.citations[0].quotes)


def test_marker_leads_to_the_quote_that_its_own_sentence_rests_on():
    cited = (
        Citation(1, PAPER, (quote("Kites need wind."), quote("Their tails keep them steady."))),
    )
    answer = replace(
        ANSWER, text="They need wind. [1] The tails keep it steady. [1]", citations=cited
    )
    html = view.answer(answer, 0)
    assert [read(link)[1].get("at") for link in links(html)[:2]] == [None, "1"]


def test_long_run_of_markers_folds_into_a_list():
    many = tuple(Citation(n, replace(PAPER, id=f"p{n}")) for n in range(1, 10))
    text = "All of them." + "".join(f"[{n}]" for n in range(1, 10))
    html = view.answer(replace(ANSWER, text=text, citations=many), 2)
    assert html.count('class="ap-marker"') == 3
    assert "#papers?turn=2&n=4.5.6.7.8.9" in links(html)


def test_card_shows_what_the_paper_is():
    html = view.answer(ANSWER, 0)
    assert "KiteLab" in html
    assert "Ann Ash, Ben Birch, Cy Cedar et al. · Wind 2024 · " in html
    assert 'href="https://doi.org/10.5555/kites"' in html


def test_quoted_words_are_marked_in_the_card_and_within_the_abstract():
    html = view.answer(ANSWER, 0)
    marked = "<mark>They rise 90 metres in a gale.</mark>"
    assert marked in html
    assert f"Kites need wind. {marked} Their tails" in sheet(
        PAPER, ANSWER.citations[0].quotes, 1, 0, ENGLISH
    )


def test_number_that_cites_nothing_stays_text():
    html = view.answer(replace(ANSWER, text="In [2], Fe[1] and [\u20601] nothing. [1]"), 0)
    assert html.count('class="ap-marker"') == 1
    assert "In [2], Fe[1] and [\u20601] nothing." in plain(html)


def test_unsupported_sentence_is_struck_and_explained():
    sentences = (AnswerSentence("They rise."), AnswerSentence("They sink. [1]", (1,), False))
    html = view.answer(replace(ANSWER, text="They rise. They sink. [1]", sentences=sentences), 0)
    assert "They rise. <s>They sink.\u00a0</s>" in html
    assert "not supported" in html


@pytest.mark.parametrize("status", [Status.PARTLY, Status.NOT_FOUND, Status.AMBIGUOUS])
def test_status_is_said_unless_all_is_answered(status):
    assert f"ap-{status}" in view.answer(replace(ANSWER, status=status), 0)
    assert "ap-status" not in view.answer(ANSWER, 0)


def test_question_as_understood_notes_and_losses_are_shown():
    answer = replace(
        ANSWER,
        standalone="How high do kites rise?",
        notes=("Summaries.",),
        dropped=(Dropped("[9]", "no such paper"),),
    )
    shown = plain(view.answer(answer, 0))
    for words in ("How high do kites rise?", "Summaries.", "[9] no such paper"):
        assert words in shown


def test_frame_is_in_the_language_of_the_question():
    html = view.answer(replace(ANSWER, language="zh", status=Status.NOT_FOUND), 0)
    assert 'lang="zh-Hans"' in html
    assert "论文中没有提到" in html


def test_paper_without_a_title_is_named_by_its_words_and_place():
    paper = Paper("p", ABSTRACT, origins=(Origin("list.txt", 3, 12),))
    html = view.answer(replace(ANSWER, citations=(Citation(1, paper),)), 0)
    assert "Kites need wind. They rise 90 metres in…" in html
    assert "list.txt, paper 3, line 12" in html


@pytest.mark.parametrize(
    ("count", "told"), [(1, "1 paper "), (2, "2 papers "), (60_000, "60,000 papers")]
)
def test_papers_are_counted_as_one_speaks(count, told):
    info = IndexInfo("x", count, 1, 1, "m", 384, 1, (), {"a.jsonl": count})
    assert told in view.header(info)
    assert f"{count:,} 篇论文" in view.header(info, view.words_for("zh"))


def test_header_counts_the_papers_and_gives_the_notes():
    info = IndexInfo("x", 57, 60, 400, "m", 384, 1, ("Summaries only.",), {"a<b>.jsonl": 57})
    html = view.header(info)
    assert "57 papers from a&lt;b&gt;.jsonl" in html
    assert "Summaries only." in html


def test_html_is_one_line_so_that_it_stays_html_inside_markdown():
    answer = replace(ANSWER, text="One.\n\n```\na\n\nb\n```\n\n- two [1]")
    html = view.answer(answer, 0) + view.question(Turn("a\n\nb")) + view.draft("a\n\nb")
    assert "\n" not in html + sheet(PAPER, (), 1, 0, ENGLISH)


def test_years_are_plotted_where_there_are_several():
    html = bars([(2024, 5), (None, 1), (2023, 10)], ENGLISH)
    assert re.findall(r"--ap-height:(\d+)%", html) == ["50", "100"]
    assert bars([(2024, 5)], ENGLISH) == ""


def test_filter_is_read_with_care_and_told_in_words():
    scope = '{"year": [2020, null], "venue": "ICML", "has_code": true, "other": 1, "ids": []}'
    found = where(scope)
    assert found == {"year": (2020, None), "venue": "ICML", "has_code": True}
    assert held_to(found, ENGLISH) == "Only 2020–… · ICML · With code"
    assert where("[1") is None


def test_words_are_there_in_both_languages():
    english, chinese = vars(ENGLISH), vars(CHINESE)
    assert all(chinese.values())
    holes = re.compile(r"\{\w*\}")
    for name in ("limits", "added", "count", "compare_question", "quote_of", "understood"):
        for form in english[name].split("|"):
            assert sorted(holes.findall(form)) == sorted(holes.findall(chinese[name]))
