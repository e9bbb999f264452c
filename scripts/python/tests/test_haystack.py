from __future__ import annotations

import pytest
from conftest import REPORT

pytest.importorskip("haystack")

from haystack import Document, Pipeline
from haystack.components.builders import AnswerBuilder

from claim_verifier import Client
from claim_verifier.haystack import AnswerCheck


def test_it_checks_the_replies_of_a_pipeline(client: Client) -> None:
    pipeline = Pipeline()
    pipeline.add_component("check", AnswerCheck(client, citations="brackets"))
    pipeline.add_component("answers", AnswerBuilder())
    documents = [Document(id="report", content=REPORT, meta={"title": "Report"}), Document(content="Demand grew.")]
    replies = ["The plant employs 530 people [report].", "The plant employs 350 people [report]."]
    given = {"replies": replies, "documents": documents}
    result = pipeline.run({"check": given, "answers": {"query": "How many?", "replies": replies}})
    wrong, right = result["check"]["checks"]
    assert (wrong.outcome, wrong.sentences[0].reasons[0].code) == ("fail", "number_differs")
    assert (right.outcome, right.grounding_score) == ("pass", 1)
    assert right.sentences[0].citation is not None and right.sentences[0].citation.status == "supported_by_cited"
