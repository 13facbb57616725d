"""Questions that say which papers they mean: by number, place, contrast, set or name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rag.conversation import ellipsis, references
from rag.conversation.history import Items, Mentioned, Talk
from rag.conversation.standalone import (
    FollowUp,
    about,
    again,
    compare,
    joined,
    spliced,
    without_pointers,
)
from rag.plaintext import plain
from rag.scope import Scope
from rag.types import Paper, Status

_CORRECTION = re.compile(
    r"^\W*(?:(?:no|nope|sorry|not (?:that|this)(?: one)?|wrong(?: one| paper)?|wait)\b[,.!;: ]*)*"
    r"(?:actually,? )?(?:i (?:meant|mean|was asking about|was thinking of)|rather)\b\s*"
    r"|^\W*(?:不对|不是|不對|错了|錯了|抱歉)?[，,。]?\s*我是?(?:说|說|指|问|問)的?是?\s*",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"\b(?:(?:what|how) about|what of|tell me(?: more)?(?: about)?|more about|the same|question for"
    r"|back to|go back|return to|in case of|is there|are there|do you have|and|or|but|so|ok|okay|now"
    r"|then|no|not|of|again|for|i|mean|meant|please|too|instead|let's|one|yes|with|the|to|here|any)\b"
    r"|那么?|呢|再|说说|說說|回到|关于|關於|换成|換成|问题|問題|这|這|篇|的|论文|論文|一下|看|怎么样|怎麼樣"
    r"|如何|请|請|谈|談|吧|不对|不對|不是|也|吗|嗎|还有|還有|有没有|有沒有",
    re.IGNORECASE,
)
_ANEW = re.compile(r"\b(?:back to|return to|more about|tell me about)\b|回到|说说|說說|谈|談", re.I)
_YES = re.compile(
    r"^\W*(?:yes|yeah|yep|sure|ok(?:ay)?|right|是的?|对|對|好的?|嗯)(?:,? please(?: do)?)?\W*$",
    re.I,
)
_NEGATED = re.compile(r"(?:\b(?:not|instead of|rather than)|不是|而非)\W*$", re.IGNORECASE)
_COMPARES = re.compile(
    r"\bcompar|\bdiffer|\bversus\b|\bvs\b|\bcontrast|\bbetter than\b"
    r"|区别|區別|不同|差异|差異|比较|比較|对比|對比|相比",
    re.IGNORECASE,
)
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
_TURNING = re.compile(
    r"^\W*(?:and |but |so )?(?:(?:what|how) about|back to) ([^,:]+?)(?: again)?[,:] ", re.IGNORECASE
)
_MOST = 5  # papers that are asked about one by one; more are searched in
Selection = tuple[int, int, tuple[Paper, ...]]


def without_correction(text: str) -> str:
    """Drop "no, I meant" from the beginning of `text`."""
    return _CORRECTION.sub("", text) or text


def select(text: str, talk: Talk) -> FollowUp | None:
    """Return what a question means that selects papers, None for any other."""
    rules = (_by_number, _the_other, _besides, _by_date, _by_place, _several, _named, _reply)
    return next((found for rule in rules if (found := rule(text, talk))), None)


def _by_number(text: str, talk: Talk) -> FollowUp | None:
    """Understand "What does [2] propose?"."""
    known = talk.numbered()
    found = [
        (start, end, (known[number],))
        for start, end, number in references.markers(text)
        if number in known
    ]
    return _ask_of(found, text, talk) if found else None


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
    return _ask_of([(start, end, tuple(others[:1]))], text, talk) if others else None


def _besides(text: str, talk: Talk) -> FollowUp | None:
    """Understand "Which other paper works with that model?"."""
    match = references.another(text)
    if match is None:
        return None
    said = talk.since_search()
    scope = Scope(without=tuple(dict.fromkeys(p for turn in said for p in turn.papers)))
    if not _asks(text, [(*match.span(), ())]):
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
        asked = text if _asks(text, [(start, end, ())]) else talk.earlier
        papers += filter(None, [talk.library.nearest(asked, papers)])
    known = sorted((p for p in papers if p.year), key=lambda paper: paper.year or 0)
    chosen = known[-1 if later else 0] if len(known) > 1 else next(iter(papers[1:]), None)
    return _ask_of([(start, end, (chosen,))], text, talk) if chosen else None


def _by_place(text: str, talk: Talk) -> FollowUp | None:
    """Understand "What is the second one good for?"."""
    found = references.ordinals(text)
    if not found:
        return None
    listed = talk.listed(found[0].noun)
    if isinstance(listed, Items):
        return _of_items(found, listed, text, talk)
    places = [(o.start, o.end, listed[o.place : o.place + 1 or None]) for o in found]
    chosen = [selection for selection in places if selection[2]]
    return _ask_of(chosen, text, talk) if chosen else None


def _of_items(
    found: Sequence[references.Ordinal], items: Items, text: str, talk: Talk
) -> FollowUp | None:
    if any(ordinal.place >= len(items.heads) for ordinal in found):
        return None
    for ordinal in reversed(found):
        text = spliced(text, ordinal.start, ordinal.end, f"“{items.heads[ordinal.place]}”")
    return about([items.paper], text, talk)


def _several(text: str, talk: Talk) -> FollowUp | None:
    """Understand "How do these two differ?", "Which of them release code?"."""
    papers, match = talk.several(), references.a_set(text)
    if references.members(text) and papers:
        return FollowUp(text, Scope(within=papers))
    if match is None and talk.last.lists:
        match = references.they(text)
    if match is None or not papers:
        return None
    papers = papers[: references.count(match[0])]
    if len(papers) > _MOST:
        return FollowUp(text, Scope(within=papers))
    return _ask_of([(*match.span(), papers)], text, talk)


def _named(text: str, talk: Talk) -> FollowUp | None:
    """Understand "And EvolveR?", "Compare it with EvolveR."."""
    mentions, paper = _meant(text, talk), talk.focus(text)
    if not mentions or (paper and _is_aspect(text, mentions, paper)):
        return None
    selections = [(mention.start, mention.end, mention.papers) for mention in mentions]
    pronoun = references.pronoun(text)
    points_back = pronoun is not None and pronoun.start() < mentions[0].start
    if paper and _COMPARES.search(text) and (points_back or _ONE_SIDED.search(text)):
        return compare([paper, *(p for m in mentions for p in m.papers)], talk)
    if not _asks(text, selections):
        return _ask_of(selections, text, talk)
    return None if points_back else FollowUp(_TURNING.sub(r"\1: ", text))


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


def _ask_of(selections: Sequence[Selection], text: str, talk: Talk) -> FollowUp:
    """Ask `text` of the papers selected; if it asks nothing itself, what was asked before."""
    papers = tuple(dict.fromkeys(paper for _, _, chosen in selections for paper in chosen))
    if not _asks(text, selections):
        return again(papers, talk, anew=_ANEW.search(text) is not None)
    pronoun, focus = references.pronoun(text), talk.focus(text)
    if pronoun and focus and pronoun.end() <= selections[0][0] and _COMPARES.search(text):
        return compare([focus, *papers], talk)
    for start, end, chosen in reversed(selections):
        text = spliced(text, start, end, joined([talk.called(paper) for paper in chosen]))
    return about(papers, _TURNING.sub(r"\1: ", text), talk)


def _asks(text: str, selections: Sequence[Selection]) -> bool:
    """Say whether `text` asks anything besides selecting papers."""
    for start, end, _ in reversed(selections):
        text = f"{text[:start]} {text[end:]}"
    return any(char.isalnum() for char in _FILLER.sub("", text))
