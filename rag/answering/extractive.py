"""Answers without a language model: the best sentences of the right papers, word for word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rag.answering.draft import Draft, DraftSentence, Support
from rag.answering.leading import leading
from rag.answering.phrases import phrase
from rag.aspects import proposal
from rag.citations import neutral
from rag.evidence import PaperEvidence, ScoredSentence
from rag.names import name_key
from rag.plaintext import plain
from rag.question import Part
from rag.roles import Role, role_probabilities
from rag.types import Paper, Quote, Status
from rag.wants import Wants

_ROLE_WEIGHT = 0.2  # fitted on questions of our own that describe a paper
_CONTEXT = 2  # sentences behind those that answer
_CONTEXT_SHARE = 0.3  # of the best sentence's score


def say(evidence: PaperEvidence, asked: Sequence[Part], language: str) -> Draft:
    """Answer from one paper what is `asked`, then give at most two sentences of context."""
    gist = asked[0].wants is Wants.GIST
    chosen = [gist_of(evidence)] if gist else []
    chosen += [s for s in choose(evidence, asked) if s.quote not in {c.quote for c in chosen}]
    chosen = chosen[: _CONTEXT + 1] if gist else chosen
    named = any(_names(sentence.quote.text, evidence.paper) for sentence in chosen[:1])
    sentences = [_quoted(evidence.paper, sentence) for sentence in chosen]
    if not named:
        sentences[0] = framed("says", evidence.paper, chosen[0], language)
    return Draft(Status.ANSWERED, tuple(sentences))


def correct(
    evidence: PaperEvidence, asked: Sequence[Part], key: str, denial: Quote, language: str
) -> Draft:
    """Contradict what a question takes for granted with the words that deny it, framed by `key`."""
    name = label(evidence.paper)
    text = phrase(key, language, name=name, quote=neutral(denial.text))
    first = DraftSentence(text, (Support(evidence.paper, denial),))
    others = [s for s in choose(evidence, asked) if s.quote != denial][:_CONTEXT]
    return Draft(Status.ANSWERED, (first, *(_quoted(evidence.paper, s) for s in others)))


def dated(draft: Draft, paper: Paper, language: str) -> Draft:
    """Return `draft` behind the year of `paper`, which a question takes for another."""
    text = phrase("dated_otherwise", language, name=label(paper), year=str(paper.year))
    return replace(draft, sentences=(DraftSentence(text, (Support(paper),)), *draft.sentences))


def offer(found: Sequence[PaperEvidence], asked: Sequence[Part], language: str) -> Draft:
    """Offer the papers that fit a description, best first, each with the sentence that fits."""
    sentences = [
        framed(
            "closest" if place == 0 else "also", evidence.paper, fitting(evidence), language, lead
        )
        for place, evidence in enumerate(found)
        for lead in ["\n\n" if place else ""]
    ]
    if len(found) == 1:
        sentences += _more(found[0], asked)
    return Draft(Status.ANSWERED, tuple(sentences))


def refuse(evidence: PaperEvidence, language: str, *, named: bool) -> Draft:
    """Say that the papers don't say it, with what comes nearest."""
    paper = evidence.paper
    if not evidence.sentences:
        key = "only_orders" if paper.abstract.strip() else "no_abstract"
        text = phrase(key, language, name=label(paper))
        return Draft(Status.NOT_FOUND, (DraftSentence(text, (Support(paper),)),))
    if named:
        said = framed("not_in_paper", paper, evidence.best, language)
    else:
        said = framed("not_in_any", paper, fitting(evidence), language)
    return Draft(Status.NOT_FOUND, (said,))


def choose(evidence: PaperEvidence, asked: Sequence[Part]) -> list[ScoredSentence]:
    """Return the sentence that answers each part of the question, then the best of the others."""
    answering = leading(evidence, asked)
    taken = {sentence.quote for sentence in answering}
    threshold = _CONTEXT_SHARE * answering[0].score
    rest = [s for s in evidence.sentences if s.quote not in taken and s.score >= threshold]
    return answering + rest[: max(0, _CONTEXT + 1 - len(answering))]


def fitting(evidence: PaperEvidence) -> ScoredSentence:
    """Return the sentence that shows best why a paper fits a description.

    What a paper does tells more than what it says of others.
    """
    return max(evidence.sentences, key=lambda s: s.score + _ROLE_WEIGHT * _tells(evidence)[s.quote])


def gist_of(evidence: PaperEvidence) -> ScoredSentence:
    """Return the sentence that tells best what a paper proposes, whatever was asked."""
    paper, told = evidence.paper, proposal(evidence.paper)
    return max(
        evidence.sentences,
        key=lambda s: told.get(s.quote, 0.0) + _names(s.quote.text, paper),
    )


def _tells(evidence: PaperEvidence) -> dict[Quote, float]:
    """Return how much each sentence tells of what the paper does: its approach, under its name."""
    in_order = sorted(evidence.sentences, key=lambda sentence: sentence.position)
    likely = role_probabilities([plain(sentence.quote.text) for sentence in in_order])
    approach = likely[:, list(Role).index(Role.APPROACH)].tolist()
    return {
        sentence.quote: probability + _names(sentence.quote.text, evidence.paper)
        for sentence, probability in zip(in_order, approach, strict=True)
    }


def _more(evidence: PaperEvidence, asked: Sequence[Part]) -> list[DraftSentence]:
    """Return the best other sentences of the one paper that fits a description."""
    shown = fitting(evidence)
    others = [sentence for sentence in choose(evidence, asked) if sentence.quote != shown.quote]
    return [_quoted(evidence.paper, sentence) for sentence in others[:_CONTEXT]]


def _quoted(paper: Paper, sentence: ScoredSentence) -> DraftSentence:
    return DraftSentence(neutral(sentence.quote.text), (Support(paper, sentence.quote),))


def framed(
    key: str, paper: Paper, sentence: ScoredSentence, language: str, lead: str = ""
) -> DraftSentence:
    """Return a sentence of `paper`, word for word, in the frame of a phrase."""
    text = phrase(key, language, name=label(paper), quote=neutral(sentence.quote.text))
    return DraftSentence(text, (Support(paper, sentence.quote),), lead or " ")


def _names(text: str, paper: Paper) -> bool:
    """Say whether a sentence tells by itself which paper it is about."""
    return bool(paper.name) and name_key(paper.name or "") in name_key(plain(text))


def label(paper: Paper) -> str:
    """Return what to call a paper, in bold Markdown."""
    return f"**{plain(paper.label).replace('*', '')}**"
