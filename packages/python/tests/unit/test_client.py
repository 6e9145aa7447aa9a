from __future__ import annotations

import asyncio
import json
import logging
import pickle
import traceback
from decimal import Decimal
from pathlib import Path
from typing import Any, Callable, Dict, List, Set, Tuple, Union

import httpx
import pytest

from tidegate import API_VERSION, ApiError, AsyncTidegate, NoAnswerError, Tidegate, ValidationError
from tidegate._sse import SseParser

DOCS = Path(__file__).parents[4] / "docs"
ID = "0199c1f2-7c3a-7d4e-8a51-5b0f3c9d2e10"
DOCUMENT = json.loads((DOCS / "openapi.public.json").read_text())
NEWEST = max(path.stem for path in (DOCS / "openapi").glob("*.json"))
WHERE: Dict[str, Any] = {"url": "https://pay.example.com", "key": "tg_test_1", "secret": "tgs_hidden"}
Handler = Callable[[httpx.Request], httpx.Response]


def client_of(handler: Handler, **options: Any) -> Tidegate:
    return Tidegate(**{**WHERE, **options}, http_client=httpx.Client(transport=httpx.MockTransport(handler)))


def answer_of(request: httpx.Request) -> httpx.Response:
    is_list = request.url.path.endswith(("/events", "/ledger-entries", "/requests"))
    page = {"total": 0, "page": 1, "per_page": 25}
    return httpx.Response(200, json={"data": [] if is_list else {}, "pagination": page, "has_more": False, "next": ID})


def test_there_is_a_method_for_every_call_of_the_public_document_and_none_for_others() -> None:
    called: Set[str] = set()

    def note(request: httpx.Request) -> httpx.Response:
        assert request.headers["tidegate-version"] == API_VERSION == NEWEST
        path = request.url.path.replace(ID, "{id}").replace("/networks/BTC/", "/networks/{network}/")
        called.add(f"{request.method} {path}")
        if path.endswith("/live"):
            return httpx.Response(410, json={"code": "cursor_archived"})
        return answer_of(request)

    client = client_of(note)
    for resource in [each for name, each in vars(client).items() if not name.startswith("_")]:
        for name in [each for each in dir(resource) if not each.startswith("_")]:
            for argument in ((), (ID,), ("BTC",)):
                try:
                    made = getattr(resource, name)(*argument)
                    list(made) if hasattr(made, "__iter__") and not isinstance(made, (dict, str)) else None
                except (TypeError, ApiError):
                    continue
    calls = {f"{method.upper()} {path}" for path, methods in DOCUMENT["paths"].items() for method in methods}
    assert {call for call in called if "BTC" not in call and "{id}" not in call} - calls == set()
    assert calls - called == set()


def test_with_await_has_the_same_methods() -> None:
    def methods_of(client: object) -> Dict[str, List[str]]:
        resources = {name: each for name, each in vars(client).items() if not name.startswith("_")}
        return {
            name: [each for each in dir(resource) if not each.startswith("_")] for name, resource in resources.items()
        }

    assert methods_of(AsyncTidegate(**WHERE)) == methods_of(Tidegate(**WHERE))


def test_decimals_are_sent_as_text_and_floats_never() -> None:
    bodies: List[bytes] = []

    def keep(request: httpx.Request) -> httpx.Response:
        bodies.append(request.content)
        return answer_of(request)

    client = client_of(keep)
    items: Any = [{"name": "Tea", "price": Decimal("1E+1"), "quantity": Decimal("2.50")}]
    client.invoices.create(amount=Decimal("25.00"), currency="EUR", items=items)
    item = {"name": "Tea", "price": "10", "quantity": "2.50"}
    assert json.loads(bodies[0]) == {"amount": "25.00", "currency": "EUR", "items": [item]}
    wrong: Any = {"amount": 49.9, "currency": "EUR"}
    with pytest.raises(TypeError, match="float"):
        client.invoices.create(**wrong)
    for amount in ("NaN", "Infinity"):
        with pytest.raises(ValueError, match="no amount"):
            client.invoices.create(amount=Decimal(amount), currency="EUR")
    assert len(bodies) == 1


def test_keys_and_addresses_of_the_wrong_form_are_refused_before_anything_is_sent() -> None:
    for change, words in (
        ({"key": "sk_live_1"}, "tg_test_"),
        ({"secret": "tg_test_1"}, "tgs_"),
        ({"url": "pay.example.com"}, "https://"),
        ({"url": "http://pay.example.com", "key": "tg_live_1"}, "https://"),
        ({"url": "https://pay.example.com/api/v1"}, "no path"),
        ({"url": "https://me@pay.example.com"}, "no path"),
    ):
        with pytest.raises(TypeError, match=words):
            Tidegate(**{**WHERE, **change})


@pytest.mark.parametrize("wrong", ["", "../payouts", "a/b", "a?b", None, "a\n"])
def test_an_id_that_would_name_another_call_is_refused(wrong: Any) -> None:
    with pytest.raises(TypeError, match="is no id"):
        client_of(answer_of).invoices.get(wrong)


