# Generated from _async/_resources.py by `node scripts/generate-python-sdk.ts`.
"""The calls of every resource, by the names of the API reference."""

from __future__ import annotations

from typing import Any, Dict, Iterator, Optional, Union, cast

from typing_extensions import Unpack

from .. import types as t
from .._http import object_of, part
from ._transport import SyncList, SyncTransport, all_after


class _Resource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport


class SyncInvoices(_Resource):
    def create(self, *, idempotency_key: Optional[str] = None, **body: Unpack[t.CreateInvoice]) -> t.Invoice:
        return self._transport.one(t.Invoice, "POST", "/invoices", body=body, idempotency_key=idempotency_key)

    def get(self, id: str) -> t.Invoice:
        return self._transport.one(t.Invoice, "GET", f"/invoices/{part(id)}")

    def list(self, **query: Unpack[t.ListInvoicesQuery]) -> SyncList[t.Invoice]:
        return self._transport.list("/invoices", query)

    def cancel(self, id: str, *, idempotency_key: Optional[str] = None) -> t.Invoice:
        """Possible until a payment is detected."""
        return self._transport.one(t.Invoice, "POST", f"/invoices/{part(id)}/cancel", idempotency_key=idempotency_key)

    def update(self, id: str, **body: Unpack[t.ChangeInvoice]) -> t.Invoice:
        """Changes amount and items until a payment is seen, reference and metadata always."""
        return self._transport.one(t.Invoice, "PATCH", f"/invoices/{part(id)}", body=body)

    def complete(self, id: str, *, idempotency_key: Optional[str] = None) -> t.Invoice:
        """Accepts what was paid."""
        return self._transport.one(t.Invoice, "POST", f"/invoices/{part(id)}/complete", idempotency_key=idempotency_key)

    def expire(self, id: str, *, idempotency_key: Optional[str] = None) -> t.Invoice:
        """In sandbox only."""
        return self._transport.one(t.Invoice, "POST", f"/invoices/{part(id)}/expire", idempotency_key=idempotency_key)

    def refund(
        self,
        id: str,
        *,
        validate_only: bool = False,
        idempotency_key: Optional[str] = None,
        **body: Unpack[t.CreateRefund],
    ) -> Union[t.Refund, t.RefundLink]:
        """Returns the money to the payer. Without `address`, the answer is a link where the payer names one."""
        answer = self._transport.send(
            "POST",
            f"/invoices/{part(id)}/refunds",
            query=_validate(validate_only),
            body=body,
            idempotency_key=idempotency_key,
        )
        return cast("Union[t.Refund, t.RefundLink]", object_of(answer))


class SyncPaymentLinks(_Resource):
    def create(self, *, idempotency_key: Optional[str] = None, **body: Unpack[t.CreatePaymentLink]) -> t.PaymentLink:
        """Anyone who has its address can pay it, as often as they like."""
        return self._transport.one(t.PaymentLink, "POST", "/payment-links", body=body, idempotency_key=idempotency_key)

    def get(self, id: str) -> t.PaymentLink:
        return self._transport.one(t.PaymentLink, "GET", f"/payment-links/{part(id)}")

    def list(self, **query: Unpack[t.ListPaymentLinksQuery]) -> SyncList[t.PaymentLink]:
        return self._transport.list("/payment-links", query)

    def update(self, id: str, **body: Unpack[t.UpdatePaymentLink]) -> t.PaymentLink:
        """Changes what is named; `active` turns it on and off."""
        return self._transport.one(t.PaymentLink, "PATCH", f"/payment-links/{part(id)}", body=body)


class SyncPaymentRequests(_Resource):
    def create(
        self, *, idempotency_key: Optional[str] = None, **body: Unpack[t.CreatePaymentRequest]
    ) -> t.PaymentRequest:
        """Emails one person the address of a page that makes an invoice."""
        return self._transport.one(
            t.PaymentRequest, "POST", "/payment-requests", body=body, idempotency_key=idempotency_key
        )

    def get(self, id: str) -> t.PaymentRequest:
        return self._transport.one(t.PaymentRequest, "GET", f"/payment-requests/{part(id)}")

    def list(self, **query: Unpack[t.ListPaymentRequestsQuery]) -> SyncList[t.PaymentRequest]:
        return self._transport.list("/payment-requests", query)

    def cancel(self, id: str, *, idempotency_key: Optional[str] = None) -> t.PaymentRequest:
        """Possible until something was paid."""
        return self._transport.one(
            t.PaymentRequest, "POST", f"/payment-requests/{part(id)}/cancel", idempotency_key=idempotency_key
        )


class SyncRefunds(_Resource):
    def get(self, id: str) -> t.Refund:
        return self._transport.one(t.Refund, "GET", f"/refunds/{part(id)}")

    def list(self, **query: Unpack[t.ListRefundsQuery]) -> SyncList[t.Refund]:
        return self._transport.list("/refunds", query)


