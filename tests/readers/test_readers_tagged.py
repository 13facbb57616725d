from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rag.types import Rejected

RIS = """Provider: A Library

1.
TY  - JOUR
TI  - Owls of the north
  and the south
A1  - Brandt, Ulla
AU  - Odera P
PY  - 2011/04//
N2  - Owls hear in the dark.
AB  - Owls hear in the dark.
AB  - They fly 3 km
and rest.
KW  - owls
UR  - https://example.org/1
DO  - doi:10.5555/OWL.1
ER  -

Search Strategy: 1 owl/ (12)
C1  - Database: Some

TY  - CONF
T1  - No end tag
PY  - in press
TY  - JOUR
TI  - The last
"""


def test_ris(read):
    owls, unended, last = read("\ufeff" + RIS)
    assert owls.title == "Owls of the north and the south"
    assert owls.authors == ("Ulla Brandt", "P Odera")
    assert owls.abstract == "Owls hear in the dark.\nThey fly 3 km\nand rest."
    assert (owls.year, owls.doi, owls.keywords) == (2011, "10.5555/owl.1", ("owls",))
    assert (unended.title, unended.year, last.title) == ("No end tag", None, "The last")
    assert "Search" not in unended.abstract + owls.abstract


def test_ris_with_small_letters_or_one_space(read):
    small, narrow = read("ty  - JOUR\nti  - Small\ner  - \nTY - JOUR\nTI - Narrow\nER -\n")
    assert (small.title, narrow.title) == ("Small", "Narrow")


def test_a_line_of_text_is_no_tag(read):
    (paper,) = read("TY  - JOUR\nTI  - T\nAB  - We gave\nIL - 2 and\nER cells died.\nER  - \n")
    assert paper.abstract == "We gave\nIL - 2 and\nER cells died."


def test_ris_keeps_three_thousand_authors(read):
    people = "".join(f"AU  - Name{i % 2000}, Given\n" for i in range(3000))
    (paper,) = read(f"TY  - JOUR\nTI  - Collisions\n{people}ER  - \n")
    assert len(paper.authors) == 3000
    assert paper.authors[0] == "Given Name0"


NBIB = """
PMID- 1001
OWN - NLM
DP  - 2021 Jan
TI  - [Sleep of
      gulls].
LID - 10.5555/gull [doi]
AB  - AIM: To watch.
      Gulls slept.
FAU - Quill, Ada
AU  - Quill A
CN  - Gull Group
JT  - Birds
PT  - Retracted Publication
MH  - Gulls/*physiology
PMID- 1002
TI  - Second.
AU  - van Dal JW Jr
"""


def test_medline(read):
    first, second = read(NBIB, "a.nbib")
    assert (first.title, first.year, first.venue) == ("Sleep of gulls", 2021, "Birds")
    assert first.abstract == "AIM: To watch. Gulls slept."
    assert first.authors == ("Ada Quill", "Gull Group")
    assert (first.doi, first.notice) == ("10.5555/gull", "retracted")
    assert first.url == "https://pubmed.ncbi.nlm.nih.gov/1001/"
    assert (second.title, second.authors) == ("Second", ("JW van Dal Jr",))


def test_web_of_science(read):
    text = (
        "FN Clarivate Analytics Web of Science\nVR 1.0\nPT J\nAU Vell, O\n   Roe, B\n"
        "AF Vell, Ona\n   Roe, Bo\nTI Tides of\n   the bay\nSO BAY LETTERS\nDE tide; bay\n"
        "AB Tides rose.\nPY 2003\nDI 10.5555/TIDE\nER\n\nPT J\nTI No end\nPT J\nTI Last\nER\n\nEF\n"
    )
    tides, unended, last = read(text)
    assert (tides.title, tides.authors) == ("Tides of the bay", ("Ona Vell", "Bo Roe"))
    assert (tides.year, tides.doi, tides.keywords) == (2003, "10.5555/tide", ("tide", "bay"))
    assert (unended.title, last.title) == ("No end", "Last")


def test_refer(read):
    typed = (
        "%0 Journal Article\n%A Vell, Ona\n%T Tides\n%D 2003\n%X First.\n\nSecond.\n%R 10.5555/t\n"
    )
    one, two = read(typed + "\n%0 Book\n%T Bays\n", "a.enw")
    assert (one.title, one.authors, one.doi) == ("Tides", ("Ona Vell",), "10.5555/t")
    assert (one.abstract, two.title) == ("First.\n\nSecond.", "Bays")
    untyped = read("%A Ona Vell\n%T Tides\n\n%T Bays\n%D 1999\n", "b.ref")
    assert [paper.title for paper in untyped] == ["Tides", "Bays"]


titles = st.lists(
    st.text("abcdef ghäé中", min_size=1, max_size=20).filter(str.strip), min_size=1, max_size=8
)


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60
)
@given(
    titles=titles,
    ends=st.sampled_from(["ER  - \n", "ER  -\n", "", "ER  - \n\n\n12. \n"]),
    bom=st.booleans(),
    line_end=st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_every_record_of_ris_arrives(read, titles, ends, bom, line_end):
    text = "".join(f"TY  - JOUR\nTI  - {title}\n{ends}" for title in titles)
    found = read((("\ufeff" if bom else "") + text.replace("\n", line_end)).encode(), "a.ris")
    assert [paper.title for paper in found] == [" ".join(title.split()) for title in titles]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be", "cp1252"])
def test_ris_in_other_encodings(read, encoding):
    text = "TY  - JOUR\r\nTI  - Café Über den Möwen\r\nAU  - Müller, Zoë\r\nER  - \r\n"
    (paper,) = read(text.encode(encoding))
    assert (paper.title, paper.authors) == ("Café Über den Möwen", ("Zoë Müller",))


WHOLE = {
    "a.ris": ("TY  - JOUR\nTI  - {0}\nAB  - They {0}.\nER  - \n\n", "ER"),
    "a.nbib": ("PMID- {0}\nTI  - {0}.\nAB  - They {0}.\nSO  - J Sky. 2001\n\n", "SO  -"),
    "a.ciw": ("PT J\nTI {0}\nAB They {0}\nER\n\n", "ER"),
    "a.enw": ("%0 Journal Article\n%T {0}\n%X They {0} in the dark\n%D 2001\n\n", None),
}


@pytest.mark.parametrize("name", WHOLE)
def test_a_file_that_is_cut_short_says_so_and_keeps_what_is_whole(read, name):
    record, end = WHOLE[name]
    head = "FN ISI Export Format\nVR 1.0\n" if name == "a.ciw" else ""
    text = head + record.format("1") + record.format("2")
    last = text.rindex(record[:4])
    cuts = range(last + 6, text.rindex(end)) if end else range(text.index("They 2"), len(text) - 12)
    assert len(cuts) > 10
    for cut in cuts:
        first, *papers, fault = read(text[:cut], name)
        assert isinstance(fault, Rejected), text[:cut]
        assert (fault.file, fault.record) == (name, 2)
        assert fault.line == text[:last].count("\n") + 1
        assert (first.title, len(papers)) == ("1", 0 if end else 1)
    assert [paper.title for paper in read(text, name)] == ["1", "2"]