def test_the_secret_is_in_no_representation_log_error_or_pickle(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    def refuse(request: httpx.Request) -> httpx.Response:
        assert request.headers["authorization"].startswith("Basic ")
        if request.method == "GET":
            raise httpx.ConnectError("refused", request=request)
        return httpx.Response(422, json={"message": "The given data was invalid", "code": "validation_failed"})

    client = client_of(refuse, max_retries=0)
    shown = [repr(client), repr(vars(client)), repr(client._transport.settings), repr(client._transport.http)]
    calls: List[Callable[[], object]] = [
        lambda: client.invoices.get(ID),
        lambda: client.invoices.create(amount="1", currency="EUR"),
    ]
    for call in calls:
        with pytest.raises((NoAnswerError, ValidationError)) as caught:
            call()
        error = caught.value
        shown += [repr(error), str(error), *traceback.format_exception(type(error), error, error.__traceback__)]
        shown += [repr(vars(error.__cause__.request)) if isinstance(error.__cause__, httpx.RequestError) else ""]
        assert type(pickle.loads(pickle.dumps(error))) is type(error)  # noqa: S301
    basic = httpx.BasicAuth("tg_test_1", "tgs_hidden")._auth_header
    for hidden in ("tgs_hidden", basic):
        assert hidden not in "".join(shown) + caplog.text
    with pytest.raises(TypeError, match="not written"):
        pickle.dumps(client)


def test_a_redirect_is_not_followed_and_another_server_is_no_gateway() -> None:
    asked: List[str] = []

    def redirect(request: httpx.Request) -> httpx.Response:
        asked.append(str(request.url))
        return httpx.Response(307, headers={"location": "https://thief.example.com/"})

    with pytest.raises(NoAnswerError, match="no gateway"):
        client_of(redirect, max_retries=0).invoices.get(ID)
    assert asked == [f"https://pay.example.com/api/v1/invoices/{ID}"]
    with pytest.raises(NoAnswerError, match="no gateway"):
        client_of(lambda _: httpx.Response(200, text="<html>Sign in to the hotel</html>"), max_retries=0).me.get()


def sse(*events: Tuple[str, str]) -> bytes:
    made = [f"id: {name}\nevent: invoice.done\ndata: {data}\n\n" for name, data in events]
    return ("event: heartbeat\ndata: {}\n\n" + "".join(made)).encode()


def streaming(connections: List[Union[bytes, int]], asked: List[str]) -> Handler:
    def handle(request: httpx.Request) -> httpx.Response:
        if not request.url.path.endswith("/live"):
            return httpx.Response(200, json={"data": [], "has_more": False, "next": "e0"})
        asked.append(request.url.params["after"])
        connection = connections.pop(0)
        if isinstance(connection, int):
            return httpx.Response(connection, json={"message": "No", "code": "cursor_archived"})
        return httpx.Response(200, content=connection, headers={"content-type": "text/event-stream"})

    return handle


CONNECTIONS: List[Union[bytes, int]] = [
    sse(("e1", '{"type":"invoice.done","data":{"description":"a\u2028b\x85c"}}'), ("e2", '{"type":"invoice.done"}')),
    503,
    sse(("e3", '{"type":"refund.done"}')) + b'id: e4\ndata: {"type":"cut',
    410,
]


def test_a_stream_of_events_goes_on_where_it_ended_until_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tidegate._sync._events.time.sleep", lambda _: None)
    asked: List[str] = []
    seen: List[Any] = []
    with pytest.raises(ApiError) as caught:
        for event in client_of(streaming(list(CONNECTIONS), asked)).events.stream(types="invoice.*"):
            seen.append(event)
    assert caught.value.code == "cursor_archived"
    assert [event["id"] for event in seen] == ["e1", "e2", "e3"]
    assert seen[0]["data"] == {"description": "a\u2028b\x85c"}
    # From now on, as the first page of `latest` says; then after the last event that was handled.
    assert asked == ["e0", "e2", "e2", "e3"]


def test_a_stream_with_await_does_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    async def no_sleep(_: float) -> None:
        return None

    monkeypatch.setattr("tidegate._async._events.asyncio.sleep", no_sleep)
    asked: List[str] = []

    async def follow() -> List[str]:
        transport = httpx.MockTransport(streaming(list(CONNECTIONS), asked))
        seen: List[str] = []
        async with AsyncTidegate(**WHERE, http_client=httpx.AsyncClient(transport=transport)) as client:
            with pytest.raises(ApiError, match="No"):
                async for event in client.events.stream(after="e0"):
                    seen.append(event["id"])
        return seen

    assert asyncio.run(follow()) == ["e1", "e2", "e3"]
    assert asked == ["e0", "e2", "e2", "e3"]


def test_a_stream_is_read_the_same_however_it_is_cut() -> None:
    text = 'id: 1\r\ndata: {"a":\r\ndata: "\u2028"}\r\n\r\n: a comment\n\nid: 2\rdata: x\r\r'
    for size in (1, 2, 3, 7, 100):
        parser = SseParser()
        parts = [text[at : at + size] for at in range(0, len(text), size)]
        found = [each for part in [*parts, "\n"] for each in parser.feed(part)]
        assert [(each.id, each.data) for each in found] == [("1", '{"a":\n"\u2028"}'), ("2", "x")]


def test_a_stream_without_line_ends_does_not_fill_the_memory() -> None:
    parser = SseParser()
    with pytest.raises(ValueError, match="too long"):
        for _ in range(100):
            list(parser.feed("x" * 100_000))
