import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from commands import objects

import askpapers
from rag.evaluation.measures import read_run

ROOT = Path(__file__).resolve().parents[1]
COMMAND = [sys.executable, "-m", "ui.cli"]
HEAVY = ("numpy", "onnxruntime", "chromadb", "gradio", "llama_index", "openai", "rich")


def test_help_imports_nothing_heavy():
    command = [sys.executable, "-X", "importtime", "-m", "ui.cli", "--help"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    imported = {line.rsplit("|", 1)[-1].strip() for line in done.stderr.splitlines()}
    assert "Commands:" in done.stdout
    assert "typer" in imported
    assert not imported.intersection(HEAVY)


def test_the_python_module_imports_nothing_heavy():
    code = "import askpapers, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert not set(done.stdout.split()).intersection(HEAVY)
    assert all(hasattr(askpapers, name) for name in askpapers.__all__)


def test_ask_shows_the_answer_and_the_words_behind_it(on_sample):
    code, out, err = on_sample("ask", "How many attack types does AgentLAB implement?")
    assert (code, err) == (0, "")
    answer, _, papers = out.partition("\n\n[1] ")
    assert "five new attack types" in answer
    assert "[1]" in answer
    assert papers.startswith("AgentLAB: Benchmarking LLM Agents against Long-Horizon Attacks\n")
    assert "“" in papers


def test_ask_in_json_holds_quotes_that_are_verbatim(on_sample, sample_chain):
    done = on_sample("ask", "--json", "How many attack types does AgentLAB implement?")
    (answer,) = objects(done.out)
    (citation,) = [c for c in answer["citations"] if c["number"] == 1]
    (paper,) = sample_chain.index.get([citation["paper"]["id"]])
    assert answer["status"] == "answered"
    assert citation["paper"]["origin"] == {"file": "icml2026.jsonl", "record": 1, "line": 1}
    for quote in citation["quotes"]:
        assert paper.abstract[quote["start"] : quote["end"]] == quote["text"]


def test_ask_reads_its_question_from_standard_input(on_sample):
    done = on_sample(
        "ask", "--json", "-", stdin="\ufeff SimpleMem 最多能把推理时的 token 消耗降低多少倍？\n"
    )
    assert objects(done.out)[0]["question"] == "SimpleMem 最多能把推理时的 token 消耗降低多少倍？"


def test_ask_takes_bytes_that_are_no_text(on_sample):
    assert on_sample("ask", "-", stdin=b"What is \xff\xfe EvolveR?").code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ask", "  "], "The question is empty"),
        (["ask", "-"], "The question is empty"),
        (["ask", "Who?", "--index", "nowhere"], "There is no index in nowhere"),
        (["ask", "Who?", "--index", "bad\x1b[31m"], "There is no index in bad[31m"),
        (["search"], "either a query or --queries"),
        (["papers", "--year", "soon"], "2020-2024"),
        (["evaluate", "absent.jsonl"], "can't be read"),
        (["ingest", "absent.jsonl"], "absent.jsonl"),
        (["unknown"], "unknown"),
    ],
)
def test_bad_input_gives_a_message_and_code_2(run, arguments, message):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert "Traceback" not in err


def test_an_unknown_setting_gives_code_2(on_sample, monkeypatch):
    monkeypatch.setenv("ASKPAPERS_INDXE", "x")
    code, _, err = on_sample("status")
    assert code == 2
    assert "ASKPAPERS_INDEX" in err


def test_the_index_may_come_from_the_environment(run, monkeypatch, sample_index):
    monkeypatch.setenv("ASKPAPERS_INDEX", str(sample_index))
    assert "57" in run("status").out


def test_an_unexpected_error_is_one_sentence(on_sample, monkeypatch):
    def fail(*_: object) -> None:
        raise RuntimeError("the disk is gone")

    monkeypatch.setattr("rag.chain.Chain.stream", fail)
    code, _, err = on_sample("ask", "Who?")
    assert code == 1
    assert err.count("\n") == 1
    assert "the disk is gone" in err
    with pytest.raises(RuntimeError):
        on_sample("--debug", "ask", "Who?")


def test_search_prints_papers_best_first(on_sample):
    (found,) = objects(on_sample("search", "--json", "-k", "3", "dynamic sparse attention").out)
    assert [result["rank"] for result in found["results"]] == [1, 2, 3]
    assert "DHSA" in on_sample("search", "-k", "3", "DHSA").out.splitlines()[0]


def test_answers_and_searches_are_held_to_a_filter(run, tmp_path):
    papers = [
        {"id": str(year), "title": f"Lanterns of {year}", "year": year, "venue": venue,
         "abstract": f"In {year} harbour lanterns burnt {year - 2000} litres of oil."}
        for year, venue in ((2011, "Harbours"), (2019, "Ships"))
    ]  # fmt: skip
    (tmp_path / "p.jsonl").write_text("\n".join(json.dumps(paper) for paper in papers))
    run("ingest", "p.jsonl", "--index", "i")
    question = "How many litres of oil did harbour lanterns burn?"
    for words in (["--year", "-2015"], ["--venue", "harbours"]):
        (answer,) = objects(run("ask", "--json", question, *words, "--index", "i").out)
        assert [c["paper"]["id"] for c in answer["citations"]] == ["2011"]
        (found,) = objects(run("search", "--json", "oil", *words, "--index", "i").out)
        assert [result["paper"]["id"] for result in found["results"]] == ["2011"]
    code, _, err = run("ask", question, "--author", "Nobody", "--index", "i")
    assert (code, err.count("filter")) == (2, 1)


