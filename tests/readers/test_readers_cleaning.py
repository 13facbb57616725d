from __future__ import annotations

import contextlib

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ingest.abstracts import clean_abstract
from ingest.authors import authors
from ingest.casing import from_capitals
from ingest.cleaning import clean
from ingest.fields import arxiv_id, doi, year
from ingest.markup import untagged
from ingest.readers import RawRecord, find_sources, read_file
from rag.errors import InputFileError
from rag.plaintext import plain
from rag.types import Origin, Paper, Rejected

PROSE = "We watched forty owls through two winters and counted the mice."


def made(**fields: object) -> Paper:
    paper = clean(RawRecord(Origin("a", 1, 1), {"title": "Owls", **fields}))
    assert isinstance(paper, Paper)
    return paper


@pytest.mark.parametrize(
    ("given_form", "expected"),
    [
        ("Vell, Ona and van der Meer, Jan", ("Ona Vell", "Jan van der Meer")),
        ("Ona Vell, Bo Roe and Li Wei", ("Ona Vell", "Bo Roe", "Li Wei")),
        ("Vell, O., Roe, B.A., Li, W.", ("O. Vell", "B.A. Roe", "W. Li")),
        ("Vell O., Roe B.A.", ("O. Vell", "B.A. Roe")),
        ("Vell O; van Dal JW", ("O Vell", "JW van Dal")),
        ("Quill JA", ("JA Quill",)),
        ("Vell, Ona (57001); Roe, Bo (57002)", ("Ona Vell", "Bo Roe")),
        ("Ada Quill III", ("Ada Quill III",)),
        ("Ada Quill, Jr., Bo Roe", ("Ada Quill Jr.", "Bo Roe")),
        (["Quill, Ada, Jr."], ("Ada Quill Jr.",)),
        (["Quill, Ada, Jr.", "O'Dell, Sean"], ("Ada Quill Jr.", "Sean O'Dell")),
        (["Guild of Weavers and Dyers Association"], ("Guild of Weavers and Dyers Association",)),
        ([{"literal": "Owl Group, North"}], ("Owl Group, North",)),
        ([{"family": "Vell", "given": "Ona", "non-dropping-particle": "de"}], ("Ona de Vell",)),
        ([{"family": "王", "given": "小明"}, "李, 四"], ("王小明", "李四")),
        ("王小明，李四", ("王小明", "李四")),
        ("王小明; 李四", ("王小明", "李四")),
        ("Ona Vell and others", ("Ona Vell",)),
        ("Vell, Ona; et al.", ("Ona Vell",)),
        ("B\\'ela Erd\\H{o}s", ("Béla Erdős",)),
        (["Wei Li", "Wei Li"], ("Wei Li", "Wei Li")),
        (None, ()),
    ],
)
def test_authors(given_form, expected):
    assert authors(given_form) == expected


@given(st.lists(st.sampled_from(["Ona Vell", "O. Vell", "王小明", "Jan van Dal Jr.", "Ö Ü"])))
def test_authors_that_were_cleaned_stay(names):
    assert authors(list(names)) == tuple(names)


@pytest.mark.parametrize(
    ("given_form", "expected"),
    [
        ("<p>They <i>hear</i> &amp; see CO<sub>2</sub>.</p>", "They hear & see CO₂."),
        ("at 10<sup>-3</sup> lux, p &lt; 0.05", "at 10⁻³ lux, p < 0.05"),
        ("&amp;lt;i&amp;gt;In vivo&amp;lt;/i&amp;gt; work", "In vivo work"),
        ("<jats:sec><jats:title>Aim</jats:title><jats:p>See.</jats:p></jats:sec>", "Aim: See."),
        ("Let <mml:math><mml:mi>x</mml:mi><mml:mo>=</mml:mo><mml:mn>2</mml:mn></mml:math>.",
         "Let x=2."),
        ("<alternatives><mml:math><mml:mi>x</mml:mi></mml:math><tex-math>$x$</tex-math>"
         "</alternatives> is", "$x$ is"),
        ("Emit <UNDO>, <b> and <|end|> for x<y>z.", "Emit <UNDO>, <b> and <|end|> for x<y>z."),
        ("ABSTRACT: " + PROSE, PROSE),
        ("Abstract interpretation of owls is a method. " + PROSE,
         "Abstract interpretation of owls is a method. " + PROSE),
        (PROSE + " © 2020 Elsevier B.V. All rights reserved.", PROSE),
        (PROSE + " Copyright (c) 2004 Owl Press, Inc.", PROSE),
        (PROSE + "\n(PsycINFO Database Record (c) 2012 APA, all rights reserved)", PROSE),
        ("© 2019 Owl Press B.V. All rights reserved. " + PROSE, PROSE),
        ("Copyright of 1911 is why. " + PROSE, "Copyright of 1911 is why. " + PROSE),
        ("[No abstract available]", ""),
    ],
)  # fmt: skip
def test_abstract(given_form, expected):
    assert clean_abstract(given_form) == expected


