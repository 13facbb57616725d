"""Each claim against what it cites; what fails is cited anew where another sentence fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rag.answering.draft import DraftSentence, Support
from rag.answering.written.excerpts import Excerpt, Excerpts
from rag.answering.written.reply import Claim
from rag.chinese import is_chinese, translate
from rag.support import meaning
from rag.support.checking import Checker, Verdict
from rag.types import Dropped, Paper

_FEW = 2  # sentences of a cited paper that stand for it
_UNSUPPORTED = {"en": " (not supported by the papers)", "zh": "（论文不支持这一句）"}
RECITED = "does not support the sentence, which is cited anew"


@dataclass(frozen=True, slots=True)
class Checked:
    """A claim after its check, with what supports it (or, if nothing does, what it cites)."""

    claim: Claim
    cited: tuple[Excerpt, ...]
    verdict: Verdict
    dropped: tuple[Dropped, ...] = ()

    def drafted(self, language: str) -> DraftSentence:
        """Return it as a sentence of an answer."""
        quotes = tuple(dict.fromkeys((item.paper.id, item.quote) for item in self.cited))
        papers = {item.paper.id: item.paper for item in self.cited}
        return DraftSentence(
            self.claim.text,
            tuple(Support(papers[id_], quote) for id_, quote in quotes),
            self.claim.lead,
            self.verdict.reason,
            "" if self.verdict.supported else self._remark(language),
        )

    def _remark(self, language: str) -> str:
        """Code and the like stay letter by letter: what is said of them goes below."""
        block = "\n" in self.claim.text
        return f"\n\n{_UNSUPPORTED[language].strip()}" if block else _UNSUPPORTED[language]


def check_all(
    claims: Sequence[Claim], excerpts: Excerpts, checker: Checker, *, clear: bool = False
) -> list[Checked]:
    """Check the claims of a reply. Where most fail, their writer makes things up.

    What is left then has to be supported clearly, as all has to be where `clear` says so.
    """
    checked = [check(claim, excerpts, checker, clear=clear) for claim in claims]
    if clear or not mostly_fails(checked):
        return checked
    return [
        check(one.claim, excerpts, checker, clear=True) if one.verdict.supported else one
        for one in checked
    ]


def mostly_fails(checked: Sequence[Checked]) -> bool:
    """Say whether more than half of the claims are not supported."""
    return 2 * sum(not one.verdict.supported for one in checked) > len(checked)


def check(claim: Claim, excerpts: Excerpts, checker: Checker, *, clear: bool = False) -> Checked:
    """Check a claim: with what it cites, then with more of the same papers, then with any.

    Sentences that it does not cite have to support it clearly: who wrote it erred about its source.
    """
    cited = _cited(claim, excerpts)
    verdict = _verdict(claim, cited, excerpts, checker, clear)
    if verdict.supported or "\n" in claim.text:
        return Checked(claim, cited, verdict)
    own = _nearest(claim, [item for paper in _papers(cited) for item in excerpts.of(paper)])
    for other in (own[:1], own, _joined(cited, own), *_anywhere(claim, excerpts)):
        if other and not set(other) <= set(cited):
            found = _verdict(claim, other, excerpts, checker, clear=True)
            if found.supported:
                return Checked(claim, other, found, _moved(cited, other))
    return Checked(claim, cited, verdict)


def introduces(
    checked: Sequence[Checked], place: int, excerpts: Excerpts, checker: Checker
) -> Checked:
    """Check a claim that ends in a colon with all that the items below it cite."""
    claim = checked[place].claim
    below: list[Excerpt] = []
    for item in checked[place + 1 :]:
        if not item.claim.lead.startswith("\n"):
            break
        below += item.cited if item.verdict.supported else ()
    cited = tuple(dict.fromkeys(below))
    verdict = _verdict(claim, cited, excerpts, checker)
    return Checked(claim, cited, verdict) if verdict.supported else checked[place]


def _cited(claim: Claim, excerpts: Excerpts) -> tuple[Excerpt, ...]:
    """Return the sentences that a claim cites; of a paper cited as such, the nearest ones."""
    found: list[Excerpt] = []
    for paper, quote in claim.targets:
        of_paper = excerpts.of(paper)
        exact = [item for item in of_paper if item.quote == quote]
        found += exact or _nearest(claim, of_paper)
    return tuple(dict.fromkeys(found))


def _verdict(
    claim: Claim,
    cited: Sequence[Excerpt],
    excerpts: Excerpts,
    checker: Checker,
    clear: bool = False,
) -> Verdict:
    papers = _papers(cited)
    ids = {paper.id for paper in papers}
    rivals = [p for p in excerpts.papers if p.id not in ids]
    others = [[item.quote.text for item in excerpts.of(paper)] for paper in rivals]
    texts = [item.quote.text for item in cited]
    return checker.verdict(claim.text, texts, papers, others, clear=clear)


def _nearest(claim: Claim, items: Sequence[Excerpt]) -> tuple[Excerpt, ...]:
    text = translate(claim.text).text if is_chinese(claim.text) else claim.text
    order = meaning.nearest(text, [item.quote.text for item in items])
    return tuple(items[place] for place in order[:_FEW])


def _anywhere(claim: Claim, excerpts: Excerpts) -> tuple[tuple[Excerpt, ...], ...]:
    """Return the nearest sentence of all, and the nearest ones of its paper."""
    first = _nearest(claim, excerpts.items)[:1]
    more = _nearest(claim, excerpts.of(first[0].paper)) if first else ()
    return first, more


def _papers(items: Sequence[Excerpt]) -> list[Paper]:
    return list({item.paper.id: item.paper for item in items}.values())


def _joined(first: Sequence[Excerpt], more: Sequence[Excerpt]) -> tuple[Excerpt, ...]:
    return tuple(dict.fromkeys([*first, *more]))


def _moved(cited: Sequence[Excerpt], other: Sequence[Excerpt]) -> tuple[Dropped, ...]:
    """Tell of the papers that the claim cited and that no longer stand behind it."""
    kept = {item.paper.id for item in other}
    return tuple(Dropped(p.label, RECITED) for p in _papers(cited) if p.id not in kept)
