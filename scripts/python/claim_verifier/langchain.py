"""A LangChain runnable that checks answers; needs langchain-core."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from langchain_core.documents import Document
from langchain_core.messages import BaseMessage
from langchain_core.runnables import Runnable, RunnableConfig

from ._requests import SourceLike
from .client import AsyncClient, Client
from .models import Answer

AnswerInput: TypeAlias = Mapping[str, Any]


class AnswerCheck(Runnable[AnswerInput, Answer]):
    """Checks the `answer` of its input, a text or a message, against the documents or texts of its `context`.

    These are the names that LangChain's retrieval chains give their results, so it can follow such a chain. `options` are
    those of Client.verify_answer. Without an `async_client` asynchronous calls run in a thread.
    """

    def __init__(self, client: Client, *, async_client: AsyncClient | None = None, **options: Any) -> None:
        self._client = client
        self._async_client = async_client
        self._options = options

    def invoke(self, input: AnswerInput, config: RunnableConfig | None = None, **kwargs: Any) -> Answer:
        return self._call_with_config(self._check, input, config)

    async def ainvoke(self, input: AnswerInput, config: RunnableConfig | None = None, **kwargs: Any) -> Answer:
        if self._async_client is None:
            return await super().ainvoke(input, config)
        return await self._acall_with_config(self._acheck, input, config)

    def _check(self, given: AnswerInput) -> Answer:
        return self._client.verify_answer(_text(given["answer"]), _sources(given["context"]), **self._options)

    async def _acheck(self, given: AnswerInput) -> Answer:
        assert self._async_client is not None
        return await self._async_client.verify_answer(
            _text(given["answer"]), _sources(given["context"]), **self._options
        )


def _text(answer: str | BaseMessage) -> str:
    return str(answer.text) if isinstance(answer, BaseMessage) else answer


def _sources(context: Sequence[Document | SourceLike]) -> list[SourceLike]:
    return [_source(place, one) if isinstance(one, Document) else one for place, one in enumerate(context, 1)]


def _source(place: int, document: Document) -> dict[str, str]:
    title = document.metadata.get("title")
    source = {"id": document.id or str(place), "text": document.page_content}
    return {**source, "title": title} if isinstance(title, str) else source
