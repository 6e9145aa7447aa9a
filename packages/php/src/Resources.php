<?php

// Generated from docs/openapi/2026-11-29.json by `node scripts/generate.ts`.

declare(strict_types=1);

namespace Tidegate\Resource;

use Tidegate\Http\Encoding;
use Tidegate\Http\Http;
use Tidegate\LastResponse;
use Tidegate\Listing;
use Tidegate\Model;

final class Me extends Resource
{
    /**
     * Get what the token may do.
     *
     * Mode, shop, permissions, events and limits of the token that calls. Permission: any token.
     */
    public function get(): Model\Me
    {
        return self::one(
            $this->http->send('GET', '/me'),
            Model\Me::from(...),
        );
    }
}

final class Currencies extends Resource
{
    /**
     * List currencies.
     *
     * Every currency in which an invoice may be priced, by code. Permission: any token.
     *
     * @param array{
     *     page?: int,
     *     per_page?: int,
     *     gate_id?: 'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP'|'EUR',
     * } $query
     * @return Listing<Model\PricingCurrency>
     */
    public function list(array $query = []): Listing
    {
        return $this->listing('/currencies', $query, Model\PricingCurrency::from(...));
    }
}

final class Invoices extends Resource
{
    /**
     * Create an invoice.
     *
     * Only `currency` and either `amount` or `items` are required. With `gate_id`, the rate is locked and an address
     * is assigned at once. If an invoice with this `reference` exists, it is returned with status 200 if amount and
     * currency match, brought up to date while nothing is paid; otherwise the answer is 409, or a new invoice with
     * `replace` if that one is unpaid. Permission: `invoice_create`.
     *
     * @param array{
     *     amount?: string,
     *     currency: string,
     *     items?: list<array{
     *         type?: 'item'|'discount'|'shipping'|'fee'|'tax',
     *         name: string,
     *         quantity?: int|string,
     *         unit?: string,
     *         price?: string,
     *         amount?: string,
     *         tax?: string,
     *         sku?: string,
     *     }>,
     *     items_total?: 'exact'|'informative',
     *     reference?: string,
     *     gates?: list<'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP'>,
     *     gate_id?: 'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP',
     *     description?: string,
     *     customer?: array{
     *         email?: string,
     *         name?: string,
     *     },
     *     success_url?: string,
     *     cancel_url?: string,
     *     notification_url?: string,
     *     metadata?: array<string, string>,
     *     locale?: string,
     *     replace?: bool,
     *     autoconversion?: array{
     *         type: 'none'|'full'|'partial',
     *         gate_id?: 'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP'|'EUR',
     *         percent?: int,
     *     },
     *     autocomplete?: bool,
     *     underpaid_tolerance?: string,
     *     overpaid_tolerance?: string,
     *     expires_in_seconds?: int,
     *     lifetime_seconds?: int,
     * } $body
     * @param string|null $idempotencyKey made unless given; use your order’s own to survive a restart
     */
    public function create(array $body, ?string $idempotencyKey = null): Model\Invoice
    {
        return self::one(
            $this->http->send('POST', '/invoices', body: $body, idempotencyKey: $idempotencyKey),
            Model\Invoice::from(...),
        );
    }

    /**
     * List invoices.
     *
     * Newest first unless sorted otherwise. `reference` finds the invoice of an order. Permission: `invoice_get` or
     * `order_status`.
     *
     * @param array{
     *     page?: int,
     *     per_page?: int,
     *     order?: 'asc'|'desc',
     *     date_from?: string|\DateTimeInterface,
     *     date_to?: string|\DateTimeInterface,
     *     gate_id?: 'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP'|'EUR',
     *     reference?: string,
     *     sort?: 'created_at'|'expires_at'|'completed_at'|'total'|'status'|'reference',
     *     search?: string,
     *     metadata?: string,
     *     status?: string|list<string>,
     *     ids?: string|list<string>,
     * } $query
     * @return Listing<Model\Invoice>
     */
    public function list(array $query = []): Listing
    {
        return $this->listing('/invoices', $query, Model\Invoice::from(...));
    }

    /**
     * Get an invoice.
     *
     * Permission: `invoice_get` or `order_status`.
     */
    public function get(string $id): Model\Invoice
    {
        return self::one(
            $this->http->send('GET', '/invoices/' . Encoding::id($id)),
            Model\Invoice::from(...),
        );
    }

    /**
     * Change an invoice.
     *
     * `metadata` (added to what is there; an empty value removes its key) and `reference` always, `amount` and
     * `items` until a payment is seen. A chosen coin keeps its rate, address and deadline. `amount` without `items`
     * removes the lines. Permission: `invoice_create`.
     *
     * @param array{
     *     amount?: string,
     *     items?: list<array{
     *         type?: 'item'|'discount'|'shipping'|'fee'|'tax',
     *         name: string,
     *         quantity?: int|string,
     *         unit?: string,
     *         price?: string,
     *         amount?: string,
     *         tax?: string,
     *         sku?: string,
     *     }>,
     *     items_total?: 'exact'|'informative',
     *     reference?: string,
     *     metadata?: array<string, string>,
     * } $body
     */
    public function update(string $id, array $body): Model\Invoice
    {
        return self::one(
            $this->http->send('PATCH', '/invoices/' . Encoding::id($id), body: $body),
            Model\Invoice::from(...),
        );
    }

