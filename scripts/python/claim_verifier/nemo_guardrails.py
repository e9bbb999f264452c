"""An output rail for NeMo Guardrails that checks answers against their sources; needs nemoguardrails."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from nemoguardrails import LLMRails
from nemoguardrails.actions.rail_outcome import RailOutcome, TransformTarget

from ._requests import SourceLike
from .client import Client
from .models import Answer
from .testing import failures

ACTION = "check_answer_against_sources"
NO_SOURCES = "The answer was blocked: it has no sources to check it against."


def register_answer_check(rails: LLMRails, client: Client, **options: Any) -> None:
    """Registers the action `check_answer_against_sources`, which a flow of the rails executes.

    It checks the bot's message against `relevant_chunks_sep` of the context, else against `relevant_chunks`. The outcome
    `fail` blocks, also an answer without sources; `review` rewrites the message with a mark after each sentence that does
    not pass; `pass` allows. `metadata["answer"]` is the checked answer. `options` are those of Client.verify_answer.
    """

    async def check(context: Mapping[str, Any] | None = None, **_: Any) -> RailOutcome:
        given = context or {}
        sources = _sources(given)
        if not sources:
            return RailOutcome.block(reason=NO_SOURCES)
        asked = {"repair": "mark", **options}
        checked = await asyncio.to_thread(client.verify_answer, str(given.get("bot_message")), sources, **asked)
        return _outcome(checked)

    rails.register_action(check, ACTION)


def _sources(context: Mapping[str, Any]) -> Sequence[SourceLike]:
    chunks = context.get("relevant_chunks_sep") or context.get("relevant_chunks") or []
    return [chunks] if isinstance(chunks, str) else list(chunks)


def _outcome(checked: Answer) -> RailOutcome:
    metadata = {"answer": checked.model_dump()}
    reason = " ".join(failures(checked))
    if checked.outcome == "fail":
        return RailOutcome.block(reason=reason, metadata=metadata)
    if checked.outcome == "pass" or checked.repaired is None:
        return RailOutcome.allow(metadata=metadata)
    marked = [(TransformTarget.BOT_MESSAGE, checked.repaired.text)]
    return RailOutcome.transform(marked, reason=reason, metadata=metadata)
