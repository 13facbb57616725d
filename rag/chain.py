"""The public calls: open an index, ask it, search it."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from rag.answering import comparison, routing
from rag.answering.draft import Draft
from rag.answering.written.writing import Written, is_written, write
from rag.citations import Numbering
from rag.embedders import Embedder
from rag.errors import QuestionError, UsageError
from rag.finding import Finding, find, find_named
from rag.finishing import empty, finish, pieces
from rag.llms.connecting import connect
from rag.llms.model import Model
from rag.question import understand
from rag.rarity import rarity
from rag.retrieval import Retriever
from rag.running import Steps, alast, astream, last, stream
from rag.scope import NO_SCOPE, Scope
from rag.settings import load
from rag.store.index import Index
from rag.types import Answer, Event, SearchHit, Sources

if TYPE_CHECKING:
    from llama_index.core.llms import LLM
    from llama_index.core.vector_stores.types import BasePydanticVectorStore

    from rag.chat import Chat
    from rag.llamaindex import PaperQueryEngine, PaperRetriever


Where = Mapping[str, Any] | None


class Chain:
    """Answers questions over one index. Safe to use from several threads and event loops.

    Without a `model` answers are in the papers' own words.
    """

    def __init__(self, index: Index, model: Model | None = None) -> None:
        self.index = index
        self.retriever = Retriever(index)
        self.model = model

    def ask(self, question: str, where: Where = None) -> Answer:
        """Return the cited answer to a question that stands alone.

        It is held to the papers that fit the filter `where` (see `rag.store.index.Index.rows`).
        Raises `QuestionError` for an empty question and for a filter that no paper fits, and the
        index's errors. Where the language model fails, the answer is without it, and its notes say
        why.
        """
        return last(self.stream(question, where))

    def stream(self, question: str, where: Where = None) -> Iterator[Event]:
        """Yield `Sources`, then the text in pieces (`Delta`), then `Done` with the same answer.

        Between them `Progress` tells what a language model is waiting for. Closing the iterator
        closes the connection to the model.
        """
        return stream(self._alone(question, where), self.model)

    async def aask(self, question: str, where: Where = None) -> Answer:
        """As `ask`, without blocking the event loop."""
        return await alast(self.astream(question, where))

    def astream(self, question: str, where: Where = None) -> AsyncGenerator[Event]:
        """As `stream`, without blocking the event loop; cancelling closes the connection."""
        return astream(self._alone(question, where), self.model)

    def search(self, query: str, k: int = 10, where: Where = None) -> list[SearchHit]:
        """Return the `k` papers that fit `query` best, among those that fit the filter `where`.

        See `rag.store.index.Index.rows` for filters, for instance `{"year": (2024, 2026)}`.
        Raises `QuestionError` for a query without words, `UsageError` for another `k` or filter.
        """
        if not isinstance(k, int) or k < 1:
            raise UsageError(f"k has to be a whole number from 1 on, not {k!r}.")
        return self.retriever.search(query, k, where)

    def compare(self, names: Sequence[str]) -> Answer:
        """Set two to five papers side by side, aspect by aspect (see `Answer.table`).

        `names` are names, titles, descriptions or ids. Raises `QuestionError` where one is unknown.
        """
        started = time.perf_counter()
        finding = find_named(self.retriever, names)
        draft = comparison.side_by_side(finding.papers, finding.question.language)
        timings = {"find": time.perf_counter() - started}
        steps = self._written(finding.question.text, finding, draft, Numbering(), timings)
        return last(stream(steps, self.model))

    def as_retriever(self, k: int = 10) -> PaperRetriever:
        """Return a retriever of LlamaIndex that gives the `k` best papers as nodes."""
        from rag.llamaindex import PaperRetriever

        return PaperRetriever(self, k)

    def as_query_engine(self) -> PaperQueryEngine:
        """Return a query engine of LlamaIndex that answers as `ask` does."""
        from rag.llamaindex import PaperQueryEngine

        return PaperQueryEngine(self)

    def chat(self, answers: Sequence[Answer] = ()) -> Chat:
        """Begin a conversation, in which papers keep their numbers, or go on from `answers`."""
        from rag.chat import Chat

        return Chat(self, answers)

    def examples(self, k: int = 4) -> list[str]:
        """Return up to `k` questions that the collection at hand can answer."""
        names = self.index.store.some_names(k)
        forms = (
            "What does {} propose?",
            "On what was {} evaluated?",
            "{} 解决什么问题？",
            "Is there code for {}?",
        )
        return [form.format(name) for form, name in zip(forms, names, strict=False)][:k]

    def _alone(self, question: str, where: Where) -> Steps[Answer]:
        scope = self.narrowed(NO_SCOPE, where)
        return (yield from self.steps(question, question, Numbering(), scope))

    def steps(
        self, question: str, standalone: str, numbering: Numbering, scope: Scope = NO_SCOPE
    ) -> Steps[Answer]:
        """Answer `standalone`, which is what `question` means in its conversation.

        It is held to the papers of `scope`. For `rag.running`.
        """
        started = time.perf_counter()
        if not self.index.store.count("papers"):
            answer = empty(question, understand(standalone, self.index.store).language)
            yield from pieces(answer)
            return answer
        finding = find(self.retriever, standalone, scope)
        found = time.perf_counter()
        yield Sources(finding.papers)
        draft = routing.draft(self.retriever, finding, scope)
        timings = {"find": found - started, "draft": time.perf_counter() - found}
        return (yield from self._written(question, finding, draft, numbering, timings))

    def _written(
        self,
        question: str,
        finding: Finding,
        draft: Draft,
        numbering: Numbering,
        timings: dict[str, float],
    ) -> Steps[Answer]:
        """Have the model, if there is one, phrase a draft, and finish the answer."""
        if self.model is None or not is_written(draft, finding):
            answer = finish(self.index, question, finding, Written(draft), numbering, timings)
            yield from pieces(answer)
            return answer
        started = time.perf_counter()
        idf = rarity(self.index.store)
        written = yield from write(self.model, finding, draft, numbering.numbers, idf)
        timings["write"] = time.perf_counter() - started
        return finish(self.index, question, finding, written, numbering, timings)

    def narrowed(self, scope: Scope, where: Mapping[str, Any] | None) -> Scope:
        """Return `scope` held to the papers that fit the filter `where`.

        Raises `QuestionError` when there are none, `UsageError` for an unknown filter.
        """
        if not where:
            return scope
        fitting = left = self.index.rows(where)
        if scope.within:
            ids = (paper.id for paper in scope.within)
            left = fitting.intersection(self.index.store.rows_of(ids).values())
        if not left:
            raise QuestionError("No paper fits the filter. Take a part of it away and ask again.")
        return replace(scope, fitting=fitting)

    def close(self) -> None:
        """Close the index."""
        self.index.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def open(
    index: str | Path = "askpapers-index",
    *,
    embedder: Embedder | None = None,
    vector_store: BasePydanticVectorStore | None = None,
    llm: LLM | None = None,
) -> Chain:
    """Open the index in a folder for questions.

    `llm`, any LLM of LlamaIndex, writes the answers; without it a model that is set does (see
    `rag.settings`), and without one the answers are in the papers' own words.

    `vector_store` is the vector store of LlamaIndex with which it was made, if it was.
    Raises `IndexMissingError`, `IndexMismatchError`, `IndexDamagedError`, `SettingsError`, and
    the errors below `ModelError` where the model's server has to be asked for its name.
    """
    opened = Index.open(index, embedder, vector_store)
    try:
        return Chain(opened, connect(load(), llm))
    except BaseException:
        opened.close()
        raise
