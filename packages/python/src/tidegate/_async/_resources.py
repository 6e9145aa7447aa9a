"""The calls of every resource, by the names of the API reference."""

from __future__ import annotations

from typing import Any, AsyncIterator, Dict, Optional, Union, cast

from typing_extensions import Unpack

from .. import types as t
from .._http import object_of, part
from ._transport import AsyncList, AsyncTransport, all_after


class _Resource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport


class AsyncInvoices(_Resource):
    async def create(self, *, idempotency_key: Optional[str] = None, **body: Unpack[t.CreateInvoice]) -> t.Invoice:
        return await self._transport.one(t.Invoice, "POST", "/invoices", body=body, idempotency_key=idempotency_key)

    async def get(self, id: str) -> t.Invoice:
        return await self._transport.one(t.Invoice, "GET", f"/invoices/{part(id)}")

    def list(self, **query: Unpack[t.ListInvoicesQuery]) -> AsyncList[t.Invoice]:
        return self._transport.list("/invoices", query)

    async def cancel(self, id: str, *, idempotency_key: Optional[str] = None) -> t.Invoice:
        """Possible until a payment is detected."""
        return await self._transport.one(
            t.Invoice, "POST", f"/invoices/{part(id)}/cancel", idempotency_key=idempotency_key
        )

    async def update(self, id: str, **body: Unpack[t.ChangeInvoice]) -> t.Invoice:
        """Changes amount and items until a payment is seen, reference and metadata always."""
        return await self._transport.one(t.Invoice, "PATCH", f"/invoices/{part(id)}", body=body)

    async def complete(self, id: str, *, idempotency_key: Optional[str] = None) -> t.Invoice:
        """Accepts what was paid."""
        return await self._transport.one(
            t.Invoice, "POST", f"/invoices/{part(id)}/complete", idempotency_key=idempotency_key
        )

    async def expire(self, id: str, *, idempotency_key: Optional[str] = None) -> t.Invoice:
        """In sandbox only."""
        return await self._transport.one(
            t.Invoice, "POST", f"/invoices/{part(id)}/expire", idempotency_key=idempotency_key
        )

    async def refund(
        self,
        id: str,
        *,
        validate_only: bool = False,
        idempotency_key: Optional[str] = None,
        **body: Unpack[t.CreateRefund],
    ) -> Union[t.Refund, t.RefundLink]:
        """Returns the money to the payer. Without `address`, the answer is a link where the payer names one."""
        answer = await self._transport.send(
            "POST",
            f"/invoices/{part(id)}/refunds",
            query=_validate(validate_only),
            body=body,
            idempotency_key=idempotency_key,
        )
        return cast("Union[t.Refund, t.RefundLink]", object_of(answer))


class AsyncPaymentLinks(_Resource):
    async def create(
        self, *, idempotency_key: Optional[str] = None, **body: Unpack[t.CreatePaymentLink]
    ) -> t.PaymentLink:
        """Anyone who has its address can pay it, as often as they like."""
        return await self._transport.one(
            t.PaymentLink, "POST", "/payment-links", body=body, idempotency_key=idempotency_key
        )

    async def get(self, id: str) -> t.PaymentLink:
        return await self._transport.one(t.PaymentLink, "GET", f"/payment-links/{part(id)}")

    def list(self, **query: Unpack[t.ListPaymentLinksQuery]) -> AsyncList[t.PaymentLink]:
        return self._transport.list("/payment-links", query)

    async def update(self, id: str, **body: Unpack[t.UpdatePaymentLink]) -> t.PaymentLink:
        """Changes what is named; `active` turns it on and off."""
        return await self._transport.one(t.PaymentLink, "PATCH", f"/payment-links/{part(id)}", body=body)


class AsyncPaymentRequests(_Resource):
    async def create(
        self, *, idempotency_key: Optional[str] = None, **body: Unpack[t.CreatePaymentRequest]
    ) -> t.PaymentRequest:
        """Emails one person the address of a page that makes an invoice."""
        return await self._transport.one(
            t.PaymentRequest, "POST", "/payment-requests", body=body, idempotency_key=idempotency_key
        )

    async def get(self, id: str) -> t.PaymentRequest:
        return await self._transport.one(t.PaymentRequest, "GET", f"/payment-requests/{part(id)}")

    def list(self, **query: Unpack[t.ListPaymentRequestsQuery]) -> AsyncList[t.PaymentRequest]:
        return self._transport.list("/payment-requests", query)

    async def cancel(self, id: str, *, idempotency_key: Optional[str] = None) -> t.PaymentRequest:
        """Possible until something was paid."""
        return await self._transport.one(
            t.PaymentRequest, "POST", f"/payment-requests/{part(id)}/cancel", idempotency_key=idempotency_key
        )


class AsyncRefunds(_Resource):
    async def get(self, id: str) -> t.Refund:
        return await self._transport.one(t.Refund, "GET", f"/refunds/{part(id)}")

    def list(self, **query: Unpack[t.ListRefundsQuery]) -> AsyncList[t.Refund]:
        return self._transport.list("/refunds", query)