    /**
     * Cancel an invoice.
     *
     * Possible until a payment is detected. Permission: `invoice_create`.
     *
     * @param string|null $idempotencyKey made unless given; use your order’s own to survive a restart
     */
    public function cancel(string $id, ?string $idempotencyKey = null): Model\Invoice
    {
        return self::one(
            $this->http->send('POST', '/invoices/' . Encoding::id($id) . '/cancel', idempotencyKey: $idempotencyKey),
            Model\Invoice::from(...),
        );
    }

    /**
     * Complete an invoice.
     *
     * Accepts what was paid of an underpaid, overpaid or late invoice: it becomes `done`, and any excess is kept.
     * Permission: `invoice_create`.
     *
     * @param string|null $idempotencyKey made unless given; use your order’s own to survive a restart
     */
    public function complete(string $id, ?string $idempotencyKey = null): Model\Invoice
    {
        return self::one(
            $this->http->send('POST', '/invoices/' . Encoding::id($id) . '/complete', idempotencyKey: $idempotencyKey),
            Model\Invoice::from(...),
        );
    }

    /**
     * Expire an invoice.
     *
     * Sandbox only: the deadline passes now. Permission: `invoice_create`.
     *
     * @param string|null $idempotencyKey made unless given; use your order’s own to survive a restart
     */
    public function expire(string $id, ?string $idempotencyKey = null): Model\Invoice
    {
        return self::one(
            $this->http->send('POST', '/invoices/' . Encoding::id($id) . '/expire', idempotencyKey: $idempotencyKey),
            Model\Invoice::from(...),
        );
    }

    /**
     * Refund an invoice.
     *
     * In the coin that was paid: all or part of it, never more. `amount` is in coins, or with `currency` a value in
     * the currency of the invoice at the current rate. Money that arrived in another coin is refunded with its
     * `gate_id`. Without `address`, the payer gets a link by email and enters one, with `payer_gates` also of another
     * coin; the answer is 202 with the link. An invoice has one open refund at a time. With `refund_draft` the refund
     * stays `new` until a person approves it. The same `Idempotency-Key` never sends twice. Permission:
     * `invoice_refund` or `refund_draft`.
     *
     * @param array{
     *     amount?: string,
     *     currency?: string,
     *     gate_id?: 'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP',
     *     payer_gates?: list<'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP'>,
     *     address?: string,
     *     destination_tag?: string,
     *     reason?: string,
     *     fee_payer?: 'merchant'|'recipient',
     * } $body
     * @param string|null $idempotencyKey made unless given; use your order’s own to survive a restart
     * @param bool $validateOnly checks everything and does nothing
     */
    public function refund(
        string $id,
        array $body = [],
        ?string $idempotencyKey = null,
        bool $validateOnly = false,
    ): Model\Refund|Model\RefundLink
    {
        return self::one(
            $this->http->send(
                'POST',
                '/invoices/' . Encoding::id($id) . '/refunds',
                body: $body,
                query: $validateOnly ? ['validate_only' => true] : [],
                idempotencyKey: $idempotencyKey,
            ),
            static fn (array $data, ?LastResponse $about = null): Model\Refund|Model\RefundLink =>
                isset($data['url']) ? Model\RefundLink::from($data, $about) : Model\Refund::from($data, $about),
        );
    }
}

final class PaymentLinks extends Resource
{
    /**
     * Create a payment link.
     *
     * Each payer who opens `url` and continues gets an invoice of their own. Its `metadata.payment_link` is the ID of
     * the link, so the events of that invoice say which link was paid. Permission: `invoice_create`.
     *
     * @param array{
     *     title: string,
     *     description?: string,
     *     amount: string,
     *     currency: string,
     *     gates?: list<'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP'>,
     *     success_url?: string,
     * } $body
     * @param string|null $idempotencyKey made unless given; use your order’s own to survive a restart
     */
    public function create(array $body, ?string $idempotencyKey = null): Model\PaymentLink
    {
        return self::one(
            $this->http->send('POST', '/payment-links', body: $body, idempotencyKey: $idempotencyKey),
            Model\PaymentLink::from(...),
        );
    }

    /**
     * List payment links.
     *
     * Newest first unless sorted otherwise; also those that were made in the back office. Permission: `invoice_get`.
     *
     * @param array{
     *     page?: int,
     *     per_page?: int,
     *     order?: 'asc'|'desc',
     *     date_from?: string|\DateTimeInterface,
     *     date_to?: string|\DateTimeInterface,
     *     active?: bool,
     *     search?: string,
     *     sort?: 'created_at'|'title'|'invoice_count',
     *     gate_id?: 'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP',
     * } $query
     * @return Listing<Model\PaymentLink>
     */
    public function list(array $query = []): Listing
    {
        return $this->listing('/payment-links', $query, Model\PaymentLink::from(...));
    }

    /**
     * Get a payment link.
     *
     * Permission: `invoice_get`.
     */
    public function get(string $id): Model\PaymentLink
    {
        return self::one(
            $this->http->send('GET', '/payment-links/' . Encoding::id($id)),
            Model\PaymentLink::from(...),
        );
    }

    /**
     * Change a payment link, or turn it on or off.
     *
     * Invoices that it made stay as they are. Permission: `invoice_create`.
     *
     * @param array{
     *     active?: bool,
     *     title?: string,
     *     description?: string|null,
     *     amount?: string,
     *     currency?: string,
     *     gates?: list<'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP'>|null,
     *     success_url?: string|null,
     * } $body
     */
    public function update(string $id, array $body): Model\PaymentLink
    {
        return self::one(
            $this->http->send('PATCH', '/payment-links/' . Encoding::id($id), body: $body),
            Model\PaymentLink::from(...),
        );
    }
}

