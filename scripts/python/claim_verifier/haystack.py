"""A Haystack component that checks answers in a pipeline; needs haystack-ai."""

from __future__ import annotations

from typing import Any

from haystack import Document, component

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
        sources = [_source(document) for document in documents if document.content]
        return {"checks": [self._client.verify_answer(reply, sources, **self._options) for reply in replies]}


def _source(document: Document) -> dict[str, str]:
    title = document.meta.get("title")
    source = {"id": document.id, "text": document.content or ""}
    return {**source, "title": title} if isinstance(title, str) else source
