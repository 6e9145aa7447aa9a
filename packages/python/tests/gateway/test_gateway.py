from __future__ import annotations

import asyncio
import time
import uuid
from decimal import Decimal
from typing import Any, Callable, Dict, List, Tuple

import httpx
import pytest
from conftest import Faults

from tidegate import (
    AsyncTidegate,
    AuthenticationError,
    ConflictError,
    NoAnswerError,
    NotFoundError,
    RateLimitError,
    ServerError,
    Tidegate,
    ValidationError,
    last_response,
)

Open = Callable[..., Tidegate]


def busy(status: int, **headers: str) -> httpx.Response:
    body = {"message": "Later", "code": "service_unavailable", "request_id": str(uuid.uuid4())}
    return httpx.Response(status, json=body, headers={key.replace("_", "-"): value for key, value in headers.items()})


def faulty(open_client: Open, *faults: object, **options: Any) -> Tuple[Tidegate, Faults]:
    transport = Faults(*faults)
    return open_client(http_client=httpx.Client(transport=transport), **options), transport


def test_an_invoice_is_created_read_and_canceled_with_amounts_as_text(client: Tidegate) -> None:
    invoice = client.invoices.create(amount=Decimal("49.90"), currency="EUR", gate_id="BTC", metadata={"cart": "7"})
    assert (invoice["status"], invoice["total"], invoice["amount_due"]) == ("pending", "49.90", "0.00099800")
    answered = last_response(invoice)
    assert (answered.status, answered.is_replayed, len(answered.request_id or "")) == (201, False, 36)
    assert client.invoices.get(invoice["id"]) == invoice
    assert client.invoices.cancel(invoice["id"])["status"] == "canceled"


def test_what_was_dropped_is_named(client: Tidegate) -> None:
    invoice = client.invoices.create(amount="49.90", currency="EUR", customer={"email": "nobody"})
    assert [(each["field"], each["code"]) for each in last_response(invoice).warnings] == [
        ("customer.email", "invalid_email")
    ]


def test_a_list_gives_each_object_once_while_new_ones_come(client: Tidegate) -> None:
    made = [client.invoices.create(amount="49.90", currency="EUR")["id"] for _ in range(7)]
    page = client.invoices.list(per_page=3).page()
    assert (len(page.data), page.total) == (3, 7)
    seen: List[str] = []
    for invoice in client.invoices.list(per_page=3):
        seen.append(invoice["id"])
        # Pushes what was last on the first page to the second one.
        if len(seen) == 2:
            client.invoices.create(amount="49.90", currency="EUR")
    assert seen == list(reversed(made))


def test_events_are_listed_and_streamed(client: Tidegate) -> None:
    first = client.invoices.create(amount="49.90", currency="EUR")
    after = ""
    deadline = time.monotonic() + 30
    while not after and time.monotonic() < deadline:
        for event in client.events.list(limit=1):
            if event["type"] == "invoice.new":
                assert event["data"]["id"] == first["id"]
                after = event["id"]
    assert client.events.get(after)["id"] == after
    second = client.invoices.create(amount="50.00", currency="EUR")
    for event in client.events.stream(after=after, object_id=second["id"]):
        if event["type"] == "invoice.new":
            assert event["data"]["id"] == second["id"]
            break


def test_an_invoice_is_changed_and_expires(client: Tidegate) -> None:
    invoice = client.invoices.create(amount="49.90", currency="EUR", metadata={"cart": "7"})
    assert client.invoices.update(invoice["id"], amount="50", metadata={"seat": "4"})["total"] == "50.00"
    expired = client.invoices.expire(invoice["id"])
    assert (expired["status"], expired["metadata"]) == ("expired", {"cart": "7", "seat": "4"})
    with pytest.raises(ConflictError) as caught:
        client.invoices.complete(invoice["id"])
    assert (caught.value.code, caught.value.body["status"]) == ("illegal_transition", "expired")


def test_endpoints_are_kept(client: Tidegate) -> None:
    endpoints = client.webhook_endpoints
    made = endpoints.create(url="https://shop.example.com/webhooks", event_types=["invoice.*"])
    assert endpoints.update(made["id"], description="Orders")["description"] == "Orders"
    assert [each["id"] for each in endpoints.list()] == [made["id"]]
    assert endpoints.rotate_secret(made["id"])["secret"] != made["secret"]
    endpoints.delete(made["id"])
    with pytest.raises(NotFoundError):
        endpoints.get(made["id"])


def test_the_token_its_currencies_and_the_cost_of_a_payout(client: Tidegate) -> None:
    assert client.me.get()["mode"] == "sandbox"
    assert {"code": "JPY", "decimals": 0} in list(client.currencies.list())
    quote = client.payouts.quote(gate_id="BTC", amount=Decimal("0.0015"), fee_payer="recipient")
    assert (quote["total"], quote["problem"]) == (
        "0.00150000",
        "Insufficient balance. Please adjust the amount and try again.",
    )
    assert list(client.ledger_entries.list(gate_id="BTC")) == []


