"""A DeepEval metric that needs no language model; needs deepeval."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from deepeval.metrics import BaseMetric
from deepeval.test_case import LLMTestCase

from .client import AsyncClient, Client
from .models import Answer
from .testing import failures

NO_CONTEXT = "Expected a test case with actual_output and retrieval_context, got one without {}."


class SupportedMetric(BaseMetric):  # type: ignore[no-untyped-call]
    """The grounding score of an answer against its retrieval context: the share of its checked sentences that pass.

    A test case passes from the threshold on; the default, and `strict_mode`, ask for every sentence. An answer with
    nothing to check has the score 0, and so has a case without context. Further arguments are those of
    Client.verify_answer. Without an `async_client` asynchronous evaluation asks in threads.
    """

    # DeepEval copies a metric by calling this with the attributes of the same names.
    def __init__(
        self,
        client: Client,
        *,
        async_client: AsyncClient | None = None,
        threshold: float = 1.0,
        strict_mode: bool = False,
        include_reason: bool = True,
        async_mode: bool = True,
        verbose_mode: bool = False,
        options: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> None:
        self.client = client
        self.async_client = async_client
        self.threshold = 1.0 if strict_mode else threshold
        self.strict_mode = strict_mode
        self.include_reason = include_reason
        self.async_mode = async_mode
        self.verbose_mode = verbose_mode
        self.options = {**(options or {}), **more}

    def measure(self, test_case: LLMTestCase, *args: Any, **kwargs: Any) -> float:
        missing = _missing(test_case)
        if missing is not None:
            return self._fail(NO_CONTEXT.format(missing))
        return self._judge(self.client.verify_answer(*_texts(test_case), **self.options))

    async def a_measure(self, test_case: LLMTestCase, *args: Any, **kwargs: Any) -> float:
        if self.async_client is None:
            return await asyncio.to_thread(self.measure, test_case)
        missing = _missing(test_case)
        if missing is not None:
            return self._fail(NO_CONTEXT.format(missing))
        return self._judge(await self.async_client.verify_answer(*_texts(test_case), **self.options))

    def is_successful(self) -> bool:
        return self.success is True

    @property
    def __name__(self) -> str:
        return "Supported by sources"

    def _judge(self, answer: Answer) -> float:
        counts = answer.counts
        score = answer.grounding_score or 0.0
        reason = " ".join(failures(answer)) or f"{counts.passed} of {counts.checked} checked sentences pass."
        return self._told(score, reason, success=score >= (self.threshold or 0.0))

    def _fail(self, sentence: str) -> float:
        return self._told(0.0, sentence, success=False)

    def _told(self, score: float, reason: str, *, success: bool) -> float:
        self.score = score
        self.success = success
        self.reason = reason if self.include_reason else None
        return score


def _missing(test_case: LLMTestCase) -> str | None:
    if not test_case.actual_output:
        return "actual_output"
    return None if test_case.retrieval_context or test_case.context else "retrieval_context"


def _texts(test_case: LLMTestCase) -> tuple[str, list[str]]:
    context = test_case.retrieval_context or test_case.context or []
    return str(test_case.actual_output), [one if isinstance(one, str) else one.context for one in context]
