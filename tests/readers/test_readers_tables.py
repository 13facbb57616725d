from __future__ import annotations

import csv
import io

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rag.errors import InputFileError
from rag.types import Rejected

HEADERS = {
    "Scopus": 'Authors,"Author full names",Title,Year,"Source title",DOI,Link,Abstract',
    "Zotero": '"Key","Publication Year","Author","Title","Publication Title","DOI","Abstract Note"',
    "PubMed": "PMID,Title,Authors,Citation,First Author,Journal/Book,Publication Year,DOI",
    "Lens": "Lens ID,Title,Date Published,Publication Year,Source Title,Author/s,Abstract,DOI",
    "Web of Science": "Authors,Article Title,Source Title,Publication Year,Abstract,DOI",
    "OpenAlex": "id,display_name,publication_year,doi,authorships.author.display_name,abstract",
    "IEEE": '"Document Title",Authors,"Publication Title","Publication Year",Abstract,DOI',
    "Covidence": "Title,Authors,Abstract,Published Year,Journal,DOI,Covidence #",
}


@pytest.mark.parametrize("origin", HEADERS)
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_columns_of_many_sources(read, origin, delimiter):
    header = next(csv.reader([HEADERS[origin]]))
    cells = {name: _cell(name) for name in header}
    table = io.StringIO()
    writer = csv.writer(table, delimiter=delimiter)
    writer.writerows([header, [cells[name] for name in header]])
    (paper,) = read(table.getvalue())
    assert (paper.title, paper.year) == ("Tides; a, study", 2003)
    assert paper.authors == ("Ona Vell", "Bo Roe")
    assert paper.doi == "10.5555/tide"


def _cell(name: str) -> str:
    plain = name.lower()
    if "author" in plain and "first" not in plain and "keyword" not in plain:
        return "Ona Vell|Bo Roe" if "." in plain else "Vell, Ona; Roe, Bo"
    if plain in ("title", "article title", "document title", "display_name"):
        return "Tides; a, study"
    if "year" in plain:
        return "2003"
    return "https://doi.org/10.5555/TIDE" if plain == "doi" else "Words."


def test_lines_before_the_header_and_printed_lists(read):
    preamble = "SEARCH QUERY,tides:ti\n-----\n\n"
    row = """"A","['Vell, Ona', 'Roe, Bo']","B\nC"\n"""
    table = preamble + "Title,Author Names,Abstract\n" + row
    (paper,) = read(table, "a.csv")
    assert (paper.title, paper.authors, paper.abstract) == ("A", ("Ona Vell", "Bo Roe"), "B\nC")
    assert paper.origins[0].line == 5


def test_a_quote_that_never_closes_costs_its_line(read):
    rows = "".join(f'"Title {i}","Text {i}"\n' for i in range(20))
    found = read(f'title,abstract\n"First","Fine"\n"Broken,"Text\n{rows}', "a.csv")
    assert [p.line for p in found if isinstance(p, Rejected)] in ([], [3])
    assert {"First", *(f"Title {i}" for i in range(20))} <= {
        p.title for p in found if not isinstance(p, Rejected)
    }


def test_guard_against_formulas_is_taken_off(read):
    found = read("title,abstract\n'=1+1 owls,'-5 degrees\n''@x,'tis so\n", "a.csv")
    assert [(p.title, p.abstract) for p in found] == [
        ("=1+1 owls", "-5 degrees"),
        ("'@x", "'tis so"),
    ]


def test_initials_behind_the_family_name(read):
    (paper,) = read('PMID,Title,Authors\n1,"Owls","Vell O, van Dal JW."\n', "a.csv")
    assert paper.authors == ("O Vell", "JW van Dal")


def test_table_without_a_title_says_so(read):
    with pytest.raises(InputFileError, match="no column that is called title or abstract"):
        read("a,b\n1,2\n", "a.csv")


def test_workbook(read, tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.append(["A search"])
    book.active.append(["Title", "Year", "Abstract"])
    book.active.append(["Owls", 2003, "They hear."])
    book.active.append([None, None, None])
    book.active.append(["Gulls", 2004.0, None])
    file = io.BytesIO()
    book.save(file)
    owls, gulls = read(file.getvalue(), "a.xlsx")
    assert (owls.title, owls.year, owls.abstract) == ("Owls", 2003, "They hear.")
    assert (gulls.title, gulls.year, gulls.origins[0].line) == ("Gulls", 2004, 5)
    (rejected,) = read(file.getvalue()[:-200], "b.xlsx")
    assert "damaged" in rejected.reason


cell = st.text("abc,;\t\"'é中 \n", max_size=20).map(lambda text: " ".join(f"x{text}".split()))


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=40
)
@given(
    rows=st.lists(st.tuples(cell, cell), min_size=1, max_size=10),
    delimiter=st.sampled_from([",", ";", "\t"]),
    quoting=st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
    bom=st.booleans(),
)
def test_every_row_arrives(read, rows, delimiter, quoting, bom):
    table = io.StringIO()
    csv.writer(table, delimiter=delimiter, quoting=quoting).writerows([("Title", "Venue"), *rows])
    found = read((("\ufeff" if bom else "") + table.getvalue()).encode(), "a.csv")
    assert [(p.title, p.venue) for p in found] == rows


def test_cards_of_embase(read):
    text = (
        '"SEARCH QUERY","owl"\n\n"TITLE","Owls, at night"\n"AUTHOR NAMES","Vell O.","Roe B."\n'
        '"ABSTRACT","They hear."\n"PUBLICATION YEAR","2003"\n\n"TITLE","Gulls"\n"DOI","10.5555/g"\n'
    )
    owls, gulls = read(text, "records.csv")
    assert (owls.title, owls.abstract, owls.year) == ("Owls, at night", "They hear.", 2003)
    assert owls.authors == ("O. Vell", "B. Roe")
    assert (gulls.title, gulls.doi, gulls.origins[0].line) == ("Gulls", "10.5555/g", 8)


def test_a_quote_that_never_closes_does_not_take_in_a_row_with_quotes_of_its_own(read):
    one, two, three, four = read(
        "id;title;abstract;year\n"
        '1;"Borrowed" ladders;Harbours kept "nine".;2012\n'
        '2;Tables;"Shared by 14; nobody complained;2013\n'
        '3;Fine;"A ""quoted"" abstract; with a semicolon\nin two lines.";2014\n'
        '4;"Last" words;"Quoted";2015\n',
        "a.csv",
    )
    assert (one.title, one.abstract) == ('"Borrowed" ladders', 'Harbours kept "nine".')
    assert (two.line, "never closed" in two.reason) == (3, True)
    assert three.abstract == 'A "quoted" abstract; with a semicolon\nin two lines.'
    assert (three.title, three.year, three.origin.line) == ("Fine", 2014, 4)
    assert (four.title, four.abstract, four.year) == ('"Last" words', "Quoted", 2015)


def test_notes_and_attachments_of_zotero_are_no_papers(read):
    owls, *others = read(
        "Item Type,Title,Abstract Note\n"
        "journalArticle,Owls,They hear.\n"
        "note,,A note to myself.\n"
        "attachment,Full Text PDF,\n"
        "note,A note in a journal,Which Scopus calls so.\n",
        "a.csv",
    )
    assert owls.title == "Owls"
    note, attachment, article = others
    assert (note.line, attachment.line, article.title) == (3, 4, "A note in a journal")
    assert "'note'" in note.reason
    assert "'attachment'" in attachment.reason
