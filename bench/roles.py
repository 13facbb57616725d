"""Fit the classifier of rhetorical roles on one half of the labelled sentences; test on the other.

`python -m bench.roles` prints how good it is; with `--write` the fitted weights go into
rag/roles.json. Then it prints how often the cell of a comparison is a sentence of its role. A
label file holds paper id, 0-based sentence number and roles, the main one first.
The halves are papers in turn, so that no abstract lies in both.
"""

from __future__ import annotations

import csv
import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.common import SHARED
from rag.aspects import told
from rag.plaintext import plain
from rag.roles import Role, features
from rag.sentences import split
from rag.types import Paper

LABELS = Path(__file__).with_name("roles_labels.tsv")
WEIGHTS = Path(__file__).resolve().parents[1] / "rag" / "roles.json"
CORPORA = SHARED / "corpora"
PLACE = slice(0, 4)  # the features that tell where a sentence stands
PENALTY = 0.003  # chosen by cross-validation within the fitting half
STEPS = 2000

Matrix = NDArray[np.float64]


def main() -> None:
    if not SHARED.is_dir():
        sys.exit(f"Skipped: this benchmark needs the test data in {SHARED}, which is not there.")
    labels = read_labels()
    texts = abstracts(labels)
    halves = [list(labels)[start::2] for start in (0, 1)]
    (x, y), (x_test, y_test) = (
        (np.vstack([features(texts[p]) for p in half]), np.vstack([labels[p] for p in half]))
        for half in halves
    )
    weights = fit(x, y)
    print(f"{len(x)} sentences for fitting, {len(x_test)} for testing")
    print(f"{'test half':<20}{'accuracy':>9}{'macro-F1':>9}" + "".join(f"{r:>12}" for r in Role))
    show("majority", y_test, likeliest(np.tile(y.mean(axis=0), (len(y_test), 1))))
    show("position", y_test, likeliest(x_test[:, PLACE] @ fit(x[:, PLACE], y)))
    show("cues and position", y_test, sigmoid(x_test @ weights))
    if "--write" in sys.argv:
        everything = fit(np.vstack([x, x_test]), np.vstack([y, y_test]))
        WEIGHTS.write_text(json.dumps(np.round(everything, 3).tolist()) + "\n", encoding="utf-8")
    show_cells(labels)


def show_cells(labels: dict[str, Matrix]) -> None:
    """Print, for each aspect, how many of its cells have its role, and how many are missing."""
    right, given, missing = Counter[Role](), Counter[Role](), Counter[Role]()
    for record in map(json.loads, corpus_lines()):
        if record["id"] not in labels:
            continue
        starts = [start for start, _ in split(record["text"])]
        cells = told(Paper(id=record["id"], title=record["title"], abstract=record["text"]))
        for column, role in enumerate(Role):
            marked = labels[record["id"]][:, column]
            if role in cells:
                given[role] += 1
                right[role] += int(marked[starts.index(cells[role].start)])
            elif marked.any():
                missing[role] += 1
    for role in Role:
        print(f"{role:<12} {right[role]} of {given[role]} cells right, {missing[role]} missing")


def read_labels() -> dict[str, Matrix]:
    """Return paper id -> labels, shape (sentences, roles), 1 where a sentence has the role."""
    labels: dict[str, list[list[float]]] = {}
    with LABELS.open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            roles = row["roles"].split(",")
            labels.setdefault(row["paper"], []).append([float(role in roles) for role in Role])
    return {paper: np.array(rows) for paper, rows in labels.items()}


def abstracts(wanted: dict[str, Matrix]) -> dict[str, list[str]]:
    """Return paper id -> the plain sentences of its abstract."""
    found = {
        paper["id"]: [plain(paper["text"][start:end]) for start, end in split(paper["text"])]
        for paper in map(json.loads, corpus_lines())
        if paper["id"] in wanted
    }
    changed = [paper for paper in wanted if len(found[paper]) != len(wanted[paper])]
    if changed:
        sys.exit(f"The sentences of {', '.join(changed)} are no longer those that were labelled.")
    return found


def corpus_lines() -> Iterator[str]:
    with (CORPORA / "icml2026" / "corpus.jsonl").open(encoding="utf-8") as lines:
        yield from lines
    with gzip.open(CORPORA / "acl_anthology.jsonl.gz", "rt", encoding="utf-8") as lines:
        yield from lines


def fit(x: Matrix, y: Matrix) -> Matrix:
    """Return the weights, shape (features, roles), of one logistic regression for each role."""
    weights = np.zeros((x.shape[1], y.shape[1]))
    for _ in range(STEPS):
        weights -= x.T @ (sigmoid(x @ weights) - y) / len(x) + PENALTY * weights
    return weights


def sigmoid(x: Matrix) -> Matrix:
    return np.asarray(1 / (1 + np.exp(-x)))


def likeliest(scores: Matrix) -> Matrix:
    """Give every sentence its one likeliest role."""
    return np.asarray(np.eye(scores.shape[1])[scores.argmax(axis=1)])


def show(name: str, labels: Matrix, probabilities: Matrix) -> None:
    """Print the share of sentences whose likeliest role is one of theirs, and F1 at 0.5."""
    accuracy = labels[np.arange(len(labels)), probabilities.argmax(axis=1)].mean()
    given = probabilities > 0.5
    f1 = 2 * (given * labels).sum(axis=0) / (given.sum(axis=0) + labels.sum(axis=0))
    figures = "".join(f"{value:>12.3f}" for value in f1)
    print(f"{name:<20}{accuracy:>9.3f}{f1.mean():>9.3f}{figures}")


if __name__ == "__main__":
    main()
