"""The one error of the client."""

from __future__ import annotations

from collections.abc import Mapping


class ClaimVerifierError(Exception):
    """A request without an answer. The message is a sentence for the person who must act.

    `code` is the service's error code, such as `invalid_request` or `rate_limited`; `unreachable` where nothing answered,
    and `unexpected_response` where something else than the service did. `status` is the HTTP status, None without one.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int | None = None,
        details: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.details: Mapping[str, object] = details or {}
