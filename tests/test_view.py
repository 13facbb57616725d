from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from rag.types import (
    Answer,
    AnswerSentence,
    Citation,
    Dropped,
    IndexInfo,
    Kind,
    Origin,
    Paper,
    Quote,
    Status,
)
from ui import view
from ui.turns import Turn
from ui.view import lists
from ui.view.filters import held_to, where
from ui.view.formulas import formula_at
from ui.view.links import quotes, read
from ui.view.markdown import blocks, inline, web_address
from ui.view.plots import bars
from ui.view.sheet import sheet
from ui.view.side import Entry, side
from ui.view.words import CHINESE, ENGLISH

ABSTRACT = "Kites need wind. They rise 90 metres in a gale. Their tails keep them steady."
PAPER = Paper(
    id="kites",
    abstract=ABSTRACT,
    title="How Kites Rise",
    name="KiteLab",
    authors=("Ann Ash", "Ben Birch", "Cy Cedar", "Di Dogwood"),
    year=2024,
    venue="Wind 2024",
    doi="10.5555/kites",
    url="https://kites.example/paper",
)


def quote(text: str) -> Quote:
    start = ABSTRACT.index(text)
    return Quote(text, start, start + len(text))


ANSWER = Answer(
    question="How high?",
    standalone="How high?",
    kind=Kind.FACT,
    status=Status.ANSWERED,
    text="They rise 90 metres in a gale. [1]",
    citations=(Citation(1, PAPER, (quote("They rise 90 metres in a gale."),)),),
)


def plain(html: str) -> str:
    return re.sub(r"<[^>]*>|[\ue000-\ue003]", "", html)


# -- answers -----------------------------------------------------------------------------------


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
    assert re.findall(r"--ap-height:(\d+)%", html) == ["100", "50"]
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
    for name in ("limits", "added", "compare_question", "quote_of", "understood"):
        assert sorted(holes.findall(english[name])) == sorted(holes.findall(chinese[name]))


# -- hostile text ------------------------------------------------------------------------------

HOSTILE = (
    '<img src=x onerror="p()"><script>p()</script><iframe srcdoc="x"></iframe><style>*{}</style>'
    '<form action="http://e.example"><input></form> ![p](http://e.example/p.png) '
    "[c](javascript:p()) <svg/onload=p()> &lt;b&gt; \ue000x\ue001 \ue004y"
)


class Elements(HTMLParser):
    """Every start tag of a page, as a browser would read it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def tags(html: str) -> set[str]:
    return {tag for tag, _ in Elements(html).found}


def attributes(html: str) -> set[str]:
    return {name for _, attributes in Elements(html).found for name in attributes}


def links(html: str) -> list[str]:
    return [found["href"] or "" for tag, found in Elements(html).found if tag == "a"]


def test_every_word_of_a_stranger_is_escaped():
    paper = replace(
        PAPER, title=HOSTILE, name=HOSTILE, authors=(HOSTILE,), venue=HOSTILE, abstract=HOSTILE,
        doi='10.1/x" onclick="p()', url="javascript:p()",
    )  # fmt: skip
    citation = Citation(1, paper, (Quote(HOSTILE[:40], 0, 40),))
    answer = replace(
        ANSWER, question=HOSTILE, standalone=HOSTILE + "?", text=HOSTILE + " [1]", notes=(HOSTILE,),
        citations=(citation,), dropped=(Dropped(HOSTILE, HOSTILE),),
    )  # fmt: skip
    html = view.answer(answer, 0) + view.question(Turn(HOSTILE)) + view.failure(HOSTILE)
    html += sheet(paper, citation.quotes, 1, 0, ENGLISH) + view.suggestions([HOSTILE])
    html += lists.papers([paper], 1, {}, ENGLISH).replace("<input", "<known")
    html += side([Entry("x", HOSTILE)], "x", "no", ENGLISH)
    assert not tags(html) & {"img", "script", "iframe", "style", "form", "input", "svg"}
    assert not [name for name in attributes(html) if name.startswith("on")]
    outside = {link for link in links(html) if not link.startswith("#")}
    assert outside == {"https://doi.org/10.1/x%22%20onclick%3D%22p()"}


def test_pictures_in_answers_are_named_and_links_open_web_addresses_only():
    html = blocks("![cat](http://e.example/c.png) [a](https://e.example) [b](data:text/html,x)")
    assert "<img" not in html
    assert "[cat]" in html
    assert links(html) == ["https://e.example"]


@pytest.mark.parametrize("url", ["javascript:x", "data:,x", "ftp://a.b", "//a.b", "http:", None])
def test_only_web_addresses_are_linked(url):
    assert web_address(url) is None
    assert web_address("https://a.example/b?c=d") == "https://a.example/b?c=d"


# -- formulas and money ------------------------------------------------------------------------


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


# -- markup in prose ---------------------------------------------------------------------------


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
