import json
import math
from pathlib import Path

import pytest

from askpapers import Answer, Citation, InputFileError, Kind, Origin, Paper, Status, UsageError
from rag.evaluation import (
    LabelledQuestion,
    Outcome,
    Report,
    Turn,
    evaluate,
    load_questions,
    wrong_lines,
)
from rag.evaluation.gold import resolve
from rag.evaluation.measures import MRR, NDCG, Recall, evaluate_run, read_qrels, read_run
from rag.evaluation.scoring import score
from rag.evaluation.strings import StringTest, holds, without_markers

ROOT = Path(__file__).resolve().parents[1]


def answer(*cited: str, text: str = "", status: Status = Status.ANSWERED) -> Answer:
    citations = tuple(Citation(n, Paper(id_, "")) for n, id_ in enumerate(cited, 1))
    return Answer("", "", Kind.FACT, status, text, citations=citations)


def scores(type_: str, given: Answer, **label: object) -> dict[str, float]:
    question = LabelledQuestion("q", type_, (Turn("?", **label),), subtype="near")  # type: ignore[arg-type]
    return {measure: points for measure, (points, _) in score(question, [given]).items()}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (r"saves 17.7\% of it", "17.7"),
        ("a **long-horizon** task", "Long Horizon"),
        ("LongHorizon", "long-horizon"),
        (r"on $\tau^2$-bench", "τ2-bench"),
        ("GR$^3$ wins", "GR3"),
        ("up to 30×", "30"),
        (r"up to $\times$3.23", "×3.23"),
        ("85–100 %", "re:85 ?%? ?(-|to) ?100"),
        ("two agents", "agent"),
    ],
)
def test_a_string_is_found_in_another_form(text: str, wanted: str):
    assert holds(text, wanted)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("17.75", "17.7"),
        ("130", "30"),
        ("1,300", "300"),
        ("0.5", "5"),
        ("reagent", "agent"),
        ("a grouped run", "re:\\bgroup\\b"),
    ],
)
def test_a_string_is_not_found_inside_another_word_or_number(text: str, wanted: str):
    assert not holds(text, wanted)


def test_a_string_test_joins_any_all_and_none():
    test = StringTest(("six", "6"), ("hack", "repair"), ("re:retract",))
    assert test.passes("6 tasks: hacking and repair")
    assert not test.passes("6 tasks: hacking")
    assert not test.passes("hack, repair")
    assert not test.passes("6: hack, repair, retracted")


def test_markers_answer_nothing():
    assert without_markers("It has two [1]. So [2, 1], in [0, 1] and [3].", [1, 2]) == (
        "It has two. So, in [0, 1] and [3]."
    )


def test_a_fact_needs_the_paper_first_and_the_string():
    label = {"gold": ("a",), "test": StringTest(("30",))}
    assert scores("fact", answer("a", "b", text="30 [1]"), **label)["right"] == 1
    assert scores("fact", answer("b", "a", text="30 [1]"), **label)["right"] == 0
    assert scores("fact", answer("a", text="[30]"), **label)["right"] == 1
    refused = scores("fact", answer(status=Status.NOT_FOUND), **label)
    assert refused == {"right": 0, "paper first": 0, "string": 0, "refused": 1}


def test_a_marker_is_no_string_of_a_fact():
    label = {"gold": ("a",), "test": StringTest(("1",))}
    assert scores("fact", answer("a", text="many [1]"), **label)["string"] == 0


def test_a_described_paper_may_stand_among_three():
    found = scores("blind", answer("b", "c", "a"), gold=("a",))
    assert (found["first"], found["among three"]) == (0, 1)


def test_chinese_counts_the_paper_and_apart_the_string():
    found = scores("zh", answer("b", "a"), gold=("a",), test=StringTest(("30",)))
    assert (found["cited"], found["cited, string"]) == (1, 0)


@pytest.mark.parametrize(
    ("status", "right"),
    [(Status.NOT_FOUND, 1), (Status.PARTLY, 1), (Status.ANSWERED, 0), (Status.AMBIGUOUS, 0)],
)
def test_the_unanswerable_must_be_declined(status: Status, right: int):
    expected = {"right": right, "near": right}
    assert scores("unanswerable", answer("a", status=status), abstain=True) == expected


def test_a_list_is_scored_by_f1_without_the_optional_papers():
    label = {"gold": ("a", "b"), "optional": ("x",)}
    assert scores("list", answer("a", "x", "b"), **label) == {"F1": 1, "exact": 1}
    assert scores("list", answer("a", "c"), **label) == {"F1": 0.5, "exact": 0}


def test_a_comparison_cites_all_and_says_all():
    label = {"gold": ("a", "b"), "test": StringTest((), ("x", "y"))}
    assert scores("compare", answer("b", "a", text="x y"), **label)["right"] == 1
    assert scores("compare", answer("a", text="x y"), **label)["right"] == 0
    assert scores("compare", answer("a", "b", text="x"), **label)["right"] == 0


def test_an_ambiguous_question_is_asked_back_with_two_papers():
    label = {"gold": ("a", "b", "c")}
    assert scores("ambiguous", answer("a", "c", status=Status.AMBIGUOUS), **label)["right"] == 1
    assert scores("ambiguous", answer("a", status=Status.AMBIGUOUS), **label)["right"] == 0
    assert scores("ambiguous", answer("a", "c"), **label)["right"] == 0


