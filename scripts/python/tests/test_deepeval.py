from __future__ import annotations

import asyncio

import pytest
from conftest import REPORT

pytest.importorskip("deepeval")

from deepeval import assert_test, evaluate
from deepeval.test_case import LLMTestCase

from claim_verifier import AsyncClient, Client
from claim_verifier.deepeval import SupportedMetric


def _case(answer: str) -> LLMTestCase:
    return LLMTestCase(input="How many work in Lyon?", actual_output=answer, retrieval_context=[REPORT])


def test_a_supported_answer_passes_and_another_fails_as_everybody_calls_it(client: Client) -> None:
    metric = SupportedMetric(client)
    assert_test(_case("The plant employs 350 people."), [metric])
    with pytest.raises(AssertionError, match="Supported by sources"):
        assert_test(_case("The plant employs 530 people."), [metric])
    assert_test(_case("The plant employs 350 people."), [metric], run_async=False)


def test_evaluate_judges_all_cases_and_keeps_the_options(client: Client) -> None:
    cases = [_case("The plant employs 350 people."), _case("The plant employs 530 people."), _NO_CONTEXT]
    result = evaluate(cases, [SupportedMetric(client, min_confidence=0, uncertain="fail")])
    by_index = sorted(result.test_results, key=lambda one: one.index)
    assert [case.success for case in by_index] == [True, False, False]
    assert [case.metrics_data[0].score for case in by_index] == [1, 0, 0]


def test_strict_mode_asks_for_every_sentence_and_a_reason_may_be_left_out(client: Client) -> None:
    metric = SupportedMetric(client, threshold=0.5, strict_mode=True, include_reason=False)
    assert metric.measure(_case("The plant employs 350 people. The plant employs 530 people.")) == 0.5
    assert not metric.is_successful()
    assert metric.reason is None


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


def test_a_case_without_context_fails_with_a_sentence(client: Client) -> None:
    metric = SupportedMetric(client, threshold=0)
    assert metric.measure(_NO_CONTEXT) == 0
    assert not metric.is_successful()
    assert metric.reason == "Expected a test case with actual_output and retrieval_context, got one without retrieval_context."


_NO_CONTEXT = LLMTestCase(input="a", actual_output="b")
