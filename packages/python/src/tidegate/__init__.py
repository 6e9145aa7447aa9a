"""Tidegate for Python: invoices, payouts, refunds and verified webhooks."""

from ._async._client import AsyncTidegate
from ._async._transport import AsyncList
from ._http import LastResponse, last_response
from ._pages import Page
from ._sync._client import Tidegate
from ._sync._transport import SyncList
from ._version import API_VERSION, VERSION
from .errors import (
    ApiError,
    AuthenticationError,
    ConflictError,
    NoAnswerError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    TidegateError,
    ValidationError,
    WebhookVerificationError,
)
from .webhooks import verify_webhook

__all__ = [
    "API_VERSION",
    "VERSION",
    "ApiError",
    "AsyncList",
    "AsyncTidegate",
    "AuthenticationError",
    "ConflictError",
    "LastResponse",
    "NoAnswerError",
    "NotFoundError",
    "Page",
    "PermissionDeniedError",
    "RateLimitError",
    "ServerError",
    "SyncList",
    "Tidegate",
    "TidegateError",
    "ValidationError",
    "WebhookVerificationError",
    "last_response",
    "verify_webhook",
]
