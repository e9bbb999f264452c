"""A Haystack component that checks answers in a pipeline; needs haystack-ai."""

from __future__ import annotations

from typing import Any

from haystack import Document, component

from ._requests import titled
from .client import Client
from .models import Answer


@component
class AnswerCheck:
    """Checks every reply against the documents that it was written from: its `checks` are in the order of the replies.

    A document's `meta["title"]` is read as its heading. `options` are those of Client.verify_answer.
    """

    def __init__(self, client: Client, **options: Any) -> None:
        self._client = client
        self._options = options

    @component.output_types(checks=list[Answer])
    def run(self, replies: list[str], documents: list[Document]) -> dict[str, list[Answer]]:
        sources = [titled(one.id, one.content, one.meta.get("title")) for one in documents if one.content]
        return {"checks": [self._client.verify_answer(reply, sources, **self._options) for reply in replies]}