class SyncAddresses(_Resource):
    def create(self, *, idempotency_key: Optional[str] = None, **body: Unpack[t.NewAddress]) -> t.StaticAddress:
        return self._transport.one(t.StaticAddress, "POST", "/addresses", body=body, idempotency_key=idempotency_key)

    def get(self, id: str) -> t.StaticAddress:
        return self._transport.one(t.StaticAddress, "GET", f"/addresses/{part(id)}")

    def list(self, **query: Unpack[t.ListAddressesQuery]) -> SyncList[t.StaticAddress]:
        return self._transport.list("/addresses", query)


class SyncDeposits(_Resource):
    def get(self, id: str) -> t.Deposit:
        return self._transport.one(t.Deposit, "GET", f"/deposits/{part(id)}")

    def list(self, **query: Unpack[t.ListDepositsQuery]) -> SyncList[t.Deposit]:
        return self._transport.list("/deposits", query)


class SyncCardOrders(_Resource):
    def get(self, id: str) -> t.CardOrder:
        return self._transport.one(t.CardOrder, "GET", f"/card-orders/{part(id)}")

    def list(self, **query: Unpack[t.ListCardOrdersQuery]) -> SyncList[t.CardOrder]:
        return self._transport.list("/card-orders", query)


class SyncPayouts(_Resource):
    def create(
        self, *, validate_only: bool = False, idempotency_key: Optional[str] = None, **body: Unpack[t.CreatePayout]
    ) -> t.Payout:
        return self._transport.one(
            t.Payout, "POST", "/payouts", query=_validate(validate_only), body=body, idempotency_key=idempotency_key
        )

    def get(self, id: str) -> t.Payout:
        return self._transport.one(t.Payout, "GET", f"/payouts/{part(id)}")

    def list(self, **query: Unpack[t.ListPayoutsQuery]) -> SyncList[t.Payout]:
        return self._transport.list("/payouts", query)

    def cancel(self, id: str, *, idempotency_key: Optional[str] = None) -> t.Payout:
        return self._transport.one(t.Payout, "POST", f"/payouts/{part(id)}/cancel", idempotency_key=idempotency_key)

    def quote(self, **query: Unpack[t.QuotePayoutQuery]) -> t.PayoutQuote:
        """Fees and totals at present; nothing is held."""
        return self._transport.one(t.PayoutQuote, "GET", "/payouts/quote", query=query)


class SyncMassPayouts(_Resource):
    def create(
        self, *, validate_only: bool = False, idempotency_key: Optional[str] = None, **body: Unpack[t.CreateMassPayout]
    ) -> t.MassPayout:
        return self._transport.one(
            t.MassPayout,
            "POST",
            "/mass-payouts",
            query=_validate(validate_only),
            body=body,
            idempotency_key=idempotency_key,
        )

    def get(self, id: str) -> t.MassPayout:
        return self._transport.one(t.MassPayout, "GET", f"/mass-payouts/{part(id)}")

    def list(self, **query: Unpack[t.ListMassPayoutsQuery]) -> SyncList[t.MassPayout]:
        return self._transport.list("/mass-payouts", query)

    def lines(self, id: str, **query: Unpack[t.ListMassPayoutLinesQuery]) -> SyncList[t.MassPayoutLine]:
        return self._transport.list(f"/mass-payouts/{part(id)}/lines", query)

    def cancel(self, id: str, *, idempotency_key: Optional[str] = None) -> t.MassPayout:
        return self._transport.one(
            t.MassPayout, "POST", f"/mass-payouts/{part(id)}/cancel", idempotency_key=idempotency_key
        )


class SyncWithdrawals(_Resource):
    def get(self, id: str) -> t.Withdrawal:
        return self._transport.one(t.Withdrawal, "GET", f"/withdrawals/{part(id)}")

    def list(self, **query: Unpack[t.ListWithdrawalsQuery]) -> SyncList[t.Withdrawal]:
        return self._transport.list("/withdrawals", query)


class SyncMe(_Resource):
    def get(self) -> t.Me:
        """Mode, permissions and limits of the token."""
        return self._transport.one(t.Me, "GET", "/me")


class SyncCurrencies(_Resource):
    def list(self, **query: Unpack[t.ListCurrenciesQuery]) -> SyncList[t.PricingCurrency]:
        return self._transport.list("/currencies", query)


class SyncBalances(_Resource):
    def list(self, **query: Unpack[t.ListBalancesQuery]) -> SyncList[t.Balance]:
        return self._transport.list("/balances", query)


class SyncGates(_Resource):
    def list(self, **query: Unpack[t.ListGatesQuery]) -> SyncList[t.Gate]:
        return self._transport.list("/gates", query)


class SyncRates(_Resource):
    def list(self, **query: Unpack[t.ListRatesQuery]) -> SyncList[t.Rate]:
        return self._transport.list("/rates", query)


class SyncLedgerEntries(_Resource):
    """The lines of a balance, for shops that keep books of their own."""

    def list(self, **query: Unpack[t.ListLedgerEntriesQuery]) -> Iterator[t.Movement]:
        """Oldest first, each with the balance after it."""
        return all_after(self._transport, "/ledger-entries", query)


