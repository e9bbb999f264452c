"""The client, sync and async."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any

import httpx

from ._http import AsyncHttp, Call, Http
from ._requests import Citations, Settings, SourceLike, answer_body, body_of, chunks
from .jobs import AsyncJobMethods, JobMethods
from .models import Answer, ClaimResult, OffsetUnit, Outcome, Repair, Verification

_TIMEOUT_SECONDS = 60.0
_MAX_RETRIES = 4
_MAX_WAIT_SECONDS = 60.0
_FULL = {"detail": "full"}


class Client(JobMethods):
    """Calls a service; threads can share it.

    `url` and `api_key` default to CLAIM_VERIFIER_URL (else http://127.0.0.1:8080) and CLAIM_VERIFIER_API_KEY. A request
    is tried again up to `max_retries` times when the service is busy, over its limit or not reachable, after the seconds
    of its Retry-After; never when these are more than `max_wait`. Methods raise ClaimVerifierError.
    """

    def __init__(
        self,
        url: str | None = None,
        api_key: str | None = None,
        *,
        timeout: float = _TIMEOUT_SECONDS,
        max_retries: int = _MAX_RETRIES,
        max_wait: float = _MAX_WAIT_SECONDS,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._http = Http(Settings(url, api_key, max_retries, max_wait), timeout, transport)

    def verify(self, claim: str, grounding_source: str, *, detail: bool = False) -> Verification:
        """Verifies a claim of up to 500 characters against a source of up to 10,000; `detail` adds the outcome."""
        return Verification.model_validate(
            self._post("/v1/verify", {"claim": claim, "grounding_source": grounding_source}, _FULL if detail else {})
        )

    def verify_many(self, claims: Sequence[str], grounding_source: str) -> list[ClaimResult]:
        """Verifies claims against one source, in order, 200 in one HTTP request."""
        bodies = [
            self._post("/v1/verify/batch", {"claims": list(part), "grounding_source": grounding_source})
            for part in chunks(claims)
        ]
        return [ClaimResult.model_validate(result) for body in bodies for result in body["results"]]

    def verify_answer(
        self,
        answer: str,
        sources: Iterable[SourceLike],
        *,
        citations: Citations = "none",
        uncertain: Outcome = "review",
        min_confidence: float | None = None,
        offsets: OffsetUnit = "code_point",
        repair: Repair | None = None,
    ) -> Answer:
        """Checks every sentence of an answer against sources; a plain text gets its number, from "1", as id."""
        body = answer_body(answer, sources, citations, uncertain, min_confidence, offsets, repair)
        return Answer.model_validate(self._post("/v1/verify/answer", body))

    def _post(self, path: str, body: object, params: Mapping[str, str] = {}) -> Any:
        return body_of(self._http.request(Call("POST", path, json=body, params=params)))

    def close(self) -> None:
        self._http.client.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class AsyncClient(AsyncJobMethods):
    """The same as Client for asyncio."""

    def __init__(
        self,
        url: str | None = None,
        api_key: str | None = None,
        *,
        timeout: float = _TIMEOUT_SECONDS,
        max_retries: int = _MAX_RETRIES,
        max_wait: float = _MAX_WAIT_SECONDS,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._http = AsyncHttp(Settings(url, api_key, max_retries, max_wait), timeout, transport)

    async def verify(self, claim: str, grounding_source: str, *, detail: bool = False) -> Verification:
        """See Client.verify."""
        return Verification.model_validate(
            await self._post("/v1/verify", {"claim": claim, "grounding_source": grounding_source}, _FULL if detail else {})
        )

    async def verify_many(self, claims: Sequence[str], grounding_source: str) -> list[ClaimResult]:
        """See Client.verify_many."""
        bodies = [
            await self._post("/v1/verify/batch", {"claims": list(part), "grounding_source": grounding_source})
            for part in chunks(claims)
        ]
        return [ClaimResult.model_validate(result) for body in bodies for result in body["results"]]

    async def verify_answer(
        self,
        answer: str,
        sources: Iterable[SourceLike],
        *,
        citations: Citations = "none",
        uncertain: Outcome = "review",
        min_confidence: float | None = None,
        offsets: OffsetUnit = "code_point",
        repair: Repair | None = None,
    ) -> Answer:
        """See Client.verify_answer."""
        body = answer_body(answer, sources, citations, uncertain, min_confidence, offsets, repair)
        return Answer.model_validate(await self._post("/v1/verify/answer", body))

    async def _post(self, path: str, body: object, params: Mapping[str, str] = {}) -> Any:
        return body_of(await self._http.request(Call("POST", path, json=body, params=params)))

    async def close(self) -> None:
        await self._http.client.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
