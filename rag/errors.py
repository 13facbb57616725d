"""Every error that Askpapers raises on purpose.

An error's text says what happened, to which file, record or setting, and what to do next.
Programs catch `AskpapersError`; the command line prints its text and exits with `exit_code`.
"""

from __future__ import annotations

from typing import ClassVar


class AskpapersError(Exception):
    """The root of all errors of Askpapers."""

    exit_code: ClassVar[int] = 1


class UsageError(AskpapersError):
    """What the caller gave can't be used: a missing folder, an empty file, a bad setting."""

    exit_code = 2


class InputFileError(UsageError):
    """A file or folder can't be read as papers."""


class QuestionError(UsageError):
    """The question is empty or can't be understood as text."""


class SettingsError(UsageError):
    """A setting is unknown, missing or out of range."""


class PaperIndexError(AskpapersError):
    """Something about an index: the root of the errors below."""


class IndexMissingError(PaperIndexError, UsageError):
    """There is no index in the folder given."""


class IndexInUseError(PaperIndexError):
    """Another process is writing to the index."""


class IndexMismatchError(PaperIndexError):
    """The index was made by another embedder or by another version of Askpapers."""


class IndexUnwritableError(PaperIndexError):
    """The index can't be written: the disk is full, or the folder is read-only."""


class VectorStoreError(PaperIndexError):
    """The vector store outside of the index's folder can't be reached, or failed."""


class IndexDamagedError(PaperIndexError):
    """A file of the index is broken; the text says how to get it back."""


class EmbedderError(AskpapersError):
    """The embedding model is missing, damaged or failed."""


class ModelError(AskpapersError):
    """The language model could not be reached or did not give a usable reply."""


class ModelKeyError(ModelError):
    """The model's server does not accept the key."""


class ModelQuotaError(ModelError):
    """The account at the model's server is used up."""


class ModelRequestError(ModelError):
    """The model's server refuses the request: an unknown model, a parameter, a wrong address."""


class ModelWindowError(ModelRequestError):
    """The prompt is longer than what the model takes in."""


class ModelBusyError(ModelError):
    """The model's server is overloaded or limits the rate; `retry_after` is its wish in seconds."""

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class ModelConnectionError(ModelError):
    """The model's server can't be reached, or the connection broke."""


class ModelTimeoutError(ModelError):
    """The model's server did not answer in time."""


class ModelReplyError(ModelError):
    """The reply is empty, withheld, or no reply of a language model at all."""
