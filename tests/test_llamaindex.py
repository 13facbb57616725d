"""The chain inside LlamaIndex applications."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from rag.chain import Chain


def test_the_retriever_gives_papers_as_nodes(sample_chain: Chain) -> None:
    nodes = sample_chain.as_retriever(k=3).retrieve("token sparsity in attention")
    assert len(nodes) == 3
    assert nodes[0].node.node_id == "token-sparse-attention"
    assert nodes[0].node.metadata["venue"] == "ICML 2026"


def test_the_query_engine_answers_with_the_cited_papers(sample_chain: Chain) -> None:
    response = sample_chain.as_query_engine().query("Which solver does NanoQuant use?")
    assert "[1]" in str(response)
    assert [node.node.node_id for node in response.source_nodes] == ["nanoquant"]
    assert response.metadata["answer"].citations[0].quotes


async def _aquery(chain: Chain) -> str:
    return str(await chain.as_query_engine().aquery("Which solver does NanoQuant use?"))


def test_the_query_engine_is_asynchronous_too(sample_chain: Chain) -> None:
    asked = sample_chain.ask("Which solver does NanoQuant use?")
    with ThreadPoolExecutor(1) as pool:  # the browser tests leave a loop running in this thread
        assert pool.submit(asyncio.run, _aquery(sample_chain)).result() == asked.text
