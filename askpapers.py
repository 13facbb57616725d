"""Ask questions over paper abstracts and get answers in which every sentence is cited.

askpapers.ingest(["papers.jsonl"], index="my-index")
chain = askpapers.open("my-index")
print(chain.ask("Which papers make attention cheaper?"))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rag.errors import (
    AskpapersError,
    EmbedderError,
    IndexDamagedError,
    IndexInUseError,
    IndexMismatchError,
    IndexMissingError,
    IndexUnwritableError,
    InputFileError,
    ModelError,
    PaperIndexError,
    QuestionError,
    SettingsError,
    UsageError,
    VectorStoreError,
)
from rag.types import (
    Answer,
    AnswerSentence,
    Citation,
    Delta,
    Done,
    Dropped,
    Event,
    IndexInfo,
    IngestReport,
    Kind,
    Origin,
    Paper,
    Progress,
    Quote,
    Rejected,
    SearchHit,
    Sources,
    Stage,
    Status,
    Usage,
)

if TYPE_CHECKING:
    from ingest import ingest, rebuild
    from rag.chain import Chain, open
    from rag.chat import Chat
    from rag.store.index import Index

__all__ = [
    "Answer",
    "AnswerSentence",
    "AskpapersError",
    "Chain",
    "Chat",
    "Citation",
    "Delta",
    "Done",
    "Dropped",
    "EmbedderError",
    "Event",
    "Index",
    "IndexDamagedError",
    "IndexInUseError",
    "IndexInfo",
    "IndexMismatchError",
    "IndexMissingError",
    "IndexUnwritableError",
    "IngestReport",
    "InputFileError",
    "Kind",
    "ModelError",
    "Origin",
    "Paper",
    "PaperIndexError",
    "Progress",
    "QuestionError",
    "Quote",
    "Rejected",
    "SearchHit",
    "SettingsError",
    "Sources",
    "Stage",
    "Status",
    "Usage",
    "UsageError",
    "VectorStoreError",
    "ingest",
    "open",
    "rebuild",
]

# What takes time to import is imported when it is first used.
_LAZY = {
    "Chain": "rag.chain",
    "Chat": "rag.chat",
    "Index": "rag.store.index",
    "ingest": "ingest",
    "rebuild": "ingest",
    "open": "rag.chain",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LAZY[name]), name)


def __dir__() -> list[str]:
    return __all__