final class PaymentRequests extends Resource
{
    /**
     * Send a payment request.
     *
     * The recipient is emailed the address of a page, in their language, whose button makes the invoice. Its
     * `metadata.payment_request` is the ID of the request, so the events of that invoice say how it is paid. A token
     * sends up to 200 requests in an hour, and up to 5 go to one address. Permission: `invoice_create`.
     *
     * @param array{
     *     recipient_name: string,
     *     recipient_email: string,
     *     language?: string,
     *     description: string,
     *     amount: string,
     *     success_url?: string,
     *     currency: string,
     *     gates?: list<'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP'>,
     *     service_fee_payer?: 'merchant'|'customer',
     *     network_fee_payer?: 'merchant'|'customer',
     *     conversion_fee_payer?: 'merchant'|'customer',
     *     refund_fee_payer?: 'merchant'|'customer',
     *     autocomplete?: bool,
     *     underpaid_tolerance?: string,
     *     overpaid_tolerance?: string,
     *     valid_days?: int,
     * } $body
     * @param string|null $idempotencyKey made unless given; use your order’s own to survive a restart
     */
    public function create(array $body, ?string $idempotencyKey = null): Model\PaymentRequest
    {
        return self::one(
            $this->http->send('POST', '/payment-requests', body: $body, idempotencyKey: $idempotencyKey),
            Model\PaymentRequest::from(...),
        );
    }

    /**
     * List payment requests.
     *
     * Newest first unless sorted otherwise; also those that were sent from the back office. Permission:
     * `invoice_get`.
     *
     * @param array{
     *     page?: int,
     *     per_page?: int,
     *     order?: 'asc'|'desc',
     *     date_from?: string|\DateTimeInterface,
     *     date_to?: string|\DateTimeInterface,
     *     status?: string|list<string>,
     *     search?: string,
     *     sort?: 'created_at'|'expires_at'|'status',
     *     gate_id?: 'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP',
     * } $query
     * @return Listing<Model\PaymentRequest>
     */
    public function list(array $query = []): Listing
    {
        return $this->listing('/payment-requests', $query, Model\PaymentRequest::from(...));
    }

    /**
     * Get a payment request.
     *
     * Permission: `invoice_get`.
     */
    public function get(string $id): Model\PaymentRequest
    {
        return self::one(
            $this->http->send('GET', '/payment-requests/' . Encoding::id($id)),
            Model\PaymentRequest::from(...),
        );
    }

    /**
     * Cancel a payment request.
     *
     * An invoice of it that waits for a payment is canceled too. What was paid cannot be canceled. Permission:
     * `invoice_create`.
     *
     * @param string|null $idempotencyKey made unless given; use your order’s own to survive a restart
     */
    public function cancel(string $id, ?string $idempotencyKey = null): Model\PaymentRequest
    {
        return self::one(
            $this->http->send(
                'POST',
                '/payment-requests/' . Encoding::id($id) . '/cancel',
                idempotencyKey: $idempotencyKey,
            ),
            Model\PaymentRequest::from(...),
        );
    }
}

final class Gates extends Resource
{
    /**
     * List gates.
     *
     * Every asset on its network, with limits, confirmations and fees. Permission: any token.
     *
     * @param array{
     *     page?: int,
     *     per_page?: int,
     *     gate_id?: 'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP'|'EUR',
     * } $query
     * @return Listing<Model\Gate>
     */
    public function list(array $query = []): Listing
    {
        return $this->listing('/gates', $query, Model\Gate::from(...));
    }
}

final class Rates extends Resource
{
    /**
     * List current rates.
     *
     * The price of one coin in fiat. Expired rates are not listed. Permission: any token.
     *
     * @param array{
     *     page?: int,
     *     per_page?: int,
     *     gate_id?: 'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP'|'EUR',
     *     currency?: string,
     * } $query
     * @return Listing<Model\Rate>
     */
    public function list(array $query = []): Listing
    {
        return $this->listing('/rates', $query, Model\Rate::from(...));
    }
}

final class Balances extends Resource
{
    /**
     * List balances.
     *
     * Permission: `payout` or `payout_get` or `payout_draft`.
     *
     * @param array{
     *     page?: int,
     *     per_page?: int,
     *     gate_id?: 'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP'|'EUR',
     * } $query
     * @return Listing<Model\Balance>
     */
    public function list(array $query = []): Listing
    {
        return $this->listing('/balances', $query, Model\Balance::from(...));
    }
}

final class Events extends Resource
{
    use FollowsEvents;

    /**
     * List events.
     *
     * Oldest first. To continue, set `after` to `next`; no event is skipped. Only event types that the token may read
     * are listed. A cursor whose events are archived is a 410 `cursor_archived`. Permission: any token.
     *
     * @param array{
     *     after?: string,
     *     limit?: int,
     *     types?: string|list<string>,
     *     object_id?: string,
     *     created_after?: string,
     * } $query
     * @return \Generator<int, Model\Event>
     */
    public function list(array $query = []): \Generator
    {
        foreach ($this->pagesAfter('/events', $query, Model\Event::from(...)) as $page) {
            foreach ($page->data as $item) {
                yield $item;
            }
        }
    }

