"""Shared parts of both clients: bodies, headers, errors and waits."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import httpx

from .errors import PASSING_STATUSES, ClaimVerifierError
from .models import OffsetUnit, Outcome, Repair, Source

SourceLike: TypeAlias = Source | Mapping[str, str] | str
Citations: TypeAlias = Literal["none", "brackets"] | Sequence[Mapping[str, object]]

MAX_CLAIMS = 200
"""Claims in one request of POST /v1/verify/batch."""
_MAX_TITLE = 500

_FIRST_WAIT_SECONDS = 0.5


class Settings:
    """Address, key and retries of a client."""

    def __init__(self, url: str | None, api_key: str | None, max_retries: int, max_wait: float) -> None:
        self.url = (url or os.environ.get("CLAIM_VERIFIER_URL") or "http://127.0.0.1:8080").rstrip("/")
        key = api_key or os.environ.get("CLAIM_VERIFIER_API_KEY")
        if not key:
            raise ValueError("Expected an API key as api_key or in CLAIM_VERIFIER_API_KEY, got none.")
        self.headers = {"authorization": f"Bearer {key}"}
        self.max_retries = max_retries
        self.max_wait = max_wait

    def wait_before_retry(
        self, attempt: int, response: httpx.Response | None, passing: frozenset[int] = frozenset()
    ) -> float | None:
        """Seconds to wait before another attempt, or None to give up. `passing`: more statuses that may pass."""
        if response is not None and _is_at_a_time(response):
            # Other uploads or downloads of the same customer have to end first, however long they take.
            return _retry_after(response) or _FIRST_WAIT_SECONDS
        if attempt >= self.max_retries:
            return None
        if response is not None and response.status_code not in PASSING_STATUSES | passing:
            return None
        seconds = _retry_after(response)
        if seconds is None:
            seconds = _FIRST_WAIT_SECONDS * 2**attempt * (0.5 + random.random() / 2)
        return seconds if seconds <= self.max_wait else None

    def unreachable(self, error: httpx.TransportError) -> ClaimVerifierError:
        message = f"Expected a claim verification service at {self.url}, got no answer: {error}"
        return ClaimVerifierError(message, code="unreachable")


def _is_at_a_time(response: httpx.Response) -> bool:
    if response.status_code != httpx.codes.TOO_MANY_REQUESTS:
        return False
    body = _json(response)
    error = body.get("error") if isinstance(body, dict) else None
    details = error.get("details") if isinstance(error, dict) else None
    return isinstance(details, dict) and details.get("window") == "concurrent"


def _retry_after(response: httpx.Response | None) -> float | None:
    if response is None:
        return None
    try:
        return max(0.0, float(response.headers["retry-after"]))
    except (KeyError, ValueError):
        return None


def body_of(response: httpx.Response) -> Any:
    """The JSON of a successful response. Raises ClaimVerifierError for any other."""
    body = _json(response)
    if response.is_success and isinstance(body, dict):
        return body
    raise _refusal(response, body)


def check(response: httpx.Response) -> None:
    """Raises ClaimVerifierError unless the response is successful."""
    if not response.is_success:
        raise _refusal(response, _json(response))


def _json(response: httpx.Response) -> Any:
    try:
        return response.json()
    except ValueError:
        return None


def _refusal(response: httpx.Response, body: Any) -> ClaimVerifierError:
    error = body.get("error") if isinstance(body, dict) else None
    if isinstance(error, dict) and "code" in error and "message" in error:
        return ClaimVerifierError(
            str(error["message"]), code=str(error["code"]), status=response.status_code, details=error.get("details")
        )
    return ClaimVerifierError(
        f"Expected the answer of a claim verification service, got status {response.status_code} and another body.",
        code="unexpected_response",
        status=response.status_code,
    )


def answer_body(
    answer: str,
    sources: Iterable[SourceLike],
    citations: Citations,
    uncertain: Outcome,
    min_confidence: float | None,
    offsets: OffsetUnit,
    repair: Repair | None,
) -> dict[str, object]:
    return {
        "answer": answer,
        "sources": [_source(place, source) for place, source in enumerate(sources, 1)],
        "citations": citations if isinstance(citations, str) else list(citations),
        "uncertain": uncertain,
        "offsets": offsets,
        **({} if min_confidence is None else {"min_confidence": min_confidence}),
        **({} if repair is None else {"repair": repair}),
    }


def _source(place: int, source: SourceLike) -> Mapping[str, str]:
    if isinstance(source, str):
        return {"id": str(place), "text": source}
    return source.model_dump(exclude_none=True) if isinstance(source, Source) else source


def titled(id: str, text: str, title: object) -> dict[str, str]:
    """A source of a framework, whose metadata may have a title of any length."""
    source = {"id": id, "text": text}
    return {**source, "title": title[:_MAX_TITLE]} if isinstance(title, str) else source


def chunks(claims: Sequence[str]) -> list[Sequence[str]]:
    """Claims in parts that fit one request."""
    return [claims[start : start + MAX_CLAIMS] for start in range(0, len(claims), MAX_CLAIMS)]
