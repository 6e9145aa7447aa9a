"""The rules of requests and answers that the client with `await` and the one without share."""

from __future__ import annotations

import base64
import json
import math
import os
import platform
import random
import re
import uuid
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Dict, Generator, List, Literal, Mapping, Optional, Tuple, TypeVar, Union
from urllib.parse import urlsplit

import httpx

from ._version import API_VERSION, VERSION
from .errors import ApiError, ErrorDetails, NoAnswerError, error_of
from .types import Warning

Method = Literal["GET", "POST", "PATCH", "DELETE"]
Query = Mapping[str, Any]
Data = TypeVar("Data")

DEFAULT_TIMEOUT = 30.0
DEFAULT_RETRIES = 2
_FIRST_PAUSE = 0.5
# A longer wait is for the caller to decide.
_LONGEST_PAUSE = 60.0
_SHOWN_FIELDS = 3


@dataclass(frozen=True)
class LastResponse:
    """How a call was answered."""

    status: int
    request_id: Optional[str]
    is_replayed: bool
    """The answer is that of an earlier request with the same idempotency key."""
    idempotency_key: Optional[str]
    warnings: Tuple[Warning, ...] = ()
    """Fields that the gateway left out or cut, because they only decorate."""


class Answered(Dict[str, Any]):
    """An object of the API as it is returned: equal to the plain one, and as easy to store."""

    last_response: LastResponse


def last_response(answer: object) -> LastResponse:
    """How the call that returned this object was answered."""
    if isinstance(answer, Answered):
        return answer.last_response
    raise TypeError("last_response() takes an object that a call returned.")


class Credentials(httpx.Auth):
    """Key and secret, which no representation shows."""

    def __init__(self, key: str, secret: str) -> None:
        self._header = "Basic " + base64.b64encode(f"{key}:{secret}".encode()).decode()

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        request.headers["authorization"] = self._header
        yield request

    def __repr__(self) -> str:
        return "<Credentials>"

    def __reduce__(self) -> str:
        raise TypeError("Credentials are not written anywhere.")


@dataclass(frozen=True)
class Settings:
    """Where the gateway is, and how patient a client is."""

    origin: str
    credentials: Credentials
    is_sandbox: bool
    timeout: float
    max_retries: int
    app_info: Optional[str]

    @property
    def headers(self) -> Dict[str, str]:
        agent = f"tidegate-python/{VERSION} python/{platform.python_version()}"
        user_agent = f"{agent} {self.app_info}" if self.app_info else agent
        return {"accept": "application/json", "user-agent": user_agent, "tidegate-version": API_VERSION}


def settings_of(
    url: Optional[str],
    key: Optional[str],
    secret: Optional[str],
    *,
    timeout: float,
    max_retries: int,
    app_info: Optional[str],
) -> Settings:
    """Checks them before anything is sent."""
    key = _checked_key(key or os.environ.get("TIDEGATE_KEY", ""))
    origin = _checked_origin(url or os.environ.get("TIDEGATE_URL", ""), key)
    secret = secret or os.environ.get("TIDEGATE_SECRET", "")
    if not secret.startswith("tgs_"):
        raise TypeError("The secret begins with tgs_. It was shown with the key, once.")
    return Settings(
        origin=origin,
        credentials=Credentials(key, secret),
        is_sandbox=key.startswith("tg_test_"),
        timeout=timeout,
        max_retries=max_retries,
        app_info=app_info,
    )


def _checked_key(key: str) -> str:
    if re.match(r"tg_(test|live)_", key):
        return key
    raise TypeError("The API key begins with tg_test_ or tg_live_. Create one in the back office under Integration.")


def _checked_origin(url: str, key: str) -> str:
    """Secrets travel in every request, so they need TLS unless they stay on this machine."""
    parts = urlsplit(url)
    is_here = parts.hostname in ("localhost", "127.0.0.1", "::1")
    if parts.scheme == "https" or (parts.scheme == "http" and (is_here or key.startswith("tg_test_"))):
        if parts.hostname and parts.path in ("", "/") and not parts.query and "@" not in parts.netloc:
            return f"{parts.scheme}://{parts.netloc}"
        raise TypeError("The URL of your gateway has no path, such as https://pay.example.com.")
    raise TypeError("The URL of your gateway begins with https://.")


def part(name: str) -> str:
    """An id within a path. An id that is missing would otherwise name another call."""
    if not isinstance(name, str) or re.fullmatch(r"[A-Za-z0-9_-]{1,100}", name) is None:
        raise TypeError(f"{name!r} is no id.")
    return name


