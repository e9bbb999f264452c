"""A LangChain runnable that checks answers; needs langchain-core."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from langchain_core.documents import Document
from langchain_core.messages import BaseMessage
from langchain_core.runnables import Runnable, RunnableConfig

from ._requests import SourceLike, titled
from .client import AsyncClient, Client
from .models import Answer

# Ids have at most 200 characters; this leaves room for a number.
MAX_ORIGIN = 190

AnswerInput: TypeAlias = Mapping[str, Any]


class AnswerCheck(Runnable[AnswerInput, Answer]):
    """Checks the `answer` of its input, a text or a message, against the documents or texts of its `context`.

    These are the names that LangChain's retrieval chains give their results, so it can follow one of these chains. The id of a
    source is the document's id, else `source` of its metadata, else its place from 1; a `source` that several documents
    share gets ":2", ":3" and so on. `options` are those of Client.verify_answer. Without an `async_client` asynchronous
    calls run in a thread.
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
    taken = {one.id for one in context if isinstance(one, Document) and one.id}
    return [_source(place, one, taken) if isinstance(one, Document) else one for place, one in enumerate(context, 1)]


def _source(place: int, document: Document, taken: set[str]) -> dict[str, str]:
    id = document.id or _new_id(place, document, taken)
    return titled(id, document.page_content, document.metadata.get("title"))


def _new_id(place: int, document: Document, taken: set[str]) -> str:
    """The file or page that a loader read, with a number for its further chunks, where the service takes it as an id."""
    origin = document.metadata.get("source")
    name = origin if isinstance(origin, str) and 0 < len(origin) <= MAX_ORIGIN else str(place)
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{name}:{number}"
    taken.add(found)
    return found
