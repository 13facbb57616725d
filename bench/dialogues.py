"""Follow-ups without a language model: `python -m bench.dialogues` prints how many are right.

Of the dialogues (bench/questions/talk*) the first half was looked at while the rules were made,
the second was not. A turn is right as `askpapers evaluate` counts it; it leads where the first
sentence of the answer says what was asked. With `--show` the turns that do not lead are printed.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import askpapers
from bench.calibrate import QUESTIONS, collection, read
from bench.common import SHARED
from rag.chain import Chain
from rag.evaluation import LabelledQuestion, Turn, load_questions
from rag.evaluation.scoring import turn_right
from rag.types import Answer

HALVES = {"talk0": "looked at", "talk1": "not looked at"}


def main() -> None:
    if not SHARED.is_dir():
        sys.exit(f"Skipped: this benchmark needs the test data in {SHARED}, which is not there.")
    work = Path(tempfile.gettempdir()) / "askpapers-bench"
    work.mkdir(parents=True, exist_ok=True)
    papers = [question for half in HALVES for question in read(QUESTIONS / f"{half}.jsonl")]
    with askpapers.open(collection(work, "talk", papers)) as chain:
        for half, seen in HALVES.items():
            report(f"{half} ({seen})", chain, load_questions(QUESTIONS / f"{half}.jsonl"))


def report(title: str, chain: Chain, dialogues: list[LabelledQuestion]) -> None:
    """Print the share of all turns, and of those behind the first, that are right and that lead."""
    turns = [turn for dialogue in dialogues for turn in asked(chain, dialogue)]
    for part, chosen in ((title, turns), ("  follow-ups", [t for t in turns if t[0]])):
        right = sum(turn_right(turn, answer) for _, turn, answer in chosen)
        lead = sum(leads(turn, answer) for _, turn, answer in chosen)
        print(f"{part}: {len(chosen)} turns, right {right / len(chosen):.2f}, "
              f"leading {lead / len(chosen):.2f}")  # fmt: skip
    for _, turn, answer in turns if "--show" in sys.argv else ():
        if not leads(turn, answer):
            print(f"- {turn.question}\n  {answer.standalone}\n  {answer.status}: {answer.text}")


def asked(chain: Chain, dialogue: LabelledQuestion) -> Iterator[tuple[int, Turn, Answer]]:
    """Yield the place of each turn, the turn, and its answer."""
    chat = chain.chat()
    for place, turn in enumerate(dialogue.turns):
        yield place, turn, chat.ask(turn.question)


def leads(turn: Turn, answer: Answer) -> bool:
    """Say whether a turn is right, and its answer's first sentence says so."""
    first = answer.sentences[0].text if answer.sentences else ""
    return turn_right(turn, answer) and (turn.abstain or turn.test.passes(first))


if __name__ == "__main__":
    main()