class SyncRequests(_Resource):
    """The calls of this key within 30 days, for people who look for a mistake."""

    def list(self, **query: Unpack[t.ListRequestsQuery]) -> Iterator[t.LoggedRequest]:
        """Newest first."""
        return all_after(self._transport, "/requests", query)


class SyncWebhooks(_Resource):
    def deliveries(self, **query: Unpack[t.ListWebhookDeliveriesQuery]) -> SyncList[t.WebhookDelivery]:
        return self._transport.list("/webhooks/deliveries", query)

    def redeliver(self, id: str, *, idempotency_key: Optional[str] = None) -> t.WebhookDelivery:
        """Sends the same event again; its id is that of the delivery."""
        return self._transport.one(
            t.WebhookDelivery, "POST", f"/webhooks/deliveries/{part(id)}/redeliver", idempotency_key=idempotency_key
        )

    def test(self, *, idempotency_key: Optional[str] = None, **body: Unpack[t.WebhookTest]) -> t.TestSent:
        return self._transport.one(t.TestSent, "POST", "/webhooks/test", body=body, idempotency_key=idempotency_key)


class SyncWebhookEndpoints(_Resource):
    """Where events are sent, besides the notification URL of the shop."""

    def create(
        self, *, idempotency_key: Optional[str] = None, **body: Unpack[t.CreateWebhookEndpoint]
    ) -> t.WebhookEndpointWithSecret:
        """The secret is in this answer and in none after it."""
        return self._transport.one(
            t.WebhookEndpointWithSecret, "POST", "/webhook-endpoints", body=body, idempotency_key=idempotency_key
        )

    def get(self, id: str) -> t.WebhookEndpoint:
        return self._transport.one(t.WebhookEndpoint, "GET", f"/webhook-endpoints/{part(id)}")

    def list(self, **query: Unpack[t.ListWebhookEndpointsQuery]) -> SyncList[t.WebhookEndpoint]:
        return self._transport.list("/webhook-endpoints", query)

    def update(self, id: str, **body: Unpack[t.UpdateWebhookEndpoint]) -> t.WebhookEndpoint:
        return self._transport.one(t.WebhookEndpoint, "PATCH", f"/webhook-endpoints/{part(id)}", body=body)

    def delete(self, id: str) -> None:
        self._transport.send("DELETE", f"/webhook-endpoints/{part(id)}")

    def rotate_secret(
        self, id: str, *, idempotency_key: Optional[str] = None, **body: Unpack[t.RotateEndpointSecret]
    ) -> t.WebhookEndpointWithSecret:
        """Both secrets sign for a while: pass both to `verify_webhook`."""
        return self._transport.one(
            t.WebhookEndpointWithSecret,
            "POST",
            f"/webhook-endpoints/{part(id)}/rotate-secret",
            body=body,
            idempotency_key=idempotency_key,
        )


class SyncSandbox(_Resource):
    """Plays payer, chain and bank. With sandbox keys only."""

    def pay_invoice(
        self, id: str, *, idempotency_key: Optional[str] = None, **body: Unpack[t.EmulatePayment]
    ) -> t.EmulatedPayment:
        return self._transport.one(
            t.EmulatedPayment,
            "POST",
            f"/sandbox/invoices/{part(id)}/payments",
            body=body,
            idempotency_key=idempotency_key,
        )

    def pay_address(
        self, id: str, *, idempotency_key: Optional[str] = None, **body: Unpack[t.EmulateDeposit]
    ) -> t.EmulatedDeposit:
        return self._transport.one(
            t.EmulatedDeposit,
            "POST",
            f"/sandbox/addresses/{part(id)}/payments",
            body=body,
            idempotency_key=idempotency_key,
        )

    def mine_blocks(
        self, network: t.Network, *, idempotency_key: Optional[str] = None, **body: Unpack[t.MakeBlocks]
    ) -> t.RequestedBlocks:
        return self._transport.one(
            t.RequestedBlocks,
            "POST",
            f"/sandbox/networks/{part(network)}/blocks",
            body=body,
            idempotency_key=idempotency_key,
        )

    def set_fees(
        self, network: t.Network, *, idempotency_key: Optional[str] = None, **body: Unpack[t.SetFees]
    ) -> t.RequestedFees:
        return self._transport.one(
            t.RequestedFees,
            "POST",
            f"/sandbox/networks/{part(network)}/fees",
            body=body,
            idempotency_key=idempotency_key,
        )

    def transfer_to_bank(
        self, *, idempotency_key: Optional[str] = None, **body: Unpack[t.EmulateCredit]
    ) -> t.EmulatedCredit:
        return self._transport.one(
            t.EmulatedCredit, "POST", "/sandbox/bank/credits", body=body, idempotency_key=idempotency_key
        )


def _validate(validate_only: bool) -> Dict[str, Any]:
    """Checks the request, and answers what would be made."""
    return {"validate_only": True} if validate_only else {}
