"""Wrong premises: `python -m bench.premises` prints how many are contradicted, and how many true.

Made from the abstracts of ICML 2026 papers by forms: what each states is asked as it stands, and
with another value. Of what stands there, and of parts of it, nothing may be contradicted.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator

from bench.common import SHARED
from rag.outdone import outdone_otherwise
from rag.plaintext import plain
from rag.sentences import split
from rag.stated import stated_otherwise
from rag.types import Paper

_COUNT = re.compile(
    r"(?<![\w.,-])(two|three|four|five|six|[1-9]\d{0,2}) ((?:[a-z-]+ ){0,2}[a-z]{3,}s)\b"
)
_SHARE = re.compile(r"((?:[a-z-]+ ){2,5})(?:by )?(\d+(?:\.\d+)?)%")
_LIST = re.compile(r"\bon ([A-Z]\w*[A-Z\d]\w*)(?:, [A-Z]\w*[A-Z\d]\w*)*,? and [A-Z]\w*[A-Z\d]\w*")
_OUTDONE = re.compile(
    r"\b(?:[Oo]ur [a-z]+|[A-Z][A-Za-z]*[A-Z]\w*|[Ww]e|[Ii]t) (?:\w+ly )?"
    r"(?:outperforms?|surpass(?:es)?) ((?:[\w-]+ ){2}[\w-]+)"
)
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}

Case = tuple[str, str, Paper]


def main() -> None:
    if not SHARED.is_dir():
        sys.exit(f"Skipped: this benchmark needs the test data in {SHARED}, which is not there.")
    asked, contradicted = Counter[str](), Counter[str]()
    for kind, question, paper in cases():
        asked[kind] += 1
        contradicted[kind] += any(
            otherwise([question], paper) for otherwise in (stated_otherwise, outdone_otherwise)
        )
    for kind, count in asked.items():
        print(f"{kind:<26}{contradicted[kind]:>6} of {count:>5} contradicted")


def cases() -> Iterator[Case]:
    """Yield a kind, a question without its paper's name, and the paper that it is asked of."""
    with (SHARED / "corpora" / "icml2026" / "corpus.jsonl").open(encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            paper = Paper(id=record["id"], title=record["title"], abstract=record["text"])
            for start, end in split(paper.abstract):
                sentence = plain(paper.abstract[start:end])
                for kind, question in _questions(sentence):
                    yield kind, question, paper


def _questions(sentence: str) -> Iterator[tuple[str, str]]:
    for match in _COUNT.finditer(sentence):
        number, things = _NUMBERS.get(match[1]) or int(match[1]), match[2]
        yield "a count, true", f"Why does the method use {match[1]} {things}?"
        yield "a count, changed", f"Why does the method use {number + 3} {things}?"
        yield "a part of a count, true", f"Why does the method fail on {number - 1} {things}?"
    for match in _SHARE.finditer(sentence):
        yield "a percentage, true", f"Why does the method {match[1]}by {match[2]}%?"
        changed = round(1.6 * float(match[2]), 1)
        yield "a percentage, changed", f"Why does the method {match[1]}by {changed}%?"
    for match in _OUTDONE.finditer(sentence):
        yield "who is better, true", f"Why does the method outperform {match[1]}?"
        yield "who is better, turned", f"Why does the method lose to {match[1]}?"
    for match in _LIST.finditer(sentence):
        yield "only one of several, wrong", f"Since it was only evaluated on {match[1]}, why?"


if __name__ == "__main__":
    main()
