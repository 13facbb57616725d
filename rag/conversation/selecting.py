"""Questions that say which papers they mean: by number, place, contrast, set or name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rag.conversation import ellipsis, ordinals, references
from rag.conversation.asking import COMPARES, ask_of, asks, turned
from rag.conversation.history import Items, Mentioned, Talk
from rag.conversation.standalone import (
    FollowUp,
    about,
    again,
    compare,
    spliced,
    without_pointers,
)
from rag.plaintext import plain
from rag.scope import Scope
from rag.types import Paper, Status

_NO = r"(?:no|nope|sorry|not (?:that|this)(?: one)?|wrong(?: one| paper)?|wait)\b"
_CORRECTION = re.compile(
    rf"^\W*(?:{_NO}[,.!;: ]*)*"
    r"(?:actually,? )?(?:i (?:meant|mean|was asking about|was thinking of)|rather)\b\s*"
    rf"|^\W*(?:{_NO}[,.!;:] *)+"
    r"|^\W*(?:不对|不是|不對|错了|錯了|抱歉)?[，,。]?\s*我是?(?:说|說|指|问|問)的?是?\s*",
    re.IGNORECASE,
)
_YES = re.compile(
    r"^\W*(?:yes|yeah|yep|sure|ok(?:ay)?|right|是的?|对|對|好的?|嗯)(?:,? please(?: do)?)?\W*$",
    re.I,
)
_NEGATED = re.compile(r"(?:\b(?:not|instead of|rather than)|不是|而非)\W*$", re.IGNORECASE)
_ONE_SIDED = re.compile(
    r"^\W*(?:and |so |how about |what about )?(?:compared?|contrast|versus|vs)\b\W*(?:with|to"
    r"|against)?|\bcompare\W*$|^那?[和与與跟]",
    re.IGNORECASE,
)
_DESCRIBED = re.compile(
    rf"^(?:the )?(?:one|{references.THING}) (?:with|on|about|for|that|which|by|using|from|in)\b"
    r"|^the .*\b(?:one|paper|study)$|的那?[篇个個](?:论文|論文)?$",
    re.IGNORECASE,
)
# Which of several have an exact property is for a list to say; a comparison sets all side by side.
_BY_PROPERTY = re.compile(
    r"^\W*(?:and |so )*(?:which|how many|list|show)\b.*"
    r"(?:\b(?:code|links?|github|published|authors?|mention|number for)\b|\b(?:19|20)\d\d\b)"
    "|(?:哪些|多少|几篇|幾篇).*(?:代码|代碼|开源|開源|链接|鏈接|年|作者|提到)",
    re.IGNORECASE,
)
_ONE_OF_THEM = re.compile(r"^\W*(?:and |so )?which(?: one)?\b", re.IGNORECASE)
_ONE_BY_PROPERTY = re.compile(
    rf"{_ONE_OF_THEM.pattern} (?:releas|giv|provid|publish|shar|ha)\w* [^?]*\b(?:code|links?)\b",
    re.IGNORECASE,
)
_AS_PAPERS = dict.fromkeys(("them", "these", "those"), "these papers") | {"其中": "这些论文中"}
_MOST = 5  # papers that are asked about one by one; more are searched in


def without_correction(text: str) -> str:
    """Drop "no, I meant" from the beginning of `text`."""
    return _CORRECTION.sub("", text) or text


def select(text: str, talk: Talk) -> FollowUp | None:
    """Return what a question means that selects papers, None for any other."""
    rules = (
        _by_number, _the_other, _besides, _by_date, _by_place,
        _by_property, _several, _named, _reply,
    )  # fmt: skip
    return next((found for rule in rules if (found := rule(text, talk))), None)


def _by_number(text: str, talk: Talk) -> FollowUp | None:
    """Understand "What does [2] propose?"."""
    known = talk.numbered()
    found = [
        (start, end, (known[number],))
        for start, end, number in ordinals.markers(text)
        if number in known
    ]
    return ask_of(found, text, talk) if found else None


def _the_other(text: str, talk: Talk) -> FollowUp | None:
    """Understand "And the code of the other paper with a hypernetwork?"."""
    found = references.the_other(text)
    if found is None:
        return None
    start, end, description = found
    others = [paper for paper in talk.several() if paper not in talk.last.papers[:1]]
    if description or not others:
        nearest = talk.library.nearest(description or talk.earlier, talk.last.papers)
        others = [nearest] if nearest else []
    return ask_of([(start, end, tuple(others[:1]))], text, talk) if others else None


def _besides(text: str, talk: Talk) -> FollowUp | None:
    """Understand "Which other paper works with that model?"."""
    match = references.another(text)
    if match is None:
        return None
    said = talk.since_search()
    scope = Scope(without=tuple(dict.fromkeys(p for turn in said for p in turn.papers)))
    if not asks(text, [(*match.span(), ())]):
        return FollowUp(said[0].answer.standalone, scope)
    return FollowUp(_with_subject(without_pointers(text, talk), talk), scope)


def _with_subject(text: str, talk: Talk) -> str:
    match, paper = references.pronoun(text), talk.focus(text)
    if match is None or paper is None:
        return text
    return spliced(text, match.start(), match.end(), f"“{plain(paper.title or paper.label)}”")


def _by_date(text: str, talk: Talk) -> FollowUp | None:
    """Understand "And the later one?"."""
    found = references.dated(text)
    if found is None:
        return None
    start, end, later = found
    papers = list(talk.last.papers)
    if len(papers) < 2:
        asked = text if asks(text, [(start, end, ())]) else talk.earlier
        papers += filter(None, [talk.library.nearest(asked, papers)])
    known = sorted((p for p in papers if p.year), key=lambda paper: paper.year or 0)
    chosen = known[-1 if later else 0] if len(known) > 1 else next(iter(papers[1:]), None)
    return ask_of([(start, end, (chosen,))], text, talk) if chosen else None


def _by_place(text: str, talk: Talk) -> FollowUp | None:
    """Understand "What is the second one good for?"."""
    found = ordinals.find(text)
    if not found:
        return None
    listed = talk.listed(found[0].noun)
    if isinstance(listed, Items):
        return _of_items(found, listed, text, talk)
    places = [(o.start, o.end, listed[o.place : o.place + 1 or None]) for o in found]
    chosen = [selection for selection in places if selection[2]]
    return ask_of(chosen, text, talk) if chosen else None


def _of_items(
    found: Sequence[ordinals.Ordinal], items: Items, text: str, talk: Talk
) -> FollowUp | None:
    if any(ordinal.place >= len(items.heads) for ordinal in found):
        return None
    for ordinal in reversed(found):
        text = spliced(text, ordinal.start, ordinal.end, f"“{items.heads[ordinal.place]}”")
    return about([items.paper], text, talk)


def _by_property(text: str, talk: Talk) -> FollowUp | None:
    """Understand "Which one releases code?"."""
    papers = talk.several()
    if len(papers) < 2 or not _ONE_BY_PROPERTY.match(text):
        return None
    return FollowUp(_ONE_OF_THEM.sub("which of these papers", text), Scope(within=papers))


def _several(text: str, talk: Talk) -> FollowUp | None:
    """Understand "How do these two differ?", "Which of them release code?"."""
    papers, match = talk.several(), references.a_set(text)
    if match is None and talk.last.lists:
        if references.asks_which(text):
            return about(papers[:_MOST], text, talk)
        match = references.they(text)
    if match is None or not papers:
        return None
    count = references.count(match[0])
    if not (count or talk.last.lists or COMPARES.search(text)):
        return None
    if len(papers[:count]) > _MOST or (talk.last.lists and _BY_PROPERTY.search(text)):
        asked = spliced(text, *match.span(), _AS_PAPERS.get(match[0].casefold(), match[0]))
        return FollowUp(ellipsis.without_opening(asked), Scope(within=papers))
    return ask_of([(*match.span(), papers[:count])], text, talk)


def _named(text: str, talk: Talk) -> FollowUp | None:
    """Understand "And EvolveR?", "Compare it with EvolveR."."""
    mentions, paper = _meant(text, talk), talk.focus(text)
    if not mentions or (paper and _is_aspect(text, mentions, paper)):
        return None
    selections = [(mention.start, mention.end, mention.papers) for mention in mentions]
    pronoun = references.pronoun(text)
    points_back = pronoun is not None and pronoun.start() < mentions[0].start
    if (
        paper
        and COMPARES.search(text)
        and (points_back or (len(mentions) == 1 and _ONE_SIDED.search(text)))
    ):
        return compare([paper, *(p for m in mentions for p in m.papers)], talk)
    if not asks(text, selections):
        return ask_of(selections, text, talk)
    return None if points_back else FollowUp(turned(text))


def _meant(text: str, talk: Talk) -> list[Mentioned]:
    """Return the papers named but for those that are ruled out: "not A, B"."""
    named = talk.library.mentions(text)
    meant = [m for m in named if not _NEGATED.search(text[: m.start])] or named
    spoken = {paper for turn in talk.turns for paper in turn.papers}
    return [replace(m, papers=tuple(p for p in m.papers if p in spoken) or m.papers) for m in meant]


def _is_aspect(text: str, mentions: Sequence[Mentioned], paper: Paper) -> bool:
    """Say whether `text` names something that `paper` speaks of ("and on AgentLAB?")."""
    core = ellipsis.fragment(text)
    spoken = plain(paper.abstract).casefold()
    names = [text[mention.start : mention.end].casefold() for mention in mentions]
    return core is not None and ellipsis.is_phrase(core) and all(n in spoken for n in names)


def _reply(text: str, talk: Talk) -> FollowUp | None:
    """Understand "yes", or a few words that say which of the papers was meant."""
    papers = talk.last.papers
    if _YES.match(text) and papers:
        return again(papers[:1], talk)
    core = ellipsis.fragment(text)
    if core is None or not papers or references.points_back(core):
        return None
    if talk.last.answer.status is Status.AMBIGUOUS:
        return again([talk.library.closest(text, papers)], talk)
    if _DESCRIBED.search(core):
        nearest = talk.library.nearest(core, papers)
        return again([nearest], talk) if nearest else None
    return None
