"""Asking a question of the papers that it selects, or, if it says nothing else, the one before."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.chinese import is_chinese
from rag.conversation import references
from rag.conversation.history import Talk
from rag.conversation.standalone import FollowUp, about, again, compare, joined, spliced
from rag.types import Paper

_FILLER = re.compile(
    r"\b(?:(?:what|how) about|what of|tell me(?: more)?(?: about)?|more about|the same|question for"
    r"|back to|go back|return to|in case of|is there|are there|do you have|and|or|but|so|ok|okay"
    r"|now|then|no|not|of|again|for|i|mean|meant|please|too|instead|let's|one|yes|with|the|to|here"
    r"|any)\b"
    r"|那么?|呢|再|说说|說說|回到|关于|關於|换成|換成|问题|問題|这|這|篇|的|论文|論文|一下|看|怎么样|怎麼樣"
    r"|如何|请|請|谈|談|吧|不对|不對|不是|也|吗|嗎|还有|還有|有没有|有沒有",
    re.IGNORECASE,
)
_ANEW = re.compile(r"\b(?:back to|return to|more about|tell me about)\b|回到|说说|說說|谈|談", re.I)
COMPARES = re.compile(
    r"\bcompar|\bdiffer|\bversus\b|\bvs\b|\bcontrast|\bbetter than\b"
    r"|区别|區別|不同|差异|差異|比较|比較|对比|對比|相比|比(?:呢|一比|起来|起來|如何|怎么样|怎麼樣)",
    re.IGNORECASE,
)
_TURNING = re.compile(
    r"^\W*(?:and |but |so )?(?:(?:what|how) about|back to) ([^,:]+?)(?: again)?[,:] ", re.IGNORECASE
)
Selection = tuple[int, int, tuple[Paper, ...]]


def turned(text: str) -> str:
    """Put a question that begins with "and what about A, …" as "A: …"."""
    return _TURNING.sub(r"\1: ", text)


def ask_of(selections: Sequence[Selection], text: str, talk: Talk) -> FollowUp:
    """Ask `text` of the papers selected; if it asks nothing itself, what was asked before."""
    papers = tuple(dict.fromkeys(paper for _, _, chosen in selections for paper in chosen))
    if not asks(text, selections):
        return again(papers, talk, anew=_ANEW.search(text) is not None)
    pronoun, focus = references.pronoun(text), talk.focus(text)
    if pronoun and focus and pronoun.end() <= selections[0][0] and COMPARES.search(text):
        return compare([focus, *papers], talk)
    chinese = is_chinese(text)
    for start, end, chosen in reversed(selections):
        names = [talk.called(paper) for paper in chosen]
        text = spliced(text, start, end, joined(names, chinese=chinese))
    return about(papers, turned(text), talk)


def asks(text: str, selections: Sequence[Selection]) -> bool:
    """Say whether `text` asks anything besides selecting papers."""
    for start, end, _ in reversed(selections):
        text = f"{text[:start]} {text[end:]}"
    return any(char.isalnum() for char in _FILLER.sub("", text))