@given(st.text())
@example("<b>&lt;b&gt;</b>&amp;amp;amp;amp;lt;")
def test_what_was_cleaned_of_tags_stays(text):
    once = untagged(untagged(text))
    assert untagged(once) == once


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("atten-\ntion is all", "attention is all"),
        ("state-of-\nthe-art owls", "state-of- the-art owls"),
        ("soft\u00adhyphen and zero\u200bwidth", "softhyphen and zerowidth"),
        ("<p>One</p><p>two</p>", "One two"),
        ("GR$^3$ and H₂O at 5\\%", "GR3 and H2O at 5%"),
    ],
)
def test_search_text(text, words):
    assert plain(text) == words


def test_titles():
    abstract = "We sequenced DNA of snowy owls near Tromsø."
    title = "SEQUENCING DNA OF SNOWY OWLS: A STUDY IN TROMSØ"
    assert from_capitals(title, abstract) == "Sequencing DNA of Snowy Owls: A Study in Tromsø"
    assert from_capitals("DNA OWL", abstract) == "DNA OWL"
    assert made(title="Erd\\H{o}s &amp; $x^2$ in <i>Bubo</i>").title == "Erdős & $x^2$ in Bubo"


@pytest.mark.parametrize(
    ("fields", "notice"),
    [
        ({"title": "RETRACTED: Owls of the north"}, "retracted"),
        ({"title": "Withdrawn: Owls"}, "withdrawn"),
        ({"title": "Owls (Retracted article. See vol. 3, pg 5, 2015)"}, "retracted"),
        ({"publication_type": ["Journal Article", "Retracted Publication"]}, "retracted"),
        ({"publication_type": "Retraction of Publication"}, None),
        ({"is_retracted": True}, "retracted"),
        ({"is_retracted": "False"}, None),
        ({"comments": "This paper has been withdrawn by the authors"}, "withdrawn"),
        ({"comments": "12 pages, 3 figures"}, None),
        ({"update_type": "retraction"}, "retracted"),
        ({"abstract": "This article was retracted by its authors."}, "retracted"),
        ({"title": "Why papers are retracted: a study", "abstract": "Some were withdrawn."}, None),
    ],
)
def test_notices(fields, notice):
    assert made(**fields).notice == notice


@pytest.mark.parametrize(
    ("given_form", "expected"),
    [
        ("https://dx.doi.org/10.5555/ABC.", "10.5555/abc"),
        ("DOI: 10.5555/abc(12)3)", "10.5555/abc(12)3"),
        ("10.5555%2Fabc", "10.5555/abc"),
        ("https://example.org/doi/10.5555/abc/full?x=1", "10.5555/abc"),
        ("10.5555/(SICI)1(1999)1<1::A-X>3.0.CO;2-V", "10.5555/(sici)1(1999)1<1::a-x>3.0.co;2-v"),
        ("10.5555/abc [doi]", "10.5555/abc"),
        ("10.1/abc", None),
    ],
)  # fmt: skip
def test_doi(given_form, expected):
    assert doi(given_form) == expected


def test_arxiv_identifiers_and_years():
    assert arxiv_id("arXiv:2101.00001v2 [cs.CL]") == "2101.00001"
    assert arxiv_id("https://arxiv.org/pdf/math.GT/0309136v1") == "math/0309136"
    assert made(venue="arXiv preprint arXiv:1706.00001").url == "https://arxiv.org/abs/1706.00001"
    assert (year("20200501"), year("2021 Jan"), year("in press")) == (2020, 2021, None)


def test_text_that_was_misread_once():
    assert made(authors=["ClÃ©ment Vell"]).authors == ("Clément Vell",)


@settings(deadline=None, max_examples=300)
@given(
    st.sampled_from(["a.bib", "a.ris", "a.csv", "a.json", "a.xml", "a.txt", "a.enw", "a.nbib"]),
    st.sampled_from(
        ["", "@article{a, title={", "TY  - JOUR\nTI  - ", "title,abstract\n\"", '[{"title": "',
         "<PubmedArticleSet><PubmedArticle><Article><ArticleTitle>", "PMID- 1\nTI  - ", "%0 B\n%T ",
         "PK\x03\x04", "PT J\nTI ", '{"results": [{"title": ']
    ),
    st.one_of(
        st.binary(max_size=80),
        st.text('@{}[]<>&;,"\\$%=\n\r\t aTY-ER:/1é', max_size=80).map(str.encode),
    ),
)  # fmt: skip
def test_nothing_but_our_own_error_escapes(tmp_path_factory, name, start, rest):
    path = tmp_path_factory.mktemp("any") / name
    path.write_bytes(start.encode("latin-1") + rest)
    for source in find_sources(path):
        if isinstance(source, Rejected):
            continue
        with contextlib.suppress(InputFileError):
            for record in read_file(source):
                cleaned = clean(record) if isinstance(record, RawRecord) else record
                assert cleaned.reason if isinstance(cleaned, Rejected) else cleaned.label
