"""From a model's words to claims: sentences, each with what it cites."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rag.answering.written.excerpts import Excerpts
from rag.answering.written.markers import PROTECTED, Marker, Target, find_markers
from rag.answering.written.thinking import answer_in
from rag.plaintext import plain
from rag.prompts import REFUSAL, repeats_prompt
from rag.sentences import split
from rag.tokens import fold
from rag.types import Dropped

# Signs of our own stand for citations and for what must not be split; a model's own go first.
_PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010ffff\x00-\x08\x0b-\x1f\x7f]")
_CITED, _KEPT = 0xE100, 0xF0000
_MARK = "[\ue100-\uf8ff]"
_KEPT_SIGN = "[\U000f0000-\U0010ffff]"
_MARKS_BEHIND_STOP = re.compile(
    rf"([.!?。！？]+[\"'”’)\]*]*)[ \t]*((?:{_MARK}[ \t]*)*{_MARK})[ \t]*"
)
_ITEM = re.compile(r"[ \t]*(?:(?:[-*+•]|\d{1,2}[.)])[ \t]+|>[ \t]?)")
_HEADING = re.compile(r"[ \t]*(?:#{1,6}[ \t].*|\*\*[^*\n]{1,80}\*\*:?|[-*_=]{3,})[ \t]*$")
_REFERENCES = re.compile(
    r"^[ \t#*_]*(?:references?|sources?|bibliography|citations|works cited|codes"
    r"|参考文献|来源|引用)"
    r"[ \t*_]*(?:[:：][ \t*_]*(?:$|(?=[\[【(]))|$)",
    re.IGNORECASE | re.MULTILINE,
)
_SOURCE_NOTE = re.compile(rf"^[ \t]*{_MARK}+:[^\n]*$", re.MULTILINE)
_FOREIGN = re.compile(r"\[(?=\s*\d+(?:\s*[,;–-]\s*\d+)*\s*\](?!\())")
_ENDED = re.compile(rf"[.!?。！？:：…|](?:[\"'”’)\]*}}$`]|{_MARK})*\s*$|^\s*```|\]\s*$")
_REFUSAL = re.compile(rf"\W*{REFUSAL}\b|\W*论文(?:中)?没有提到", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence without its citations; `lead` is what stands before it in the text."""

    text: str
    targets: tuple[Target, ...]
    lead: str = " "


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said: its claims, and what of its words is left out.

    `refuses` says that it found no answer.
    """

    claims: tuple[Claim, ...]
    dropped: tuple[Dropped, ...]
    refuses: bool = False


def read(raw: str, excerpts: Excerpts, *, complete: bool = True) -> Reply:
    """Read a model's reply; of one that is not `complete`, an unended last sentence is left out."""
    text = _PRIVATE.sub("", answer_in(raw).replace("\r\n", "\n")).strip()
    if _REFUSAL.match(text):
        return Reply((), (), refuses=True)
    marked = _Marked(text, excerpts)
    dropped = [*marked.dropped]
    claims: list[Claim] = []
    said: dict[str, int] = {}
    words = ""
    for lead, piece in _pieces(marked.text):
        if _HEADING.match(piece) or _is_label(marked.restored(piece), excerpts):
            dropped.append(Dropped(marked.restored(piece), "is a heading, which cites nothing"))
        elif repeats_prompt(marked.restored(piece), excerpts):
            dropped.append(Dropped("…", "repeats what the model was told, not what a paper says"))
        elif re.search(rf"\w|{_KEPT_SIGN}", piece):
            words = marked.restored(piece)
            said[words] = said.get(words, 0) + 1
            if said[words] == 1:
                cited = () if "\n" in words else marked.cited(piece)
                claims.append(Claim(words, cited, lead))
        elif claims:
            claims[-1] = _also(claims[-1], marked.cited(piece))
    dropped += [Dropped(words, f"is said {n} times") for words, n in said.items() if n > 1]
    if claims and not complete and not _ENDED.search(marked.text) and said[words] == 1:
        dropped.append(Dropped(claims.pop().text, "the reply broke off here"))
    return Reply(tuple(claims), tuple(dropped))


