"""Every word of the page, in the languages of its interface and of its answers.

What is shown around an answer is in the language of the question, all else in that of the
interface.
"""

from __future__ import annotations

from ui.view.words.chinese import CHINESE
from ui.view.words.english import ENGLISH
from ui.view.words.form import Words

__all__ = ["CHINESE", "ENGLISH", "Words", "counted", "words_for"]


def counted(forms: str, count: int, **slots: object) -> str:
    """Fill a number in: the form for one stands before a bar, that for all others behind it."""
    one, _, others = forms.rpartition("|")
    return (one if one and count == 1 else others).format(f"{count:,}", **slots)


def words_for(language: str | None) -> Words:
    """Return the words of a language ("en", "zh", or a tag such as "zh-CN"); English for others."""
    return CHINESE if (language or "").lower().startswith("zh") else ENGLISH
