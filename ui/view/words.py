"""The frame around answers, in the languages that questions are asked in."""

from __future__ import annotations

from dataclasses import dataclass

from rag.types import Status


@dataclass(frozen=True)
class Words:
    """What the page says around an answer; `lang` is its HTML language tag."""

    lang: str
    status: dict[Status, str]
    understood: str
    papers: str
    abstract: str
    quotes: str
    no_abstract: str
    et_al: str
    unsupported: str
    left_out: str
    source: str
    line: str


ENGLISH = Words(
    lang="en",
    status={
        Status.PARTLY: "Answered in part",
        Status.NOT_FOUND: "Not in these papers",
        Status.AMBIGUOUS: "Several papers fit",
    },
    understood="Understood as",
    papers="Papers",
    abstract="Whole abstract",
    quotes="{} passages quoted",
    no_abstract="This paper came without an abstract.",
    et_al=" et al.",
    unsupported="Struck through: not supported by the papers cited.",
    left_out="Left out of this answer",
    source="{file}, paper {record}",
    line=", line {}",
)

CHINESE = Words(
    lang="zh-Hans",
    status={
        Status.PARTLY: "部分回答",
        Status.NOT_FOUND: "论文中没有提到",
        Status.AMBIGUOUS: "有几篇论文符合",
    },
    understood="理解为",
    papers="论文",
    abstract="摘要全文",
    quotes="引用 {} 处",
    no_abstract="这篇论文没有摘要。",
    et_al=" 等",
    unsupported="划线的句子没有得到所引论文的支持。",
    left_out="未写入回答的内容",
    source="{file}，第 {record} 篇",
    line="，第 {} 行",
)


def words_for(language: str) -> Words:
    """Return the frame in the language of an answer ("en" or "zh")."""
    return CHINESE if language == "zh" else ENGLISH
