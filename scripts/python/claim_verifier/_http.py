"""Requests with retries, sync and async."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import httpx

from ._requests import Settings, check

Content: TypeAlias = Callable[[], "bytes | Iterable[bytes] | AsyncIterable[bytes]"]


@dataclass(frozen=True)
class Call:
    """One request. A body is JSON, or the bytes that `content` opens again for each attempt."""

    method: str
    path: str
    json: object = None
    content: Content | None = None
    params: Mapping[str, str | Sequence[str]] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    is_repeatable: bool = True
    passing: frozenset[int] = frozenset()
    """Statuses that may pass without a change after a first attempt."""
    done: frozenset[int] = frozenset()
    """Statuses which show that a first attempt took effect although its response was lost."""

    def arguments(self) -> dict[str, Any]:
        """Keyword arguments of httpx for one attempt."""
        body = {"json": self.json} if self.content is None else {"content": self.content()}
        return {"params": self.params, "headers": self.headers, **(body if self.method == "POST" else {})}

    def wait(self, settings: Settings, attempt: int, response: httpx.Response | None) -> float | None:
        """Seconds to wait before another attempt, or None to give up."""
        if not self.is_repeatable:
            return None
        return settings.wait_before_retry(attempt, response, self.passing if attempt > 0 else frozenset())

    def outcome(self, attempt: int, response: httpx.Response) -> httpx.Response:
        """The last response, or an empty successful one if the last one shows that the call took effect."""
        return httpx.Response(httpx.codes.NO_CONTENT) if attempt > 0 and response.status_code in self.done else response


class Http:
    """Sends requests to one service."""

    def __init__(self, settings: Settings, timeout: float, transport: httpx.BaseTransport | None) -> None:
        self.settings = settings
        self.client = httpx.Client(headers=settings.headers, timeout=timeout, transport=transport)

    def request(self, call: Call) -> httpx.Response:
        """The response of any status; raises ClaimVerifierError without a response."""
        attempt = 0
        while True:
            try:
                response = self.client.request(call.method, self.settings.url + call.path, **call.arguments())
            except httpx.TransportError as error:
                wait = call.wait(self.settings, attempt, None)
                if wait is None:
                    raise self.settings.unreachable(error) from error
            else:
                wait = call.wait(self.settings, attempt, response)
                if wait is None:
                    return call.outcome(attempt, response)
            time.sleep(wait)
            attempt += 1

    def stream(self, call: Call) -> Iterator[bytes | None]:
        """The body of a successful response, part by part; None where it begins, also again after a lost connection.

        Attempts count from the last one that got further. Raises ClaimVerifierError.
        """
        attempt = most = 0
        while True:
            yield None
            received = 0
            try:
                with self.client.stream(call.method, self.settings.url + call.path, params=call.params) as response:
                    if response.is_success:
                        for part in response.iter_bytes():
                            received += len(part)
                            if received > most:
                                most, attempt = received, 0
                            yield part
                        return
                    response.read()
                wait = call.wait(self.settings, attempt, response)
                if wait is None:
                    check(response)
            except httpx.TransportError as error:
                wait = call.wait(self.settings, attempt, None)
                if wait is None:
                    raise self.settings.unreachable(error) from error
            time.sleep(wait or 0.0)
            attempt += 1


class AsyncHttp:
    """The same as Http for asyncio."""

    def __init__(self, settings: Settings, timeout: float, transport: httpx.AsyncBaseTransport | None) -> None:
        self.settings = settings
        self.client = httpx.AsyncClient(headers=settings.headers, timeout=timeout, transport=transport)

    async def request(self, call: Call) -> httpx.Response:
        """See Http.request."""
        attempt = 0
        while True:
            try:
                response = await self.client.request(call.method, self.settings.url + call.path, **call.arguments())
            except httpx.TransportError as error:
                wait = call.wait(self.settings, attempt, None)
                if wait is None:
                    raise self.settings.unreachable(error) from error
            else:
                wait = call.wait(self.settings, attempt, response)
                if wait is None:
                    return call.outcome(attempt, response)
            await asyncio.sleep(wait)
            attempt += 1

    async def stream(self, call: Call) -> AsyncIterator[bytes | None]:
        """See Http.stream."""
        attempt = most = 0
        while True:
            yield None
            received = 0
            try:
                url = self.settings.url + call.path
                async with self.client.stream(call.method, url, params=call.params) as response:
                    if response.is_success:
                        async for part in response.aiter_bytes():
                            received += len(part)
                            if received > most:
                                most, attempt = received, 0
                            yield part
                        return
                    await response.aread()
                wait = call.wait(self.settings, attempt, response)
                if wait is None:
                    check(response)
            except httpx.TransportError as error:
                wait = call.wait(self.settings, attempt, None)
                if wait is None:
                    raise self.settings.unreachable(error) from error
            await asyncio.sleep(wait or 0.0)
            attempt += 1
