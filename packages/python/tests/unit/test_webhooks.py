from __future__ import annotations

import base64
import json
import secrets
from datetime import datetime, timezone
from typing import Dict, List, Union

import pytest
from standardwebhooks import Webhook

from tidegate import WebhookVerificationError, verify_webhook


def secret_of() -> str:
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()


SECRET = secret_of()
ID = "0199a3c2-7b1e-7c53-9d0a-5f0f3b6f2c11"
NOW = datetime(2026, 11, 20, 12, tzinfo=timezone.utc).timestamp()
DATA = {"id": "an invoice", "paid": True, "description": "Müller & Söhne – ☕"}
BODY = json.dumps({"type": "invoice.done", "timestamp": "2026-11-20T12:00:00.000Z", "data": DATA}, ensure_ascii=False)


def signed(body: str = BODY, key: str = SECRET, at: float = NOW) -> Dict[str, str]:
    """As the gateway signs it: with another implementation of the standard."""
    signature = Webhook(key).sign(ID, datetime.fromtimestamp(at, timezone.utc), body)
    return {"webhook-id": ID, "webhook-timestamp": str(int(at)), "webhook-signature": signature}


def problem_of(
    body: Union[str, bytes], headers: Dict[str, str], secret: Union[str, List[str]] = SECRET, now: float = NOW
) -> str:
    try:
        verify_webhook(body, headers, secret, now=now)
    except WebhookVerificationError as error:
        return error.problem
    return "none"


def test_is_an_event_with_its_id_however_body_and_headers_are_held() -> None:
    headers = signed()
    for body in (BODY, BODY.encode(), bytearray(BODY.encode())):
        for form in (headers, {name.title(): value for name, value in headers.items()}):
            event = verify_webhook(bytes(body) if isinstance(body, bytearray) else body, form, SECRET, now=NOW)
            assert event == {**json.loads(BODY), "id": ID}


def test_is_accepted_while_the_key_is_changed_by_the_new_key_the_old_one_or_both() -> None:
    new = secret_of()
    assert problem_of(BODY, signed(key=new), [SECRET, new]) == "none"
    assert problem_of(BODY, signed(key=new), [SECRET]) == "no_match"
    both = f"{signed()['webhook-signature']} {signed(key=new)['webhook-signature']}"
    for key in (SECRET, new):
        assert problem_of(BODY, {**signed(), "webhook-signature": both}, key) == "none"


@pytest.mark.parametrize(
    ("body", "change"),
    [
        pytest.param(BODY.replace("true", "false"), {}, id="another body"),
        pytest.param(BODY + " ", {}, id="a blank more"),
        pytest.param(BODY, {"webhook-id": ID.replace("0", "1")}, id="another id"),
        pytest.param(BODY, {"webhook-timestamp": str(int(NOW) + 1)}, id="another time"),
        pytest.param(BODY, signed(key=secret_of()), id="another key"),
        pytest.param(BODY, {"webhook-signature": signed()["webhook-signature"].replace("v1", "v2")}, id="v2"),
        pytest.param(BODY, {"webhook-signature": signed()["webhook-signature"][:-6]}, id="a cut signature"),
        pytest.param(BODY, {"webhook-signature": "v1,"}, id="an empty signature"),
        pytest.param(BODY, {"webhook-signature": "v1,ä☕"}, id="a signature that is not ASCII"),
        pytest.param(BODY, {"webhook-signature": "v1," + "A" * 44 + "=" * 9}, id="base64 of another length"),
    ],
)
def test_a_forged_one_is_refused(body: str, change: Dict[str, str]) -> None:
    assert problem_of(body, {**signed(), **change}) == "no_match"


def test_the_right_signature_counts_only_among_the_first_ones() -> None:
    many = " ".join(["v1,AAAA"] * 8 + [signed()["webhook-signature"]])
    assert problem_of(BODY, {**signed(), "webhook-signature": many}) == "no_match"


def test_one_without_a_header_is_refused() -> None:
    for name in signed():
        assert problem_of(BODY, {each: value for each, value in signed().items() if each != name}) == "header_missing"
        assert problem_of(BODY, {**signed(), name.upper(): "twice"}) == "header_missing"


def test_a_replayed_one_is_refused_once_it_is_older_than_the_tolerance_and_so_is_one_of_the_future() -> None:
    assert problem_of(BODY, signed(), now=NOW + 300) == "none"
    assert problem_of(BODY, signed(), now=NOW + 301) == "too_old"
    assert problem_of(BODY, signed(), now=NOW - 301) == "too_new"
    with pytest.raises(WebhookVerificationError, match="11 seconds ago"):
        verify_webhook(BODY, signed(), SECRET, 10, now=NOW + 11)


@pytest.mark.parametrize("time", ["soon", "-1", "1e9", " 1763640000", "9" * 30, "١٧٦٣٦٤٠٠٠٠"])
def test_one_whose_time_is_no_time_is_refused(time: str) -> None:
    assert problem_of(BODY, {**signed(), "webhook-timestamp": time}) == "timestamp_invalid"


def test_one_that_is_repeated_has_the_same_id_so_that_a_shop_handles_it_once() -> None:
    assert {verify_webhook(BODY, signed(), SECRET, now=NOW)["id"] for _ in range(2)} == {ID}


def test_the_mistakes_of_a_shop_are_explained() -> None:
    with pytest.raises(TypeError, match=r"request\.body"):
        verify_webhook(json.loads(BODY), signed(), SECRET)
    wrongs: List[Union[str, List[str]]] = ["", "tgs_0123456789abcdef", "whsec_", "whsec_?", []]
    for wrong in wrongs:
        with pytest.raises(TypeError, match="whsec_"):
            verify_webhook(BODY, signed(), wrong, now=NOW)


@pytest.mark.parametrize("body", ["paid", "[]", '"done"', "null"])
def test_a_signed_body_that_is_no_event_is_an_error_of_its_own(body: str) -> None:
    assert problem_of(body, signed(body)) == "not_json"
