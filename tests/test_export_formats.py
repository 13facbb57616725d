"""Papers as BibTeX, RIS, CSL-JSON, CSV, JSON Lines and Markdown: what goes out comes back."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from ingest.cleaning import clean
from ingest.readers import Source, read_file
from rag.errors import UsageError
from rag.export import FORMATS, citation, papers_to
from rag.types import Paper, Rejected
from ui.cli import main

SUFFIXES = {"bibtex": "bib", "ris": "ris", "csl": "json", "csv": "csv", "jsonl": "jsonl"}
PAPER = Paper(
    id="vb20",
    abstract="We use $a_{i}$ & 50% of {x}.\nIt's -- ‘ok’ in C#, ~10^3 µm.",
    title="=A study of β & “LaTeX”: \\alpha_1",
    authors=("Ludwig van Beethoven Jr.", "李伟", "World Health Organization", "Ö. O'Neil-Šå"),
    year=2020,
    venue="Proceedings of X & Y",
    doi="10.1234/a_b(c)/1",
    url="https://example.org/~a_b?x=1&y=%20#z",
    keywords=("loops", "C#"),
    notice="retracted",
)


def read_back(format: str, papers: list[Paper], folder: Path) -> list[Paper]:
    file = folder / f"papers.{SUFFIXES[format]}"
    file.write_text(papers_to(format, papers), "utf-8")
    records = read_file(Source(file))
    read = [record if isinstance(record, Rejected) else clean(record) for record in records]
    assert not any(isinstance(paper, Rejected) for paper in read), read
    return [paper for paper in read if isinstance(paper, Paper)]


def known(paper: Paper) -> tuple[object, ...]:
    return (
        paper.title, paper.authors, paper.year, paper.venue, paper.doi, paper.abstract,
        paper.meeting,
    )  # fmt: skip


SPECIAL = "{}\\$%&#_^~\"'`-=+@,;:!?()[]<>|*/. \n äßÉñøłçœ µ²λ→≤ 深度学习の論문 ﬁ😀 abcdeXYZ019"
TEXT = st.text(st.sampled_from(SPECIAL), min_size=1, max_size=60)
LATEX = st.sampled_from(
    [
        "$a_{i}^2$",
        "\\alpha",
        "{\\'e}",
        "50\\%",
        "\\textbf{x}",
        "$5 and $10",
        "--",
        "``q''",
        "\\(x\\)",
    ]
)
ONE_LINE = st.lists(TEXT | LATEX, max_size=4).map(lambda parts: " ".join(" ".join(parts).split()))
LINES = st.lists(ONE_LINE, max_size=4).map(
    lambda lines: "\n".join(filter(None, (line.strip() for line in lines)))
)
NAMES = st.sampled_from(
    [
        "Ada Quill", "Ludwig van Beethoven", "Ada Quill Jr.", "李伟", "王 小明", "Ömer Ş. Çelik",
        "J.-P. Ó Sé", "World Health Organization", "Aristotle",
        "X {Y} $Z$", "Al-Hasan ibn Ali", "Maria de la Cruz", "R&D Group",
    ]
)  # fmt: skip
PAPERS = st.builds(
    Paper,
    id=st.just(""),
    title=ONE_LINE.filter(lambda text: len(text) > 3),
    authors=st.lists(NAMES, unique=True, max_size=4).map(tuple),
    year=st.none() | st.integers(1500, 2099),
    venue=st.none() | ONE_LINE.filter(bool),
    doi=st.none() | st.from_regex(r"10\.[0-9]{4,9}/[a-z0-9()_:/-]{1,12}[a-z0-9]", fullmatch=True),
    meeting=st.booleans(),
    abstract=LINES.filter(lambda text: text != "--"),  # which says that there is none
)


@pytest.mark.parametrize("format", SUFFIXES)
def test_a_paper_with_all_fields_comes_back(format, tmp_path):
    (paper,) = read_back(format, [PAPER], tmp_path)
    assert known(paper) == known(PAPER)
    assert (paper.url, paper.keywords, paper.notice) == (PAPER.url, PAPER.keywords, "retracted")


@pytest.mark.parametrize("format", SUFFIXES)
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(papers=st.lists(PAPERS, min_size=1, max_size=3))
@example(papers=[PAPER, PAPER])
def test_what_goes_out_comes_back_the_same(format, tmp_path, papers):
    papers = read_back("jsonl", papers, tmp_path)  # as ingest makes them
    read = read_back(format, papers, tmp_path)
    assert [known(paper) for paper in read] == [known(paper) for paper in papers]


@pytest.mark.parametrize("format", ["bibtex", "ris"])
@pytest.mark.parametrize("line", ["@article{x, title = {y}}", "TY  - JOUR", "ER  - ", "  ER", "}"])
def test_no_line_of_an_abstract_begins_or_ends_a_record(format, line, tmp_path):
    paper = Paper("", f"First.\n{line}\nLast.", title="Lines of an abstract", year=2020)
    (read,) = read_back(format, [paper], tmp_path)
    assert read.abstract.split() == paper.abstract.split()


@given(papers=st.lists(PAPERS, max_size=3))
def test_no_cell_of_a_table_can_run(papers):
    rows = list(csv.reader(io.StringIO(papers_to("csv", papers), newline="")))
    assert len(rows) == 1 + len(papers)
    cells = [cell.lstrip() for row in rows for cell in row]
    assert not [cell for cell in cells if cell[:1] in ("=", "+", "-", "@")]


def test_keys_of_bibtex_are_distinct():
    keys = [line for line in papers_to("bibtex", [PAPER] * 30).splitlines() if line[:1] == "@"]
    assert len(set(keys)) == 30
    assert keys[1] == "@inproceedings{vanbeethoven2020studya,"


@pytest.mark.parametrize(
    ("venue", "meeting"),
    [
        ("ICML 2026", True),
        ("neurips", True),
        ("CHI '24", True),
        ("Proceedings of the 61st Annual Meeting of the Cognitive Science Society", True),
        ("Proceedings of the National Academy of Sciences", False),
        ("Proceedings of the ACM on Programming Languages", False),
        ("Nature", False),
        ("CoRR 2019", False),
    ],
)
def test_the_name_of_a_venue_tells_conference_papers_from_articles(venue, meeting):
    paper = Paper("x", "", title="A title", venue=venue)
    assert written_types(paper) == (CONFERENCE if meeting else ARTICLE)


CONFERENCE, ARTICLE = (
    ("@inproceedings", "CONF", "paper-conference"),
    ("@article", "JOUR", "article-journal"),
)
NOTES = "Lecture Notes in Computer Science"
SAID = {
    "a.bib": f"@InProceedings{{x, title = {{Owls}}, booktitle = {{{NOTES}}}}}",
    "a.ris": f"TY  - CPAPER\nTI  - Owls\nT2  - {NOTES}\nER  - \n",
    "a.enw": f"%0 Conference Proceedings\n%T Owls\n%B {NOTES}\n",
    "a.json": json.dumps([{"type": "paper-conference", "title": "Owls", "container-title": NOTES}]),
    "a.jsonl": json.dumps({"itemType": "conferencePaper", "title": "Owls", "venue": NOTES}),
    "a.csv": f"Title,Source title,Document Type\nOwls,{NOTES},Conference paper\n",
    "a.txt": f"FN Clarivate\nVR 1.0\nPT C\nTI Owls\nSO {NOTES}\nDT Proceedings Paper\nER\nEF",
    "a.xml": '<xml><records><record><ref-type name="Conference Paper">47</ref-type><titles><title>'
    f"Owls</title><secondary-title>{NOTES}</secondary-title></titles></record></records></xml>",
}


@pytest.mark.parametrize("name", SAID)
def test_what_a_source_calls_a_conference_paper_goes_out_as_one(name, tmp_path):
    file = tmp_path / name
    file.write_text(SAID[name], "utf-8")
    (record,) = read_file(Source(file))
    paper = clean(record)
    assert (paper.title, paper.venue) == ("Owls", NOTES)
    assert written_types(paper) == CONFERENCE
    assert written_types(replace(paper, meeting=False)) == ARTICLE


def written_types(paper: Paper) -> tuple[str, str, str]:
    bibtex, ris = citation("bibtex", paper), citation("ris", paper)
    (item,) = json.loads(papers_to("csl", [paper]))
    return bibtex.partition("{")[0], ris.partition("\n")[0].removeprefix("TY  - "), item["type"]


def test_markdown_shows_a_title_as_it_is_and_links_to_the_doi():
    text = citation(
        "markdown", Paper("x", "", title="<b>A</b> *B* [C](javascript:x)", doi="10.1/x")
    )
    assert text == r"- **A B \[C\](javascript:x)**. <https://doi.org/10.1/x>."


def test_no_papers_are_valid_in_every_format():
    assert json.loads(papers_to("csl", [])) == []
    assert [papers_to(format, []).count("\n") for format in FORMATS] == [0, 0, 1, 1, 0, 0]


def test_an_unknown_format_names_the_known_ones():
    with pytest.raises(UsageError, match="Known are: bibtex, ris"):
        papers_to("docx", [])


def test_the_command_exports_what_an_answer_cites(sample_index, capsys, tmp_path):
    at = ["--index", str(sample_index)]
    main(["ask", "How many attack types does AgentLAB implement?", "--json", *at])
    (tmp_path / "answer.json").write_text(capsys.readouterr().out, "utf-8")
    assert (
        main(["papers", "--from-answer", str(tmp_path / "answer.json"), "--format", "ris", *at])
        == 0
    )
    assert capsys.readouterr().out.count("TY  - ") == 1
    assert main(["papers", "--from-answer", str(sample_index / "papers.sqlite"), *at]) == 2
    assert "holds no answers" in capsys.readouterr().err
