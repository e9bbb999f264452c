"""Assertions about answers, for pytest or any other test runner."""

from __future__ import annotations

from typing import Any

from .client import Client
from .models import Answer, Sentence


def assert_supported(client: Client, answer: str, sources: Any, **options: Any) -> Answer:
    """Fails unless every checked sentence of the answer passes, and at least one is checked; lists the others.

    Arguments are those of Client.verify_answer, and so is what it returns.
    """
    checked = client.verify_answer(answer, sources, **options)
    if checked.counts.checked == 0:
        raise AssertionError(f'Expected an answer with a factual statement, got "{answer}".')
    failing = failures(checked)
    if failing:
        raise AssertionError("\n".join(["Expected sources for every sentence of the answer.", *failing]))
    return checked


def failures(answer: Answer) -> list[str]:
    """A line for each checked sentence that does not pass."""
    return [_failure(one) for one in answer.sentences if one.check_required and one.outcome != "pass"]


def _failure(sentence: Sentence) -> str:
    codes = ", ".join(dict.fromkeys(reason.code for reason in sentence.reasons))
    return f'{sentence.verdict}: "{sentence.text}"' + (f" ({codes})." if codes else ".")
