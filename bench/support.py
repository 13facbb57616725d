"""The support check on SciFact: swapped citations, contradicted claims, wrong figures.

    python -m bench.support          measures on the development claims
    python -m bench.support --fit    fits the weights on the training claims, and prints them

A claim's citation is its own abstract; swapped, it is another one of the ten that search finds for
the claim. Needs the test data in ../shared and, once, some minutes to index its abstracts.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

import numpy as np

import askpapers
from bench.common import SHARED, made_index, work_folder
from bench.retold import THRESHOLDS, sentences
from rag.plaintext import plain
from rag.rarity import rarity
from rag.sentences import split
from rag.support import agreement, figures, meaning
from rag.support.checking import LEAST, LEAST_AMONG_RIVALS
from rag.tokens import query_terms, terms
from rag.types import Paper

FOLDER = SHARED / "eval" / "collections" / "scifact"
RETRIEVED = 10
FITTED = 400  # training cases, half of them swapped
SIGNALS = ("cosine", "matched", "shared")
WRONG_FIGURES = 500
FALSE_ALARMS = 0.05


@dataclass(frozen=True)
class Case:
    """A claim, the paper cited for it, the other papers found for it, and what is true of it."""

    claim: str
    label: str
    paper: Paper
    others: tuple[Paper, ...]


def main() -> None:
    fit = "--fit" in sys.argv
    sys.argv = [argument for argument in sys.argv if argument != "--fit"]
    work = work_folder(__doc__ or "")
    with closing(askpapers.open(made_index(work / "scifact", [FOLDER / "corpus.jsonl"]))) as chain:
        cases = list(read_cases(chain, "train" if fit else "dev"))
        idf = rarity(chain.index.store)
        if fit:
            print_agreement_fit(cases)
            print_fit(cases, idf)
        else:
            print_measures(cases, idf)
    if not fit:
        print_figures()


def read_cases(chain: askpapers.Chain, part: str) -> Iterator[Case]:
    """Yield supported and contradicted claims, and for each supported one a swapped citation."""
    chance = random.Random(0)
    papers = {paper.id: paper for paper in chain.index.papers()}
    with (FOLDER / "qa.jsonl").open(encoding="utf-8") as lines:
        for claim in map(json.loads, lines):
            if claim["split"] != part or claim["answer"] not in ("SUPPORT", "CONTRADICT"):
                continue
            found = [hit.paper for hit in chain.search(claim["question"], k=RETRIEVED)]
            others = tuple(p for p in found if p.id not in claim["doc_ids"])
            for cited in claim["evidence"]:
                paper = papers[cited["doc_id"]]
                yield Case(claim["question"], cited["label"], paper, others)
                if cited["label"] == "SUPPORT":
                    other = chance.choice(others)
                    rest = tuple(p for p in (paper, *others) if p.id != other.id)
                    yield Case(claim["question"], "SWAPPED", other, rest)


def own_score(case: Case, idf: meaning.Idf) -> float:
    return meaning.signals(case.claim, sentences(case.paper), idf).score()


def rival_score(case: Case, idf: meaning.Idf) -> float:
    return max(meaning.signals(case.claim, sentences(p), idf).score() for p in case.others)


def overlap(case: Case, idf: meaning.Idf) -> float:
    """The baseline: the share of the claim's terms that stand in the abstract."""
    held = set(terms(plain(case.paper.abstract)))
    wanted = query_terms(plain(case.claim))
    return sum(term in held for term in wanted) / max(1, len(wanted))


def among_rivals(case: Case, idf: meaning.Idf) -> float:
    """The first score of the check: by meaning, among the other papers found."""
    return meaning.among_rivals(own_score(case, idf), rival_score(case, idf))


def agrees(case: Case, idf: meaning.Idf) -> float:
    """The second score of the check: whether the abstract points the same way."""
    return agreement.signals(case.claim, sentences(case.paper)).score()


def print_measures(cases: Sequence[Case], idf: meaning.Idf) -> None:
    counts = {label: sum(c.label == label for c in cases) for label in LABELS}
    print("development claims:", ", ".join(f"{n} {label.lower()}" for label, n in counts.items()))
    values = {name: [score(case, idf) for case in cases] for name, score in MEASURED.items()}
    for name, scores in values.items():
        for against in ("SWAPPED", "CONTRADICT"):
            good, bad = split_scores(cases, scores, against)
            found = float((bad < np.quantile(good, FALSE_ALARMS)).mean())
            print(
                f"{name:<28}{against.lower():<12} AUROC {auroc(good, bad):.3f}"
                f"   found at 5 % false alarms {found:.2f}"
            )
    print_trade(cases, values["meaning, without rivals"], values["meaning, among rivals"])


def print_trade(cases: Sequence[Case], own: Sequence[float], among: Sequence[float]) -> None:
    """Tell what both rules of meaning strike together, by the least score of the first."""
    print("struck by meaning, at a least score of (with rivals: below", LEAST_AMONG_RIVALS, "too)")
    for least in THRESHOLDS:
        lone = [float(score < least) for score in own]
        both = [float(o < least or a < LEAST_AMONG_RIVALS) for o, a in zip(own, among, strict=True)]
        shares = [split_scores(cases, struck, "SWAPPED") for struck in (lone, both)]
        told = [f"true {good.mean():.3f} swapped {bad.mean():.3f}" for good, bad in shares]
        mark = "  (as it is)" if least == LEAST else ""
        print(f"    {least:5.2f}: {told[0]}; with rivals {told[1]}{mark}")


