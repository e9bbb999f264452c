from __future__ import annotations

import asyncio

import pytest
from conftest import REPORT

pytest.importorskip("langchain_core")

from langchain_core.documents import Document
from langchain_core.language_models import FakeListChatModel
from langchain_core.runnables import RunnablePassthrough

from claim_verifier import AsyncClient, Client
from claim_verifier.langchain import AnswerCheck


def test_it_checks_the_result_of_a_retrieval_chain(client: Client) -> None:
    model = FakeListChatModel(responses=["The plant employs 530 people [report]."])
    documents = [Document(REPORT, id="report", metadata={"title": "Report"}), Document("Demand grew.")]
    retrieval = RunnablePassthrough.assign(context=lambda _: documents, answer=(lambda given: given["input"]) | model)
    chain = retrieval | AnswerCheck(client, citations="brackets")
    checked = chain.invoke({"input": "How many people work in Lyon?"})
    assert (checked.outcome, checked.sentences[0].reasons[0].code) == ("fail", "number_differs")
    assert checked.sentences[0].citation is not None and checked.sentences[0].citation.cited == ["report"]


@pytest.mark.parametrize("own_client", [True, False])
def test_it_is_asynchronous(client: Client, service: tuple[str, str], own_client: bool) -> None:
    async def ask() -> str:
        async with AsyncClient(*service) as asynchronous:
            check = AnswerCheck(client, async_client=asynchronous if own_client else None)
            return (await check.ainvoke({"answer": "The plant employs 350 people.", "context": [REPORT]})).outcome

    assert asyncio.run(ask()) == "pass"


def test_it_goes_through_batches(client: Client) -> None:
    answers = ["The plant employs 350 people.", "The plant employs 530 people."]
    checked = AnswerCheck(client).batch([{"answer": answer, "context": [REPORT]} for answer in answers])
    assert [one.outcome for one in checked] == ["pass", "fail"]


def test_a_document_without_an_id_has_the_source_of_its_metadata(client: Client) -> None:
    chunk = {"source": "report.pdf"}
    documents = [Document(REPORT, metadata=chunk), Document("Demand grew.", metadata=chunk), Document("It rained.")]
    answer = "The plant employs 350 people [report.pdf]. Demand grew [report.pdf:2]. It rained [3]."
    checked = AnswerCheck(client, citations="brackets").invoke({"answer": answer, "context": documents})
    assert [one.citation.cited for one in checked.sentences if one.citation] == [["report.pdf"], ["report.pdf:2"], ["3"]]
    assert [one.citation.status for one in checked.sentences if one.citation] == ["supported_by_cited"] * 3
