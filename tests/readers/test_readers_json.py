from __future__ import annotations

import json
import re

import pytest

from rag.types import Rejected

RECORDS = {
    "arXiv": {
        "id": "hep-ph/0704001", "title": "Owls\n  at night", "authors": "O. Vell, B. Roe",
        "authors_parsed": [["Vell", "Ona", ""], ["Roe", "Bo", ""]], "categories": "hep-ph cs.AI",
        "abstract": "  They hear.\n", "versions": [{"created": "Mon, 2 Apr 2007 19:18:42 GMT"}],
        "doi": "10.5555/OWL",
    },
    "OpenAlex": {
        "id": "https://openalex.org/W1", "display_name": "Owls at night", "publication_year": 2007,
        "authorships": [{"author": {"display_name": n}} for n in ("Ona Vell", "Bo Roe")],
        "abstract_inverted_index": {"hear.": [1], "They": [0]}, "doi": "https://doi.org/10.5555/owl",
    },
    "Semantic Scholar": {
        "paperId": "ab", "title": "Owls at night", "year": 2007, "abstract": "They hear.",
        "authors": [{"authorId": "1", "name": "Ona Vell"}, {"authorId": "2", "name": "Bo Roe"}],
        "externalIds": {"DOI": "10.5555/owl", "ArXiv": "0704.0001"},
    },
    "OpenReview": {
        "id": "x", "forum": "x", "cdate": 1167700000000,
        "content": {
            "title": {"value": "Owls at night"}, "abstract": {"value": "They hear."},
            "authors": {"value": ["Ona Vell", "Bo Roe"]}, "venue": {"value": "OWL 2007 poster"},
            "doi": {"value": "10.5555/owl"},
        },
    },
    "Crossref": {
        "title": ["Owls at night"],
        "abstract": "<jats:title>Abstract</jats:title><jats:p>They hear.</jats:p>",
        "author": [{"given": "Ona", "family": "Vell"}, {"given": "Bo", "family": "Roe"}],
        "published-print": {"date-parts": [[2007, 4]]}, "DOI": "10.5555/OWL",
    },
    "Zotero": {
        "title": "Owls at night", "abstractNote": "They hear.", "date": "April 2007",
        "DOI": "10.5555/owl", "creators": [
            {"firstName": "Ona", "lastName": "Vell", "creatorType": "author"},
            {"firstName": "Bo", "lastName": "Roe", "creatorType": "author"},
            {"name": "An Editor", "creatorType": "editor"},
        ],
    },
    "conference page": {
        "name": "Owls at night", "abstract": "They hear.", "event_type": "Poster", "year": 2007,
        "authors": [{"fullname": "Ona Vell"}, {"fullname": "Bo Roe"}], "doi": "10.5555/owl",
    },
}  # fmt: skip
SHELLS = ["%s", "[%s]", '{"meta": {"count": 1}, "results": [%s]}', '{"data": [%s], "next": 1}']


@pytest.mark.parametrize("source", RECORDS)
@pytest.mark.parametrize("shell", SHELLS)
def test_records_as_services_write_them(read, source, shell):
    (paper,) = read(shell % json.dumps(RECORDS[source]))
    assert (paper.title, paper.year, paper.doi) == ("Owls at night", 2007, "10.5555/owl")
    assert (paper.abstract, paper.authors) == ("They hear.", ("Ona Vell", "Bo Roe"))


def test_addresses_from_identifiers(read):
    arxiv, review = read(json.dumps([RECORDS["arXiv"], RECORDS["OpenReview"]]), "a.json")
    assert arxiv.url == "https://arxiv.org/abs/hep-ph/0704001"
    assert review.url == "https://openreview.net/forum?id=x"


def test_pages_one_after_the_other(read):
    page = '{"results": [{"title": "A"},\n {"title": "B"}], "meta": {"items": 2}}\n'
    assert [paper.title for paper in read(page + '{"results": []}\n' + page)] == ["A", "B"] * 2


@pytest.mark.parametrize("gap", ["", "\n", "\n  "])
def test_reading_goes_on_behind_a_broken_object(read, gap):
    items = ['{"title": "A"}', '{"title": "B" "year": 1}', '{"title": "C"}', '{"title": "D"}']
    found = read("[" + gap + ("," + gap).join(items) + "]", "a.json")
    assert [getattr(item, "title", None) for item in found] == ["A", None, "C", "D"]
    assert isinstance(found[1], Rejected)


def test_papers_by_name(read):
    found = read('{"p1": {"title": "A"}, "p2": {"title": "B", "abstract": null}}', "a.json")
    assert [paper.title for paper in found] == ["A", "B"]


@pytest.mark.parametrize("wrapped", ["%s", '{"meta": {"count": 2}, "results": %s}'])
def test_an_array_that_is_cut_short_anywhere_says_so_and_keeps_what_is_whole(read, wrapped):
    papers = [{"title": f"Owls {n}", "abstract": "They [see] {mice}."} for n in (1, 2)]
    text = wrapped % json.dumps(papers, indent=1)
    ends = [match.end() for match in re.finditer(r'mice}\."\s*}', text)]
    for cut in range(ends[0] - 20, text.rindex("]") + 1):
        *whole, fault = read(text[:cut], "a.json")
        assert len(whole) == sum(cut >= end for end in ends), text[:cut]
        assert isinstance(fault, Rejected)
        assert fault.line
    assert "cut short" in fault.reason
    assert [paper.title for paper in read(text, "a.json")] == ["Owls 1", "Owls 2"]
