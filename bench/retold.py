"""True sentences that the check strikes, against swapped citations that it finds.

    python -m bench.retold

The sample's texts retell abstracts freely and truly, sentence by sentence. Each sentence is checked
against the abstract that it retells, and against that of another paper, the nearest one that search
finds. Thresholds were chosen on every other paper, "train"; "dev" are the papers between them.
Needs the abstracts in ../shared.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

import askpapers
from bench.common import SHARED, made_index, work_folder
from rag.plaintext import plain
from rag.rarity import rarity
from rag.sentences import split
from rag.support.checking import LEAST, Checker, Verdict
from rag.types import Paper

SAMPLE = Path(__file__).resolve().parents[1] / "data" / "icml2026.jsonl"
THRESHOLDS = (-1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0)


@dataclass(frozen=True)
class Retelling:
    """A true sentence: its verdict and score by meaning with its own source, and with another."""

    part: str
    true: Verdict
    true_score: float
    swapped: Verdict
    swapped_score: float


def main() -> None:
    work = work_folder(__doc__ or "")
    with (
        closing(askpapers.open(made_index(work / "seeds", [SHARED / "seeds"]))) as originals,
        closing(askpapers.open(made_index(work / "sample", [SAMPLE]))) as retold,
    ):
        found = list(retellings(originals, retold))
    for part in ("train", "dev"):
        tell(part, [one for one in found if one.part == part])


def retellings(originals: askpapers.Chain, retold: askpapers.Chain) -> Iterator[Retelling]:
    checker = Checker(rarity(originals.index.store))
    for place, paper in enumerate(retold.index.papers()):
        hits = originals.search(f"{plain(paper.label)}. {plain(paper.abstract)}", k=2)
        source, other = (hit.paper for hit in hits)
        known = replace(paper, abstract=source.abstract)
        for claim in sentences(paper):
            yield Retelling(
                "dev" if place % 2 else "train",
                checker.verdict(claim, sentences(source), [known]),
                checker.score(claim, sentences(source)),
                checker.verdict(claim, sentences(other), [other], [sentences(source)]),
                checker.score(claim, sentences(other)),
            )


def sentences(paper: Paper) -> list[str]:
    return [plain(paper.abstract[start:end]) for start, end in split(paper.abstract)] or ["-"]


def tell(part: str, found: Sequence[Retelling]) -> None:
    struck = Counter(kind(one.true.reason) for one in found if one.true.reason)
    swapped = sum(not one.swapped.supported for one in found)
    print(
        f"{part}: true retellings struck {share(sum(struck.values()), len(found))}, "
        f"swapped citations found {share(swapped, len(found))}"
    )
    for reason, number in struck.most_common():
        print(f"    {number} because {reason}")
    true = np.array([one.true_score for one in found])
    other = np.array([one.swapped_score for one in found])
    print("  by meaning alone, below a threshold of")
    for least in THRESHOLDS:
        mark = "  (as it is)" if least == LEAST else ""
        print(f"    {least:5.2f}: true {np.mean(true < least):.3f} swapped "
              f"{np.mean(other < least):.3f}{mark}")  # fmt: skip


def kind(reason: str) -> str:
    return re.sub(r"(figure|name) .* is", r"\1 is", reason)


def share(part: int, total: int) -> str:
    return f"{part} of {total} ({part / total:.3f})"


if __name__ == "__main__":
    main()
