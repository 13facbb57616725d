"""Does a paper's abstract give a link, or only say that something will be released?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from rag.answering.listing.conditions import Rows, quotes_where
from rag.answering.phrases import phrase
from rag.plaintext import plain
from rag.store.papers import PaperStore
from rag.types import Paper, Quote


class Linked(StrEnum):
    """What a link leads to."""

    ANYTHING = "anything"
    CODE = "code"
    DATA = "data"


_ENDINGS = (
    "com",
    "org",
    "io",
    "net",
    "edu",
    "gov",
    "ai",
    "dev",
    "cn",
    "de",
    "uk",
    "fr",
    "jp",
    "eu",
    "science",
    "page",
    "app",
    "site",
    "info",
    "ch",
    "nl",
    "ca",
)
_DOMAIN = rf"\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:{'|'.join(_ENDINGS)})"
_URL = re.compile(
    rf"https?://\S|\bwww\.[\w-]+\.\w|{_DOMAIN}/[\w~@-]"
    rf"|\b(?:available|found|hosted|released|accessible|site|page|url|link|code|data)\b[^.]{{0,60}}?"
    rf"\bat:? (?:the )?{_DOMAIN}(?![\w/])",
    re.IGNORECASE,
)
_MAY_BE_URL = re.compile(rf"://|www\.|\.(?:{'|'.join(_ENDINGS)})\b", re.IGNORECASE)
_CODE_HOST = r"\b(?:github|gitlab|bitbucket|huggingface|zenodo|anonymous\.4open|codeocean)\.\w+"
_WORDS = {
    Linked.CODE: rf"\b(?:source|code|codebase|implementations?|software|toolkit|library|scripts?"
    rf"|repo|repository|package)\b|{_CODE_HOST}",
    Linked.DATA: r"\b(?:data|datasets?|data ?sets?|corpus|corpora|benchmarks?|annotations?)\b",
}
_THING = (
    r"(?:codes?|codebase|data|datasets?|benchmarks?|models?|weights|checkpoints|implementation"
    r"|toolkit|suite|resources|framework|work|corpus|software)"
)
_RELEASE = r"(?:releas|open[- ]?sourc|publicly|made (?:public|available)|be (?:public|available))"
_MAY_BE_PROMISE = re.compile(rf"{_RELEASE}|available|公开|公開|开源|開源", re.IGNORECASE)
_PROMISE = re.compile(
    rf"\b{_THING}\b[^.]{{0,40}}\b(?:(?:will|to) be|are|is|has been|have been|has|have) "
    rf"(?:\w+ ){{0,2}}(?:{_RELEASE}|available)|\bwe (?:will |also |plan to )*(?:{_RELEASE}|make)"
    rf"[^.]{{0,80}}\b{_THING}\b"
    "|(?:代码|代碼|数据|數據|模型)[^。]{0,12}(?:公开|公開|开源|開源|发布|發布)",
    re.IGNORECASE,
)
_NO_PROMISE = re.compile(
    rf"\bno {_THING}\b|\b(?:not|never|cannot) (?:\w+ )?(?:be )?{_RELEASE}"
    "|(?:不|未|没有|沒有)(?:会|會)?(?:公开|公開|开源|開源|发布|發布)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Link:
    """Gives an address in its abstract, of code or data if these are asked for."""

    to: Linked = Linked.ANYTHING

    def candidates(self, store: PaperStore) -> Rows:
        """See `Condition`."""
        written = store.rows_where("abstract LIKE '%http%'")
        return written | store.rows_matching(" OR ".join(f'"{e}"' for e in ("www", *_ENDINGS)))

    def holds(self, paper: Paper) -> bool:
        """See `Condition`."""
        return any(self.quotes(paper))

    def quotes(self, paper: Paper) -> Iterator[Quote]:
        """See `Condition`."""
        if not _MAY_BE_URL.search(paper.abstract):
            return iter(())
        return quotes_where(paper, lambda text: _gives_link(text, self.to))

    def described(self, language: str) -> str:
        """See `Condition`."""
        return phrase(f"link_{self.to}", language)


@dataclass(frozen=True, slots=True)
class Promise:
    """Says that something is or will be released, and gives no address."""

    def candidates(self, store: PaperStore) -> Rows:
        """See `Condition`."""
        return store.rows_where(
            "abstract LIKE '%releas%' OR abstract LIKE '%open%sourc%' OR abstract LIKE '%public%'"
            " OR abstract LIKE '%available%' OR abstract LIKE '%公%' OR abstract LIKE '%源%'"
        )

    def holds(self, paper: Paper) -> bool:
        """See `Condition`."""
        return any(self.quotes(paper))

    def quotes(self, paper: Paper) -> Iterator[Quote]:
        """See `Condition`."""
        if _has_url(paper.abstract) or not _MAY_BE_PROMISE.search(paper.abstract):
            return iter(())
        return quotes_where(paper, _promises)

    def described(self, language: str) -> str:
        """See `Condition`."""
        return phrase("promise", language)


@dataclass(frozen=True, slots=True)
class Address:
    """Gives an address at a host ("github.com")."""

    host: str

    def candidates(self, store: PaperStore) -> Rows:
        """See `Condition`."""
        return store.rows_where("abstract LIKE ?", f"%{self.host}%")

    def holds(self, paper: Paper) -> bool:
        """See `Condition`."""
        return any(self.quotes(paper))

    def quotes(self, paper: Paper) -> Iterator[Quote]:
        """See `Condition`."""
        written = re.compile(rf"(?<![\w-]){re.escape(self.host)}(?![\w-])", re.IGNORECASE)
        return quotes_where(paper, lambda text: written.search(text) is not None)

    def described(self, language: str) -> str:
        """See `Condition`."""
        return phrase("address", language, host=self.host)


def _has_url(text: str) -> bool:
    return _MAY_BE_URL.search(text) is not None and _URL.search(text) is not None


def _promises(text: str) -> bool:
    if _MAY_BE_PROMISE.search(text) is None:
        return False
    words = plain(text)
    return _PROMISE.search(words) is not None and _NO_PROMISE.search(words) is None


def _gives_link(text: str, to: Linked) -> bool:
    if not _has_url(text):
        return False
    return to is Linked.ANYTHING or re.search(_WORDS[to], text, re.IGNORECASE) is not None