class AsyncAddresses(_Resource):
    async def create(self, *, idempotency_key: Optional[str] = None, **body: Unpack[t.NewAddress]) -> t.StaticAddress:
        return await self._transport.one(
            t.StaticAddress, "POST", "/addresses", body=body, idempotency_key=idempotency_key
        )

    async def get(self, id: str) -> t.StaticAddress:
        return await self._transport.one(t.StaticAddress, "GET", f"/addresses/{part(id)}")

    def list(self, **query: Unpack[t.ListAddressesQuery]) -> AsyncList[t.StaticAddress]:
        return self._transport.list("/addresses", query)


class AsyncDeposits(_Resource):
    async def get(self, id: str) -> t.Deposit:
        return await self._transport.one(t.Deposit, "GET", f"/deposits/{part(id)}")

    def list(self, **query: Unpack[t.ListDepositsQuery]) -> AsyncList[t.Deposit]:
        return self._transport.list("/deposits", query)


class AsyncCardOrders(_Resource):
    async def get(self, id: str) -> t.CardOrder:
        return await self._transport.one(t.CardOrder, "GET", f"/card-orders/{part(id)}")

    def list(self, **query: Unpack[t.ListCardOrdersQuery]) -> AsyncList[t.CardOrder]:
        return self._transport.list("/card-orders", query)


class AsyncPayouts(_Resource):
    async def create(
        self, *, validate_only: bool = False, idempotency_key: Optional[str] = None, **body: Unpack[t.CreatePayout]
    ) -> t.Payout:
        return await self._transport.one(
            t.Payout, "POST", "/payouts", query=_validate(validate_only), body=body, idempotency_key=idempotency_key
        )

    async def get(self, id: str) -> t.Payout:
        return await self._transport.one(t.Payout, "GET", f"/payouts/{part(id)}")

    def list(self, **query: Unpack[t.ListPayoutsQuery]) -> AsyncList[t.Payout]:
        return self._transport.list("/payouts", query)

    async def cancel(self, id: str, *, idempotency_key: Optional[str] = None) -> t.Payout:
        return await self._transport.one(
            t.Payout, "POST", f"/payouts/{part(id)}/cancel", idempotency_key=idempotency_key
        )

    async def quote(self, **query: Unpack[t.QuotePayoutQuery]) -> t.PayoutQuote:
        """Fees and totals at present; nothing is held."""
        return await self._transport.one(t.PayoutQuote, "GET", "/payouts/quote", query=query)


class AsyncMassPayouts(_Resource):
    async def create(
        self, *, validate_only: bool = False, idempotency_key: Optional[str] = None, **body: Unpack[t.CreateMassPayout]
    ) -> t.MassPayout:
        return await self._transport.one(
            t.MassPayout,
            "POST",
            "/mass-payouts",
            query=_validate(validate_only),
            body=body,
            idempotency_key=idempotency_key,
        )

    async def get(self, id: str) -> t.MassPayout:
        return await self._transport.one(t.MassPayout, "GET", f"/mass-payouts/{part(id)}")

    def list(self, **query: Unpack[t.ListMassPayoutsQuery]) -> AsyncList[t.MassPayout]:
        return self._transport.list("/mass-payouts", query)

    def lines(self, id: str, **query: Unpack[t.ListMassPayoutLinesQuery]) -> AsyncList[t.MassPayoutLine]:
        return self._transport.list(f"/mass-payouts/{part(id)}/lines", query)

    async def cancel(self, id: str, *, idempotency_key: Optional[str] = None) -> t.MassPayout:
        return await self._transport.one(
            t.MassPayout, "POST", f"/mass-payouts/{part(id)}/cancel", idempotency_key=idempotency_key
        )


class AsyncWithdrawals(_Resource):
    async def get(self, id: str) -> t.Withdrawal:
        return await self._transport.one(t.Withdrawal, "GET", f"/withdrawals/{part(id)}")

    def list(self, **query: Unpack[t.ListWithdrawalsQuery]) -> AsyncList[t.Withdrawal]:
        return self._transport.list("/withdrawals", query)


class AsyncMe(_Resource):
    async def get(self) -> t.Me:
        """Mode, permissions and limits of the token."""
        return await self._transport.one(t.Me, "GET", "/me")


class AsyncCurrencies(_Resource):
    def list(self, **query: Unpack[t.ListCurrenciesQuery]) -> AsyncList[t.PricingCurrency]:
        return self._transport.list("/currencies", query)


class AsyncBalances(_Resource):
    def list(self, **query: Unpack[t.ListBalancesQuery]) -> AsyncList[t.Balance]:
        return self._transport.list("/balances", query)


class AsyncGates(_Resource):
    def list(self, **query: Unpack[t.ListGatesQuery]) -> AsyncList[t.Gate]:
        return self._transport.list("/gates", query)


class AsyncRates(_Resource):
    def list(self, **query: Unpack[t.ListRatesQuery]) -> AsyncList[t.Rate]:
        return self._transport.list("/rates", query)


class AsyncLedgerEntries(_Resource):
    """The lines of a balance, for shops that keep books of their own."""

    def list(self, **query: Unpack[t.ListLedgerEntriesQuery]) -> AsyncIterator[t.Movement]:
        """Oldest first, each with the balance after it."""
        return all_after(self._transport, "/ledger-entries", query)


