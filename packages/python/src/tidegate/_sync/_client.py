# Generated from _async/_client.py by `node scripts/generate-python-sdk.ts`.
"""The client without `await`."""

from __future__ import annotations

from dataclasses import replace
from typing import Optional, Type

import httpx
from typing_extensions import Self

from .._http import DEFAULT_RETRIES, DEFAULT_TIMEOUT, Settings, settings_of
from . import _resources as resources
from ._events import SyncEvents
from ._transport import SyncTransport


class Tidegate:
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
        http_client: Optional[httpx.Client] = None,
    ) -> None:
        """
        `TIDEGATE_URL`, `TIDEGATE_KEY` and `TIDEGATE_SECRET` say which gateway, unless `url`, `key` and `secret` do.

        `timeout` bounds each step of an attempt in seconds. `max_retries` says how often a request is sent again when
        no answer arrived or the gateway is busy. `app_info` is added to the User-Agent, such as `my-shop/1.2`.
        `http_client` brings proxies and certificates of your own.

        Raises TypeError if one of them is missing or of the wrong form.
        """
        settings = settings_of(url, key, secret, timeout=timeout, max_retries=max_retries, app_info=app_info)
        self._open(settings, httpx.Client() if http_client is None else http_client)

    def _open(self, settings: Settings, http: httpx.Client) -> None:
        self._transport = SyncTransport(settings, http)
        transport = self._transport
        self.invoices = resources.SyncInvoices(transport)
        self.payment_links = resources.SyncPaymentLinks(transport)
        self.payment_requests = resources.SyncPaymentRequests(transport)
        self.refunds = resources.SyncRefunds(transport)
        self.addresses = resources.SyncAddresses(transport)
        self.deposits = resources.SyncDeposits(transport)
        self.card_orders = resources.SyncCardOrders(transport)
        self.payouts = resources.SyncPayouts(transport)
        self.mass_payouts = resources.SyncMassPayouts(transport)
        self.withdrawals = resources.SyncWithdrawals(transport)
        self.me = resources.SyncMe(transport)
        self.currencies = resources.SyncCurrencies(transport)
        self.balances = resources.SyncBalances(transport)
        self.gates = resources.SyncGates(transport)
        self.rates = resources.SyncRates(transport)
        self.ledger_entries = resources.SyncLedgerEntries(transport)
        self.requests = resources.SyncRequests(transport)
        self.webhooks = resources.SyncWebhooks(transport)
        self.webhook_endpoints = resources.SyncWebhookEndpoints(transport)
        self.sandbox = resources.SyncSandbox(transport)
        self.events = SyncEvents(transport)

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

    def close(self) -> None:
        """Closes the connections."""
        self._transport.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: object, trace: object) -> None:
        self.close()

    def __repr__(self) -> str:
        mode = "sandbox" if self._transport.settings.is_sandbox else "production"
        return f"<{type(self).__name__} {self._transport.settings.origin} {mode}>"