    /**
     * Get an event.
     *
     * By the `webhook-id` of the webhook that carried it. Permission: any token.
     */
    public function get(string $id): Model\Event
    {
        return self::one(
            $this->http->send('GET', '/events/' . Encoding::id($id)),
            Model\Event::from(...),
        );
    }
}

final class LedgerEntries extends Resource
{
    /**
     * List ledger entries.
     *
     * Every line that changed the available balance of a gate, oldest first, each with the balance after it. To
     * continue, set `after` to `next`; no line is skipped. Permission: `payout` or `payout_get` or `payout_draft`.
     *
     * @param array{
     *     gate_id: 'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP'|'EUR',
     *     after?: string,
     *     limit?: int,
     *     date_to?: string|\DateTimeInterface,
     * } $query
     * @return \Generator<int, Model\Movement>
     */
    public function list(array $query): \Generator
    {
        foreach ($this->pagesAfter('/ledger-entries', $query, Model\Movement::from(...)) as $page) {
            foreach ($page->data as $item) {
                yield $item;
            }
        }
    }
}

final class Payouts extends Resource
{
    /**
     * Quote a payout.
     *
     * Fees, what is debited and what the recipient gets at present, and why it would be refused. Nothing is held, and
     * the network fee may change until the payout is made. Permission: `payout` or `payout_get` or `payout_draft`.
     *
     * @param array{
     *     gate_id: 'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP',
     *     amount: string,
     *     fee_payer: 'merchant'|'recipient',
     * } $query
     */
    public function quote(array $query): Model\PayoutQuote
    {
        return self::one(
            $this->http->send('GET', '/payouts/quote', query: $query),
            Model\PayoutQuote::from(...),
        );
    }

    /**
     * Create a payout.
     *
     * Holds the amount and sends it. The same `Idempotency-Key` never sends twice. If the profile requires an
     * approval, or the token has `payout_draft` only, the payout stays `new` until a person approves it. Permission:
     * `payout` or `payout_draft`.
     *
     * @param array{
     *     gate_id: 'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP',
     *     amount: string,
     *     address: string,
     *     destination_tag?: string,
     *     reference?: string,
     *     description?: string,
     *     fee_payer: 'merchant'|'recipient',
     * } $body
     * @param string|null $idempotencyKey made unless given; use your order’s own to survive a restart
     * @param bool $validateOnly checks everything and does nothing
     */
    public function create(array $body, ?string $idempotencyKey = null, bool $validateOnly = false): Model\Payout
    {
        return self::one(
            $this->http->send(
                'POST',
                '/payouts',
                body: $body,
                query: $validateOnly ? ['validate_only' => true] : [],
                idempotencyKey: $idempotencyKey,
            ),
            Model\Payout::from(...),
        );
    }

    /**
     * List payouts.
     *
     * Newest first unless sorted otherwise. Permission: `payout` or `payout_get` or `payout_draft`.
     *
     * @param array{
     *     page?: int,
     *     per_page?: int,
     *     order?: 'asc'|'desc',
     *     date_from?: string|\DateTimeInterface,
     *     date_to?: string|\DateTimeInterface,
     *     gate_id?: 'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP'|'EUR',
     *     reference?: string,
     *     sort?: 'created_at'|'completed_at'|'amount'|'status'|'reference',
     *     search?: string,
     *     status?: string|list<string>,
     *     ids?: string|list<string>,
     * } $query
     * @return Listing<Model\Payout>
     */
    public function list(array $query = []): Listing
    {
        return $this->listing('/payouts', $query, Model\Payout::from(...));
    }

    /**
     * Get a payout.
     *
     * Permission: `payout` or `payout_get` or `payout_draft`.
     */
    public function get(string $id): Model\Payout
    {
        return self::one(
            $this->http->send('GET', '/payouts/' . Encoding::id($id)),
            Model\Payout::from(...),
        );
    }

    /**
     * Cancel a payout.
     *
     * Possible until its transaction is signed; the money returns to the balance. A token with `payout_draft` only
     * cancels what it created itself. Permission: `payout` or `payout_draft`.
     *
     * @param string|null $idempotencyKey made unless given; use your order’s own to survive a restart
     */
    public function cancel(string $id, ?string $idempotencyKey = null): Model\Payout
    {
        return self::one(
            $this->http->send('POST', '/payouts/' . Encoding::id($id) . '/cancel', idempotencyKey: $idempotencyKey),
            Model\Payout::from(...),
        );
    }
}

final class Addresses extends Resource
{
    /**
     * Create an address for a customer.
     *
     * It can be paid any number of times and never expires. The same gate and reference again return the same address
     * with status 200; nothing of it changes. Permission: `address_create`.
     *
     * @param array{
     *     gate_id: 'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP'|'EUR',
     *     reference: string,
     *     description?: string,
     *     notification_url?: string,
     *     autoconversion?: array{
     *         type: 'none'|'full'|'partial',
     *         gate_id?: 'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP'|'EUR',
     *         percent?: int,
     *     },
     * } $body
     * @param string|null $idempotencyKey made unless given; use your order’s own to survive a restart
     */
    public function create(array $body, ?string $idempotencyKey = null): Model\StaticAddress
    {
        return self::one(
            $this->http->send('POST', '/addresses', body: $body, idempotencyKey: $idempotencyKey),
            Model\StaticAddress::from(...),
        );
    }