def test_errors_have_a_class_a_code_and_a_field(client: Tidegate, token: Dict[str, Any], open_client: Open) -> None:
    with pytest.raises(ValidationError) as invalid:
        client.invoices.create(amount="1.999", currency="EUR")
    assert (invalid.value.status, invalid.value.field) == (422, "amount")
    with pytest.raises(NotFoundError):
        client.invoices.get("0199c1f2-7c3a-7d4e-8a51-5b0f3c9d2e10")
    key = str(uuid.uuid4())
    client.invoices.create(amount="49.90", currency="EUR", idempotency_key=key)
    with pytest.raises(ConflictError) as other:
        client.invoices.create(amount="50", currency="EUR", idempotency_key=key)
    assert other.value.code == "idempotency_mismatch"
    assert other.value.request_id
    with pytest.raises(AuthenticationError):
        open_client(secret="tgs_" + "0" * 40).me.get()


def test_an_invoice_whose_answer_was_lost_is_created_once(open_client: Open) -> None:
    client, transport = faulty(open_client, "answer lost", "answer lost")
    invoice = client.invoices.create(amount="49.90", currency="EUR")
    assert (last_response(invoice).is_replayed, last_response(invoice).status) == (True, 201)
    assert transport.keys == [last_response(invoice).idempotency_key] * 3
    assert list(client.invoices.list()) == [invoice]


def test_a_refusal_is_sent_once(open_client: Open) -> None:
    client, transport = faulty(open_client)
    with pytest.raises(ValidationError):
        client.invoices.create(amount="1.999", currency="EUR")
    assert len(transport.keys) == 1


def test_a_busy_gateway_is_asked_again_after_the_seconds_that_it_names(open_client: Open) -> None:
    client, transport = faulty(open_client, busy(503, retry_after="1"))
    started = time.monotonic()
    assert client.invoices.create(amount="49.90", currency="EUR")["status"] == "new"
    assert time.monotonic() - started >= 1
    assert len(transport.keys) == 2


def test_a_longer_wait_than_a_minute_is_for_the_caller_to_decide(open_client: Open) -> None:
    client, transport = faulty(open_client, busy(429, retry_after="3600"))
    with pytest.raises(RateLimitError) as caught:
        client.invoices.create(amount="49.90", currency="EUR")
    assert (caught.value.retry_after, len(transport.keys)) == (3600, 1)


def test_after_the_last_attempt_the_error_names_the_key(open_client: Open) -> None:
    client, transport = faulty(open_client, *["no connection"] * 9, max_retries=1)
    with pytest.raises(NoAnswerError) as caught:
        client.invoices.create(amount="49.90", currency="EUR", idempotency_key="order-7")
    assert (caught.value.idempotency_key, transport.keys) == ("order-7", ["order-7"] * 2)
    failing, failed = faulty(open_client, busy(500), busy(502), busy(504))
    with pytest.raises(ServerError):
        failing.invoices.create(amount="49.90", currency="EUR")
    assert (len(failed.keys), len(set(failed.keys))) == (3, 1)


def test_a_conflict_is_sent_again_only_while_the_first_request_is_running(open_client: Open) -> None:
    running = httpx.Response(409, json={"message": "Running", "code": "idempotency_running"})
    waiting, sent = faulty(open_client, running)
    assert waiting.invoices.create(amount="49.90", currency="EUR", reference="order-7")["status"] == "new"
    taken, refused = faulty(open_client)
    with pytest.raises(ConflictError, match="reference"):
        taken.invoices.create(amount="50.00", currency="EUR", reference="order-7")
    assert (len(sent.keys), len(refused.keys)) == (2, 1)


def test_an_attempt_ends_after_its_time(open_client: Open) -> None:
    def silent(request: httpx.Request) -> httpx.Response:
        raise httpx.ReadTimeout("late", request=request)

    client = open_client(http_client=httpx.Client(transport=httpx.MockTransport(silent)))
    with pytest.raises(NoAnswerError, match="No answer in time"):
        client.with_options(max_retries=0, timeout=0.1).invoices.create(amount="49.90", currency="EUR")


def test_with_await(token: Dict[str, Any]) -> None:
    async def use() -> None:
        async with AsyncTidegate(**token) as client:
            made = await asyncio.gather(*[client.invoices.create(amount="49.90", currency="EUR") for _ in range(5)])
            assert (await client.invoices.list(per_page=2).page()).total == 5
            seen = [invoice["id"] async for invoice in client.invoices.list(per_page=2)]
            assert sorted(seen) == sorted(each["id"] for each in made)
            with pytest.raises(NotFoundError):
                await client.invoices.get("0199c1f2-7c3a-7d4e-8a51-5b0f3c9d2e10")
            after = ""
            while not after:
                async for event in client.events.list(object_id=made[0]["id"]):
                    after = event["id"]
            last = await client.invoices.create(amount="50.00", currency="EUR")
            async for event in client.events.stream(after=after, object_id=last["id"]):
                assert event["type"] == "invoice.new"
                break

    asyncio.run(asyncio.wait_for(use(), 60))
