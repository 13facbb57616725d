from __future__ import annotations

import re

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rag.types import Rejected

PUBMED = """<?xml version="1.0" ?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle" "https://example.org/pubmed.dtd">
<PubmedArticleSet>
<PubmedArticle><MedlineCitation><PMID Version="1">77</PMID>
<Article><Journal><JournalIssue><PubDate><MedlineDate>2004 Jan-Feb</MedlineDate></PubDate>
</JournalIssue><Title>Owl Letters</Title></Journal>
<ArticleTitle>Owls &amp; <i>Mice</i> at 10<sup>-3</sup> lux.</ArticleTitle>
<ELocationID EIdType="doi">10.5555/OWL</ELocationID>
<Abstract><AbstractText Label="AIM">To <b>see</b>.</AbstractText>
<AbstractText Label="RESULTS">They saw.</AbstractText></Abstract>
<AuthorList><Author><LastName>Vell</LastName><ForeName>Ona</ForeName><Suffix>Jr</Suffix></Author>
<Author><CollectiveName>Owl Group</CollectiveName></Author></AuthorList>
<PublicationTypeList><PublicationType>Retracted Publication</PublicationType></PublicationTypeList>
</Article></MedlineCitation></PubmedArticle>
<PubmedArticle><MedlineCitation><Article><ArticleTitle>Broken</Article></MedlineCitation></PubmedArticle>
<PubmedArticle><MedlineCitation><Article><ArticleTitle>Fine &nbsp;&here;</ArticleTitle></Article>
</MedlineCitation></PubmedArticle>
</PubmedArticleSet>
"""


def test_pubmed(read):
    owls, broken, fine = read(PUBMED)
    assert owls.title == "Owls & Mice at 10⁻³ lux"
    assert owls.abstract == "AIM: To see.\nRESULTS: They saw."
    assert owls.authors == ("Ona Vell Jr", "Owl Group")
    assert (owls.year, owls.doi, owls.notice) == (2004, "10.5555/owl", "retracted")
    assert isinstance(broken, Rejected)
    assert (broken.line, "not valid XML" in broken.reason) == (15, True)
    assert fine.title == "Fine &here;"


def test_endnote(read):
    style = '<style face="normal">%s</style>'
    text = (
        "<xml><records><record><database>x</database><ref-type>17</ref-type><contributors><authors>"
        f"<author>{style % 'Vell, Ona'}</author></authors></contributors><titles><title>"
        f"{style % 'Ow'}{style % 'ls'}</title><secondary-title>Sky</secondary-title></titles>"
        f"<dates><year>{style % '2003'}</year></dates><abstract>{style % 'They hear.'}</abstract>"
        "<electronic-resource-num>doi:10.5555/owl</electronic-resource-num></record></records></xml>"
    )
    (paper,) = read(text, "a.xml")
    assert (paper.title, paper.venue, paper.year) == ("Owls", "Sky", 2003)
    assert (paper.authors, paper.doi) == (("Ona Vell",), "10.5555/owl")


ATOM = """<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns="http://www.w3.org/2005/Atom">
<title>search</title>
<entry><id>http://arxiv.org/abs/2101.00002v3</id><title>Owls in
 $\\mathbb{R}^2$</title><published>2021-01-01T00:00:00Z</published>
<summary>  We watch
 owls. </summary><author><name>Ona Vell</name></author>
<arxiv:comment>This paper has been withdrawn by the authors</arxiv:comment></entry>
<entry><id>http://arxiv.org/api/errors#bad</id><title>Error</title><summary>bad id</summary></entry>
</feed>
"""


def test_arxiv(read):
    owls, error = read(ATOM)
    assert (owls.title, owls.year) == ("Owls in $\\mathbb{R}^2$", 2021)
    assert (owls.abstract, owls.notice) == ("We watch\nowls.", "withdrawn")
    assert owls.url == "https://arxiv.org/abs/2101.00002"
    assert isinstance(error, Rejected)


def test_entities_are_never_expanded(read):
    bomb = '<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>'
    (paper,) = read(
        f"{bomb}<PubmedArticleSet><PubmedArticle><ArticleTitle/><Article><ArticleTitle>&b; &f;"
        "</ArticleTitle></Article></PubmedArticle></PubmedArticleSet>"
    )
    assert paper.title == "&b; &f;"


titles = st.lists(st.text("abc &<>é中", min_size=1).map(lambda t: f"x{t.strip()}"), max_size=6)


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=40
)
@given(titles, st.sampled_from(["", "\n", "\r\n"]), st.sampled_from(["", "p:"]))
def test_every_article_arrives(read, names, gap, prefix):
    def tag(name: str, inner: str) -> str:
        return f"<{prefix}{name}>{gap}{inner}</{prefix}{name}>"

    articles = [
        tag("PubmedArticle", tag("Article", tag("ArticleTitle", "x<![CDATA[" + name + "]]>")))
        for name in names
    ]
    found = read(tag("PubmedArticleSet", gap.join(articles)) if articles else PUBMED)
    assert len(found) == (len(names) or 3)


def test_jats(read):
    text = (
        '<article xmlns:xlink="x"><front><journal-meta><journal-title>Sky</journal-title>'
        "</journal-meta><article-meta><article-id pub-id-type='doi'>10.5555/owl</article-id>"
        "<title-group><article-title>Owls &amp; <italic>mice</italic></article-title></title-group>"
        "<contrib-group><contrib contrib-type='author'><name><surname>Vell</surname><given-names>"
        "Ona</given-names></name></contrib></contrib-group><pub-date><year>2003</year></pub-date>"
        "<abstract><sec><title>Aim</title><p>To see.</p></sec></abstract></article-meta></front>"
        "<body><p>More.</p></body></article>"
    )
    (paper,) = read(text, "a.nxml")
    assert (paper.title, paper.authors, paper.year) == ("Owls & mice", ("Ona Vell",), 2003)
    assert (paper.abstract, paper.venue, paper.doi) == ("Aim: To see.", "Sky", "10.5555/owl")


TWO = """<?xml version="1.0"?><!-- <a>note</a> -->
<PubmedArticleSet>
<PubmedArticle><MedlineCitation><PMID>1</PMID><Article><ArticleTitle>Owls &amp; mice</ArticleTitle>
</Article></MedlineCitation></PubmedArticle>
<PubmedArticle><MedlineCitation><PMID>2</PMID><Article><ArticleTitle>Eels &alpha; &lt; &#945;
</ArticleTitle></Article></MedlineCitation></PubmedArticle>
</PubmedArticleSet>
"""


def test_a_file_that_is_cut_short_anywhere_says_so_and_keeps_what_is_whole(read):
    ends = [match.end() for match in re.finditer("</PubmedArticle>", TWO)]
    for cut in range(TWO.index("<PMID>1"), TWO.index("</PubmedArticleSet>") + 18):
        *papers, fault = read(TWO[:cut], "a.xml")
        assert len(papers) == sum(cut >= end for end in ends), TWO[:cut]
        assert isinstance(fault, Rejected)
        assert (fault.file, fault.line is not None) == ("a.xml", True)
    assert "cut short" in fault.reason
    assert [paper.title for paper in read(TWO, "a.xml")] == ["Owls & mice", "Eels α < α"]


def test_files_joined_behind_one_another_are_whole_and_a_cut_one_among_them_is_not_the_end(read):
    assert len(read(TWO + TWO, "a.xml")) == 4
    feed = ATOM[: ATOM.index("</feed>")]
    assert "cut short" in read(feed, "a.xml")[-1].reason
