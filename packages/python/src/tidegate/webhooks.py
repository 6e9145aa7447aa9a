"""Webhooks of the gateway (Standard Webhooks)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Mapping, Optional, Sequence, Union, cast

from .errors import WebhookProblem, WebhookVerificationError
from .types import WebhookEvent

TOLERANCE_SECONDS = 300
"""As Standard Webhooks suggests."""


def verify_webhook(
    body: Union[str, bytes],
    headers: Mapping[str, Any],
    secret: Union[str, Sequence[str]],
    tolerance: float = TOLERANCE_SECONDS,
    *,
    now: Optional[float] = None,
) -> WebhookEvent:
    """
    Verifies a webhook and returns its event.

    `body` is what arrived, before any JSON parser. `secret` is the notification key `whsec_…`; several while you change
    it. `tolerance` says how many seconds the clock of the gateway may be from yours.

    The same webhook can arrive several times: store `event["id"]` and handle each once.

    Raises WebhookVerificationError if the gateway did not sign it, or not within the tolerance.
    """
    content = _bytes_of(body)
    keys = [_key_of(each) for each in ([secret] if isinstance(secret, str) else secret)]
    if not keys:
        raise TypeError("verify_webhook needs your notification key, whsec_….")
    webhook_id = _required(headers, "webhook-id")
    timestamp = _required(headers, "webhook-timestamp")
    signatures = _required(headers, "webhook-signature").split(" ")[:_MAX_SIGNATURES]
    _check_age(timestamp, tolerance, time.time() if now is None else now)
    signed = f"{webhook_id}.{timestamp}.".encode() + content
    # All are compared, so that the time says nothing about which one was right.
    matches = [
        _is_same(signature, hmac.new(key, signed, hashlib.sha256).digest()) for key in keys for signature in signatures
    ]
    if not any(matches):
        raise _refused("no_match", "No signature matches. Pass the body as it arrived, and the key of this mode.")
    return cast("WebhookEvent", {**_event_of(content), "id": webhook_id})


# More would only make us compute: two keys sign while one is changed.
_MAX_SIGNATURES = 8


def _bytes_of(body: object) -> bytes:
    if isinstance(body, str):
        return body.encode()
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(body)
    raise TypeError(
        "verify_webhook needs the body as it arrived, such as request.body of Django or request.get_data()."
    )


def _key_of(secret: object) -> bytes:
    text = secret[len("whsec_") :] if isinstance(secret, str) and secret.startswith("whsec_") else ""
    try:
        key = base64.b64decode(text, validate=True)
    except binascii.Error:
        key = b""
    if len(key) < 16:
        raise TypeError("The notification key begins with whsec_. The back office shows it.")
    return key


def _required(headers: Mapping[str, Any], name: str) -> str:
    """A header that was sent twice could be read in two ways, so it counts as missing."""
    named = [value for key, value in headers.items() if key.lower() == name]
    values = [each for value in named for each in (value if isinstance(value, (list, tuple)) else [value])]
    if len(values) != 1 or not isinstance(values[0], str):
        raise _refused("header_missing", f"The header {name} is missing.")
    return values[0]


def _check_age(timestamp: str, tolerance: float, now: float) -> None:
    if re.fullmatch(r"[0-9]{1,12}", timestamp) is None:
        raise _refused("timestamp_invalid", "The header webhook-timestamp is no time.")
    age = now - int(timestamp)
    if age > tolerance:
        raise _refused("too_old", f"The webhook was signed {age:.0f} seconds ago. Is your clock right?")
    if age < -tolerance:
        raise _refused("too_new", f"The webhook is {-age:.0f} seconds ahead. Is your clock right?")


def _is_same(signature: str, expected: bytes) -> bool:
    version, _, text = signature.partition(",")
    if version != "v1":
        return False
    try:
        given = base64.b64decode(text.encode(), validate=True)
    except binascii.Error:
        return False
    return hmac.compare_digest(given, expected)


def _event_of(content: bytes) -> Mapping[str, Any]:
    try:
        event = json.loads(content)
    except ValueError:
        event = None
    if not isinstance(event, dict):
        raise _refused("not_json", "The body is not JSON.")
    return event


def _refused(problem: WebhookProblem, message: str) -> WebhookVerificationError:
    return WebhookVerificationError(problem, message)