    /**
     * List addresses.
     *
     * Newest first unless sorted otherwise. `reference` finds the addresses of a customer. Permission: `address_get`.
     *
     * @param array{
     *     page?: int,
     *     per_page?: int,
     *     order?: 'asc'|'desc',
     *     date_from?: string|\DateTimeInterface,
     *     date_to?: string|\DateTimeInterface,
     *     gate_id?: 'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP'|'EUR',
     *     reference?: string,
     *     sort?: 'created_at'|'reference',
     *     search?: string,
     * } $query
     * @return Listing<Model\StaticAddress>
     */
    public function list(array $query = []): Listing
    {
        return $this->listing('/addresses', $query, Model\StaticAddress::from(...));
    }

    /**
     * Get an address.
     *
     * Permission: `address_get`.
     */
    public function get(string $id): Model\StaticAddress
    {
        return self::one(
            $this->http->send('GET', '/addresses/' . Encoding::id($id)),
            Model\StaticAddress::from(...),
        );
    }
}

final class Deposits extends Resource
{
    /**
     * List deposits.
     *
     * Newest first unless sorted otherwise. `reference` finds the deposits of a customer. Permission: `address_get`.
     *
     * @param array{
     *     page?: int,
     *     per_page?: int,
     *     order?: 'asc'|'desc',
     *     date_from?: string|\DateTimeInterface,
     *     date_to?: string|\DateTimeInterface,
     *     gate_id?: 'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP'|'EUR',
     *     reference?: string,
     *     address_id?: string,
     *     sort?: 'created_at'|'completed_at'|'amount'|'status',
     *     search?: string,
     *     status?: string|list<string>,
     * } $query
     * @return Listing<Model\Deposit>
     */
    public function list(array $query = []): Listing
    {
        return $this->listing('/deposits', $query, Model\Deposit::from(...));
    }

    /**
     * Get a deposit.
     *
     * Permission: `address_get`.
     */
    public function get(string $id): Model\Deposit
    {
        return self::one(
            $this->http->send('GET', '/deposits/' . Encoding::id($id)),
            Model\Deposit::from(...),
        );
    }
}

final class CardOrders extends Resource
{
    /**
     * List purchases by card.
     *
     * Those that were placed through the shop, newest first unless sorted otherwise. Permission: `invoice_get`.
     *
     * @param array{
     *     page?: int,
     *     per_page?: int,
     *     order?: 'asc'|'desc',
     *     date_from?: string|\DateTimeInterface,
     *     date_to?: string|\DateTimeInterface,
     *     gate_id?: 'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP',
     *     sort?: 'created_at'|'delivered_at'|'status',
     *     search?: string,
     *     status?: string|list<string>,
     * } $query
     * @return Listing<Model\CardOrder>
     */
    public function list(array $query = []): Listing
    {
        return $this->listing('/card-orders', $query, Model\CardOrder::from(...));
    }

    /**
     * Get a purchase by card.
     *
     * Permission: `invoice_get`.
     */
    public function get(string $id): Model\CardOrder
    {
        return self::one(
            $this->http->send('GET', '/card-orders/' . Encoding::id($id)),
            Model\CardOrder::from(...),
        );
    }
}

final class Withdrawals extends Resource
{
    /**
     * List withdrawals.
     *
     * To bank accounts and in coins; newest first unless sorted otherwise. Permission: `payout` or `payout_get` or
     * `payout_draft`.
     *
     * @param array{
     *     page?: int,
     *     per_page?: int,
     *     order?: 'asc'|'desc',
     *     date_from?: string|\DateTimeInterface,
     *     date_to?: string|\DateTimeInterface,
     *     gate_id?: 'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP'|'EUR',
     *     sort?: 'created_at'|'completed_at'|'amount'|'status',
     *     search?: string,
     *     status?: string|list<string>,
     * } $query
     * @return Listing<Model\Withdrawal>
     */
    public function list(array $query = []): Listing
    {
        return $this->listing('/withdrawals', $query, Model\Withdrawal::from(...));
    }

    /**
     * Get a withdrawal.
     *
     * Permission: `payout` or `payout_get` or `payout_draft`.
     */
    public function get(string $id): Model\Withdrawal
    {
        return self::one(
            $this->http->send('GET', '/withdrawals/' . Encoding::id($id)),
            Model\Withdrawal::from(...),
        );
    }
}

final class MassPayouts extends Resource
{
    /**
     * Create a mass payout.
     *
     * Up to 10,000 payments: the total is held and they are sent. If any line is invalid, or the balance does not
     * cover the total, nothing is sent; invalid fields are listed as `lines.<index>.<field>`. If the profile requires
     * an approval, or the token has `payout_draft` only, the mass payout stays `pending` until a person approves it.
     * Permission: `payout` or `payout_draft`.
     *
     * @param array{
     *     lines: list<array{
     *         gate_id: 'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP',
     *         address: string,
     *         destination_tag?: string,
     *         amount: string,
     *         reference?: string,
     *     }>,
     *     fee_payer: 'merchant'|'recipient',
     * } $body
     * @param string|null $idempotencyKey made unless given; use your order’s own to survive a restart
     * @param bool $validateOnly checks everything and does nothing
     */
    public function create(
        array $body,
        ?string $idempotencyKey = null,
        bool $validateOnly = false,
    ): Model\MassPayout
    {
        return self::one(
            $this->http->send(
                'POST',
                '/mass-payouts',
                body: $body,
                query: $validateOnly ? ['validate_only' => true] : [],
                idempotencyKey: $idempotencyKey,
            ),
            Model\MassPayout::from(...),
        );
    }