def preview(raw: str, excerpts: Excerpts, numbers: dict[str, int]) -> str:
    """Return what can be shown of a reply on its way: no thoughts, and our numbers for citations.

    `numbers` maps papers' ids to their numbers and grows. What may be half a citation is held back.
    """
    text = _PRIVATE.sub("", answer_in(raw, complete=False)).lstrip()
    text = re.sub(r"[ \t]*(?:[\[【(（<`$\\][^\]】)）>\n]{0,60}|[^\s.!?。，,]{1,8})\Z", "", text)
    pieces, position = [], 0
    for marker in find_markers(text, excerpts):
        before = text[position : marker.start]
        pieces.append(neutral(before) if marker.instead else neutral(before.rstrip(" ")))
        pieces.append(marker.instead)
        papers = dict.fromkeys(paper.id for paper, _ in marker.targets)
        known = [numbers.setdefault(id_, max(numbers.values(), default=0) + 1) for id_ in papers]
        pieces.append(" " + "".join(f"[{number}]" for number in known) if known else "")
        position = marker.end
    return "".join([*pieces, neutral(text[position:])])


def neutral(text: str) -> str:
    """Make numbers in brackets that are no citations unlike ours, with a sign that is not seen."""
    pieces, position = [], 0
    for kept in PROTECTED.finditer(text):
        pieces += [_FOREIGN.sub("[\u2060", text[position : kept.start()]), kept[0]]
        position = kept.end()
    return "".join([*pieces, _FOREIGN.sub("[\u2060", text[position:])])


def _is_label(words: str, excerpts: Excerpts) -> bool:
    """Say whether words are but what a paper is called, with a colon behind."""
    words = words.strip(" *:：")
    names = (name for p in excerpts.papers for name in (p.name, p.title) if name)
    return any(fold(words) == fold(plain(name)) for name in names)


class _Marked:
    """A text whose citations and protected parts are single signs."""

    def __init__(self, text: str, excerpts: Excerpts) -> None:
        self.dropped: list[Dropped] = []
        self._markers: list[Marker] = find_markers(text, excerpts)
        self._kept: list[str] = []
        text = self._with_signs(text)
        references = _REFERENCES.search(text)
        if references:
            self._drop_list(text[references.start() :])
            text = text[: references.start()]
        text = _SOURCE_NOTE.sub("", text)
        self.text = _MARKS_BEHIND_STOP.sub(r"\2\1 ", text).strip()

    def _drop_list(self, tail: str) -> None:
        words = " ".join(self.restored(tail).split())
        self.dropped.append(Dropped(words, "is the model's own list of references"))

    def _with_signs(self, text: str) -> str:
        pieces, position = [], 0
        for place, marker in enumerate(self._markers[:5000]):
            before = text[position : marker.start]
            pieces += [before if marker.instead else before.rstrip(" "), marker.instead]
            pieces.append(chr(_CITED + place))
            self.dropped += marker.unknown
            position = marker.end
        return PROTECTED.sub(self._keep, "".join([*pieces, text[position:]]))

    def _keep(self, match: re.Match[str]) -> str:
        self._kept.append(match[0])
        return chr(_KEPT + len(self._kept) - 1)

    def restored(self, piece: str) -> str:
        """Return the words of a piece, without its citations."""
        words = neutral(re.sub(_MARK, "", piece))
        return "".join(self._original(char) for char in words).strip()

    def _original(self, char: str) -> str:
        if ord(char) < _KEPT:
            return char
        return re.sub(_MARK, "", self._kept[ord(char) - _KEPT])

    def cited(self, piece: str) -> tuple[Target, ...]:
        """Return what a piece cites, also inside its code and formulas."""
        whole = "".join(self._kept[ord(c) - _KEPT] if ord(c) >= _KEPT else c for c in piece)
        found = [self._markers[ord(sign) - _CITED] for sign in re.findall(_MARK, whole)]
        return tuple(dict.fromkeys(target for marker in found for target in marker.targets))


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yield the sentences of a text, each with what stands before it: a blank, a line, a bullet."""
    lead = ""
    for line in text.split("\n"):
        if not line.strip():
            lead = "\n\n" if lead else ""
            continue
        item = _ITEM.match(line)
        prefix, body = (item[0], line[item.end() :]) if item else ("", line)
        for place, (start, end) in enumerate(split(body)):
            yield (lead + prefix if place == 0 else " "), body[start:end]
        lead = "\n"


def _also(claim: Claim, targets: tuple[Target, ...]) -> Claim:
    return Claim(claim.text, tuple(dict.fromkeys([*claim.targets, *targets])), claim.lead)
