import json

from askpapers import (
    Answer,
    AnswerSentence,
    Citation,
    IngestReport,
    Kind,
    Origin,
    Paper,
    Quote,
    Rejected,
    SearchHit,
    Status,
)
from rag.export import answer_to_json, hits_to_json, listed_paper_to_json, report_to_json

PAPER = Paper(
    "dhsa",
    "DHSA prunes attention.",
    name="DHSA",
    authors=("A. One",),
    keywords=("attention",),
    origins=(Origin("list.txt", 2, 5), Origin("more.bib", 1)),
)
ANSWER = Answer(
    question="And DHSA?",
    standalone="What does DHSA do?",
    kind=Kind.FACT,
    status=Status.ANSWERED,
    text="DHSA prunes attention [1].",
    sentences=(AnswerSentence("DHSA prunes attention [1].", (1,)),),
    citations=(Citation(1, PAPER, (Quote("prunes", 5, 11),)),),
    considered=(PAPER,),
    timings_ms={"search": 1.2345},
)


def test_an_answer_has_the_keys_of_the_contract():
    keys = "version question standalone kind status text sentences citations considered dropped"
    keys += " notes language model usage timings_ms table by_year reply"
    assert list(answer_to_json(ANSWER)) == keys.split()


def test_an_answer_survives_json_unchanged():
    value = answer_to_json(ANSWER)
    assert json.loads(json.dumps(value)) == value
    assert value["kind"] == "fact"
    assert value["sentences"][0] == {
        "text": "DHSA prunes attention [1].",
        "citations": [1],
        "supported": True,
        "reason": "",
    }
    assert value["citations"][0]["quotes"] == [{"text": "prunes", "start": 5, "end": 11}]


def test_a_paper_says_where_it_came_from():
    value = listed_paper_to_json(PAPER)
    assert value["origin"] == {"file": "list.txt", "record": 2, "line": 5}
    assert [origin["file"] for origin in value["origins"]] == ["list.txt", "more.bib"]
    assert (value["keywords"], value["aliases"], value["title"]) == (["attention"], [], None)


def test_search_results_keep_their_order():
    value = hits_to_json("attention", [SearchHit(1, 0.9, PAPER)])
    assert value["query"] == "attention"
    assert value["results"][0]["rank"] == 1
    assert value["results"][0]["paper"]["id"] == "dhsa"


def test_a_report_names_what_was_left_out():
    value = report_to_json(IngestReport(read=2, rejected=(Rejected("a.jsonl", 3, 4, "no text"),)))
    assert value["read"] == 2
    assert value["rejected"] == [{"file": "a.jsonl", "record": 3, "line": 4, "reason": "no text"}]
