from __future__ import annotations

import asyncio

import pytest
from conftest import REPORT

pytest.importorskip("llama_index.core")

from llama_index.core import PromptTemplate
from llama_index.core.llms import MockLLM
from llama_index.core.query_engine import RetrieverQueryEngine
from llama_index.core.response_synthesizers import get_response_synthesizer
from llama_index.core.retrievers import BaseRetriever
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

from claim_verifier import Client
from claim_verifier.llama_index import CheckedQueryEngine


class OneDocument(BaseRetriever):
    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        node = TextNode(id_="report", text=REPORT, metadata={"title": "Report"})
        return [NodeWithScore(node=node, score=1.0)]


def answering(answer: str, client: Client) -> CheckedQueryEngine:
    # MockLLM repeats its prompt.
    synthesizer = get_response_synthesizer(llm=MockLLM(), text_qa_template=PromptTemplate(answer))
    engine = RetrieverQueryEngine(OneDocument(), synthesizer)
    return CheckedQueryEngine(engine=engine, client=client, options={"repair": "remove"})


def test_the_check_is_in_the_metadata_of_the_response(client: Client) -> None:
    response = answering("The plant employs 530 people.", client).query("How many people work in Lyon?")
    assert str(response) == "The plant employs 530 people."
    checked = response.metadata["check"]
    assert (checked.outcome, checked.sentences[0].reasons[0].code) == ("fail", "number_differs")
    assert checked.sentences[0].evidence[0].source_id == "report"
    assert checked.repaired.text == "The plant employs 350 people."


def test_it_is_asynchronous(client: Client) -> None:
    response = asyncio.run(answering("The plant employs 350 people.", client).aquery("How many?"))
    assert response.metadata["check"].outcome == "pass"
