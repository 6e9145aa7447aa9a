"""The client with `await`."""

from __future__ import annotations

from dataclasses import replace
from typing import Optional, Type

import httpx
from typing_extensions import Self

from .._http import DEFAULT_RETRIES, DEFAULT_TIMEOUT, Settings, settings_of
from . import _resources as resources
from ._events import AsyncEvents
from ._transport import AsyncTransport


class AsyncTidegate:
    """A client of your gateway. Use one for the life of your process, on servers only: it holds the secret."""

    def __init__(
        self,
        *,
        url: Optional[str] = None,
        key: Optional[str] = None,
        secret: Optional[str] = None,
        timeout: float = DEFAULT_TIMEOUT,
        max_retries: int = DEFAULT_RETRIES,
        app_info: Optional[str] = None,
        http_client: Optional[httpx.AsyncClient] = None,
    ) -> None:
        """
        `TIDEGATE_URL`, `TIDEGATE_KEY` and `TIDEGATE_SECRET` say which gateway, unless `url`, `key` and `secret` do.

        `timeout` bounds each step of an attempt in seconds. `max_retries` says how often a request is sent again when
        no answer arrived or the gateway is busy. `app_info` is added to the User-Agent, such as `my-shop/1.2`.
        `http_client` brings proxies and certificates of your own.

        Raises TypeError if one of them is missing or of the wrong form.
        """
        settings = settings_of(url, key, secret, timeout=timeout, max_retries=max_retries, app_info=app_info)
        self._open(settings, httpx.AsyncClient() if http_client is None else http_client)

    def _open(self, settings: Settings, http: httpx.AsyncClient) -> None:
        self._transport = AsyncTransport(settings, http)
        transport = self._transport
        self.invoices = resources.AsyncInvoices(transport)
        self.payment_links = resources.AsyncPaymentLinks(transport)
        self.payment_requests = resources.AsyncPaymentRequests(transport)
        self.refunds = resources.AsyncRefunds(transport)
        self.addresses = resources.AsyncAddresses(transport)
        self.deposits = resources.AsyncDeposits(transport)
        self.card_orders = resources.AsyncCardOrders(transport)
        self.payouts = resources.AsyncPayouts(transport)
        self.mass_payouts = resources.AsyncMassPayouts(transport)
        self.withdrawals = resources.AsyncWithdrawals(transport)
        self.me = resources.AsyncMe(transport)
        self.currencies = resources.AsyncCurrencies(transport)
        self.balances = resources.AsyncBalances(transport)
        self.gates = resources.AsyncGates(transport)
        self.rates = resources.AsyncRates(transport)
        self.ledger_entries = resources.AsyncLedgerEntries(transport)
        self.requests = resources.AsyncRequests(transport)
        self.webhooks = resources.AsyncWebhooks(transport)
        self.webhook_endpoints = resources.AsyncWebhookEndpoints(transport)
        self.sandbox = resources.AsyncSandbox(transport)
        self.events = AsyncEvents(transport)

    def with_options(self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> Self:
        """The same client, on the same connections, with other patience."""
        settings = self._transport.settings
        other = type(self).__new__(type(self))
        other._open(
            replace(
                settings,
                timeout=settings.timeout if timeout is None else timeout,
                max_retries=settings.max_retries if max_retries is None else max_retries,
            ),
            self._transport.http,
        )
        return other

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._transport.http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: Optional[Type[BaseException]], error: object, trace: object) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        mode = "sandbox" if self._transport.settings.is_sandbox else "production"
        return f"<{type(self).__name__} {self._transport.settings.origin} {mode}>"
