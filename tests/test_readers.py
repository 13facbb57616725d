from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from ingest.authors import authors
from ingest.cleaning import clean
from ingest.fields import doi, listed, text, url, year
from ingest.readers import RawRecord, Source, find_files, read_file
from rag.errors import InputFileError
from rag.types import Origin, Paper, Rejected

PROSE = "We study otters at the weir of the Brill and count them for twelve winters."


def read(path: Path) -> list[Paper | Rejected]:
    records = read_file(Source(path))
    return [item if isinstance(item, Rejected) else clean(item) for item in records]


def write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def papers(path: Path) -> list[Paper]:
    return [item for item in read(path) if isinstance(item, Paper)]


def rejected_lines(path: Path) -> list[int | None]:
    return [item.line for item in read(path) if isinstance(item, Rejected)]


# -- text lists ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("heading", "venue", "year"),
    [
        ("ICML 2026 论文列表", "ICML", 2026),
        ("# NeurIPS 2025 accepted papers", "NeurIPS", 2025),
        ("Accepted papers at ACL 2024", "ACL", 2024),
        ("2026年ICML会议论文", "ICML", 2026),
        ("ICLR 2025", "ICLR", 2025),
        ("List of abstracts", None, None),
    ],
)
def test_heading_gives_venue_and_year(
    tmp_path: Path, heading: str, venue: str | None, year: int | None
) -> None:
    (paper,) = papers(write(tmp_path, "a.txt", f"{heading}\n\n{PROSE}\n"))
    assert (paper.venue, paper.year, paper.abstract) == (venue, year, PROSE)


def test_list_without_heading_keeps_its_first_abstract(tmp_path: Path) -> None:
    first = "In 2024 we list all papers. " + PROSE
    found = papers(write(tmp_path, "a.txt", f"{first}\n\n{PROSE}"))
    assert [paper.abstract for paper in found] == [first, PROSE]


def test_second_heading_applies_to_what_follows(tmp_path: Path) -> None:
    content = f"ICML 2026 papers\n\n{PROSE}\n\n---\n\nICLR 2025 papers\n{PROSE}\nIt goes on.\n"
    one, two = papers(write(tmp_path, "a.txt", content))
    assert [(p.venue, p.origins[0].record, p.origins[0].line) for p in (one, two)] == [
        ("ICML", 1, 3),
        ("ICLR", 2, 8),
    ]
    assert two.abstract == PROSE + "\nIt goes on."


def test_markdown_is_a_list_only_below_the_heading_of_one(tmp_path: Path) -> None:
    listed = write(tmp_path, "a.md", f"# ICML 2026 papers\n\n## Attention\n\n{PROSE}\n")
    assert [paper.abstract for paper in papers(listed)] == [PROSE]
    with pytest.raises(InputFileError, match="no format"):
        read(write(tmp_path, "b.md", f"# My notes\n\n{PROSE}\n"))


def test_markup_and_tokens_stay_verbatim(tmp_path: Path) -> None:
    abstract = r"We emit <UNDO> and <|endoftext|> in **bold** for $\frac{1}{2}$ of {name} at 5\%."
    assert papers(write(tmp_path, "a.txt", abstract))[0].abstract == abstract


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_every_kind_of_line_end(tmp_path: Path, line_end: str) -> None:
    content = line_end.join(["ICML 2026 papers", "", PROSE, " ", PROSE])
    assert [p.origins[0].line for p in papers(write(tmp_path, "a.txt", content))] == [3, 5]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_unicode_encodings(tmp_path: Path, encoding: str) -> None:
    content = f"ICML 2026 论文列表\n\n{PROSE} Naïve café – “λ-GRPO”."
    (paper,) = papers(write(tmp_path, "a.txt", content.encode(encoding)))
    assert paper.abstract.endswith("Naïve café – “λ-GRPO”.")
    assert paper.venue == "ICML"


def test_gb18030(tmp_path: Path) -> None:
    abstract = "我们提出了一种用于长上下文推理的稀疏注意力方法，并在多个基准上进行了评测。"
    content = f"ICML 2026 论文列表\n\n{abstract}\n".encode("gb18030")
    (paper,) = papers(write(tmp_path, "a.txt", content))
    assert (paper.abstract, paper.venue) == (abstract, "ICML")


def test_windows_1252_and_stray_bytes_in_utf8(tmp_path: Path) -> None:
    western = "A naïve model of the Poincaré disk – “it works” at 5 °C for café owners."
    (paper,) = papers(write(tmp_path, "a.txt", western.encode("cp1252")))
    assert paper.abstract == western
    mixed = "模型在所有任务上都更好，优于以前的所有方法。".encode() + " caf\xe9".encode("cp1252")
    assert papers(write(tmp_path, "b.txt", mixed))[0].abstract.endswith("方法。 café")


def test_a_scrap_is_rejected_with_its_line(tmp_path: Path) -> None:
    assert rejected_lines(write(tmp_path, "a.txt", f"ICML 2026 papers\n\n[12]\n\n{PROSE}")) == [3]


# -- JSON ------------------------------------------------------------------------------------------