@dataclass(frozen=True)
class Call:
    """A request, the same for every attempt."""

    method: Method
    path: str
    query: Tuple[Tuple[str, str], ...]
    content: Optional[bytes]
    idempotency_key: Optional[str]

    @property
    def headers(self) -> Dict[str, str]:
        headers: Dict[str, str] = {}
        if self.content is not None:
            headers["content-type"] = "application/json"
        if self.idempotency_key is not None:
            headers["idempotency-key"] = self.idempotency_key
        return headers


def call_of(
    method: Method,
    path: str,
    *,
    query: Optional[Query] = None,
    body: Optional[Mapping[str, Any]] = None,
    idempotency_key: Optional[str] = None,
) -> Call:
    key = (idempotency_key or str(uuid.uuid4())) if method == "POST" else None
    content = None if body is None else json.dumps(_plain(body), ensure_ascii=False, allow_nan=False).encode()
    return Call(method, f"/api/v1{path}", _query_of(query or {}), content, key)


def _query_of(query: Query) -> Tuple[Tuple[str, str], ...]:
    return tuple((name, _text_of(value)) for name, value in query.items() if value is not None)


def _text_of(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(_plain(value))


def _plain(value: Any) -> Any:
    """With decimals as text. A float has lost digits before it arrives here, so it is refused."""
    if isinstance(value, float):
        raise TypeError(f"{value!r} is a float. Amounts are text or Decimal, such as Decimal('49.90').")
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError(f"{value} is no amount.")
        return format(value, "f")
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return value


@dataclass(frozen=True)
class Answer:
    """A 2xx."""

    content: Mapping[str, Any]
    last_response: LastResponse


def object_of(answer: Answer) -> Answered:
    found = Answered(answer.content["data"])
    found.last_response = answer.last_response
    return found


def outcome_of(response: httpx.Response, call: Call) -> Union[Answer, ApiError, NoAnswerError]:
    """Reads an answer whose body has arrived."""
    content = _json_of(response)
    if response.is_success and (content is not None or response.status_code == 204):
        return Answer(content or {}, _last_response_of(response, call, content or {}))
    if response.is_success or response.is_redirect:
        # A redirect would carry the credentials somewhere else.
        return NoAnswerError(f"{response.url.host} is no gateway: {response.status_code}.", call.idempotency_key)
    return refusal_of(response, content or {})


def _last_response_of(response: httpx.Response, call: Call, content: Mapping[str, Any]) -> LastResponse:
    return LastResponse(
        status=response.status_code,
        request_id=response.headers.get("x-request-id"),
        is_replayed=response.headers.get("idempotent-replayed") == "true",
        idempotency_key=call.idempotency_key,
        warnings=tuple(content.get("warnings") or ()),
    )


def refusal_of(response: httpx.Response, body: Mapping[str, Any]) -> ApiError:
    errors = body.get("errors")
    fields: Dict[str, List[str]] = {}
    if isinstance(errors, Mapping):
        fields = {str(path): each if isinstance(each, list) else [str(each)] for path, each in errors.items()}
    details = ErrorDetails(
        status=response.status_code,
        code=str(body.get("code") or "unreadable_answer"),
        fields=fields,
        request_id=body.get("request_id") or response.headers.get("x-request-id"),
        retry_after=_seconds_of(response.headers.get("retry-after")),
        body=body,
    )
    message = str(body.get("message") or f"The gateway answered {response.status_code}.")
    shown = [f" {path}: {' '.join(map(str, each))}" for path, each in list(fields.items())[:_SHOWN_FIELDS]]
    return error_of(message + "".join(shown), details)


def _json_of(response: httpx.Response) -> Optional[Dict[str, Any]]:
    try:
        content = json.loads(response.content)
    except ValueError:
        return None
    return content if isinstance(content, dict) else None


def _seconds_of(text: Optional[str]) -> Optional[float]:
    return float(text) if text is not None and re.fullmatch(r"[0-9]{1,9}", text) else None


def no_answer(error: httpx.TransportError, origin: str, call: Call) -> NoAnswerError:
    why = "No answer in time" if isinstance(error, httpx.TimeoutException) else "No answer"
    return NoAnswerError(f"{why} from {origin}.", call.idempotency_key)


def wait_after(error: Union[ApiError, NoAnswerError], attempt: int) -> Optional[float]:
    """How long to wait before the next attempt; none where another one is of no use."""
    backoff = min(_FIRST_PAUSE * math.pow(2, min(attempt, 10)), _LONGEST_PAUSE) * random.uniform(0.5, 1)
    if isinstance(error, NoAnswerError):
        return backoff
    if error.status != 429 and error.status < 500 and error.code != "idempotency_running":
        return None
    wait = max(error.retry_after or 0, backoff)
    return None if wait > _LONGEST_PAUSE else wait