def test_one_paper_is_no_papers(run, tmp_path):
    (tmp_path / "p.jsonl").write_text(json.dumps({"title": "Bells", "text": "We ring bells."}))
    assert run("ingest", "p.jsonl", "--index", "i").out.startswith("Read 1 paper:")
    assert run("papers", "--index", "i").out.endswith("\n1 paper\n")
    assert "1 passage, 1 sentence)" in run("status", "--index", "i").out
    assert "There is 1 paper" in run("ask", "Which papers are there?", "--index", "i").out
    assert run("remove", "Bells", "--yes", "--index", "i").out == "1 paper removed.\n"


def test_search_prints_a_run(on_sample, tmp_path):
    queries = [{"id": "q 1", "text": "sparse attention"}, {"id": 2, "text": "DHSA"}]
    (tmp_path / "q.jsonl").write_text("\n".join(json.dumps(query) for query in queries))
    (tmp_path / "run").write_text(on_sample("search", "--queries", "q.jsonl", "-k", "4").out)
    run = read_run(tmp_path / "run")
    assert {query: len(ranked) for query, ranked in run.items()} == {"q_1": 4, "2": 4}


def test_a_broken_query_file_is_named_by_its_line(on_sample, tmp_path):
    (tmp_path / "q.jsonl").write_text('{"id": 1, "text": "a"}\n{"id": 2}\n')
    code, out, err = on_sample("search", "--queries", "q.jsonl")
    assert (code, out) == (2, "")
    assert "line 2" in err


def test_papers_are_listed_and_filtered(on_sample):
    listed = objects(on_sample("papers", "--json").out)[0]
    assert len(listed) == 57
    assert {"aliases", "keywords", "origin"} <= set(listed[0])
    author = listed[0]["authors"][0]
    found = objects(on_sample("papers", "--json", "--author", author, "--year", "2020-").out)[0]
    assert listed[0]["id"] in [paper["id"] for paper in found]
    assert on_sample("papers", "--year", "-1999").out == "0 papers\n"


def test_status_counts(on_sample):
    (status,) = objects(on_sample("status", "--json").out)
    assert status["version"] == 1
    assert (status["papers"], status["files"]) == (57, {"icml2026.jsonl": 57})
    assert status["bytes"] > 100_000


def test_ingest_reports_what_it_did(run, tmp_path):
    record = {"id": "a", "title": "On \x1b]0;evil\x07 Bells", "text": "We \x1b[31mring\x9b bells."}
    (tmp_path / "papers.jsonl").write_text(json.dumps(record) + "\nno JSON\n")
    (report,) = objects(run("ingest", "papers.jsonl", "--json", "--index", "i").out)
    assert (report["version"], report["added"], report["rejected"][0]["line"]) == (1, 1, 2)
    again = run("ingest", "papers.jsonl", "--index", "i")
    assert "1 unchanged" in again.out
    assert "papers.jsonl, line 2" in again.out
    for command in (["papers"], ["search", "bells"], ["ask", "What do bells do?"]):
        out = run(*command, "--index", "i").out
        assert "Bells" in out
        assert not set(out).intersection("\x1b\x07\x9b")


def test_evaluate_prints_figures_and_writes_the_wrong_ones(on_sample, tmp_path):
    question = {"type": "fact", "question": "What is EvolveR?", "gold_papers": ["agentlab"]}
    (tmp_path / "q.jsonl").write_text(json.dumps(question))
    done = on_sample("evaluate", "q.jsonl", "--wrong", "wrong.jsonl", "--json")
    figures = {(f["type"], f["measure"]): f["value"] for f in objects(done.out)[0]["figures"]}
    assert figures["fact", "right"] == 0
    (wrong,) = objects((tmp_path / "wrong.jsonl").read_text())
    assert wrong["expected"]["papers"] == ["agentlab"]
    assert "evolver" in wrong["cited"]


def test_web_listens_on_this_machine_only(on_sample, monkeypatch, sample_index):
    served = {}
    monkeypatch.setattr("ui.web.serve", lambda index, **rest: served.update(rest, index=index))
    assert on_sample("web", "--port", "7999").code == 0
    assert (served["index"], served["host"], served["port"]) == (sample_index, "127.0.0.1", 7999)
    assert not served["password_hash"]


def test_a_closed_pipe_is_quiet(sample_index):
    command = [*COMMAND, "papers", "--json", "--index", str(sample_index)]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.close()
        assert process.stderr.read() == b""


def test_ctrl_c_gives_code_130(sample_index):
    command = [*COMMAND, "chat", "--json", "--index", str(sample_index)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=ROOT, text=True, **pipes) as process:
        print("What is EvolveR?", file=process.stdin, flush=True)
        assert process.stdout.readline().startswith("{")
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130
        assert process.stderr.read() == "Interrupted.\n"
