"""A LlamaIndex query engine whose answers are checked; needs llama-index-core."""

from __future__ import annotations

import asyncio
from typing import Any

from llama_index.core.base.base_query_engine import BaseQueryEngine
from llama_index.core.base.response.schema import RESPONSE_TYPE
from llama_index.core.query_engine import CustomQueryEngine

from ._requests import titled
from .client import Client


class CheckedQueryEngine(CustomQueryEngine):
    """Answers as the given engine does, with the check of the answer as `check` in the metadata of the response.

    The sources are the nodes that the answer was written from; a node's `metadata["title"]` is read as its heading.
    `options` are those of Client.verify_answer. The engine must not stream: an answer is checked when it is whole.
    """

    engine: BaseQueryEngine
    client: Client
    options: dict[str, Any] = {}

    def custom_query(self, query_str: str) -> RESPONSE_TYPE:
        return self._checked(self.engine.query(query_str))

    async def acustom_query(self, query_str: str) -> RESPONSE_TYPE:
        return await asyncio.to_thread(self._checked, await self.engine.aquery(query_str))

    def _checked(self, response: RESPONSE_TYPE) -> RESPONSE_TYPE:
        nodes = response.source_nodes
        sources = [titled(node.node_id, node.get_content(), node.metadata.get("title")) for node in nodes]
        checked = self.client.verify_answer(str(response), sources, **self.options)
        response.metadata = {**(response.metadata or {}), "check": checked}
        return response
