from __future__ import annotations

import os
from decimal import Decimal
from typing import Callable, Dict

import pytest

from tidegate import Tidegate, ValidationError

ID = "0199c1f2-7c3a-7d4e-8a51-5b0f3c9d2e10"
ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"
HOOK = "https://shop.example.com/hooks"

client = Tidegate(url=os.environ["PRISM_URL"], key="tg_test_1", secret="tgs_1", max_retries=0)


def deleted() -> bool:
    client.webhook_endpoints.delete(ID)
    return True


# Each method once, by the name of its call.
CALLS: Dict[str, Callable[[], object]] = {
    "getMe": lambda: client.me.get()["permissions"],
    "listCurrencies": lambda: client.currencies.list(per_page=10).page().data[0]["code"],
    "createInvoice": lambda: client.invoices.create(
        amount=Decimal("49.90"),
        currency="EUR",
        locale="de",
        items=[{"name": "Tea", "price": Decimal("49.90")}],
    )["checkout_url"],
    "listInvoices": lambda: client.invoices.list(status="done,overpaid", page=1, order="asc").page().data[0]["id"],
    "getInvoice": lambda: client.invoices.get(ID)["fulfillment"],
    "updateInvoice": lambda: client.invoices.update(ID, metadata={"cart": "7"})["id"],
    "cancelInvoice": lambda: client.invoices.cancel(ID)["status"],
    "completeInvoice": lambda: client.invoices.complete(ID)["status"],
    "expireInvoice": lambda: client.invoices.expire(ID)["status"],
    "createRefund": lambda: client.invoices.refund(ID, amount=Decimal("10.00"), currency="EUR", validate_only=True)[
        "id"
    ],
    "createPaymentLink": lambda: client.payment_links.create(
        title="Harbor tour", amount=Decimal("49.90"), currency="EUR"
    )["url"],
    "listPaymentLinks": lambda: client.payment_links.list(active=True).page().data,
    "getPaymentLink": lambda: client.payment_links.get(ID)["active"],
    "updatePaymentLink": lambda: client.payment_links.update(ID, active=False)["active"],
    "createPaymentRequest": lambda: client.payment_requests.create(
        recipient_name="Nora Lind",
        recipient_email="nora@example.com",
        description="Two lamps",
        amount=Decimal("49.90"),
        currency="EUR",
    )["url"],
    "listPaymentRequests": lambda: client.payment_requests.list(status="sent,paying").page().data,
    "getPaymentRequest": lambda: client.payment_requests.get(ID)["status"],
    "cancelPaymentRequest": lambda: client.payment_requests.cancel(ID)["status"],
    "listRefunds": lambda: client.refunds.list(reference="order-1001").page().data,
    "getRefund": lambda: client.refunds.get(ID)["invoice_id"],
    "listGates": lambda: client.gates.list().page().data[0]["id"],
    "listRates": lambda: client.rates.list(currency="EUR").page().data[0]["gate_id"],
    "listBalances": lambda: client.balances.list(gate_id="BTC").page().data[0]["available"],
    "listEvents": lambda: next(iter(client.events.list(limit=10, types="invoice.*")))["type"],
    "getEvent": lambda: client.events.get(ID)["type"],
    "listLedgerEntries": lambda: next(iter(client.ledger_entries.list(gate_id="BTC", limit=5)))["balance"],
    "listRequests": lambda: next(iter(client.requests.list(limit=5)))["method"],
    "quotePayout": lambda: client.payouts.quote(gate_id="BTC", amount="0.001", fee_payer="recipient")["total"],
    "createPayout": lambda: client.payouts.create(
        gate_id="BTC", amount="0.001", address=ADDRESS, fee_payer="merchant", validate_only=True
    )["id"],
    "listPayouts": lambda: client.payouts.list(date_from="2026-11-01").page().data,
    "getPayout": lambda: client.payouts.get(ID)["amount"],
    "cancelPayout": lambda: client.payouts.cancel(ID)["status"],
    "createMassPayout": lambda: client.mass_payouts.create(
        fee_payer="merchant", lines=[{"gate_id": "BTC", "amount": Decimal("0.001"), "address": ADDRESS}]
    )["id"],
    "listMassPayouts": lambda: client.mass_payouts.list(per_page=5).page().data,
    "getMassPayout": lambda: client.mass_payouts.get(ID)["status"],
    "listMassPayoutLines": lambda: client.mass_payouts.lines(ID, page=1).page().data,
    "cancelMassPayout": lambda: client.mass_payouts.cancel(ID)["status"],
    "createAddress": lambda: client.addresses.create(gate_id="XRP", reference="customer-7")["address"],
    "listAddresses": lambda: client.addresses.list(reference="customer-7").page().data,
    "getAddress": lambda: client.addresses.get(ID)["payment_uri"],
    "listDeposits": lambda: client.deposits.list(address_id=ID).page().data,
    "getDeposit": lambda: client.deposits.get(ID)["amount"],
    "listCardOrders": lambda: client.card_orders.list(status="delivered").page().data,
    "getCardOrder": lambda: client.card_orders.get(ID)["fiat_amount"],
    "listWithdrawals": lambda: client.withdrawals.list(gate_id="EUR").page().data,
    "getWithdrawal": lambda: client.withdrawals.get(ID)["method"],
    "listWebhookDeliveries": lambda: client.webhooks.deliveries(kinds="payout").page().data,
    "redeliverWebhook": lambda: client.webhooks.redeliver(ID)["id"],
    "sendTestWebhook": lambda: client.webhooks.test(),
    "listWebhookEndpoints": lambda: client.webhook_endpoints.list().page().data,
    "createWebhookEndpoint": lambda: client.webhook_endpoints.create(url=HOOK)["secret"],
    "getWebhookEndpoint": lambda: client.webhook_endpoints.get(ID)["url"],
    "updateWebhookEndpoint": lambda: client.webhook_endpoints.update(ID, enabled=False)["enabled"],
    "deleteWebhookEndpoint": deleted,
    "rotateWebhookEndpointSecret": lambda: client.webhook_endpoints.rotate_secret(ID, overlap_hours=1)["secret"],
    "emulateBankTransfer": lambda: client.sandbox.transfer_to_bank(amount="10.00", reference="TG-1"),
    "emulateInvoicePayment": lambda: client.sandbox.pay_invoice(ID, scenario="paid"),
    "emulateAddressPayment": lambda: client.sandbox.pay_address(ID, amount=Decimal("0.5")),
    "mineBlocks": lambda: client.sandbox.mine_blocks("BTC", count=2),
    "setNetworkFees": lambda: client.sandbox.set_fees("BTC", percent=200),
}


@pytest.mark.parametrize("name", CALLS)
def test_the_document_allows(name: str) -> None:
    assert CALLS[name]() is not None


def test_what_the_document_does_not_allow_is_noticed() -> None:
    with pytest.raises(ValidationError):
        client.invoices.create(amount="forty", currency="EUR")
