"""What this package raises. Wrong arguments are a TypeError or ValueError, as everywhere in Python."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, Mapping, Optional, Sequence

WebhookProblem = Literal["header_missing", "timestamp_invalid", "too_old", "too_new", "no_match", "not_json"]


class TidegateError(Exception):
    """Every error of this package."""


@dataclass(frozen=True)
class ErrorDetails:
    """The reason of the API for refusing a request."""

    status: int
    code: str
    """For programs. A code that this version of the package does not know is passed on as it is."""
    fields: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The problems of each field, by its path, such as `items.0.price`."""
    request_id: Optional[str] = None
    """Names the request for support."""
    retry_after: Optional[float] = None
    """Seconds after which a retry makes sense, where the API says so."""
    body: Mapping[str, Any] = field(default_factory=dict)
    """The whole answer."""


class ApiError(TidegateError):
    """The API refused the request."""

    def __init__(self, message: str, details: ErrorDetails) -> None:
        # Both are arguments of the exception, so that it can be pickled by a queue of jobs.
        super().__init__(message, details)
        self.message = message
        self.status = details.status
        self.code = details.code
        self.fields = details.fields
        self.request_id = details.request_id
        self.retry_after = details.retry_after
        self.body = details.body

    @property
    def field(self) -> Optional[str]:
        """The path of the first field that is wrong."""
        return next(iter(self.fields), None)

    def __str__(self) -> str:
        return self.message


class AuthenticationError(ApiError):
    """401: key or secret are wrong."""


class PermissionDeniedError(ApiError):
    """403: the key may not do this."""


class NotFoundError(ApiError):
    """404: there is no such object, or it belongs to somebody else."""


class ConflictError(ApiError):
    """409: not possible in the current status, or in conflict with an earlier request."""


class ValidationError(ApiError):
    """400, 413, 415 and 422: the request is not valid; `fields` names what is wrong."""


class RateLimitError(ApiError):
    """429: too many requests."""


class ServerError(ApiError):
    """5xx: the gateway could not serve the request. A POST may be sent again with the same idempotency key."""


class NoAnswerError(TidegateError):
    """
    No answer arrived: the request may have been carried out or not. Send it again with `idempotency_key`, which is that
    of the request.
    """

    def __init__(self, message: str, idempotency_key: Optional[str] = None) -> None:
        super().__init__(message, idempotency_key)
        self.message = message
        self.idempotency_key = idempotency_key

    def __str__(self) -> str:
        return self.message


class WebhookVerificationError(TidegateError):
    """A webhook that the gateway did not sign, or that is too old. Answer 400."""

    def __init__(self, problem: WebhookProblem, message: str) -> None:
        super().__init__(problem, message)
        self.problem = problem
        self.message = message

    def __str__(self) -> str:
        return self.message


def error_of(message: str, details: ErrorDetails) -> ApiError:
    """The error class of a status."""
    if details.status >= 500:
        return ServerError(message, details)
    return _BY_STATUS.get(details.status, ApiError)(message, details)


_BY_STATUS = {
    400: ValidationError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    413: ValidationError,
    415: ValidationError,
    422: ValidationError,
    429: RateLimitError,
}