def test_an_instruction_in_a_question_is_not_followed():
    label = {"gold": ("a",), "test": StringTest((), ("hack",), ("evil.example",))}
    assert scores("adversarial", answer("a", text="hack"), **label)["right"] == 1
    assert scores("adversarial", answer("a", text="hack evil.example"), **label)["right"] == 0


def test_a_dialogue_is_scored_turn_by_turn():
    turns = (Turn("?", ("a",)), Turn("?", ("b",)), Turn("?", abstain=True))
    answers = [answer("a"), answer("a"), answer(status=Status.NOT_FOUND)]
    found = score(LabelledQuestion("d", "followup", turns), answers)
    assert found == {"turns": (2, 3), "dialogues": (0, 1)}


def outcome(right: bool, id_: str = "q") -> Outcome:
    question = LabelledQuestion(id_, "fact", (Turn("?", ("a",)),))
    given = (answer("a" if right else "b"),)
    return Outcome(question, given, score(question, given))


def test_figures_are_means_with_an_interval():
    report = Report(tuple(outcome(n < 15) for n in range(20)), seconds=1.0)
    figure = report.figures()[0]
    assert (figure.type, figure.measure, figure.value) == ("fact", "right", 0.75)
    assert 0.5 <= figure.low < 0.75 < figure.high <= 1.0
    assert report.figures() == report.figures()
    assert "0.750" in str(report)


def test_the_wrong_ones_can_be_read():
    report = Report((outcome(True, "good"), outcome(False, "bad")), seconds=1.0)
    (line,) = wrong_lines(report)
    record = json.loads(line)
    assert (record["id"], record["cited"], record["expected"]["papers"]) == ("bad", ["b"], ["a"])


def test_labels_name_papers_by_id_or_by_place():
    papers = [Paper("x", "", origins=(Origin("000_6b.txt", 1, 3),)), Paper("y", "")]
    question = LabelledQuestion("q", "fact", (Turn("?", ("000-01", "y")),))
    assert resolve([question], papers)[0].turns[0].gold == ("x", "y")


def test_a_label_without_its_paper_is_an_error():
    question = LabelledQuestion("q", "fact", (Turn("?", ("000-02",)),))
    with pytest.raises(UsageError, match="000-02"):
        resolve([question], [Paper("x", "", origins=(Origin("000_6b.txt", 1, 3),))])


@pytest.mark.parametrize(
    "line",
    [
        "no JSON",
        '{"type": "fact"}',
        '{"type": "riddle", "question": "?"}',
        '{"type": "fact", "question": " "}',
        '{"type": "fact", "question": "?", "answer_any": ["re:("]}',
        '{"type": "fact", "question": "?", "must_all": ["**"]}',
    ],
)
def test_a_broken_question_is_named_by_its_line(tmp_path: Path, line: str):
    file = tmp_path / "questions.jsonl"
    file.write_text('{"type": "fact", "question": "What?"}\n' + line, encoding="utf-8")
    with pytest.raises(InputFileError, match="line 2"):
        load_questions(file)


@pytest.mark.shared
def test_the_sentences_that_support_a_fact_hold_its_strings(shared: Path):
    file = shared / "eval" / "questions" / "given.jsonl"
    questions = load_questions(file)
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    for question, record in zip(questions, records, strict=True):
        if question.type == "fact":
            assert question.turns[0].test.passes(" ".join(record["support"])), question.id


def test_the_sample_questions_can_be_asked(sample_chain):
    questions = load_questions(ROOT / "data" / "questions.jsonl")
    few = [q for q in questions if q.id in ("fact-002", "followup-008")]
    seen = []
    report = evaluate(sample_chain, few, lambda done, total: seen.append((done, total)))
    assert seen == [(1, 2), (2, 2)]
    assert {f.type for f in report.figures()} == {"fact", "followup", "all"}


def test_measures_as_computed_by_hand():
    ranking, judged = ["a", "b", "c", "d"], {"b": 2, "d": 1, "e": 1, "c": 0}
    gain = 2 / math.log2(3) + 1 / math.log2(5)
    ideal = 2 / math.log2(2) + 1 / math.log2(3) + 1 / math.log2(4)
    assert NDCG(10)(ranking, judged) == pytest.approx(gain / ideal)
    assert Recall(3)(ranking, judged) == pytest.approx(1 / 3)
    assert MRR(10)(ranking, judged) == 0.5
    assert MRR(1)(ranking, judged) == 0


def test_a_query_without_results_counts_as_zero():
    run, qrels = {"1": {"a": 0.2, "b": 0.9}}, {"1": {"b": 1}, "2": {"c": 1}, "3": {"c": 0}}
    assert evaluate_run([MRR(10)], run, qrels) == {MRR(10): 0.5}


def test_runs_and_judgments_are_read(tmp_path: Path):
    (tmp_path / "run").write_text("q1 Q0 d1 1 0.5 askpapers\n")
    (tmp_path / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\nq1\td1\t1\n")
    (tmp_path / "trec").write_text("q1 0 d1 1\n")
    assert read_run(tmp_path / "run") == {"q1": {"d1": 0.5}}
    assert read_qrels(tmp_path / "qrels.tsv") == read_qrels(tmp_path / "trec") == {"q1": {"d1": 1}}


def test_a_broken_run_is_named(tmp_path: Path):
    (tmp_path / "run").write_text("q1 d1 0.5\n")
    with pytest.raises(InputFileError, match="line 1"):
        read_run(tmp_path / "run")
