"""What a collection holds: how many papers, from when and where, and what many are about."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence

from rag.answering.draft import Draft, DraftSentence, Support
from rag.answering.listing.abbreviations import abbreviations
from rag.answering.listing.conditions import Rows
from rag.answering.listing.topics import is_filler
from rag.answering.phrases import phrase
from rag.plaintext import plain
from rag.store.papers import PaperStore
from rag.tokens import is_stop_word, terms
from rag.types import Paper, Status

_SAMPLE = 2000  # papers whose terms are looked at
_TOPICS = 8
_CITED = 5  # papers of a topic
_VENUES = 5
_PAIRS = 100
_SAME = 0.6  # of the papers of two terms: with more in common they are one topic
_TOO_MANY = 0.9  # of the papers: a term in more of them tells nothing


def overview(store: PaperStore, language: str) -> Draft:
    """Return the size, years, venues and commonest topics of a collection that has papers."""
    topics = _topics(store)
    sentences = [_topic(store, term, rows, language) for term, rows in topics]
    cited = dict.fromkeys(support for sentence in sentences for support in sentence.supports)
    supports = tuple(cited) or (Support(next(store.papers())),)
    headline = _headline(store, language) + (phrase("topics", language) if sentences else "")
    return Draft(Status.ANSWERED, (DraftSentence(headline, supports), *sentences))


def _headline(store: PaperStore, language: str) -> str:
    years = sorted(year for year in store.tally("year") if year is not None)
    span = f"{years[0]}–{years[-1]}" if len(set(years)) > 1 else "".join(map(str, years))
    counts = [(venue, count) for venue, count in store.tally("venue").items() if venue]
    venues = ", ".join(f"{venue} ({count})" for venue, count in counts[:_VENUES])
    venues += ", …" if len(counts) > _VENUES else ""
    return phrase(
        "overview",
        language,
        total=str(store.count("papers")),
        years=phrase("overview_years", language, years=span) if years else "",
        venues=phrase("overview_venues", language, venues=venues) if counts else "",
    )


def _topic(store: PaperStore, term: str, rows: Rows, language: str) -> DraftSentence:
    papers = store.by_row(sorted(rows)[:_CITED])
    text = phrase("topic", language, term=term, count=str(len(rows)))
    return DraftSentence(text, tuple(Support(paper) for paper in papers.values()), "\n- ")


def _topics(store: PaperStore) -> list[tuple[str, Rows]]:
    """Return the terms that most papers hold, one for each topic, with their rows."""
    total = store.count("papers")
    papers = list(store.papers(every=1 + total // _SAMPLE))
    found = [(term, store.rows_matching(forms)) for term, forms in _terms_of(papers).items()]
    found = [(term, rows) for term, rows in found if 1 < len(rows) <= max(2, _TOO_MANY * total)]
    found.sort(key=lambda one: (-len(one[1]), -len(one[0])))
    kept: list[tuple[str, Rows]] = []
    for term, rows in found:
        if not any(_overlap(rows, others) > _SAME for _, others in kept):
            kept.append((term, rows))
        if len(kept) == _TOPICS:
            break
    return kept


def _terms_of(papers: Sequence[Paper]) -> dict[str, str]:
    """Return the technical terms, each with the full-text expression for the papers that hold it.

    They are what is abbreviated, and pairs of words that stand in several titles.
    """
    pairs = Counter(pair for paper in papers for pair in set(_pairs(plain(paper.title or ""))))
    found = {pair: _phrase(pair) for pair, count in pairs.most_common(_PAIRS) if count > 1}
    known = abbreviations(plain(paper.abstract) for paper in papers)
    return found | {
        long_form: " OR ".join(map(_phrase, (long_form, short, f"{short}s")))
        for short, long_form in known.items()
    }


def _pairs(title: str) -> Iterator[str]:
    words = [word.strip(",:;.?!()") for word in title.split()]
    for first, second in itertools.pairwise(words):
        if all(
            word.isalpha() and not is_stop_word(word) and not is_filler(word)
            for word in (first.casefold(), second.casefold())
        ):
            yield f"{first} {second}"


def _phrase(term: str) -> str:
    return f'"{" ".join(terms(term))}"'


def _overlap(some: Rows, others: Rows) -> float:
    return len(some & others) / len(some | others)