def test_bad_lines_are_named_and_the_rest_is_read(tmp_path: Path) -> None:
    lines = [
        '{"title": "One", "abstract": "Looms."}',
        '{"title": "Cut off',
        "",
        "[1, 2]",
        '"text"',
        "{}",
        "[" * 100_000,
        '\ufeff{"title": "Two", "text": "Wool."}',
        '{"title": "Three", "summary": "Dye\x00.", "score": NaN}',
    ]
    path = write(tmp_path, "a.jsonl", "\r\n".join(lines))
    assert [paper.title for paper in papers(path)] == ["One", "Two", "Three"]
    assert rejected_lines(path) == [2, 4, 5, 6, 7]


@pytest.mark.parametrize(
    "content",
    [
        '[{"title": "One"}, {"title": "Two"}]',
        '[\n {"title": "One"},\n {"title": "Two"}\n]\n',
        '{\n  "title": "One"\n}\n{\n  "title": "Two"\n}\n',
        '[["x"], [{"title": "One"}], "y", {"title": "Two"}]',
    ],
)
def test_arrays_and_pretty_objects(tmp_path: Path, content: str) -> None:
    assert [paper.title for paper in papers(write(tmp_path, "a.txt", content))] == ["One", "Two"]


def test_array_is_streamed_with_line_numbers(tmp_path: Path) -> None:
    records = [{"title": f"Paper {i}", "abstract": "word " * 300} for i in range(200)]
    path = write(tmp_path, "a.json", json.dumps(records, indent=1))
    found = papers(path)
    assert len(found) == 200
    assert [paper.origins[0].line for paper in found[:3]] == [2, 6, 10]


def test_array_that_breaks_off_keeps_what_came_before(tmp_path: Path) -> None:
    path = write(tmp_path, "a.json", '[{"title": "One"},\n {"title": "Tw')
    assert [paper.title for paper in papers(path)] == ["One"]
    assert rejected_lines(path) == [2]


def test_huge_line_is_rejected_as_no_abstract(tmp_path: Path) -> None:
    huge = json.dumps({"title": "Huge", "abstract": "word " * 2_000_000})
    path = write(tmp_path, "a.jsonl", huge + '\n{"title": "Next"}')
    assert [paper.title for paper in papers(path)] == ["Next"]
    assert rejected_lines(path) == [1]


def test_gzip_and_format_by_content(tmp_path: Path) -> None:
    path = write(tmp_path, "list.txt.gz", gzip.compress(b'{"title": "One"}\n{"title": "Two"}'))
    assert [paper.origins[0].file for paper in papers(path)] == ["list.txt.gz"] * 2


@pytest.mark.parametrize("content", ["<html>", "a\tb\tc\n", "<xml><mods/></xml>"])
def test_other_formats_are_not_taken_for_prose(tmp_path: Path, content: str) -> None:
    with pytest.raises(InputFileError, match="no format"):
        read(write(tmp_path, "a.txt", content))


# -- fields ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value",
    [
        "Ama Sowah; Nils Petri",
        "Ama Sowah and Nils Petri",
        "Sowah, Ama and Petri, Nils",
        "Ama Sowah, Nils Petri",
        ["Ama Sowah", " Nils  Petri "],
        [{"given": "Ama", "family": "Sowah"}, {"name": "Nils Petri"}],
        ["Sowah, Ama", None, {"first": "Nils", "last": "Petri"}],
    ],
)
def test_authors_in_all_forms(value: object) -> None:
    assert authors(value) == ("Ama Sowah", "Nils Petri")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (2011, 2011),
        ("2011", 2011),
        (2011.0, 2011),
        ("2011-05-03", 2011),
        ("May 2011", 2011),
        ({"date-parts": [[2011, 5]]}, 2011),
        ("n.d.", None),
        (None, None),
        (True, None),
        (float("nan"), None),
        (20111, None),
    ],
)
def test_year(value: object, expected: int | None) -> None:
    assert year(value) == expected


def test_numbers_addresses_and_lists() -> None:
    assert doi("https://doi.org/10.5555/B09.1.") == "10.5555/b09.1"
    assert doi("none") is None
    assert url("see https://a.org/x or not") == "https://a.org/x"
    assert url("javascript:alert(1)") is None
    assert listed("a; b, c; a") == ("a", "b, c")
    assert listed(["a, b", None, 3]) == ("a, b", "3")


def test_characters_that_no_text_has_are_removed() -> None:
    assert text("a\x00b\x07 \ud83e c\u2028d\x0ce\U0001f9ea") == "ab  c\nd\ne\U0001f9ea"


@pytest.mark.parametrize("nothing", [None, "", "  \n", "N/A", [], {}, False])
def test_paper_without_abstract_stays_if_it_has_a_title(nothing: object) -> None:
    origin = Origin("a.jsonl", 1, 1)
    paper = clean(RawRecord(origin, {"Title": "On looms", "abstract": nothing}))
    assert isinstance(paper, Paper)
    assert paper.abstract == ""
    assert isinstance(clean(RawRecord(origin, {"abstract": nothing})), Rejected)


def test_hidden_files_notes_and_readmes_are_passed_over(tmp_path: Path) -> None:
    for name in (".hidden.txt", "a.note.txt", "README.md", "b.txt", "a.jsonl"):
        write(tmp_path, name, PROSE)
    for folder in (".git", "index"):
        (tmp_path / folder).mkdir()
        write(tmp_path / folder, "c.txt", PROSE)
    write(tmp_path / "index", "papers.sqlite", "")
    assert [path.name for path in find_files(tmp_path)] == ["a.jsonl", "b.txt"]