    /**
     * List mass payouts.
     *
     * Permission: `payout` or `payout_get` or `payout_draft`.
     *
     * @param array{
     *     page?: int,
     *     per_page?: int,
     *     order?: 'asc'|'desc',
     *     date_from?: string|\DateTimeInterface,
     *     date_to?: string|\DateTimeInterface,
     *     gate_id?: 'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP'|'EUR',
     *     search?: string,
     *     ids?: string|list<string>,
     *     sort?: 'created_at',
     *     status?: string|list<string>,
     * } $query
     * @return Listing<Model\MassPayout>
     */
    public function list(array $query = []): Listing
    {
        return $this->listing('/mass-payouts', $query, Model\MassPayout::from(...));
    }

    /**
     * Get a mass payout.
     *
     * Permission: `payout` or `payout_get` or `payout_draft`.
     */
    public function get(string $id): Model\MassPayout
    {
        return self::one(
            $this->http->send('GET', '/mass-payouts/' . Encoding::id($id)),
            Model\MassPayout::from(...),
        );
    }

    /**
     * List the lines of a mass payout.
     *
     * In file order, each with its result. Permission: `payout` or `payout_get` or `payout_draft`.
     *
     * @param array{
     *     page?: int,
     *     per_page?: int,
     *     order?: 'asc'|'desc',
     *     gate_id?: 'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP'|'EUR',
     *     search?: string,
     *     show?: 'all'|'not_valid'|'open'|'done'|'failed',
     * } $query
     * @return Listing<Model\MassPayoutLine>
     */
    public function lines(string $id, array $query = []): Listing
    {
        return $this->listing('/mass-payouts/' . Encoding::id($id) . '/lines', $query, Model\MassPayoutLine::from(...));
    }

    /**
     * Cancel a mass payout.
     *
     * Cancels every line that is not a payout yet; its money returns to the balance. Payouts that exist continue. A
     * token with `payout_draft` only cancels what it created itself. Permission: `payout` or `payout_draft`.
     *
     * @param string|null $idempotencyKey made unless given; use your order’s own to survive a restart
     */
    public function cancel(string $id, ?string $idempotencyKey = null): Model\MassPayout
    {
        return self::one(
            $this->http->send('POST', '/mass-payouts/' . Encoding::id($id) . '/cancel', idempotencyKey: $idempotencyKey),
            Model\MassPayout::from(...),
        );
    }
}

final class Refunds extends Resource
{
    /**
     * List refunds.
     *
     * Newest first unless sorted otherwise. Permission: `invoice_refund` or `refund_get` or `refund_draft`.
     *
     * @param array{
     *     page?: int,
     *     per_page?: int,
     *     order?: 'asc'|'desc',
     *     date_from?: string|\DateTimeInterface,
     *     date_to?: string|\DateTimeInterface,
     *     gate_id?: 'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP'|'EUR',
     *     reference?: string,
     *     sort?: 'created_at'|'completed_at'|'amount'|'status'|'reference',
     *     search?: string,
     *     status?: string|list<string>,
     *     ids?: string|list<string>,
     * } $query
     * @return Listing<Model\Refund>
     */
    public function list(array $query = []): Listing
    {
        return $this->listing('/refunds', $query, Model\Refund::from(...));
    }

    /**
     * Get a refund.
     *
     * Permission: `invoice_refund` or `refund_get` or `refund_draft`.
     */
    public function get(string $id): Model\Refund
    {
        return self::one(
            $this->http->send('GET', '/refunds/' . Encoding::id($id)),
            Model\Refund::from(...),
        );
    }
}

final class Webhooks extends Resource
{
    /**
     * List webhook deliveries.
     *
     * Newest first unless sorted otherwise, each with every attempt and its response. Only event types that the token
     * may read are listed. Permission: `invoice_get`.
     *
     * @param array{
     *     page?: int,
     *     per_page?: int,
     *     order?: 'asc'|'desc',
     *     date_from?: string|\DateTimeInterface,
     *     date_to?: string|\DateTimeInterface,
     *     gate_id?: 'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP'|'EUR',
     *     sort?: 'created_at'|'status'|'type',
     *     search?: string,
     *     kinds?: string|list<string>,
     *     status?: string|list<string>,
     *     invoice_id?: string,
     *     endpoint_id?: string,
     * } $query
     * @return Listing<Model\WebhookDelivery>
     */
    public function deliveries(array $query = []): Listing
    {
        return $this->listing('/webhooks/deliveries', $query, Model\WebhookDelivery::from(...));
    }

    /**
     * Send a webhook again.
     *
     * Sends the same id and body, with a new timestamp and signature, to the current URL of the object, the profile
     * or the endpoint. Permission: `invoice_create`.
     *
     * @param string|null $idempotencyKey made unless given; use your order’s own to survive a restart
     */
    public function redeliver(string $id, ?string $idempotencyKey = null): Model\WebhookDelivery
    {
        return self::one(
            $this->http->send(
                'POST',
                '/webhooks/deliveries/' . Encoding::id($id) . '/redeliver',
                idempotencyKey: $idempotencyKey,
            ),
            Model\WebhookDelivery::from(...),
        );
    }

