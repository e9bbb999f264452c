from __future__ import annotations

from typing import Any

import pytest
from conftest import REPORT

pytest.importorskip("nemoguardrails")

from nemoguardrails import LLMRails, RailsConfig
from nemoguardrails.testing.fake_model import FakeLLMModel

from claim_verifier import Client
from claim_verifier.nemo_guardrails import NO_SOURCES, register_answer_check

COLANG = """
define subflow check answer
  $check = execute check_answer_against_sources
  if $check.is_blocked
    bot refuse to respond
    stop
  if $check.is_transform
    $bot_message = $check.transform_text["bot_message"]

define bot refuse to respond
  "I cannot confirm that."
"""
YAML = "rails:\n  output:\n    flows:\n      - check answer\n"


def said(client: Client, answer: str, context: dict[str, Any], **options: Any) -> str:
    rails = LLMRails(RailsConfig.from_content(COLANG, YAML), llm=FakeLLMModel(responses=[answer]))
    register_answer_check(rails, client, **options)
    messages = [{"role": "context", "content": context}, {"role": "user", "content": "How many work in Lyon?"}]
    return str(rails.generate(messages=messages)["content"])


@pytest.mark.parametrize("context", [{"relevant_chunks": REPORT}, {"relevant_chunks_sep": [REPORT, "Demand grew."]}])
def test_an_answer_that_passes_goes_on_and_one_that_fails_is_blocked(client: Client, context: dict[str, Any]) -> None:
    assert said(client, "The plant employs 350 people.", context) == "The plant employs 350 people."
    assert said(client, "The plant employs 530 people.", context) == "I cannot confirm that."


def test_an_answer_to_review_goes_on_with_marks(client: Client) -> None:
    answer = "The plant employs 350 people. Wolves roam the hills at night."
    assert said(client, answer, {"relevant_chunks": REPORT}) == f"{answer} [not confirmed by the sources]"
    assert said(client, answer, {"relevant_chunks": REPORT}, uncertain="fail") == "I cannot confirm that."


def test_an_answer_without_sources_is_blocked(client: Client) -> None:
    assert said(client, "The plant employs 350 people.", {}) == "I cannot confirm that."
    assert NO_SOURCES.startswith("The answer was blocked")