class AsyncRequests(_Resource):
    """The calls of this key within 30 days, for people who look for a mistake."""

    def list(self, **query: Unpack[t.ListRequestsQuery]) -> AsyncIterator[t.LoggedRequest]:
        """Newest first."""
        return all_after(self._transport, "/requests", query)


class AsyncWebhooks(_Resource):
    def deliveries(self, **query: Unpack[t.ListWebhookDeliveriesQuery]) -> AsyncList[t.WebhookDelivery]:
        return self._transport.list("/webhooks/deliveries", query)

    async def redeliver(self, id: str, *, idempotency_key: Optional[str] = None) -> t.WebhookDelivery:
        """Sends the same event again; its id is that of the delivery."""
        return await self._transport.one(
            t.WebhookDelivery, "POST", f"/webhooks/deliveries/{part(id)}/redeliver", idempotency_key=idempotency_key
        )

    async def test(self, *, idempotency_key: Optional[str] = None, **body: Unpack[t.WebhookTest]) -> t.TestSent:
        return await self._transport.one(
            t.TestSent, "POST", "/webhooks/test", body=body, idempotency_key=idempotency_key
        )


class AsyncWebhookEndpoints(_Resource):
    """Where events are sent, besides the notification URL of the shop."""

    async def create(
        self, *, idempotency_key: Optional[str] = None, **body: Unpack[t.CreateWebhookEndpoint]
    ) -> t.WebhookEndpointWithSecret:
        """The secret is in this answer and in none after it."""
        return await self._transport.one(
            t.WebhookEndpointWithSecret, "POST", "/webhook-endpoints", body=body, idempotency_key=idempotency_key
        )

    async def get(self, id: str) -> t.WebhookEndpoint:
        return await self._transport.one(t.WebhookEndpoint, "GET", f"/webhook-endpoints/{part(id)}")

    def list(self, **query: Unpack[t.ListWebhookEndpointsQuery]) -> AsyncList[t.WebhookEndpoint]:
        return self._transport.list("/webhook-endpoints", query)

    async def update(self, id: str, **body: Unpack[t.UpdateWebhookEndpoint]) -> t.WebhookEndpoint:
        return await self._transport.one(t.WebhookEndpoint, "PATCH", f"/webhook-endpoints/{part(id)}", body=body)

    async def delete(self, id: str) -> None:
        await self._transport.send("DELETE", f"/webhook-endpoints/{part(id)}")

    async def rotate_secret(
        self, id: str, *, idempotency_key: Optional[str] = None, **body: Unpack[t.RotateEndpointSecret]
    ) -> t.WebhookEndpointWithSecret:
        """Both secrets sign for a while: pass both to `verify_webhook`."""
        return await self._transport.one(
            t.WebhookEndpointWithSecret,
            "POST",
            f"/webhook-endpoints/{part(id)}/rotate-secret",
            body=body,
            idempotency_key=idempotency_key,
        )


class AsyncSandbox(_Resource):
    """Plays payer, chain and bank. With sandbox keys only."""

    async def pay_invoice(
        self, id: str, *, idempotency_key: Optional[str] = None, **body: Unpack[t.EmulatePayment]
    ) -> t.EmulatedPayment:
        return await self._transport.one(
            t.EmulatedPayment,
            "POST",
            f"/sandbox/invoices/{part(id)}/payments",
            body=body,
            idempotency_key=idempotency_key,
        )

    async def pay_address(
        self, id: str, *, idempotency_key: Optional[str] = None, **body: Unpack[t.EmulateDeposit]
    ) -> t.EmulatedDeposit:
        return await self._transport.one(
            t.EmulatedDeposit,
            "POST",
            f"/sandbox/addresses/{part(id)}/payments",
            body=body,
            idempotency_key=idempotency_key,
        )

    async def mine_blocks(
        self, network: t.Network, *, idempotency_key: Optional[str] = None, **body: Unpack[t.MakeBlocks]
    ) -> t.RequestedBlocks:
        return await self._transport.one(
            t.RequestedBlocks,
            "POST",
            f"/sandbox/networks/{part(network)}/blocks",
            body=body,
            idempotency_key=idempotency_key,
        )

    async def set_fees(
        self, network: t.Network, *, idempotency_key: Optional[str] = None, **body: Unpack[t.SetFees]
    ) -> t.RequestedFees:
        return await self._transport.one(
            t.RequestedFees,
            "POST",
            f"/sandbox/networks/{part(network)}/fees",
            body=body,
            idempotency_key=idempotency_key,
        )

    async def transfer_to_bank(
        self, *, idempotency_key: Optional[str] = None, **body: Unpack[t.EmulateCredit]
    ) -> t.EmulatedCredit:
        return await self._transport.one(
            t.EmulatedCredit, "POST", "/sandbox/bank/credits", body=body, idempotency_key=idempotency_key
        )


def _validate(validate_only: bool) -> Dict[str, Any]:
    """Checks the request, and answers what would be made."""
    return {"validate_only": True} if validate_only else {}