MEASURED = {
    "meaning, among rivals": among_rivals,
    "agreement": agrees,
    "meaning, without rivals": own_score,
    "token overlap": overlap,
}
NUMBER = re.compile(r"\d[\d.,]*\d|\d")
LABELS = ("SUPPORT", "SWAPPED", "CONTRADICT")


def split_scores(
    cases: Sequence[Case], values: Sequence[float], against: str
) -> tuple[np.ndarray, np.ndarray]:
    """Return the scores of supported claims, and those of the cases labelled `against`."""
    good = [value for case, value in zip(cases, values, strict=True) if case.label == "SUPPORT"]
    bad = [value for case, value in zip(cases, values, strict=True) if case.label == against]
    return np.array(good), np.array(bad)


def auroc(good: np.ndarray, bad: np.ndarray) -> float:
    """The chance that a good case scores higher than a bad one; ties count half."""
    return float(np.mean([(good > b).mean() + 0.5 * (good == b).mean() for b in bad]))


def print_fit(cases: Sequence[Case], idf: meaning.Idf) -> None:
    """Fit the weights of the signals, then those of the comparison with rivals."""
    cases = [case for case in cases if case.label != "CONTRADICT"][:FITTED]
    labels = np.array([case.label == "SUPPORT" for case in cases], float)
    own, rivals = zip(*(both_signals(case, idf) for case in cases), strict=True)
    weights = logistic(np.array(own), labels)
    print("WEIGHTS", dict(zip((*SIGNALS, "bias"), weights.round(2).tolist(), strict=True)))
    score = np.array(own) @ weights[:-1] + weights[-1]
    rival = np.array([max(np.array(one) @ weights[:-1] + weights[-1]) for one in rivals])
    given = np.column_stack([score, score - rival, np.minimum(0, score - rival)])
    weights = logistic(given, labels)
    print("RIVALS", dict(zip(("own", "lead", "behind", "bias"), weights.round(2), strict=True)))
    final = given @ weights[:-1] + weights[-1]
    print("of supported claims, 5 % score below", np.quantile(final[labels == 1], 0.05).round(2))


def print_agreement_fit(cases: Sequence[Case]) -> None:
    """Fit the weights that tell supported from contradicted claims."""
    cases = [case for case in cases if case.label != "SWAPPED"]
    labels = np.array([case.label == "SUPPORT" for case in cases], float)
    found = [agreement.signals(case.claim, sentences(case.paper)) for case in cases]
    rows = np.array([[one.contrast, one.opposed] for one in found])
    weights = logistic(rows, labels)
    print("AGREEMENT", dict(zip(("contrast", "opposed", "bias"), weights.round(2), strict=True)))
    score = rows @ weights[:-1] + weights[-1]
    quantiles = np.quantile(score[labels == 1], (0.01, 0.03, 0.05)).round(2)
    print("of supported claims, 1, 3 and 5 % score below", quantiles, flush=True)
    print("AUROC on the same claims", round(auroc(score[labels == 1], score[labels == 0]), 3))


def both_signals(case: Case, idf: meaning.Idf) -> tuple[list[float], list[list[float]]]:
    found = [meaning.signals(case.claim, sentences(p), idf) for p in (case.paper, *case.others)]
    own, *rivals = [[getattr(one, name) for name in SIGNALS] for one in found]
    return own, rivals


def logistic(rows: np.ndarray, labels: np.ndarray, decay: float = 0.01) -> np.ndarray:
    """Return the weights of a logistic regression, the bias last; classes count alike."""
    mean, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-9
    given = np.column_stack([(rows - mean) / spread, np.ones(len(rows))])
    share = np.where(labels == 1, 0.5 / labels.mean(), 0.5 / (1 - labels.mean()))
    weights = np.zeros(given.shape[1])
    for _ in range(4000):
        error = share * (1 / (1 + np.exp(-given @ weights)) - labels)
        weights -= 0.3 * (given.T @ error / len(labels) + decay * np.append(weights[:-1], 0))
    inner = weights[:-1] / spread
    return np.append(inner, weights[-1] - inner @ mean)


def print_figures() -> None:
    """Change one figure in sentences of abstracts, and count how often that is found."""
    chance = random.Random(0)
    true, wrong = 0, 0
    texts = list(sentences_with_figures())
    chance.shuffle(texts)
    for text in texts[:WRONG_FIGURES]:
        true += figures.missing(text, text) is not None
        wrong += figures.missing(changed(text, chance), text) is not None
    print(f"wrong figures found: {wrong} of {WRONG_FIGURES}; false alarms: {true}")


def sentences_with_figures() -> Iterator[str]:
    with (SHARED / "corpora" / "icml2026" / "corpus.jsonl").open(encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            abstract = str(record.get("abstract") or record.get("text") or "")
            for start, end in split(abstract):
                text = plain(abstract[start:end])
                if figures.figures(text):
                    yield text


def changed(text: str, chance: random.Random) -> str:
    """Return `text` with another value for one of its figures, which occurs nowhere in it."""
    figure = chance.choice(figures.figures(text))
    while True:
        written = another(figure.written, chance)
        end = figure.start + len(figure.written)
        number = NUMBER.search(text[: figure.start] + written, figure.start)
        if (number[0] if number else written) not in NUMBER.findall(text) + text.lower().split():
            return text[: figure.start] + written + text[end:]


def another(written: str, chance: random.Random) -> str:
    """Return a figure with one of its digits changed, or another word for a small number."""
    places = [place for place, char in enumerate(written) if char.isdigit()]
    if not places:
        return chance.choice(("three", "four", "seven", "nine", "twelve"))
    place = chance.choice(places)
    return written[:place] + str(chance.randint(1, 9)) + written[place + 1 :]


if __name__ == "__main__":
    main()