    /**
     * Send a test webhook.
     *
     * Permission: `invoice_create`.
     *
     * @param array{
     *     url?: string,
     *     endpoint_id?: string,
     * } $body
     * @param string|null $idempotencyKey made unless given; use your order’s own to survive a restart
     */
    public function test(array $body = [], ?string $idempotencyKey = null): Model\TestSent
    {
        return self::one(
            $this->http->send('POST', '/webhooks/test', body: $body, idempotencyKey: $idempotencyKey),
            Model\TestSent::from(...),
        );
    }
}

final class WebhookEndpoints extends Resource
{
    /**
     * List webhook endpoints.
     *
     * Oldest first. Only those whose events the token may read are listed. Permission: `webhook_manage`.
     *
     * @param array{
     *     page?: int,
     *     per_page?: int,
     *     gate_id?: 'BTC'|'LTC'|'BCH'|'ETH'|'USDT_ERC20'|'USDT_TRC20'|'TRX'|'XRP'|'EUR',
     * } $query
     * @return Listing<Model\WebhookEndpoint>
     */
    public function list(array $query = []): Listing
    {
        return $this->listing('/webhook-endpoints', $query, Model\WebhookEndpoint::from(...));
    }

    /**
     * Create a webhook endpoint.
     *
     * Every event of `event_types` is sent to it, besides the notification URLs. The secret is in this response only.
     * The team is notified by email. Permission: `webhook_manage`.
     *
     * @param array{
     *     url: string,
     *     event_types?: list<string>,
     *     description?: string|null,
     *     api_version?: string,
     * } $body
     * @param string|null $idempotencyKey made unless given; use your order’s own to survive a restart
     */
    public function create(array $body, ?string $idempotencyKey = null): Model\WebhookEndpointWithSecret
    {
        return self::one(
            $this->http->send('POST', '/webhook-endpoints', body: $body, idempotencyKey: $idempotencyKey),
            Model\WebhookEndpointWithSecret::from(...),
        );
    }

    /**
     * Get a webhook endpoint.
     *
     * Permission: `webhook_manage`.
     */
    public function get(string $id): Model\WebhookEndpoint
    {
        return self::one(
            $this->http->send('GET', '/webhook-endpoints/' . Encoding::id($id)),
            Model\WebhookEndpoint::from(...),
        );
    }

    /**
     * Change a webhook endpoint.
     *
     * Applies to events from now on; deliveries under way keep their URL. Disabling it ends the retries of what it
     * has not taken. The team is notified of a new URL by email. Permission: `webhook_manage`.
     *
     * @param array{
     *     url?: string,
     *     event_types?: list<string>,
     *     description?: string|null,
     *     api_version?: string,
     *     enabled?: bool,
     * } $body
     */
    public function update(string $id, array $body): Model\WebhookEndpoint
    {
        return self::one(
            $this->http->send('PATCH', '/webhook-endpoints/' . Encoding::id($id), body: $body),
            Model\WebhookEndpoint::from(...),
        );
    }

    /**
     * Delete a webhook endpoint.
     *
     * Nothing more is sent to it. Its deliveries stay in the log. Permission: `webhook_manage`.
     */
    public function delete(string $id): void
    {
        $this->http->send('DELETE', '/webhook-endpoints/' . Encoding::id($id));
    }

    /**
     * Renew the secret of a webhook endpoint.
     *
     * Webhooks are signed with both secrets until the overlap ends, then with the new one only. Permission:
     * `webhook_manage`.
     *
     * @param array{
     *     overlap_hours?: int,
     * } $body
     * @param string|null $idempotencyKey made unless given; use your order’s own to survive a restart
     */
    public function rotateSecret(
        string $id,
        array $body = [],
        ?string $idempotencyKey = null,
    ): Model\WebhookEndpointWithSecret
    {
        return self::one(
            $this->http->send(
                'POST',
                '/webhook-endpoints/' . Encoding::id($id) . '/rotate-secret',
                body: $body,
                idempotencyKey: $idempotencyKey,
            ),
            Model\WebhookEndpointWithSecret::from(...),
        );
    }
}

final class Requests extends Resource
{
    /**
     * List your requests.
     *
     * The requests of this token within 30 days, newest first, about a second after their answers. Bodies and queries
     * are not kept, and reading this list is not logged. It is a log: under heavy load some may be missing.
     * Permission: any token.
     *
     * @param array{
     *     after?: string,
     *     limit?: int,
     *     status?: string|list<string>,
     *     method?: 'GET'|'POST'|'PATCH'|'PUT'|'DELETE'|'HEAD',
     *     path?: string,
     *     created_after?: string,
     *     created_before?: string,
     * } $query
     * @return \Generator<int, Model\LoggedRequest>
     */
    public function list(array $query = []): \Generator
    {
        foreach ($this->pagesAfter('/requests', $query, Model\LoggedRequest::from(...)) as $page) {
            foreach ($page->data as $item) {
                yield $item;
            }
        }
    }
}

final class Sandbox extends Resource
{
    /**
     * Emulate a bank transfer.
     *
     * The simulated bank credits the gateway’s account within seconds. A transfer that names the creditor reference
     * of an address becomes a deposit once a statement contains it; every other one waits for staff. Permission:
     * `invoice_create`.
     *
     * @param array{
     *     amount: string,
     *     reference?: string,
     *     name?: string,
     *     iban?: string,
     * } $body
     * @param string|null $idempotencyKey made unless given; use your order’s own to survive a restart
     */
    public function transferToBank(array $body, ?string $idempotencyKey = null): Model\EmulatedCredit
    {
        return self::one(
            $this->http->send('POST', '/sandbox/bank/credits', body: $body, idempotencyKey: $idempotencyKey),
            Model\EmulatedCredit::from(...),
        );
    }

