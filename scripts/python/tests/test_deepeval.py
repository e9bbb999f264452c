from __future__ import annotations

import asyncio

import pytest
from conftest import REPORT

pytest.importorskip("deepeval")

from deepeval import assert_test
from deepeval.test_case import LLMTestCase

from claim_verifier import AsyncClient, Client
from claim_verifier.deepeval import SupportedMetric


def _case(answer: str) -> LLMTestCase:
    return LLMTestCase(input="How many work in Lyon?", actual_output=answer, retrieval_context=[REPORT])


def test_a_supported_answer_passes_and_another_fails_with_the_reason(client: Client) -> None:
    metric = SupportedMetric(client)
    assert_test(_case("The plant employs 350 people."), [metric], run_async=False)
    with pytest.raises(AssertionError):
        assert_test(_case("The plant employs 530 people."), [metric], run_async=False)


def test_the_score_is_the_share_of_supported_sentences(client: Client) -> None:
    metric = SupportedMetric(client, threshold=0.5)
    assert metric.measure(_case("The plant employs 350 people. The plant employs 530 people.")) == 0.5
    assert metric.is_successful()
    assert metric.reason == 'UNSUPPORTED: "The plant employs 530 people." (number_differs).'
    assert metric.measure(_case("Anything else?")) == 0
    assert not metric.is_successful()


def test_it_is_asynchronous(client: Client, service: tuple[str, str]) -> None:
    async def ask() -> float:
        async with AsyncClient(*service) as asynchronous:
            return await SupportedMetric(client, async_client=asynchronous).a_measure(_case("The plant makes valves."))

    assert asyncio.run(ask()) == 1


def test_a_case_without_context_is_refused(client: Client) -> None:
    with pytest.raises(ValueError, match="retrieval_context"):
        SupportedMetric(client).measure(LLMTestCase(input="a", actual_output="b"))
