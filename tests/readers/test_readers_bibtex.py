from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rag.latex import unlatex
from rag.types import Rejected


def bib(key: str, title: str, *more: str) -> str:
    return "@article{%s,\n  title = {%s},\n  %s\n}\n" % (key, title, ",\n  ".join(more))  # noqa: UP031


def test_fields_macros_and_inheritance(read):
    text = """% Encoding: UTF-8
@string{jn = "Journal of Kites"}
@inproceedings{child, crossref = {Parent}, title = "Tails " # {of kites}, author = {Ona Vell}}
@article(b, title = {Strings}, journal = jn # { and Winds}, month = mar, year = 1999)
@proceedings{parent, title = {Kite Days}, year = {2007}}
"""
    child, article, _ = read(text, "a.bib")
    assert (child.title, child.venue, child.year) == ("Tails of kites", "Kite Days", 2007)
    assert (article.venue, article.year) == ("Journal of Kites and Winds", 1999)


@pytest.mark.parametrize(
    "broken",
    [
        "@article{x,\n  title = {Missing comma}\n  year = {2001}\n}\n",
        "@article{x,\n  title = {No end},\n  abstract = {It never closes.}\n\n",
        "@article{x,\n  title = {Open {brace},\n  abstract = {Words.}\n}\n",
        "@article{x,\n  title = {One too many}},\n  abstract = {Words.}\n}\n",
        '@article{x,\n  title = "No closing quote,\n  year = 2001\n}\n',
        "@article{x\n  title = {No comma behind the key},\n}\n",
        "@article{\n  title = {No key},\n}\n",
        "@article\n{x, title = {Brace on the next line}}\n",
        "@comment{ unclosed\n@article{x, title = {In it}}\n",
        "stray }}} text @ with signs\n@article{x, title = {Behind it}}\n",
    ],
)
def test_a_fault_costs_at_most_its_own_entry(read, broken):
    found = read(bib("a", "Before") + broken + bib("z", "After", "abstract = {Of its own.}"))
    assert found[0].title == "Before"
    assert (found[-1].title, found[-1].abstract) == ("After", "Of its own.")
    assert len(found) == 3
    assert "After" not in found[1].abstract


def test_authors_as_bibtex_parts_them(read):
    names = (
        "van der Meer, Jan and {Guild of Weavers and Dyers} and King, Jr., Ada and Li Wei"
        " and M{\\\"u}ller, J{\\'e}r{\\^o}me and others"
    )
    (paper,) = read(bib("a", "T", f"author = {{{names}}}"))
    assert paper.authors == (
        "Jan van der Meer", "Guild of Weavers and Dyers", "Ada King Jr.", "Li Wei", "Jérôme Müller",
    )  # fmt: skip


def test_text_and_formulas(read):
    (paper,) = read(
        bib(
            "a",
            "{BERT} on $x^{2}$ in {S}t. {\\O}rsted",
            "abstract = {5\\% of~\\emph{kites} \\& co.}",
        )
    )
    assert paper.title == "BERT on $x^{2}$ in St. Ørsted"
    assert paper.abstract == "5% of kites & co."


def test_biblatex_names(read):
    (paper,) = read(
        "@online{a, title={Kites}, subtitle={A study}, date={2019-03}, journaltitle={Sky},"
        " eprint={1901.00001v2}, eprinttype={arxiv}, doi={https://doi.org/10.5555/K.1}}"
    )
    assert (paper.title, paper.year, paper.venue) == ("Kites: A study", 2019, "Sky")
    assert (paper.url, paper.doi) == ("https://arxiv.org/abs/1901.00001", "10.5555/k.1")


def test_entry_without_title_is_reported_with_its_line(read):
    _, rejected = read(bib("a", "T") + "\n@misc{b,\n  doi = {10.5555/none}\n}\n", "a.bib")
    assert (rejected.record, rejected.line) == (2, 6)
    assert "10.5555/none" in rejected.reason


spaces = st.sampled_from(["", " ", "\n", "\t", "\n\n"])
word = st.text("abcdefghijk äé中", min_size=1, max_size=12).filter(str.strip)


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60
)
@given(
    titles=st.lists(st.tuples(word, spaces, spaces, st.sampled_from(["{}", '""'])), min_size=1),
    bom=st.booleans(),
    line_end=st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_every_entry_arrives(read, titles, bom, line_end):
    entries = [
        f"@article{{k{i},{gap}title{gap}={gap}{q[0]}{title}{q[1]},{after}}}{after}"
        for i, (title, gap, after, q) in enumerate(titles)
    ]
    text = ("\ufeff" if bom else "") + "".join(entries).replace("\n", line_end)
    found = read(text.encode(), "a.bib")
    assert [p.title for p in found] == [" ".join(title.split()) for title, *_ in titles]


@given(st.text())
def test_unlatex_takes_any_text(text):
    assert isinstance(unlatex(text), str)


@given(st.text("abc xyz.,$\\{}&%#_^~äπ中", max_size=40))
def test_what_is_escaped_comes_back(text):
    words = {"\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}"}
    escaped = "".join(words.get(c, "\\" + c if c in "&%$#_{}" else c) for c in text)
    assert unlatex(escaped) == text


TWO = """@article{a, title = {Owls}, year = 2001, abstract = {They {see} "mice".}}
@article{b,
  title = {Eels},
  abstract = "They see {no \\"o} mice.",
  year = {2002},
}
"""


def test_a_file_that_is_cut_short_anywhere_says_so_and_keeps_what_is_whole(read):
    for cut in range(TWO.index("{b,") + 1, TWO.rindex("}")):
        owls, *papers, fault = read(TWO[:cut], "a.bib")
        assert owls.abstract == 'They see "mice".'
        assert isinstance(fault, Rejected)
        assert (fault.file, fault.record, fault.line) == ("a.bib", 2, 2)
        kept = TWO[:cut].rstrip().endswith(("}", '"'))
        assert [paper.title for paper in papers] == ["Eels"] * kept, TWO[:cut]
    assert [paper.title for paper in read(TWO, "a.bib")] == ["Owls", "Eels"]
