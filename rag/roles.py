"""What a sentence of an abstract does: it states a problem, an approach, data, a result, a link.

A sentence may have several of these rhetorical roles. Each has a logistic regression over cues in
the words and over the sentence's place in its abstract, fitted by bench/roles.py.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]


class Role(StrEnum):
    """What a sentence tells of its paper."""

    PROBLEM = "problem"
    APPROACH = "approach"
    EVALUATION = "evaluation"
    RESULT = "result"
    CODE = "code"


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_CONTRIBUTION = _any(
    r"\b(?:we|this (?:paper|work|study|article)|our (?:method|approach|framework|model|work))\b"
    r"[^.]{0,60}?\b(?:propos|introduc|present|develop|design|show|prove|demonstrat|find|establish|"
    r"reveal|provid|releas|argue|advocat|study|studies|investigat|examin|analy[sz]|formulat|build|"
    r"construct|train|reformulat|offer|describ|motivat|characteri[sz])",
    "本文|我们提出|我們提出",
)
_OWN = _any(
    r"\b(?:we|us|our|this (?:paper|work|study|article|position))\b",
    r"\bis (?:introduced|proposed|presented)\b",
    "本文|我们|我們|提出了",
)
_HEADLINE = _any(
    r"^(?:(?:extensive|comprehensive|empirical|experimental) )*"
    r"(?:experiments?|results|evaluations?|findings|analys[ie]s)\b",
    r"^our (?:\w+ )?(?:results|findings|experiments|analysis)\b",
    "^(?:empirically|remarkably|these results)",
    r"^we (?:further |also )?(?:show|find|prove|demonstrate)\b",
    "^(?:大量)?(?:实验|實驗|结果|結果)",
)
CUES: dict[str, re.Pattern[str]] = {
    "contribution": _CONTRIBUTION,
    "own": _OWN,
    "headline": _HEADLINE,
    "proposes": _any(
        r"\b(?:we|it|they|paper) (?:\w+ )?(?:propos|introduc|present|develop|design|construct"
        r"|build|formulat|model|train|us|employ|integrat|incorporat|leverag|adopt|creat|compil"
        r"|borrow|defin|extend|generali[sz]|combin|fine-tun|describ|explor|investigat|stud)\w*",
        "提出|设计|設計|构建|構建|采用|採用",
    ),
    "means": _any(
        r"\b(?:by \w+ing|via|consists? of|comprises?|modules?|mechanism|strategy|component"
        r"|framework|architecture|loss|two-stage|decompos\w+|integrat\w+|employ\w*|leverag\w+"
        r"|formulates?|learns?|augment\w*|constructs?)\b",
        "通过|通過|利用|框架|模块|模塊|机制|機制",
    ),
    "finds": _any(
        r"\b(?:we|results?|findings?|analys[ie]s|experiments?|stud(?:y|ies)) (?:\w+ ){0,4}?(?:find"
        r"|found|show|prove|demonstrat|reveal|observ|establish|confirm|verif|suggest|indicat"
        r"|uncover|yield|illustrat|highlight)\w*",
        "表明|显示|顯示|发现|發現|证明|證明",
    ),
    "outperforms": _any(
        r"\b(?:beats?|ahead of|better than|exceed\w*|(?:rises?|falls?|drops?|grows?) (?:by|from|to)"
        r"|outperform\w*|state[- ]of[- ]the[- ]art|surpass\w*|achiev\w+|superior|competitive"
        r"|significant(?:ly)?|gains?|on par|speed-?up|(?:improv|reduc)\w+ (?:\w+ ){0,6}by)\b",
        "优于|優於|超过|超過|提升|达到|達到",
    ),
    "figure": _any(r"\d(?:\.\d+)? ?(?:%|×|x\b|points?)|\d+\.\d+"),
    "experiments": _any(
        r"\b(?:experiment\w*|evaluat\w+|empirical\w*|ablation|benchmarks?|across)\b",
        "实验|實驗|评测|評測|评估|評估",
    ),
    "on data": _any(
        r"\b(?:on|across|over|in|of|with)\b(?: \S+){0,6}? (?:data ?sets?|benchmarks?|tasks?"
        r"|corpora|languages|domains|models|backbones|environments|families)\b",
        "数据集|數據集|基准|基準",
    ),
    "evaluates": _any(
        r"\bwe (?:\w+ )?(?:evaluate|validate|test|conduct|perform|assess|compare|benchmark)\b",
        r"\bexperiments? (?:on|with|across|over)\b",
        r"\bevaluat(?:ed|ions?) (?:\w+ )*(?:on|across|of)\b",
        "在[^，。]{1,40}上",
    ),
    "contrast": _any(
        "^(?:however|yet|but|although|while|despite|nonetheless|unfortunately|existing|current"
        r"|prior|previous|traditional|recent|standard|most)\b",
        "^(?:然而|但|尽管|儘管|现有|現有|目前)",
    ),
    "lack": _any(
        r"\b(?:however|challeng\w+|lack\w*|remains?|limit(?:s|ed|ing|ations?)?|suffer\w*|fail(?:s|ed)?"
        r"|difficult\w*|unclear|often|typically|underexplored|expensive|costly|prohibitive"
        r"|bottleneck|problem|hinder\w*|existing|struggle\w*|overlook\w*|impede\w*|poorly)\b",
        "然而|缺乏|难以|難以|挑战|挑戰|不足|问题|問題",
    ),
    "link": _any(
        r"https?://|www\.|\bgithub\b|\b(?:code|data ?sets?|models?|demo\w*|home ?page|website)\b"
        r"[^.]{0,40}\b(?:available|released?|open-?sourced?)\b",
        "代码|代碼|开源|開源",
    ),
}


def states_contribution(text: str) -> bool:
    """Say whether a sentence (plain text) tells what its paper does or finds."""
    return _CONTRIBUTION.search(text) is not None


def role_probabilities(sentences: Sequence[str]) -> Matrix:
    """Return how likely each sentence of one abstract has each role.

    `sentences` are all of the abstract's, in order, in plain text. Shape (n, 5): a column for each
    `Role`, in its order; a row need not add up to 1.
    """
    if not sentences:
        return np.zeros((0, len(Role)))
    return np.asarray(1 / (1 + np.exp(-features(sentences) @ _weights())))


def features(sentences: Sequence[str]) -> Matrix:
    """Return what roles are read from, shape (n, features): place, what came before, cues."""
    cues = np.array([[_found(cue, text) for cue in CUES.values()] for text in sentences])
    order = np.arange(len(sentences))
    turn = _first(cues[:, _column("own")], start=0, default=0)
    results = _first(cues[:, _column("headline")], start=turn + 1, default=len(sentences))
    place = [order / max(1, len(order) - 1), order == 0, order == len(order) - 1]
    before = [order == turn, order > turn, order > results]
    return np.column_stack([np.ones(len(order)), *place, *before, cues])


def _found(cue: re.Pattern[str], text: str) -> bool:
    return cue.search(text) is not None


def _column(cue: str) -> int:
    return list(CUES).index(cue)


def _first(flags: NDArray[np.bool_], start: int, default: int) -> int:
    """Return the first position at or behind `start` that is true."""
    found = np.flatnonzero(flags[start:])
    return start + int(found[0]) if len(found) else default


@lru_cache(maxsize=1)
def _weights() -> Matrix:
    """Return the fitted weights, shape (features, 5)."""
    return np.array(json.loads(files("rag").joinpath("roles.json").read_text("utf-8")))
