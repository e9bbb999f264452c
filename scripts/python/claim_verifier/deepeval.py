"""A DeepEval metric that needs no language model; needs deepeval."""

from __future__ import annotations

from typing import Any

from deepeval.metrics import BaseMetric
from deepeval.test_case import LLMTestCase

from .client import AsyncClient, Client
from .models import Answer, Sentence


class SupportedMetric(BaseMetric):  # type: ignore[no-untyped-call]
    """The share of an answer's checked sentences that its retrieval context supports, 0 to 1.

    A test case passes from the threshold on; the default asks for every sentence. An answer with nothing to check has
    the score 0. `options` are those of Client.verify_answer. Without an `async_client` evaluation goes case by case.
    """

    def __init__(
        self, client: Client, *, async_client: AsyncClient | None = None, threshold: float = 1.0, **options: Any
    ) -> None:
        self.threshold = threshold
        self.async_mode = async_client is not None
        self._client = client
        self._async_client = async_client
        self._options = options

    def measure(self, test_case: LLMTestCase, *args: Any, **kwargs: Any) -> float:
        answer, context = _case(test_case)
        return self._judge(self._client.verify_answer(answer, context, **self._options))

    async def a_measure(self, test_case: LLMTestCase, *args: Any, **kwargs: Any) -> float:
        if self._async_client is None:
            return self.measure(test_case)
        answer, context = _case(test_case)
        return self._judge(await self._async_client.verify_answer(answer, context, **self._options))

    def is_successful(self) -> bool:
        return self.success is True

    @property
    def __name__(self) -> str:
        return "Supported by sources"

    def _judge(self, answer: Answer) -> float:
        counts = answer.counts
        self.score = counts.passed / counts.checked if counts.checked else 0.0
        self.success = self.score >= (self.threshold or 0.0)
        failing = [_failure(one) for one in answer.sentences if one.check_required and one.outcome != "pass"]
        self.reason = " ".join(failing) or f"{counts.passed} of {counts.checked} checked sentences pass."
        return self.score


def _case(test_case: LLMTestCase) -> tuple[str, list[str]]:
    context = test_case.retrieval_context or test_case.context
    if not test_case.actual_output or not context:
        raise ValueError("Expected a test case with actual_output and retrieval_context, got one without.")
    return test_case.actual_output, [one if isinstance(one, str) else one.context for one in context]


def _failure(sentence: Sentence) -> str:
    codes = ", ".join(reason.code for reason in sentence.reasons)
    return f'{sentence.verdict}: "{sentence.text}"' + (f" ({codes})." if codes else ".")
