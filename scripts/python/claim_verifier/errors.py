"""The one error of the client."""

from __future__ import annotations

from collections.abc import Mapping

PASSING_STATUSES = frozenset({429, 502, 503, 504})
"""Statuses of failures that may pass: over a limit, no capacity, a proxy without its server."""


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

    @property
    def is_passing(self) -> bool:
        """True if the same request may succeed later."""
        return self.code == "unreachable" or self.status in PASSING_STATUSES
