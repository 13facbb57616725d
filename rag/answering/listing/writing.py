"""From the papers that belong to the draft of an answer: the number, then each with its words."""

from __future__ import annotations

from collections.abc import Sequence

from rag.answering.draft import Draft, DraftSentence, Support
from rag.answering.extractive import label
from rag.answering.listing.members import Member, Members
from rag.answering.listing.trends import YearCount
from rag.answering.phrases import phrase
from rag.citations import neutral
from rag.plaintext import plain
from rag.types import Paper, Status

_ITEM = "\n- "
_PARAGRAPH = "\n\n"


def write(members: Members, what: str, total: int, language: str) -> Draft:
    """Say how many of the `total` papers belong and list them; `what` describes what they do."""
    further = _listed("promised", members.promised, what, total, language)
    if members.years:
        return _by_year(members, what, total, language)
    if members.clear:
        sentences = _counted(members, what, total, language)
        sentences += _listed("may_belong", members.possible, what, total, language)
        return Draft(Status.ANSWERED, (*sentences, *further))
    if members.possible:
        sentences = _listed("only_may_belong", members.possible, what, total, language)
        return Draft(Status.PARTLY, (*sentences, *further))
    none = _none(members.nearest, what, total, language)
    return Draft(Status.PARTLY if further else Status.NOT_FOUND, (*none, *further))


def _by_year(members: Members, what: str, total: int, language: str) -> Draft:
    key = "listed" if what else "listed_all"
    text = phrase(key, language, count=str(members.count), total=str(total), what=what)
    lines = [_headline(text, members.clear), *(_year(y, language) for y in members.years)]
    counts = tuple((one.year, one.count) for one in members.years)
    return Draft(Status.ANSWERED, tuple(lines), by_year=counts)


def _year(one: YearCount, language: str) -> DraftSentence:
    called = str(one.year) if one.year else phrase("no_year", language)
    text = phrase("year_count", language, year=called, count=str(one.count))
    return DraftSentence(text, tuple(Support(paper) for paper in one.papers), _ITEM)


def _counted(members: Members, what: str, total: int, language: str) -> list[DraftSentence]:
    """The count is of all members, also where not all of them are listed."""
    key = "listed" if what else "listed_all"
    key = "listed_of_nearest" if members.judged else key
    text = phrase(
        key,
        language,
        count=str(members.count),
        total=str(total),
        what=what,
        near=str(members.judged),
    )
    if len(members.clear) < members.count:
        text += phrase("listed_some", language, shown=str(len(members.clear)))
    return [_headline(text, members.clear), *(_item(one, language) for one in members.clear)]


def _listed(
    key: str, members: Sequence[Member], what: str, total: int, language: str
) -> list[DraftSentence]:
    if not members:
        return []
    text = phrase(key, language, total=str(total), what=what)
    return [_headline(text, members, _PARAGRAPH), *(_item(member, language) for member in members)]


def _headline(text: str, members: Sequence[Member], lead: str = " ") -> DraftSentence:
    return DraftSentence(text, tuple(Support(member.paper) for member in members), lead)


def _item(member: Member, language: str) -> DraftSentence:
    if not member.quotes:
        text = phrase(
            "item_of_record", language, name=label(member.paper), record=_record(member.paper)
        )
        return DraftSentence(text, (Support(member.paper),), _ITEM)
    quotes = " … ".join(neutral(quote.text) for quote in member.quotes)
    text = phrase("item", language, name=label(member.paper), quote=quotes)
    supports = tuple(Support(member.paper, quote) for quote in member.quotes)
    return DraftSentence(text, supports, _ITEM)


def _none(nearest: Member | None, what: str, total: int, language: str) -> list[DraftSentence]:
    sentence = DraftSentence(phrase("none_listed", language, total=str(total), what=what), ())
    if nearest is None or not nearest.quotes:
        return [sentence]
    quote = nearest.quotes[0]
    text = phrase("nearest", language, name=label(nearest.paper), quote=neutral(quote.text))
    return [sentence, DraftSentence(text, (Support(nearest.paper, quote),))]


def _record(paper: Paper) -> str:
    """Return what is known of a paper besides its label."""
    title = plain(paper.title or "")
    authors = ", ".join(paper.authors[:3]) + (" et al" if len(paper.authors) > 3 else "")
    parts = [title if title != plain(paper.label) else "", authors, paper.venue or ""]
    if paper.year and str(paper.year) not in (paper.venue or ""):
        parts.append(str(paper.year))
    known = ". ".join(neutral(part) for part in parts if part)
    return f": {known}" if known else ""