    /**
     * Emulate a payment.
     *
     * Sends a simulated transaction to the address of the invoice. Blocks are mined on a schedule or on request.
     * Permission: `invoice_create`.
     *
     * @param array{
     *     scenario: 'paid'|'partial'|'over'|'late'|'wrong_asset'|'failed'|'replaced'|'reorg'|'zero_conf',
     *     amount?: string,
     * } $body
     * @param string|null $idempotencyKey made unless given; use your order’s own to survive a restart
     */
    public function payInvoice(string $id, array $body, ?string $idempotencyKey = null): Model\EmulatedPayment
    {
        return self::one(
            $this->http->send(
                'POST',
                '/sandbox/invoices/' . Encoding::id($id) . '/payments',
                body: $body,
                idempotencyKey: $idempotencyKey,
            ),
            Model\EmulatedPayment::from(...),
        );
    }

    /**
     * Emulate a payment to an address.
     *
     * Sends a simulated transaction to a static address. The scenarios do what they do for invoices. Permission:
     * `invoice_create`.
     *
     * @param array{
     *     amount: string,
     *     scenario?: 'paid'|'replaced'|'reorg'|'wrong_asset',
     * } $body
     * @param string|null $idempotencyKey made unless given; use your order’s own to survive a restart
     */
    public function payAddress(string $id, array $body, ?string $idempotencyKey = null): Model\EmulatedDeposit
    {
        return self::one(
            $this->http->send(
                'POST',
                '/sandbox/addresses/' . Encoding::id($id) . '/payments',
                body: $body,
                idempotencyKey: $idempotencyKey,
            ),
            Model\EmulatedDeposit::from(...),
        );
    }

    /**
     * Mine blocks.
     *
     * Permission: `invoice_create`.
     *
     * @param array{
     *     count?: int,
     * } $body
     * @param string|null $idempotencyKey made unless given; use your order’s own to survive a restart
     */
    public function mineBlocks(
        string $network,
        array $body = [],
        ?string $idempotencyKey = null,
    ): Model\RequestedBlocks
    {
        return self::one(
            $this->http->send(
                'POST',
                '/sandbox/networks/' . Encoding::id($network) . '/blocks',
                body: $body,
                idempotencyKey: $idempotencyKey,
            ),
            Model\RequestedBlocks::from(...),
        );
    }

    /**
     * Set network fees.
     *
     * Raises or lowers the fees of a simulated network for a while, so that you can see payouts wait with
     * `fee_too_high`. Only your payments have these fees. Permission: `invoice_create`.
     *
     * @param array{
     *     percent: int,
     *     seconds?: int,
     * } $body
     * @param string|null $idempotencyKey made unless given; use your order’s own to survive a restart
     */
    public function setFees(string $network, array $body, ?string $idempotencyKey = null): Model\RequestedFees
    {
        return self::one(
            $this->http->send(
                'POST',
                '/sandbox/networks/' . Encoding::id($network) . '/fees',
                body: $body,
                idempotencyKey: $idempotencyKey,
            ),
            Model\RequestedFees::from(...),
        );
    }
}

/** Every resource of the API. */
abstract class Client
{
    public readonly Me $me;
    public readonly Currencies $currencies;
    public readonly Invoices $invoices;
    public readonly PaymentLinks $paymentLinks;
    public readonly PaymentRequests $paymentRequests;
    public readonly Gates $gates;
    public readonly Rates $rates;
    public readonly Balances $balances;
    public readonly Events $events;
    public readonly LedgerEntries $ledgerEntries;
    public readonly Payouts $payouts;
    public readonly Addresses $addresses;
    public readonly Deposits $deposits;
    public readonly CardOrders $cardOrders;
    public readonly Withdrawals $withdrawals;
    public readonly MassPayouts $massPayouts;
    public readonly Refunds $refunds;
    public readonly Webhooks $webhooks;
    public readonly WebhookEndpoints $webhookEndpoints;
    public readonly Requests $requests;
    public readonly Sandbox $sandbox;

    public function __construct(Http $http)
    {
        $this->me = new Me($http);
        $this->currencies = new Currencies($http);
        $this->invoices = new Invoices($http);
        $this->paymentLinks = new PaymentLinks($http);
        $this->paymentRequests = new PaymentRequests($http);
        $this->gates = new Gates($http);
        $this->rates = new Rates($http);
        $this->balances = new Balances($http);
        $this->events = new Events($http);
        $this->ledgerEntries = new LedgerEntries($http);
        $this->payouts = new Payouts($http);
        $this->addresses = new Addresses($http);
        $this->deposits = new Deposits($http);
        $this->cardOrders = new CardOrders($http);
        $this->withdrawals = new Withdrawals($http);
        $this->massPayouts = new MassPayouts($http);
        $this->refunds = new Refunds($http);
        $this->webhooks = new Webhooks($http);
        $this->webhookEndpoints = new WebhookEndpoints($http);
        $this->requests = new Requests($http);
        $this->sandbox = new Sandbox($http);
    }
}
