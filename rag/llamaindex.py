"""The chain as parts of LlamaIndex: a retriever of its nodes, and a query engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llama_index.core.base.base_query_engine import BaseQueryEngine
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.base.response.schema import RESPONSE_TYPE, Response
from llama_index.core.callbacks import CallbackManager
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

from rag.export import paper_to_json
from rag.types import Answer, Paper

if TYPE_CHECKING:
    from rag.chain import Chain


class PaperRetriever(BaseRetriever):
    """Retrieves papers as nodes: the abstract as text, the bibliographic fields as metadata."""

    def __init__(self, chain: Chain, k: int) -> None:
        self._chain = chain
        self._k = k
        super().__init__()

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        hits = self._chain.search(query_bundle.query_str, self._k)
        return [NodeWithScore(node=node_of(hit.paper), score=hit.score) for hit in hits]


class PaperQueryEngine(BaseQueryEngine):
    """Answers a query: the response's text has the markers, its nodes are the cited papers.

    The whole `Answer` stands under "answer" in the response's metadata.
    """

    def __init__(self, chain: Chain) -> None:
        self._chain = chain
        super().__init__(CallbackManager([]))

    def _query(self, query_bundle: QueryBundle) -> RESPONSE_TYPE:
        return _response(self._chain.ask(query_bundle.query_str))

    async def _aquery(self, query_bundle: QueryBundle) -> RESPONSE_TYPE:
        return _response(await self._chain.aask(query_bundle.query_str))

    def _get_prompt_modules(self) -> dict[str, Any]:
        return {}


def node_of(paper: Paper) -> TextNode:
    """Return `paper` as a node of LlamaIndex."""
    metadata = paper_to_json(paper)
    return TextNode(id_=metadata.pop("id"), text=paper.abstract, metadata=metadata)


def _response(answer: Answer) -> Response:
    nodes = [NodeWithScore(node=node_of(citation.paper)) for citation in answer.citations]
    return Response(answer.text, nodes, {"answer": answer})
