"""PubMed's XML: articles and books."""

from __future__ import annotations

import re
from typing import Any
from xml.etree.ElementTree import Element

from ingest.readers.base import Format, RawRecord, Records
from ingest.readers.source import Source
from ingest.readers.xmlrecords import elements, words
from rag.types import Origin, Rejected

_RECORDS = ("PubmedArticle", "PubmedBookArticle")
_BARE_RECORDS = ("MedlineCitation",)
_RETRACTION = ".//CommentsCorrections[@RefType='RetractionIn']"
_BEGINNING = re.compile(
    r"<(?:\w+:)?(?:PubmedArticle(?:Set)?|PubmedBookArticle|MedlineCitation(?:Set)?)[\s>]"
)


def recognises(source: Source) -> bool:
    """Tell whether a set of PubMed's articles begins in the head."""
    return bool(_BEGINNING.search(source.head))


def read(source: Source) -> Records:
    """Yield the articles and books; a structured abstract keeps its labels."""
    wrapped = re.search(r"<(?:\w+:)?Pubmed(?:Book)?Article[\s>]", source.head)
    found = elements(source, _RECORDS if wrapped else _BARE_RECORDS)
    for record, (line, element) in enumerate(found, start=1):
        if isinstance(element, str):
            yield Rejected(source.name, record, line, element)
        else:
            yield RawRecord(Origin(source.name, record, line), _fields(element))


FORMAT = Format("PubMed XML", recognises, read)


def _fields(element: Element) -> dict[str, Any]:
    article = element.find(".//Article")
    root = element.find(".//BookDocument") if article is None else article
    root = element if root is None else root
    pmid = words(element.find(".//PMID"))
    return {
        "title": _title(root),
        "abstract": _abstract(root) or _abstract(element),
        "authors": [_author(author) for author in _authors(root)],
        "year": _years(element),
        "venue": words(root.find(".//Journal/Title")) or words(root.find("Book/BookTitle"))
        or words(element.find(".//MedlineTA")),
        "doi": _doi(element),
        "url": f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/" if pmid.isdigit() else None,
        "keywords": [*_all(element, ".//KeywordList/Keyword"),
                     *_all(element, ".//MeshHeading/DescriptorName")],
        "publication_type": _all(element, ".//PublicationType"),
        "notice": "retracted" if element.find(_RETRACTION) is not None else None,
    }  # fmt: skip


def _title(root: Element) -> str:
    """Take off the closing point, and the brackets of a translated title."""
    title = words(root.find("ArticleTitle")) or words(root.find("Book/BookTitle"))
    bare = (title or words(root.find("VernacularTitle"))).removesuffix(".")
    translated = re.fullmatch(r"\[(.+?)\.?\]", bare, re.DOTALL)
    return translated[1] if translated else bare


def _abstract(root: Element) -> str:
    abstract = root.find("Abstract")
    abstract = root.find("OtherAbstract") if abstract is None else abstract
    if abstract is None:
        return ""
    parts = ((part.get("Label"), words(part)) for part in abstract.findall("AbstractText"))
    return "\n".join(f"{label}: {text}" if label else text for label, text in parts if text)


def _authors(root: Element) -> list[Element]:
    for group in root.findall("AuthorList"):
        if group.get("Type", "authors") == "authors":
            return group.findall("Author")
    return root.findall(".//AuthorList/Author")


def _author(author: Element) -> dict[str, str]:
    collective = words(author.find("CollectiveName"))
    if collective:
        return {"literal": collective}
    given = words(author.find("ForeName")) or words(author.find("FirstName"))
    return {
        "family": words(author.find("LastName")),
        "given": given or words(author.find("Initials")),
        "suffix": words(author.find("Suffix")),
    }


def _years(element: Element) -> list[str]:
    paths = (".//JournalIssue/PubDate", ".//Book/PubDate", ".//ArticleDate", ".//ContributionDate")
    found = [words(date) for path in paths for date in element.findall(path)]
    return [*found, *_all(element, ".//PubMedPubDate[@PubStatus='pubmed']/Year")]


def _doi(element: Element) -> list[str]:
    paths = (".//ELocationID", "./PubmedData/ArticleIdList/ArticleId",
             ".//BookDocument/ArticleIdList/ArticleId")  # fmt: skip
    own = (found for path in paths for found in element.findall(path))
    return [words(e) for e in own if "doi" in (e.get("EIdType"), e.get("IdType"))]


def _all(element: Element, path: str) -> list[str]:
    return [text for text in map(words, element.findall(path)) if text]
