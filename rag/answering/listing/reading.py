"""From a list question to what a paper must meet: exact conditions, and a topic."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rag.answering.listing.asked import (
    mentions,
    read_doi,
    read_kinds,
    read_links,
    read_mentions,
)
from rag.answering.listing.conditions import Condition
from rag.answering.listing.excluded import read_excluded
from rag.answering.listing.fields import TAKEN, WORKS, read_authors, read_venue, read_years
from rag.answering.listing.focus import Focus, focus_of
from rag.answering.listing.quantities import read_quantities
from rag.answering.listing.trends import asks_by_year, without_years
from rag.chinese import translate
from rag.embedders import is_common_word
from rag.plaintext import plain
from rag.store.papers import PaperStore

_READERS = (
    read_doi,
    read_venue,
    read_years,
    read_authors,
    read_kinds,
    read_links,
    read_quantities,
    read_excluded,
    read_mentions,
)

_ARTEFACT = (
    r"(?:benchmarks?|testbeds?|evaluation suites?|data ?sets?|corpora|corpus|surveys?"
    r"|taxonom(?:y|ies)|tool ?kits?|librar(?:y|ies)|code ?bases?|simulators?|environments?"
    r"|metrics?|leaderboards?)"
)
_ARTEFACTS = re.compile(
    rf"^(?:(?:an?|the|their|its|own|new|novel|first|any|original|other) )*"
    rf"(?P<before>(?:[\w-]+ ){{0,3}}?)(?P<noun>{_ARTEFACT})\b(?: (?:and|or) {_ARTEFACT}\b)?"
    rf"(?: (?:for|of|to|on|in|about|that|which|with|evaluat\w+|test\w+|measur\w+))*(?P<behind>.*)$",
    re.IGNORECASE,
)
_GENERIC = (
    r"(?:an?|the|any|some|models?|data ?sets?|benchmarks?|famil(?:y|ies)|series|data|environments?"
    r"|games?|corpus|corpora|methods?|algorithms?|baselines?|loss|suites?|tasks?|agents?|adapters?"
    r"|architectures?|as|backbone|variants?|checkpoints?|or|and)"
)
_IDENTIFIER = re.compile(r"[A-Z\d]")
_CHINESE_FRAME = re.compile(
    "[这這]里|[这這][个個]?论文?[库庫]|有?哪[些几幾]篇?|[有共]*多少篇?|[几幾]篇|列出|列[举舉]"
    "|所有|全部|一共|[总總]共|这[批些]|這[批些]|里面?|[里裡]|其中|摘要|标题|標題"
    "|[关關]于|有[关關]|涉及|讨论|討論|研究|使用|用到|采用|採用|用|基于|基於|[评評][测測估]|[测測][试試]|实验|實驗"
    f"|[进進]行|做|模型|[数數]据集|[数數]據集|基准|[在上中的了是有和与與过過]|{WORKS}|{TAKEN}|[\\s?!,。，？吗嗎呢]",
)


@dataclass(frozen=True, slots=True)
class Request:
    """What a paper must meet to be listed, and the `text` that says so.

    `artefact` is what it has to introduce ("benchmark"), `topic` what it has to be about, in
    English; either may be empty. `by_year` asks for the numbers of each year.
    """

    text: str
    conditions: tuple[Condition, ...]
    artefact: str = ""
    topic: str = ""
    by_year: bool = False


def read(text: str, store: PaperStore) -> Request:
    """Read the text of a question, English or Chinese."""
    conditions: list[Condition] = []
    rest = plain(text)
    if by_year := asks_by_year(rest):
        rest = without_years(rest)
    titles = re.search(r"\babstracts\b|摘要", rest, re.IGNORECASE) is None
    for reader in _READERS:
        found, rest = reader(rest, store)
        conditions += found
    focus = _focus(rest)
    if focus.using and _is_name(focus.topic):
        conditions += mentions(_without_generic(focus.topic), titles)
        focus = Focus("")
    if re.fullmatch(r"[^()]+ \([A-Z][\w-]*[A-Z]\w*\)", focus.topic):
        conditions += mentions(focus.topic, titles)
        focus = Focus("")
    artefact, topic = _artefact(focus)
    return Request(text, tuple(conditions), artefact, topic, by_year)


def _focus(rest: str) -> Focus:
    if not re.search("[\u4e00-\u9fff]", rest):
        return focus_of(rest)
    bare = " ".join(_CHINESE_FRAME.sub(" ", rest).split())
    if bare.isascii():
        return Focus(bare, using=True)
    proposing = re.search("提出|介[绍紹]|[构構]建|[发發]布|推出|[开開][发發]", rest) is not None
    focus = focus_of(translate(rest.replace(TAKEN, " ")).text)
    topic = " ".join(dict.fromkeys(focus.topic.split()))  # two words may have one rendering
    return Focus(topic, focus.using, proposing)


def _is_name(topic: str) -> bool:
    """Say whether all that is left are names of things, which are looked up as they stand."""
    words = _without_generic(topic).split()
    return bool(words) and all(
        _IDENTIFIER.search(word) or not is_common_word(word.strip(",").casefold())
        for word in words
        if word not in ("and", "or")
    )


def _without_generic(topic: str) -> str:
    """Leave out what kind of thing is named: "a Qwen model" is Qwen."""
    bare = re.sub(rf"^(?:{_GENERIC} )+|(?: {_GENERIC})+$", "", topic, flags=re.IGNORECASE)
    return bare.strip()


def _artefact(focus: Focus) -> tuple[str, str]:
    """Return what is to be introduced, "" for nothing of a kind, and the topic."""
    match = _ARTEFACTS.match(focus.topic) if focus.proposing else None
    if not match:
        return "", focus.topic
    topic = f"{match['before']}{match['behind']}".strip()
    return match["noun"].lower(), focus_of(topic).topic
