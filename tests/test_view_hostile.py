"""What strangers write is shown as text: it runs nothing, loads nothing, and leads nowhere."""

from __future__ import annotations

from dataclasses import replace

import pytest
from viewing import ANSWER, PAPER, attributes, links, tags

from rag.types import (
    Citation,
    Dropped,
    Quote,
)
from ui import view
from ui.turns import Turn
from ui.view import lists
from ui.view.markdown import blocks, web_address
from ui.view.sheet import sheet
from ui.view.side import Entry, side
from ui.view.words import ENGLISH

HOSTILE = (
    '<img src=x onerror="p()"><script>p()</script><iframe srcdoc="x"></iframe><style>*{}</style>'
    '<form action="http://e.example"><input></form> ![p](http://e.example/p.png) '
    "[c](javascript:p()) <svg/onload=p()> &lt;b&gt; \ue000x\ue001 \ue004y"
)


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
