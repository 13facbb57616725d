"""The words of an answer's frame, in the languages that are asked in."""

from __future__ import annotations

from collections.abc import Mapping

_PHRASES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "says": "{name}: {quote}",
        "closest": "The closest fit is {name}: {quote}",
        "also": "It could also be {name}: {quote}",
        "not_in_paper": "The abstract of {name} does not say this; nearest to it comes: {quote}",
        "not_in_any": "None of the papers here says this; the nearest one is {name}: {quote}",
        "no_abstract": "Nothing is known of {name} but its title: there is no abstract.",
        "no_link": "The abstract of {name} gives no link.",
        "empty": "There are no papers in this collection yet.",
        "unstated": "not stated in the abstract",
        "asked": "Asked",
        "problem": "Problem",
        "approach": "Approach",
        "evaluation": "Evaluated on",
        "result": "Results",
        "code": "Code",
    },
    "zh": {
        "says": "{name}：{quote}",
        "closest": "最符合的是 {name}：{quote}",
        "also": "也可能是 {name}：{quote}",
        "not_in_paper": "{name} 的摘要没有提到这一点；最接近的说法是：{quote}",
        "not_in_any": "这些论文都没有提到这一点；最接近的一篇是 {name}：{quote}",
        "no_abstract": "{name} 只有标题，没有摘要。",
        "no_link": "{name} 的摘要没有给出链接。",
        "empty": "这个论文库里还没有论文。",
        "unstated": "摘要未提及",
        "asked": "所问",
        "problem": "问题",
        "approach": "方法",
        "evaluation": "评测对象",
        "result": "结果",
        "code": "代码",
    },
}


def phrase(key: str, language: str, **slots: str) -> str:
    """Return the phrase `key` in `language` with its slots filled."""
    return _PHRASES[language][key].format(**slots)
