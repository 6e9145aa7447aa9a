"""The gateway of a test: its URL and the tokens of shops that no other test uses."""

from __future__ import annotations

import json
import os
from typing import Any, Callable, Dict, Iterator, List

import httpx
import pytest

from tidegate import Tidegate

_tokens: List[Dict[str, str]] = json.loads(os.environ.get("GATEWAY_TOKENS", "[]"))


@pytest.fixture
def url() -> str:
    return os.environ["GATEWAY_URL"]


@pytest.fixture
def token(url: str) -> Dict[str, Any]:
    """Of a shop that has nothing yet."""
    return {"url": url, **_tokens.pop()}


@pytest.fixture
def open_client(token: Dict[str, Any]) -> Iterator[Callable[..., Tidegate]]:
    """Clients of one shop."""
    opened: List[Tidegate] = []

    def open_one(**options: Any) -> Tidegate:
        opened.append(Tidegate(**{**token, **options}))
        return opened[-1]

    yield open_one
    for each in opened:
        each.close()


@pytest.fixture
def client(open_client: Callable[..., Tidegate]) -> Tidegate:
    return open_client()


class Faults(httpx.BaseTransport):
    """Sends with faults, one for each attempt, and keeps the idempotency key of each."""

    def __init__(self, *faults: object) -> None:
        self._faults = list(faults)
        self._inner = httpx.HTTPTransport()
        self.keys: List[object] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.keys.append(request.headers.get("idempotency-key"))
        fault = self._faults.pop(0) if self._faults else None
        if isinstance(fault, httpx.Response):
            return fault
        if fault == "no connection":
            raise httpx.ConnectError("refused", request=request)
        response = self._inner.handle_request(request)
        if fault == "answer lost":
            response.read()
            raise httpx.ReadError("terminated", request=request)
        return response

    def close(self) -> None:
        self._inner.close()
