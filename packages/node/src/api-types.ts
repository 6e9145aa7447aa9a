// Generated from docs/openapi/2026-11-29.json by `node scripts/generate.ts`.
export interface paths {
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what the token may do
         * @description Mode, shop, permissions, events and limits of the token that calls. Permission: any token.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/currencies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List currencies
         * @description Every currency in which an invoice may be priced, by code. Permission: any token.
         */
        get: operations["listCurrencies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invoices
         * @description Newest first unless sorted otherwise. `reference` finds the invoice of an order. Permission: `invoice_get` or `order_status`.
         */
        get: operations["listInvoices"];
        put?: never;
        /**
         * Create an invoice
         * @description Only `currency` and either `amount` or `items` are required. With `gate_id`, the rate is locked and an address is assigned at once. If an invoice with this `reference` exists, it is returned with status 200 if amount and currency match, brought up to date while nothing is paid; otherwise the answer is 409, or a new invoice with `replace` if that one is unpaid. Permission: `invoice_create`.
         */
        post: operations["createInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invoices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an invoice
         * @description Permission: `invoice_get` or `order_status`.
         */
        get: operations["getInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an invoice
         * @description `metadata` (added to what is there; an empty value removes its key) and `reference` always, `amount` and `items` until a payment is seen. A chosen coin keeps its rate, address and deadline. `amount` without `items` removes the lines. Permission: `invoice_create`.
         */
        patch: operations["updateInvoice"];
        trace?: never;
    };
    "/api/v1/invoices/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an invoice
         * @description Possible until a payment is detected. Permission: `invoice_create`.
         */
        post: operations["cancelInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invoices/{id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete an invoice
         * @description Accepts what was paid of an underpaid, overpaid or late invoice: it becomes `done`, and any excess is kept. Permission: `invoice_create`.
         */
        post: operations["completeInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invoices/{id}/expire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Expire an invoice
         * @description Sandbox only: the deadline passes now. Permission: `invoice_create`.
         */
        post: operations["expireInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payment-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payment links
         * @description Newest first unless sorted otherwise; also those that were made in the back office. Permission: `invoice_get`.
         */
        get: operations["listPaymentLinks"];
        put?: never;
        /**
         * Create a payment link
         * @description Each payer who opens `url` and continues gets an invoice of their own. Its `metadata.payment_link` is the ID of the link, so the events of that invoice say which link was paid. Permission: `invoice_create`.
         */
        post: operations["createPaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payment-links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a payment link
         * @description Permission: `invoice_get`.
         */
        get: operations["getPaymentLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a payment link, or turn it on or off
         * @description Invoices that it made stay as they are. Permission: `invoice_create`.
         */
        patch: operations["updatePaymentLink"];
        trace?: never;
    };
    "/api/v1/payment-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payment requests
         * @description Newest first unless sorted otherwise; also those that were sent from the back office. Permission: `invoice_get`.
         */
        get: operations["listPaymentRequests"];
        put?: never;
        /**
         * Send a payment request
         * @description The recipient is emailed the address of a page, in their language, whose button makes the invoice. Its `metadata.payment_request` is the ID of the request, so the events of that invoice say how it is paid. A token sends up to 200 requests in an hour, and up to 5 go to one address. Permission: `invoice_create`.
         */
        post: operations["createPaymentRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payment-requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a payment request
         * @description Permission: `invoice_get`.
         */
        get: operations["getPaymentRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payment-requests/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a payment request
         * @description An invoice of it that waits for a payment is canceled too. What was paid cannot be canceled. Permission: `invoice_create`.
         */
        post: operations["cancelPaymentRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/gates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List gates
         * @description Every asset on its network, with limits, confirmations and fees. Permission: any token.
         */
        get: operations["listGates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List current rates
         * @description The price of one coin in fiat. Expired rates are not listed. Permission: any token.
         */
        get: operations["listRates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List balances
         * @description Permission: `payout` or `payout_get` or `payout_draft`.
         */
        get: operations["listBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Oldest first. To continue, set `after` to `next`; no event is skipped. Only event types that the token may read are listed. A cursor whose events are archived is a 410 `cursor_archived`. Permission: any token.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event
         * @description By the `webhook-id` of the webhook that carried it. Permission: any token.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow events
         * @description Server-Sent Events. Each has the id, the type and the body of an event; `heartbeat` comes every 10 s. A client that reconnects with `Last-Event-ID` misses nothing. A token may have 30 open. Permission: any token.
         */
        get: operations["followEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ledger-entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List ledger entries
         * @description Every line that changed the available balance of a gate, oldest first, each with the balance after it. To continue, set `after` to `next`; no line is skipped. Permission: `payout` or `payout_get` or `payout_draft`.
         */
        get: operations["listLedgerEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payouts/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Quote a payout
         * @description Fees, what is debited and what the recipient gets at present, and why it would be refused. Nothing is held, and the network fee may change until the payout is made. Permission: `payout` or `payout_get` or `payout_draft`.
         */
        get: operations["quotePayout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payouts
         * @description Newest first unless sorted otherwise. Permission: `payout` or `payout_get` or `payout_draft`.
         */
        get: operations["listPayouts"];
        put?: never;
        /**
         * Create a payout
         * @description Holds the amount and sends it. The same `Idempotency-Key` never sends twice. If the profile requires an approval, or the token has `payout_draft` only, the payout stays `new` until a person approves it. Permission: `payout` or `payout_draft`.
         */
        post: operations["createPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payouts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a payout
         * @description Permission: `payout` or `payout_get` or `payout_draft`.
         */
        get: operations["getPayout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payouts/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a payout
         * @description Possible until its transaction is signed; the money returns to the balance. A token with `payout_draft` only cancels what it created itself. Permission: `payout` or `payout_draft`.
         */
        post: operations["cancelPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List addresses
         * @description Newest first unless sorted otherwise. `reference` finds the addresses of a customer. Permission: `address_get`.
         */
        get: operations["listAddresses"];
        put?: never;
        /**
         * Create an address for a customer
         * @description It can be paid any number of times and never expires. The same gate and reference again return the same address with status 200; nothing of it changes. Permission: `address_create`.
         */
        post: operations["createAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/addresses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an address
         * @description Permission: `address_get`.
         */
        get: operations["getAddress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deposits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deposits
         * @description Newest first unless sorted otherwise. `reference` finds the deposits of a customer. Permission: `address_get`.
         */
        get: operations["listDeposits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deposits/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a deposit
         * @description Permission: `address_get`.
         */
        get: operations["getDeposit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/card-orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List purchases by card
         * @description Those that were placed through the shop, newest first unless sorted otherwise. Permission: `invoice_get`.
         */
        get: operations["listCardOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/card-orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a purchase by card
         * @description Permission: `invoice_get`.
         */
        get: operations["getCardOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List withdrawals
         * @description To bank accounts and in coins; newest first unless sorted otherwise. Permission: `payout` or `payout_get` or `payout_draft`.
         */
        get: operations["listWithdrawals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/withdrawals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a withdrawal
         * @description Permission: `payout` or `payout_get` or `payout_draft`.
         */
        get: operations["getWithdrawal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mass-payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List mass payouts
         * @description Permission: `payout` or `payout_get` or `payout_draft`.
         */
        get: operations["listMassPayouts"];
        put?: never;
        /**
         * Create a mass payout
         * @description Up to 10,000 payments: the total is held and they are sent. If any line is invalid, or the balance does not cover the total, nothing is sent; invalid fields are listed as `lines.<index>.<field>`. If the profile requires an approval, or the token has `payout_draft` only, the mass payout stays `pending` until a person approves it. Permission: `payout` or `payout_draft`.
         */
        post: operations["createMassPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mass-payouts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a mass payout
         * @description Permission: `payout` or `payout_get` or `payout_draft`.
         */
        get: operations["getMassPayout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mass-payouts/{id}/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the lines of a mass payout
         * @description In file order, each with its result. Permission: `payout` or `payout_get` or `payout_draft`.
         */
        get: operations["listMassPayoutLines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mass-payouts/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a mass payout
         * @description Cancels every line that is not a payout yet; its money returns to the balance. Payouts that exist continue. A token with `payout_draft` only cancels what it created itself. Permission: `payout` or `payout_draft`.
         */
        post: operations["cancelMassPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invoices/{id}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund an invoice
         * @description In the coin that was paid: all or part of it, never more. `amount` is in coins, or with `currency` a value in the currency of the invoice at the current rate. Money that arrived in another coin is refunded with its `gate_id`. Without `address`, the payer gets a link by email and enters one, with `payer_gates` also of another coin; the answer is 202 with the link. An invoice has one open refund at a time. With `refund_draft` the refund stays `new` until a person approves it. The same `Idempotency-Key` never sends twice. Permission: `invoice_refund` or `refund_draft`.
         */
        post: operations["createRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List refunds
         * @description Newest first unless sorted otherwise. Permission: `invoice_refund` or `refund_get` or `refund_draft`.
         */
        get: operations["listRefunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/refunds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a refund
         * @description Permission: `invoice_refund` or `refund_get` or `refund_draft`.
         */
        get: operations["getRefund"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook deliveries
         * @description Newest first unless sorted otherwise, each with every attempt and its response. Only event types that the token may read are listed. Permission: `invoice_get`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/deliveries/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a webhook again
         * @description Sends the same id and body, with a new timestamp and signature, to the current URL of the object, the profile or the endpoint. Permission: `invoice_create`.
         */
        post: operations["redeliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test webhook
         * @description Permission: `invoice_create`.
         */
        post: operations["sendTestWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Oldest first. Only those whose events the token may read are listed. Permission: `webhook_manage`.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Every event of `event_types` is sent to it, besides the notification URLs. The secret is in this response only. The team is notified by email. Permission: `webhook_manage`.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description Permission: `webhook_manage`.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Nothing more is sent to it. Its deliveries stay in the log. Permission: `webhook_manage`.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Applies to events from now on; deliveries under way keep their URL. Disabling it ends the retries of what it has not taken. The team is notified of a new URL by email. Permission: `webhook_manage`.
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew the secret of a webhook endpoint
         * @description Webhooks are signed with both secrets until the overlap ends, then with the new one only. Permission: `webhook_manage`.
         */
        post: operations["rotateWebhookEndpointSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your requests
         * @description The requests of this token within 30 days, newest first, about a second after their answers. Bodies and queries are not kept, and reading this list is not logged. It is a log: under heavy load some may be missing. Permission: any token.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/bank/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Emulate a bank transfer
         * @description The simulated bank credits the gateway’s account within seconds. A transfer that names the creditor reference of an address becomes a deposit once a statement contains it; every other one waits for staff. Permission: `invoice_create`.
         */
        post: operations["emulateBankTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/invoices/{id}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Emulate a payment
         * @description Sends a simulated transaction to the address of the invoice. Blocks are mined on a schedule or on request. Permission: `invoice_create`.
         */
        post: operations["emulateInvoicePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/addresses/{id}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Emulate a payment to an address
         * @description Sends a simulated transaction to a static address. The scenarios do what they do for invoices. Permission: `invoice_create`.
         */
        post: operations["emulateAddressPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/networks/{network}/blocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mine blocks
         * @description Permission: `invoice_create`.
         */
        post: operations["mineBlocks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/networks/{network}/fees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set network fees
         * @description Raises or lowers the fees of a simulated network for a while, so that you can see payouts wait with `fee_too_high`. Only your payments have these fees. Permission: `invoice_create`.
         */
        post: operations["setNetworkFees"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    event: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive an event
         * @description What your endpoint gets for every change. It is signed as Standard Webhooks says.
         */
        post: operations["receiveEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AddressBank: {
            name: string;
            iban: string;
            bic: string;
            /**
             * @description Every transfer must name it (ISO 11649): it says whose money it is.
             * @example RF18539007547034
             */
            creditor_reference: string;
        };
        Autoconversion: {
            /** @enum {string} */
            type: "none" | "full" | "partial";
            gate_id?: components["schemas"]["GateId"];
            /** @description Of a partial conversion. */
            percent?: number;
        };
        AutoconversionInput: {
            /** @enum {string} */
            type: "none" | "full" | "partial";
            gate_id?: components["schemas"]["GateId"];
            /** @description Of a partial conversion. */
            percent?: number;
        };
        Balance: {
            gate_id: components["schemas"]["GateId"];
            asset: string;
            /** @description Can be paid out. */
            available: string;
            /** @description Received, and its invoice not done. */
            pending: string;
            /** @description For what is going out. */
            held: string;
            frozen: boolean;
        };
        BalanceList: {
            data: components["schemas"]["Balance"][];
            pagination: components["schemas"]["Pagination"];
        };
        CardOrder: {
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            id: string;
            /** @description Only grows; a webhook of a lower version is older. */
            version: number;
            status: components["schemas"]["CardOrderStatus"];
            /** @description Null where the status says everything. */
            status_reason: components["schemas"]["CardOrderStatusReason"] | null;
            mode: components["schemas"]["Mode"];
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            invoice_id: string | null;
            gate_id: components["schemas"]["CryptoGateId"];
            /**
             * @description ISO 4217 code of a fiat currency.
             * @example EUR
             */
            fiat: string;
            /**
             * @description All that the card is charged, fees included.
             * @example 100.00
             */
            fiat_amount: string;
            /**
             * @description In units of the gate.
             * @example 0.0125
             */
            crypto_amount: string;
            /** @description Where the customer lives, ISO 3166-1 alpha-2. */
            country: string;
            /** @enum {string} */
            method: "card" | "apple_pay" | "google_pay";
            /**
             * @description Masked.
             * @example a•••@example.com
             */
            customer_email: string | null;
            /** @description Where the coins go. */
            address: string | null;
            destination_tag: string | null;
            txid: string | null;
            /** @description Your share of the commission, in euro; once delivered. */
            earnings: string | null;
            /** @description `pending`: not in your balance yet. `reversed`: taken back after a chargeback. */
            earnings_status: ("pending" | "available" | "reversed") | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            earnings_available_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            delivered_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            closed_at: string | null;
        };
        CardOrderEvent: {
            /**
             * Format: uuid
             * @description The `webhook-id` of the webhook that carried it.
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "card_order.processing" | "card_order.sending" | "card_order.delivered" | "card_order.charged_back" | "card_order.declined" | "card_order.rejected" | "card_order.expired" | "card_order.refunded" | "card_order.canceled" | "card_order.failed";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-20T12:00:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["CardOrder"];
        };
        CardOrderList: {
            data: components["schemas"]["CardOrder"][];
            pagination: components["schemas"]["Pagination"];
        };
        CardOrderResponse: {
            data: components["schemas"]["CardOrder"];
        };
        /** @enum {string} */
        CardOrderStatus: "placing" | "identity" | "payment" | "processing" | "sending" | "delivered" | "charged_back" | "declined" | "rejected" | "expired" | "refunded" | "canceled" | "failed";
        /**
         * @description Why it is in its status, or what keeps it there. Reasons can be added.
         * @enum {string}
         */
        CardOrderStatusReason: "below_minimum" | "above_maximum" | "unavailable_here" | "address_invalid" | "identity_refused" | "order_invalid" | "partner_unavailable" | "identity" | "short" | "elsewhere" | "overdue" | "contradiction" | "mismatch" | "resolved_by_operator";
        CardOrderWebhook: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "card_order.processing" | "card_order.sending" | "card_order.delivered" | "card_order.charged_back" | "card_order.declined" | "card_order.rejected" | "card_order.expired" | "card_order.refunded" | "card_order.canceled" | "card_order.failed";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-20T12:00:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["CardOrder"];
        };
        ChangeInvoice: {
            /**
             * @description A decimal amount in major units, as a string. JSON numbers are refused.
             * @example 49.90
             */
            amount?: string;
            items?: components["schemas"]["NewItem"][];
            /**
             * @description `exact` (default): `amount` may differ from the sum of the items by one minor unit per line, for rounding. `informative`: the items are only shown, and `amount` is charged.
             * @enum {string}
             */
            items_total?: "exact" | "informative";
            /** @description Your order id; unique in the profile while its invoice lives. Whole numbers are stored as text. */
            reference?: string;
            /** @description Up to 20 keys of your own, of up to 64 characters. Whole numbers are stored as text. */
            metadata?: {
                [key: string]: string;
            };
        };
        Confirmations: {
            current: number;
            required: number;
        };
        Conversion: {
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            id: string;
            from: components["schemas"]["GateId"];
            to: components["schemas"]["GateId"];
            /** @description What leaves the balance of `from`. */
            amount_from: string;
            /** @description What arrives on the balance of `to`, exactly: spread and fee are taken off. */
            amount_to: string;
            /** @description Units of `to` for one unit of `from`, after the spread and before the fee. */
            rate: string;
            /** @description Basis points off the market price, included in `rate`. */
            spread_bps: number;
            /** @description In `to`. */
            fee: string;
            version: number;
            /**
             * @description A conversion is done at once, or not at all.
             * @enum {string}
             */
            status: "done";
            mode: components["schemas"]["Mode"];
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            invoice_id: string | null;
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            deposit_id: string | null;
            /**
             * @description Priced at the rate locked for the invoice, or at the rate of the moment.
             * @enum {string}
             */
            at: "locked" | "present";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            created_at: string;
        };
        ConversionEvent: {
            /**
             * Format: uuid
             * @description The `webhook-id` of the webhook that carried it.
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "conversion.done";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-20T12:00:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["Conversion"];
        };
        ConversionWebhook: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "conversion.done";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-20T12:00:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["Conversion"];
        };
        CreateInvoice: {
            /**
             * @description A decimal amount in major units, as a string. JSON numbers are refused.
             * @example 49.90
             */
            amount?: string;
            /**
             * @description ISO 4217 code of a fiat currency.
             * @example EUR
             */
            currency: string;
            items?: components["schemas"]["NewItem"][];
            /**
             * @description `exact` (default): `amount` may differ from the sum of the items by one minor unit per line, for rounding. `informative`: the items are only shown, and `amount` is charged.
             * @enum {string}
             */
            items_total?: "exact" | "informative";
            /** @description Your order id; unique in the profile while its invoice lives. Whole numbers are stored as text. */
            reference?: string;
            gates?: components["schemas"]["CryptoGateId"][];
            gate_id?: components["schemas"]["CryptoGateId"];
            description?: string;
            customer?: components["schemas"]["NewCustomer"];
            /** @description Where the payer returns to after paying. On the domain of the profile, which production needs for it. `{invoice_id}` and `{reference}` are filled in. */
            success_url?: string;
            /** @description Where the payer returns to without paying. On the domain of the profile, which production needs for it. `{invoice_id}` and `{reference}` are filled in. */
            cancel_url?: string;
            /** @description Where webhooks of this invoice go; default: that of the profile. `{invoice_id}` and `{reference}` are filled in. */
            notification_url?: string;
            /** @description Up to 20 keys of your own, of up to 64 characters. Whole numbers are stored as text. */
            metadata?: {
                [key: string]: string;
            };
            /**
             * @description Any BCP 47 or WordPress locale, such as `de_DE_formal`: the nearest of our languages is used. Default: the browser’s.
             * @example de
             */
            locale?: string;
            /** @description Cancels the unpaid invoice of another price that has this reference, and creates a new one. */
            replace?: boolean;
            autoconversion?: components["schemas"]["AutoconversionInput"];
            /** @description Complete by itself when paid after expiry. */
            autocomplete?: boolean;
            /**
             * @description Per cent of the amount due that may be missing; default: the profile’s. At most 10.
             * @example 0.50
             */
            underpaid_tolerance?: string;
            /**
             * @description Per cent above the amount due that still counts as paid exactly; default: the profile’s. At most 10.
             * @example 0.50
             */
            overpaid_tolerance?: string;
            /**
             * @description How long the payer’s page can be paid; default: 900. A rate is locked for 15 minutes from the choice of a coin; while nothing was sent, the payer then gets a new one by one press.
             * @example 3600
             */
            expires_in_seconds?: number;
            /** @description For tests of expiry. Other values than 900 in sandbox only; see `expires_in_seconds`. */
            lifetime_seconds?: number;
        };
        CreateMassPayout: {
            lines: components["schemas"]["NewMassPayoutLine"][];
            fee_payer: components["schemas"]["PayoutFeePayer"];
        };
        CreatePaymentLink: {
            /** @description What is paid for. */
            title: string;
            description?: string;
            /** @example 49.90 */
            amount: string;
            /**
             * @description ISO 4217 code of a fiat currency.
             * @example EUR
             */
            currency: string;
            gates?: components["schemas"]["CryptoGateId"][];
            /** @description Where the payer returns to after paying. On the domain of the profile, which production needs for it. */
            success_url?: string;
        };
        CreatePaymentRequest: {
            recipient_name: string;
            /**
             * @description An email address.
             * @example owner@shop.example
             */
            recipient_email: string;
            /**
             * @description Of the email and the page: the nearest of our languages is used. Default: English.
             * @example de
             */
            language?: string;
            /** @description What is paid for. */
            description: string;
            /**
             * @description A decimal amount in major units, as a string. JSON numbers are refused.
             * @example 49.90
             */
            amount: string;
            /** @description Where the payer returns to after paying. On the domain of the profile, which production needs for it. `{invoice_id}` and `{reference}` are filled in. */
            success_url?: string;
            /**
             * @description ISO 4217 code of a fiat currency.
             * @example EUR
             */
            currency: string;
            gates?: components["schemas"]["CryptoGateId"][];
            /**
             * @description Default: as the profile says.
             * @enum {string}
             */
            service_fee_payer?: "merchant" | "customer";
            /**
             * @description Default: as the profile says.
             * @enum {string}
             */
            network_fee_payer?: "merchant" | "customer";
            /**
             * @description Default: as the profile says.
             * @enum {string}
             */
            conversion_fee_payer?: "merchant" | "customer";
            /**
             * @description Default: as the profile says.
             * @enum {string}
             */
            refund_fee_payer?: "merchant" | "customer";
            /** @description Complete by itself when paid after expiry. */
            autocomplete?: boolean;
            /**
             * @description Per cent of the amount due that may be missing; default: the profile’s. At most 10.
             * @example 0.50
             */
            underpaid_tolerance?: string;
            /**
             * @description Per cent above the amount due that still counts as paid exactly; default: the profile’s. At most 10.
             * @example 0.50
             */
            overpaid_tolerance?: string;
            /** @default 14 */
            valid_days?: number;
        };
        CreatePayout: {
            gate_id: components["schemas"]["CryptoGateId"];
            /**
             * @description A decimal amount in major units, as a string. JSON numbers are refused.
             * @example 49.90
             */
            amount: string;
            /** @description Of the network of the gate. */
            address: string;
            /**
             * @description Of XRP, where the recipient asks for one.
             * @example 4021967
             */
            destination_tag?: string;
            /** @description Your own id of it; need not be unique. */
            reference?: string;
            description?: string;
            fee_payer: components["schemas"]["PayoutFeePayer"];
        };
        /** @description With `address`: sent there; without `amount` all that was paid and not refunded yet. Without `address`: a link by which the payer claims `amount` in `currency`. Without `fee_payer`, the profile decides who pays the fees. */
        CreateRefund: {
            /**
             * @description A decimal amount in major units, as a string. JSON numbers are refused.
             * @example 49.90
             */
            amount?: string;
            /**
             * @description Of the invoice: `amount` is a value in it, at the current rate. Without it, coins of the gate.
             * @example EUR
             */
            currency?: string;
            gate_id?: components["schemas"]["CryptoGateId"];
            /** @description For a link: the coins that the payer may take instead of the one that was paid, where your balance can be converted into them. The payer bears the cost of the conversion. */
            payer_gates?: components["schemas"]["CryptoGateId"][];
            /** @description Of the network of the gate. */
            address?: string;
            /**
             * @description Of XRP, where the recipient asks for one.
             * @example 4021967
             */
            destination_tag?: string;
            /** @description For the merchant’s records and webhooks. */
            reason?: string;
            fee_payer?: components["schemas"]["PayoutFeePayer"];
        };
        CreateRefundResponse: {
            data: components["schemas"]["Refund"] | components["schemas"]["RefundLink"];
            /** @description What was dropped, cut or changed of the request; absent if nothing was. */
            warnings?: components["schemas"]["Warning"][];
        };
        CreateWebhookEndpoint: {
            /**
             * @description https, in sandbox also http; no private network.
             * @example https://shop.example/hooks/tidegate
             */
            url: string;
            /**
             * @description Types such as `invoice.done`, or `invoice.*` for all of an object. Default: all that you may read.
             * @example [
             *       "invoice.*",
             *       "refund.done"
             *     ]
             */
            event_types?: string[];
            description?: string | null;
            /**
             * @description The version of its webhooks. Default of a new one: that of the call.
             * @example 2026-11-29
             */
            api_version?: string;
        };
        /**
         * @description A coin on a network.
         * @enum {string}
         */
        CryptoGateId: "BTC" | "LTC" | "BCH" | "ETH" | "USDT_ERC20" | "USDT_TRC20" | "TRX" | "XRP";
        Deposit: {
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            id: string;
            /** @description Only grows; a webhook of a lower version is older. */
            version: number;
            /** @enum {string} */
            type: "crypto" | "fiat";
            mode: components["schemas"]["Mode"];
            gate_id: components["schemas"]["GateId"];
            /** @example BTC */
            currency: string;
            /** @description The sum of its transactions or bank transfers. */
            amount: string;
            /** @description What reaches the balance, before any conversion. */
            net_amount: string;
            /** @description Below it, it waits for further payments to the address. */
            minimum: string;
            fees: components["schemas"]["DepositFees"];
            reference: string;
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            address_id: string | null;
            status: components["schemas"]["DepositStatus"];
            /** @description Null where the status says everything. */
            status_reason: components["schemas"]["DepositStatusReason"] | null;
            transactions: components["schemas"]["InvoiceTransaction"][];
            /** @description Who sent it, of euro by bank transfer. */
            bank: components["schemas"]["DepositBank"] | null;
            conversion: components["schemas"]["InvoiceConversion"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            completed_at: string | null;
        };
        DepositBank: {
            name: string;
            iban_last4: string;
            booked_on: string;
        };
        DepositEvent: {
            /**
             * Format: uuid
             * @description The `webhook-id` of the webhook that carried it.
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "deposit.created" | "deposit.pending" | "deposit.confirming" | "deposit.processing" | "deposit.done" | "deposit.error";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-20T12:00:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["Deposit"];
        };
        DepositFees: {
            service: string;
        };
        DepositList: {
            data: components["schemas"]["Deposit"][];
            pagination: components["schemas"]["Pagination"];
        };
        DepositResponse: {
            data: components["schemas"]["Deposit"];
        };
        /** @enum {string} */
        DepositStatus: "created" | "pending" | "confirming" | "processing" | "done" | "error";
        /**
         * @description Why it is in its status, or what keeps it there. Reasons can be added.
         * @enum {string}
         */
        DepositStatusReason: "below_minimum" | "awaiting_finality" | "reorganized" | "replaced" | "dropped" | "failed" | "conversion_not_possible" | "conversion_waiting" | "conversion_given_up" | "resolved_by_operator";
        DepositWebhook: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "deposit.created" | "deposit.pending" | "deposit.confirming" | "deposit.processing" | "deposit.done" | "deposit.error";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-20T12:00:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["Deposit"];
        };
        EmulateCredit: {
            /**
             * @description A decimal amount in major units, as a string. JSON numbers are refused.
             * @example 49.90
             */
            amount: string;
            /** @description What the transfer says: the creditor reference of an address. Anything else goes to staff. */
            reference?: string;
            /** @description Of the payer. */
            name?: string;
            /** @description Of the payer. */
            iban?: string;
        };
        EmulateDeposit: {
            /**
             * @description A decimal amount in major units, as a string. JSON numbers are refused.
             * @example 49.90
             */
            amount: string;
            /**
             * @default paid
             * @enum {string}
             */
            scenario?: "paid" | "replaced" | "reorg" | "wrong_asset";
        };
        EmulatePayment: {
            /** @enum {string} */
            scenario: "paid" | "partial" | "over" | "late" | "wrong_asset" | "failed" | "replaced" | "reorg" | "zero_conf";
            /**
             * @description A decimal amount in major units, as a string. JSON numbers are refused.
             * @example 49.90
             */
            amount?: string;
        };
        EmulatedCredit: {
            amount: string;
            reference: string | null;
            name: string;
            iban: string;
        };
        EmulatedCreditResponse: {
            data: components["schemas"]["EmulatedCredit"];
        };
        EmulatedDeposit: {
            /** @enum {string} */
            scenario: "paid" | "partial" | "over" | "late" | "wrong_asset" | "failed" | "replaced" | "reorg" | "zero_conf";
            txid: string;
            /** @description The transaction that takes its place, in `replaced`. */
            replaced_by: string | null;
            network: components["schemas"]["Network"];
            /** @description A coin on a network. */
            gate_id: components["schemas"]["CryptoGateId"] | null;
            output: string;
            address: string;
            destination_tag: string | null;
            amount: string;
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            address_id: string;
        };
        EmulatedDepositResponse: {
            data: components["schemas"]["EmulatedDeposit"];
        };
        EmulatedPayment: {
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            invoice_id: string;
            /** @enum {string} */
            scenario: "paid" | "partial" | "over" | "late" | "wrong_asset" | "failed" | "replaced" | "reorg" | "zero_conf";
            txid: string;
            /** @description The transaction that takes its place, in `replaced`. */
            replaced_by: string | null;
            network: components["schemas"]["Network"];
            /** @description A coin on a network. */
            gate_id: components["schemas"]["CryptoGateId"] | null;
            output: string;
            address: string;
            destination_tag: string | null;
            amount: string;
        };
        EmulatedPaymentResponse: {
            data: components["schemas"]["EmulatedPayment"];
        };
        Error: {
            /** @description For people; may change. */
            message: string;
            code: components["schemas"]["ErrorCode"];
            /** @description Field path to what is wrong with it. */
            errors?: {
                [key: string]: string[];
            };
            /** @description Of a refusal by status: the status of the object. */
            status?: string;
            /** @description What that status allows; whether it succeeds may depend on more. */
            possible?: string[];
            /** @description Of `reference_taken`: the invoice that has it. */
            invoice_id?: string;
            /** @description Also in the header X-Request-Id. */
            request_id: string;
        };
        /**
         * @description For programs; a code never changes its meaning. Codes can be added.
         * @enum {string}
         */
        ErrorCode: "malformed_request" | "not_utf8" | "unsupported_version" | "invalid_api_key" | "permission_denied" | "mode_not_permitted" | "ip_not_allowed" | "merchant_blocked" | "sandbox_only" | "production_only" | "production_not_permitted" | "merchant_restricted" | "not_found" | "method_not_allowed" | "request_timeout" | "conflict" | "illegal_transition" | "gate_locked" | "invoice_expired" | "invoice_not_expired" | "payment_seen" | "reference_taken" | "idempotency_mismatch" | "idempotency_running" | "account_frozen" | "payout_signed" | "shop_closed" | "cursor_archived" | "too_large" | "unsupported_media_type" | "validation_failed" | "amount_invalid" | "amount_too_small" | "amount_too_large" | "currency_unknown" | "gate_unknown" | "gate_not_offered" | "address_invalid" | "destination_tag_invalid" | "conversion_not_possible" | "insufficient_balance" | "rate_limited" | "headers_too_large" | "internal_error" | "rate_unavailable" | "network_unavailable" | "service_unavailable";
        /** @description An event. Types can be added: ignore those you do not know. */
        Event: components["schemas"]["InvoiceEvent"] | components["schemas"]["PayoutEvent"] | components["schemas"]["MassPayoutEvent"] | components["schemas"]["RefundEvent"] | components["schemas"]["ConversionEvent"] | components["schemas"]["DepositEvent"] | components["schemas"]["WithdrawalEvent"] | components["schemas"]["CardOrderEvent"] | components["schemas"]["PaymentRequestEvent"];
        EventList: {
            data: components["schemas"]["Event"][];
            has_more: boolean;
            /** @description Value for `after` of the next call, also when the list is empty. */
            next: string;
        };
        EventResponse: {
            data: components["schemas"]["Event"];
        };
        Gate: {
            id: components["schemas"]["GateId"];
            asset: string;
            title: string;
            /**
             * @description EUR is moved by SEPA.
             * @enum {string}
             */
            network: "BTC" | "LTC" | "BCH" | "ETH" | "TRON" | "XRP" | "SEPA";
            network_title: string;
            decimals: number;
            /** @description Needed before a payment counts. */
            confirmations: number;
            /** @enum {string} */
            destination_tag: "none" | "required";
            /** @description Usual time until confirmed. */
            minutes: number;
            /** @description In the profile of this token. */
            enabled: boolean;
            /** @description The minimum amount of an invoice: twice the network fee. */
            minimum_amount: string;
            /** @description Charged for one payout now, in the asset: quoted from the present conditions of the network. */
            network_fee: string;
            /** @description When the node reported these conditions; null: the typical fee is charged. */
            network_fee_at: string | null;
            invoice_limits: {
                minimum: string;
                maximum: string;
                /**
                 * @description ISO 4217 code of a fiat currency.
                 * @example EUR
                 */
                currency: string;
            };
            /** @description Operation to per cent. */
            fees: {
                [key: string]: string;
            };
        };
        /** @enum {string} */
        GateId: "BTC" | "LTC" | "BCH" | "ETH" | "USDT_ERC20" | "USDT_TRC20" | "TRX" | "XRP" | "EUR";
        GateList: {
            data: components["schemas"]["Gate"][];
            pagination: components["schemas"]["Pagination"];
        };
        Invoice: {
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            id: string;
            /** @description Only grows; a webhook of a lower version is older. */
            version: number;
            status: components["schemas"]["InvoiceStatus"];
            /** @description Null where the status says everything. */
            status_reason: components["schemas"]["InvoiceStatusReason"] | null;
            /** @description Ship the goods. Turns false again only by a reorganisation of the chain. */
            paid: boolean;
            /**
             * @description What to do with the order: `wait` (not paid yet), `ship` (once), `hold` (a person has to decide), `reversed` (the money went back).
             * @enum {string}
             */
            fulfillment: "wait" | "ship" | "hold" | "reversed";
            mode: components["schemas"]["Mode"];
            reference: string | null;
            description: string | null;
            items: components["schemas"]["InvoiceItem"][];
            /**
             * @description ISO 4217 code of a fiat currency.
             * @example EUR
             */
            currency: string;
            /** @description The amount, or the sum of the items, before exclusive taxes and fees. */
            amount: string;
            taxes: components["schemas"]["InvoiceTax"][];
            fees: components["schemas"]["InvoiceFees"];
            /** @description What the payer owes. */
            total: string;
            gates: components["schemas"]["CryptoGateId"][];
            /** @description A coin on a network. */
            gate_id: components["schemas"]["CryptoGateId"] | null;
            amount_due: string | null;
            /** @description Seen on the network. */
            amount_paid: string | null;
            /** @description Has reached its number of confirmations. */
            amount_confirmed: string | null;
            amount_remaining: string | null;
            amount_excess: string | null;
            /** @description Has gone back to the payer. */
            amount_refunded: string | null;
            /** @description Fiat for one coin, locked when the gate was chosen. */
            rate: components["schemas"]["InvoiceRate"] | null;
            address: string | null;
            destination_tag: string | null;
            payment_uri: string | null;
            confirmations: components["schemas"]["Confirmations"];
            transactions: components["schemas"]["InvoiceTransaction"][];
            /** @description What came in another coin than the chosen one. It is safe and does not count towards the amount due. */
            other_payments: components["schemas"]["OtherPayment"][];
            refunds: components["schemas"]["InvoiceRefund"][];
            autoconversion: components["schemas"]["Autoconversion"];
            conversion: components["schemas"]["InvoiceConversion"] | null;
            autocomplete: boolean;
            metadata: {
                [key: string]: string;
            };
            customer: components["schemas"]["InvoiceCustomer"];
            success_url: string | null;
            cancel_url: string | null;
            notification_url: string | null;
            /** @description The page to send the payer to. */
            checkout_url: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            completed_at: string | null;
        };
        InvoiceConversion: {
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            id: string;
            from: components["schemas"]["GateId"];
            to: components["schemas"]["GateId"];
            amount_from: string;
            /** @description What arrived on the balance of `to`, after fees. */
            amount_to: string;
            rate: string;
            /**
             * @description At the rate locked for the invoice; `present` if a part was late, more than due or completed by a choice.
             * @enum {string}
             */
            at: "locked" | "present";
        };
        InvoiceCustomer: {
            /** Format: email */
            email?: string;
            name?: string;
        };
        InvoiceEvent: {
            /**
             * Format: uuid
             * @description The `webhook-id` of the webhook that carried it.
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "invoice.new" | "invoice.pending" | "invoice.confirming" | "invoice.partially_paid" | "invoice.overpaid" | "invoice.processing" | "invoice.done" | "invoice.expired" | "invoice.expired_paid" | "invoice.invalid" | "invoice.refund_requested" | "invoice.refunded" | "invoice.partially_refunded" | "invoice.canceled" | "invoice.error" | "invoice.other_payment";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-20T12:00:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["Invoice"];
        };
        /** @description In the invoice currency. */
        InvoiceFees: {
            service: string;
            /** @description Paid by the customer; 0 where the merchant pays it. */
            network: string;
            /** @description Paid by the customer for an automatic conversion; 0 where the merchant pays it. */
            conversion: string;
            /**
             * @description Of the service fee.
             * @enum {string}
             */
            payer: "merchant" | "customer";
        };
        /** @description A line of the order, in the invoice currency. */
        InvoiceItem: {
            /** @enum {string} */
            type: "item" | "discount" | "shipping" | "fee" | "tax";
            name: string;
            /** @description Up to eight decimals. */
            quantity: number;
            unit: string | null;
            /** @description Of one; up to eight decimals. */
            price: string;
            /** @description Of the line; negative for discounts. */
            amount: string;
            /** @description Contained in the amount. */
            tax: string | null;
            sku: string | null;
        };
        InvoiceList: {
            data: components["schemas"]["Invoice"][];
            pagination: components["schemas"]["Pagination"];
        };
        InvoiceRate: {
            value: string;
            source: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            locked_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            expires_at: string;
        };
        InvoiceRefund: {
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            id: string;
            status: components["schemas"]["PayoutStatus"];
            gate_id: components["schemas"]["CryptoGateId"];
            /** @description Of what was paid. */
            amount: string;
            /** @description What reaches the payer. */
            net_amount: string;
            /** @description Where the payer took another coin: the coins of the invoice that it counts as. */
            covered_amount: string | null;
            txid: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            created_at: string;
        };
        InvoiceResponse: {
            data: components["schemas"]["Invoice"];
        };
        /** @enum {string} */
        InvoiceStatus: "new" | "pending" | "confirming" | "partially_paid" | "overpaid" | "processing" | "done" | "expired" | "expired_paid" | "invalid" | "refund_requested" | "refunded" | "partially_refunded" | "canceled" | "error";
        /**
         * @description Why it is in its status, or what keeps it there. Reasons can be added.
         * @enum {string}
         */
        InvoiceStatusReason: "underpaid" | "underpaid_accepted" | "excess_kept" | "completed_by_merchant" | "auto_completed" | "paid_late" | "underpaid_late" | "reference_taken" | "paid_after_cancel" | "paid_after_refund" | "canceled_by_merchant" | "not_paid" | "not_confirmed_in_time" | "payment_dropped" | "payment_found" | "reorganised" | "confirmation_overdue" | "awaiting_finality" | "conversion_not_possible" | "conversion_waiting" | "conversion_given_up" | "resolved_by_operator";
        InvoiceTax: {
            name: string;
            /** @description Per cent. */
            rate: string;
            amount: string;
        };
        InvoiceTransaction: {
            txid: string;
            output: string;
            gate_id: components["schemas"]["CryptoGateId"];
            amount: string;
            confirmations: number;
            status: components["schemas"]["TransactionStatus"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            first_seen_at: string;
        };
        InvoiceWebhook: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "invoice.new" | "invoice.pending" | "invoice.confirming" | "invoice.partially_paid" | "invoice.overpaid" | "invoice.processing" | "invoice.done" | "invoice.expired" | "invoice.expired_paid" | "invoice.invalid" | "invoice.refund_requested" | "invoice.refunded" | "invoice.partially_refunded" | "invoice.canceled" | "invoice.error" | "invoice.other_payment";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-20T12:00:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["Invoice"];
        };
        InvoiceWithWarningsResponse: {
            data: components["schemas"]["Invoice"];
            /** @description What was dropped, cut or changed of the request; absent if nothing was. */
            warnings?: components["schemas"]["Warning"][];
        };
        LedgerEntryList: {
            data: components["schemas"]["Movement"][];
            /** @description Read on: the next page may be empty. */
            has_more: boolean;
            /** @description Value for `after` of the next call, also when the list is empty. */
            next: string;
        };
        LoggedRequest: {
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            id: string;
            /**
             * Format: date-time
             * @description When the answer ended.
             * @example 2026-11-20T12:00:00.000Z
             */
            created_at: string;
            /** @description `X-Request-Id` of the answer. */
            request_id: string;
            method: string;
            /** @example /api/v1/invoices/:id */
            route: string;
            /** @description With the ids that were called, and without the query. */
            path: string;
            status: number;
            /** @example validation_failed */
            error_code: string | null;
            duration_ms: number;
            /** @description True: it had an `Idempotency-Key`. */
            idempotency_key: boolean;
            /** @description Null: from before versions existed, or refused before one was chosen. */
            api_version: string | null;
            token: {
                /**
                 * Format: uuid
                 * @description UUID version 7.
                 */
                id: string;
                name: string | null;
            };
        };
        MakeBlocks: {
            /** @default 1 */
            count?: number;
        };
        MassPayout: {
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            id: string;
            /** @description Only grows; a webhook of a lower version is older. */
            version: number;
            status: components["schemas"]["MassPayoutStatus"];
            /** @description Null where the status says everything. */
            status_reason: components["schemas"]["MassPayoutStatusReason"] | null;
            mode: components["schemas"]["Mode"];
            /** @enum {string} */
            source: "file" | "api";
            file_name: string | null;
            fee_payer: components["schemas"]["PayoutFeePayer"];
            lines: {
                total: number;
                valid: number;
                not_valid: number;
                sent: number;
                done: number;
                failed: number;
            };
            totals: components["schemas"]["MassPayoutTotal"][];
            /** @description Another person than the one who ran it has to approve it. */
            approval_required: boolean;
            /**
             * Format: date-time
             * @description New addresses cool off until then.
             */
            not_before: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            run_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            approved_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            completed_at: string | null;
        };
        MassPayoutEvent: {
            /**
             * Format: uuid
             * @description The `webhook-id` of the webhook that carried it.
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "mass_payout.new" | "mass_payout.validated" | "mass_payout.not_valid" | "mass_payout.pending" | "mass_payout.queue" | "mass_payout.confirming" | "mass_payout.done" | "mass_payout.error";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-20T12:00:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["MassPayout"];
        };
        MassPayoutLine: {
            /** @description As an editor counts the lines of the file. */
            line: number;
            /** @description Of its payout; null before the run. */
            status: components["schemas"]["PayoutStatus"] | null;
            status_reason: string | null;
            gate_id: components["schemas"]["CryptoGateId"] | null;
            address: string | null;
            destination_tag: string | null;
            reference: string | null;
            amount: string | null;
            /** @description What reaches the address. */
            net_amount: string | null;
            fees: string | null;
            /** Format: uuid */
            payout_id: string | null;
            txid: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            completed_at: string | null;
            /** @description What is wrong with a line that is not valid. */
            problems: {
                field: string;
                reason: string;
            }[];
            /** @description Of a line that is not valid: as it was read. */
            cells: string[];
        };
        MassPayoutLineList: {
            data: components["schemas"]["MassPayoutLine"][];
            pagination: components["schemas"]["Pagination"];
        };
        MassPayoutList: {
            data: components["schemas"]["MassPayout"][];
            pagination: components["schemas"]["Pagination"];
        };
        MassPayoutResponse: {
            data: components["schemas"]["MassPayout"];
        };
        /** @enum {string} */
        MassPayoutStatus: "new" | "validated" | "not_valid" | "pending" | "queue" | "confirming" | "done" | "error";
        /**
         * @description Why it is in its status, or what keeps it there. Reasons can be added.
         * @enum {string}
         */
        MassPayoutStatusReason: "awaiting_approval" | "cooling_off" | "canceled_by_merchant" | "approval_expired" | "approval_void" | "lines_failed";
        /** @description Of one asset, in its coins. */
        MassPayoutTotal: {
            gate_id: components["schemas"]["CryptoGateId"];
            valid: {
                lines: number;
                /** @description What they ask for. */
                amount: string;
                /** @description What leaves the balance. */
                total: string;
            };
            not_valid: {
                lines: number;
                /** @description As far as it could be read. */
                amount: string;
            };
        };
        MassPayoutWebhook: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "mass_payout.new" | "mass_payout.validated" | "mass_payout.not_valid" | "mass_payout.pending" | "mass_payout.queue" | "mass_payout.confirming" | "mass_payout.done" | "mass_payout.error";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-20T12:00:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["MassPayout"];
        };
        Me: {
            mode: components["schemas"]["Mode"];
            merchant: {
                /**
                 * Format: uuid
                 * @description UUID version 7.
                 */
                id: string;
                name: string | null;
            };
            shop: {
                /**
                 * Format: uuid
                 * @description Null: the first shop, whose tokens alone see or make payouts.
                 */
                id: string | null;
                /**
                 * Format: uuid
                 * @description UUID version 7.
                 */
                profile_id: string;
                name: string;
                /** @description True: it takes no new payments. */
                closed: boolean;
                /**
                 * @description Of webhooks to notification URLs.
                 * @example 2026-11-29
                 */
                api_version: string;
            };
            token: {
                /**
                 * Format: uuid
                 * @description UUID version 7.
                 */
                id: string;
                name: string;
                /**
                 * @description Of calls that name none in `Tidegate-Version`.
                 * @example 2026-11-29
                 */
                api_version: string;
            };
            /**
             * @description Of this call.
             * @example 2026-11-29
             */
            api_version: string;
            /** @description The supported versions, newest first. */
            api_versions: string[];
            permissions: ("invoice_create" | "invoice_get" | "invoice_refund" | "payout" | "address_create" | "address_get" | "order_status" | "webhook_manage" | "payout_get" | "payout_draft" | "refund_get" | "refund_draft")[];
            /** @description The restricted key that has exactly these permissions. `drafts`: its payouts and refunds wait until a person approves them. */
            preset: ("read_only" | "create_invoices" | "drafts") | null;
            /**
             * @description The events that it may read, as an endpoint names them.
             * @example [
             *       "invoice.*"
             *     ]
             */
            event_types: string[];
            /**
             * @description ISO 4217 code of a fiat currency.
             * @example EUR
             */
            currency: string;
            /** @description Assets that the shop receives. */
            gates: components["schemas"]["CryptoGateId"][];
            limits: {
                requests_per_minute: number;
                event_streams: number;
                webhook_endpoints: number;
            };
        };
        MeResponse: {
            data: components["schemas"]["Me"];
        };
        /** @enum {string} */
        Mode: "sandbox" | "production";
        Movement: {
            /** @description Of the movement; grows with time. */
            id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            at: string;
            gate_id: components["schemas"]["GateId"];
            /**
             * @example settle
             * @example payout
             * @example refund
             */
            kind: string;
            /** @description Below zero: it went out. */
            amount: string;
            /** @description Available after it. */
            balance: string;
            /** @description What it was worth at the rate of its hour; null where none of that hour is known. */
            value: string | null;
            /**
             * @description ISO 4217 code of a fiat currency.
             * @example EUR
             */
            currency: string;
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            invoice_id: string | null;
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            payout_id: string | null;
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            refund_id: string | null;
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            mass_payout_id: string | null;
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            withdrawal_id: string | null;
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            conversion_id: string | null;
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            deposit_id: string | null;
            reference: string | null;
        };
        /** @enum {string} */
        Network: "BTC" | "LTC" | "BCH" | "ETH" | "TRON" | "XRP";
        NewAddress: {
            gate_id: components["schemas"]["GateId"];
            /**
             * @description Your name for the customer: letters, digits and . _ : @ / -. Unique by profile and gate.
             * @example customer-1001
             */
            reference: string;
            description?: string;
            /** @description Where webhooks of its deposits go; default: that of the profile. */
            notification_url?: string;
            autoconversion?: components["schemas"]["AutoconversionInput"];
        };
        /** @description Only decorates the order: what is no email address is left out. */
        NewCustomer: {
            /** Format: email */
            email?: string;
            name?: string;
        };
        /** @description A line of the order: `name`, and `price` or `amount`. */
        NewItem: {
            /**
             * @description Default: `item`.
             * @enum {string}
             */
            type?: "item" | "discount" | "shipping" | "fee" | "tax";
            name: string;
            /**
             * @description Above 0, with up to eight decimals; a number or a decimal string. Default: 1.
             * @example 2
             */
            quantity?: number | string;
            /** @description What is counted, e.g. `kg`. */
            unit?: string;
            /**
             * @description A decimal amount: of one, with up to eight decimals.
             * @example 49.90
             */
            price?: string;
            /**
             * @description A decimal amount: of the line, negative for discounts. Default: quantity × price, rounded.
             * @example 49.90
             */
            amount?: string;
            /**
             * @description A decimal amount: the tax that the amount contains; only shown.
             * @example 49.90
             */
            tax?: string;
            /** @description Your number of the article. */
            sku?: string;
        };
        NewMassPayoutLine: {
            gate_id: components["schemas"]["CryptoGateId"];
            /** @description Of the network of the gate. */
            address: string;
            /**
             * @description Of XRP, where the recipient asks for one.
             * @example 4021967
             */
            destination_tag?: string;
            /**
             * @description A decimal amount in major units, as a string. JSON numbers are refused.
             * @example 49.90
             */
            amount: string;
            /** @description Your own id of the payment. */
            reference?: string;
        };
        OtherPayment: {
            txid: string;
            output: string;
            network: components["schemas"]["Network"];
            /** @description Null for a token that no gate accepts. */
            gate_id: components["schemas"]["CryptoGateId"] | null;
            /** @description Null for a token whose decimals are unknown. */
            amount: string | null;
            /** @enum {string} */
            status: "confirming" | "safe" | "returned";
            /**
             * @description How it goes back: by a refund of the invoice, or by support.
             * @enum {string}
             */
            returned_by: "refund" | "support";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            first_seen_at: string;
        };
        /** @enum {string} */
        OutgoingStatus: "signed" | "sent" | "mined" | "confirmed" | "replaced" | "failed";
        OutgoingTransaction: {
            txid: string;
            status: components["schemas"]["OutgoingStatus"];
            confirmations: number;
        };
        Pagination: {
            total: number;
            page: number;
            per_page: number;
        };
        PaymentLink: {
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            id: string;
            title: string;
            description: string | null;
            amount: string;
            /**
             * @description ISO 4217 code of a fiat currency.
             * @example EUR
             */
            currency: string;
            /** @description Null: the profile's assets. */
            gates: components["schemas"]["CryptoGateId"][] | null;
            success_url: string | null;
            active: boolean;
            invoice_count: number;
            /** @description Each payer who opens it and continues gets a separate invoice. */
            url: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            created_at: string;
        };
        PaymentLinkList: {
            data: components["schemas"]["PaymentLink"][];
            pagination: components["schemas"]["Pagination"];
        };
        PaymentLinkResponse: {
            data: components["schemas"]["PaymentLink"];
        };
        PaymentRequest: {
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            id: string;
            mode: components["schemas"]["Mode"];
            status: components["schemas"]["PaymentRequestStatus"];
            recipient_name: string;
            recipient_email: string;
            /**
             * @description Of the email and the page.
             * @enum {string}
             */
            language: "en" | "de" | "fr" | "es" | "it" | "pt" | "ru";
            description: string;
            amount: string;
            /**
             * @description ISO 4217 code of a fiat currency.
             * @example EUR
             */
            currency: string;
            /** @description Null: the profile's assets. */
            gates: components["schemas"]["CryptoGateId"][] | null;
            success_url: string | null;
            /** @description Default: as the profile says. */
            service_fee_payer: ("merchant" | "customer") | null;
            /** @description Default: as the profile says. */
            network_fee_payer: ("merchant" | "customer") | null;
            /** @description Default: as the profile says. */
            conversion_fee_payer: ("merchant" | "customer") | null;
            /** @description Default: as the profile says. */
            refund_fee_payer: ("merchant" | "customer") | null;
            autocomplete: boolean | null;
            underpaid_tolerance: string | null;
            overpaid_tolerance: string | null;
            /** @description The page of the recipient. Who has the address can pay. */
            url: string;
            /**
             * Format: uuid
             * @description The newest invoice that the recipient made, or the one paid.
             */
            invoice_id: string | null;
            invoice_status: components["schemas"]["InvoiceStatus"] | null;
            /** @description Emails sent to the recipient; 0 while a limit of emails has stopped the first. */
            mail_count: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            mailed_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            canceled_at: string | null;
        };
        PaymentRequestEvent: {
            /**
             * Format: uuid
             * @description The `webhook-id` of the webhook that carried it.
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payment_request.paid" | "payment_request.expired" | "payment_request.canceled";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-20T12:00:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["PaymentRequest"];
        };
        PaymentRequestList: {
            data: components["schemas"]["PaymentRequest"][];
            pagination: components["schemas"]["Pagination"];
        };
        PaymentRequestResponse: {
            data: components["schemas"]["PaymentRequest"];
        };
        /** @enum {string} */
        PaymentRequestStatus: "sent" | "paying" | "paid" | "expired" | "canceled";
        PaymentRequestWebhook: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payment_request.paid" | "payment_request.expired" | "payment_request.canceled";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-20T12:00:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["PaymentRequest"];
        };
        PaymentRequestWithWarningsResponse: {
            data: components["schemas"]["PaymentRequest"];
            /** @description What was dropped, cut or changed of the request; absent if nothing was. */
            warnings?: components["schemas"]["Warning"][];
        };
        Payout: {
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            id: string;
            /** @description Only grows; a webhook of a lower version is older. */
            version: number;
            status: components["schemas"]["PayoutStatus"];
            /** @description Null where the status says everything. */
            status_reason: components["schemas"]["PayoutStatusReason"] | null;
            /**
             * @description With `address_refused`: why this address cannot be paid, in words.
             * @example The recipient asks for a destination tag.
             */
            status_words: string | null;
            mode: components["schemas"]["Mode"];
            gate_id: components["schemas"]["CryptoGateId"];
            /** @description As asked. */
            amount: string;
            /** @description What reaches the address. */
            net_amount: string;
            /** @description What leaves the balance: net amount and fees. */
            total: string;
            fees: components["schemas"]["PayoutFees"];
            address: string;
            destination_tag: string | null;
            reference: string | null;
            description: string | null;
            /** @description The newest transaction; null until one is signed. */
            txid: string | null;
            confirmations: components["schemas"]["Confirmations"];
            transactions: components["schemas"]["OutgoingTransaction"][];
            /** @description Another person than its creator has to approve it. */
            approval_required: boolean;
            /**
             * Format: date-time
             * @description A new address cools off until then.
             */
            not_before: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            approved_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            canceled_at: string | null;
        };
        PayoutEvent: {
            /**
             * Format: uuid
             * @description The `webhook-id` of the webhook that carried it.
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payout.new" | "payout.pending" | "payout.queue" | "payout.confirming" | "payout.done" | "payout.error" | "payout.canceled";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-20T12:00:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["Payout"];
        };
        /** @enum {string} */
        PayoutFeePayer: "merchant" | "recipient";
        /** @description In coins of the gate. */
        PayoutFees: {
            service: string;
            network: string;
            payer: components["schemas"]["PayoutFeePayer"];
        };
        PayoutList: {
            data: components["schemas"]["Payout"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description What a payout would cost now. Amounts are in coins of the gate. */
        PayoutQuote: {
            gate_id: components["schemas"]["CryptoGateId"];
            fee_payer: components["schemas"]["PayoutFeePayer"];
            net_amount: string;
            total: string;
            fees: {
                service: string;
                network: string;
            };
            /** @description What leaves the balance, in the currency of the profile. */
            value: string | null;
            /** @description Why this amount would be refused. */
            problem: string | null;
            available: string;
            min: string;
            /** @description Of one payout; null is no bound. */
            max: string | null;
            /** @description Payouts of this asset can be requested. */
            is_open: boolean;
            /** @description When the node reported them; null: the typical fee. */
            network_fee_at: string | null;
        };
        PayoutQuoteResponse: {
            data: components["schemas"]["PayoutQuote"];
        };
        PayoutResponse: {
            data: components["schemas"]["Payout"];
        };
        /** @enum {string} */
        PayoutStatus: "new" | "pending" | "queue" | "confirming" | "done" | "error" | "canceled";
        /**
         * @description Why it is in its status, or what keeps it there. Reasons can be added.
         * @enum {string}
         */
        PayoutStatusReason: "awaiting_approval" | "cooling_off" | "canceled_by_merchant" | "approval_expired" | "stopped" | "hourly_limit" | "daily_limit" | "amount_limit" | "own_limit" | "balance_frozen" | "no_funds" | "fee_too_high" | "network_unavailable" | "token_refuses" | "production_closed" | "address_refused" | "approval_void" | "hold_mismatch" | "transaction_failed" | "transaction_conflict" | "transaction_refused" | "transaction_lapsed" | "confirmation_overdue" | "sent_again" | "reorganised" | "resolved_by_operator";
        PayoutWebhook: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payout.new" | "payout.pending" | "payout.queue" | "payout.confirming" | "payout.done" | "payout.error" | "payout.canceled";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-20T12:00:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["Payout"];
        };
        /** @description A fiat currency in which an invoice may be priced. */
        PricingCurrency: {
            /**
             * @description ISO 4217 code of a fiat currency.
             * @example EUR
             */
            code: string;
            /** @description Places of its amounts. */
            decimals: number;
        };
        PricingCurrencyList: {
            data: components["schemas"]["PricingCurrency"][];
            pagination: components["schemas"]["Pagination"];
        };
        Rate: {
            gate_id: components["schemas"]["GateId"];
            asset: string;
            /**
             * @description ISO 4217 code of a fiat currency.
             * @example EUR
             */
            currency: string;
            /** @description Fiat for one coin. */
            value: string;
            source: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            sampled_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            expires_at: string;
        };
        RateList: {
            data: components["schemas"]["Rate"][];
            pagination: components["schemas"]["Pagination"];
        };
        Refund: {
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            id: string;
            /** @description Only grows; a webhook of a lower version is older. */
            version: number;
            status: components["schemas"]["PayoutStatus"];
            /** @description Null where the status says everything. */
            status_reason: components["schemas"]["RefundStatusReason"] | null;
            /**
             * @description With `address_refused`: why this address cannot be paid, in words.
             * @example The recipient asks for a destination tag.
             */
            status_words: string | null;
            mode: components["schemas"]["Mode"];
            gate_id: components["schemas"]["CryptoGateId"];
            /** @description As asked. */
            amount: string;
            /** @description What reaches the address. */
            net_amount: string;
            /** @description What leaves the balance: net amount and fees. */
            total: string;
            fees: components["schemas"]["PayoutFees"];
            address: string;
            destination_tag: string | null;
            /** @description The newest transaction; null until one is signed. */
            txid: string | null;
            confirmations: components["schemas"]["Confirmations"];
            transactions: components["schemas"]["OutgoingTransaction"][];
            /** @description Another person than its creator has to approve it. */
            approval_required: boolean;
            /**
             * Format: date-time
             * @description A new address cools off until then.
             */
            not_before: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            approved_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            canceled_at: string | null;
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            invoice_id: string;
            /** @description For the merchant’s records and webhooks. */
            reason: string | null;
        };
        RefundEvent: {
            /**
             * Format: uuid
             * @description The `webhook-id` of the webhook that carried it.
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "refund.new" | "refund.pending" | "refund.queue" | "refund.confirming" | "refund.done" | "refund.error" | "refund.canceled";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-20T12:00:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["Refund"];
        };
        RefundLink: {
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            invoice_id: string;
            /** @description For the payer alone: the person who has it decides where the money goes. */
            url: string;
            /** @description In `currency`; coins of the gate at the rate when the payer claims it. */
            amount: string;
            /**
             * @description ISO 4217 code of a fiat currency.
             * @example EUR
             */
            currency: string;
            gate_id: components["schemas"]["CryptoGateId"];
            /** @description What the payer may take instead. */
            payer_gates: components["schemas"]["CryptoGateId"][];
            /** @description Masked; null without an email address on the invoice. */
            sent_to: string | null;
            reason: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            expires_at: string;
        };
        RefundLinkWithWarningsResponse: {
            data: components["schemas"]["RefundLink"];
            /** @description What was dropped, cut or changed of the request; absent if nothing was. */
            warnings?: components["schemas"]["Warning"][];
        };
        RefundList: {
            data: components["schemas"]["Refund"][];
            pagination: components["schemas"]["Pagination"];
        };
        RefundResponse: {
            data: components["schemas"]["Refund"];
        };
        /**
         * @description Why it is in its status, or what keeps it there. Reasons can be added.
         * @enum {string}
         */
        RefundStatusReason: "awaiting_approval" | "cooling_off" | "canceled_by_merchant" | "approval_expired" | "stopped" | "hourly_limit" | "daily_limit" | "amount_limit" | "own_limit" | "balance_frozen" | "no_funds" | "fee_too_high" | "network_unavailable" | "token_refuses" | "production_closed" | "address_refused" | "approval_void" | "hold_mismatch" | "transaction_failed" | "transaction_conflict" | "transaction_refused" | "transaction_lapsed" | "confirmation_overdue" | "sent_again" | "reorganised" | "resolved_by_operator";
        RefundWebhook: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "refund.new" | "refund.pending" | "refund.queue" | "refund.confirming" | "refund.done" | "refund.error" | "refund.canceled";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-20T12:00:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["Refund"];
        };
        RefundWithWarningsResponse: {
            data: components["schemas"]["Refund"];
            /** @description What was dropped, cut or changed of the request; absent if nothing was. */
            warnings?: components["schemas"]["Warning"][];
        };
        RequestLog: {
            data: components["schemas"]["LoggedRequest"][];
            /** @description Read on: with a filter, the next page may be empty. */
            has_more: boolean;
            /** @description Value for `after` of the next call, which is about older requests. */
            next: string;
        };
        RequestedBlocks: {
            network: components["schemas"]["Network"];
            count: number;
        };
        RequestedBlocksResponse: {
            data: components["schemas"]["RequestedBlocks"];
        };
        RequestedFees: {
            network: components["schemas"]["Network"];
            percent: number;
            seconds: number;
        };
        RequestedFeesResponse: {
            data: components["schemas"]["RequestedFees"];
        };
        RotateEndpointSecret: {
            /**
             * @description How long the old secret signs beside the new.
             * @default 24
             */
            overlap_hours?: number;
        };
        SetFees: {
            /** @description Of the usual fees; 100 is the usual. */
            percent: number;
            /**
             * @description After this the usual fees hold again.
             * @default 300
             */
            seconds?: number;
        };
        StaticAddress: {
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            id: string;
            mode: components["schemas"]["Mode"];
            gate_id: components["schemas"]["GateId"];
            reference: string;
            description: string | null;
            /** @description Of EUR: the IBAN to pay to. */
            address: string;
            /** @description Needed with every payment where it is not null (XRP). */
            destination_tag: string | null;
            /** @description What a QR code holds; of EUR that of a SEPA credit transfer (EPC069-12). */
            payment_uri: string;
            /** @description Of EUR: where a bank transfer goes, and what it must say. */
            bank: components["schemas"]["AddressBank"] | null;
            /** @description Less is credited once the sum of the payments reaches this. */
            minimum: string;
            /** @description Null: as the profile says when a deposit begins. */
            autoconversion: components["schemas"]["Autoconversion"] | null;
            notification_url: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            created_at: string;
        };
        StaticAddressList: {
            data: components["schemas"]["StaticAddress"][];
            pagination: components["schemas"]["Pagination"];
        };
        StaticAddressResponse: {
            data: components["schemas"]["StaticAddress"];
        };
        StaticAddressWithWarningsResponse: {
            data: components["schemas"]["StaticAddress"];
            /** @description What was dropped, cut or changed of the request; absent if nothing was. */
            warnings?: components["schemas"]["Warning"][];
        };
        TestSent: {
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            id: string;
            type: string;
            url: string;
        };
        TestSentResponse: {
            data: components["schemas"]["TestSent"];
        };
        TestWebhook: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "webhook.test";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-20T12:00:00.000Z
             */
            timestamp: string;
            data: {
                /**
                 * Format: uuid
                 * @description UUID version 7.
                 */
                id: string;
                /** @enum {string} */
                mode: "sandbox" | "production";
                message: string;
            };
        };
        /**
         * @description What the chain says of the transaction.
         * @enum {string}
         */
        TransactionStatus: "seen" | "mined" | "confirmed" | "dropped" | "replaced" | "failed";
        /** @description What is left out stays as it is. */
        UpdatePaymentLink: {
            /** @example true */
            active?: boolean;
            /** @description What is paid for. */
            title?: string;
            description?: string | null;
            /** @example 49.90 */
            amount?: string;
            /**
             * @description ISO 4217 code of a fiat currency.
             * @example EUR
             */
            currency?: string;
            gates?: components["schemas"]["CryptoGateId"][] | null;
            success_url?: string | null;
        };
        /** @description What is left out stays as it is. */
        UpdateWebhookEndpoint: {
            /**
             * @description https, in sandbox also http; no private network.
             * @example https://shop.example/hooks/tidegate
             */
            url?: string;
            /**
             * @description Types such as `invoice.done`, or `invoice.*` for all of an object.
             * @example [
             *       "invoice.*",
             *       "refund.done"
             *     ]
             */
            event_types?: string[];
            description?: string | null;
            /**
             * @description The version of its webhooks. Default of a new one: that of the call.
             * @example 2026-11-29
             */
            api_version?: string;
            /**
             * @description False: nothing more is sent to it, and nothing that it missed later.
             * @example true
             */
            enabled?: boolean;
        };
        Warning: {
            /**
             * @description Path of the field.
             * @example customer.email
             */
            field: string;
            /** @enum {string} */
            code: "unknown_field" | "too_long" | "invalid_email" | "unknown_locale" | "not_text" | "not_an_object" | "control_characters" | "host_not_reachable" | "updated" | "not_updated";
            message: string;
        };
        WebhookAttempt: {
            attempt: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            started_at: string;
            duration_ms: number;
            http_status: number | null;
            /** @description refused_address, timeout, redirect, tls, connect or too_large; null after an answer. */
            error: string | null;
            /** @description The first 1 000 characters of the answer. */
            answer: string | null;
        };
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description Of the delivery: of one to a notification URL, the same as `event_id`.
             */
            id: string;
            /**
             * Format: uuid
             * @description The `webhook-id` header, and the id in GET /events.
             */
            event_id: string;
            /**
             * Format: uuid
             * @description Null: it goes to a notification URL.
             */
            endpoint_id: string | null;
            /** @example invoice.done */
            type: string;
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            invoice_id: string | null;
            /** @description What the event happened to; null for a test. */
            object: ("invoice" | "payout" | "mass_payout" | "refund" | "conversion" | "deposit" | "withdrawal" | "card_order" | "payment_request") | null;
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            object_id: string | null;
            url: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "retrying" | "failed";
            attempt_count: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            delivered_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            created_at: string;
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        WebhookDeliveryList: {
            data: components["schemas"]["WebhookDelivery"][];
            pagination: components["schemas"]["Pagination"];
        };
        WebhookDeliveryResponse: {
            data: components["schemas"]["WebhookDelivery"];
        };
        /** @description Where events go besides the notification URLs. */
        WebhookEndpoint: {
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            id: string;
            url: string;
            description: string | null;
            /**
             * @example [
             *       "invoice.*",
             *       "refund.done"
             *     ]
             */
            event_types: string[];
            /**
             * @description How it is written to. `standard`: body and headers of Standard Webhooks; `greenfield`: as BTCPay does, for an endpoint that a shop plugin made.
             * @enum {string}
             */
            format: "standard" | "greenfield";
            enabled: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            disabled_at: string | null;
            /**
             * Format: date-time
             * @description Until then every webhook is signed with the secret before this one, too.
             * @example 2026-11-20T12:00:00.000Z
             */
            previous_secret_until: string | null;
            version: number;
            /**
             * @description The version of the API that its webhooks are written in.
             * @example 2026-11-29
             */
            api_version: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            created_at: string;
        };
        WebhookEndpointList: {
            data: components["schemas"]["WebhookEndpoint"][];
            pagination: components["schemas"]["Pagination"];
        };
        WebhookEndpointResponse: {
            data: components["schemas"]["WebhookEndpoint"];
        };
        WebhookEndpointWithSecret: {
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            id: string;
            url: string;
            description: string | null;
            /**
             * @example [
             *       "invoice.*",
             *       "refund.done"
             *     ]
             */
            event_types: string[];
            /**
             * @description How it is written to. `standard`: body and headers of Standard Webhooks; `greenfield`: as BTCPay does, for an endpoint that a shop plugin made.
             * @enum {string}
             */
            format: "standard" | "greenfield";
            enabled: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            disabled_at: string | null;
            /**
             * Format: date-time
             * @description Until then every webhook is signed with the secret before this one, too.
             * @example 2026-11-20T12:00:00.000Z
             */
            previous_secret_until: string | null;
            version: number;
            /**
             * @description The version of the API that its webhooks are written in.
             * @example 2026-11-29
             */
            api_version: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            created_at: string;
            /** @example whsec_… */
            secret: string;
        };
        WebhookEndpointWithSecretResponse: {
            data: components["schemas"]["WebhookEndpointWithSecret"];
        };
        /** @description The body of a webhook. Verify its signature over the bytes you received before you parse it. Types can be added: answer 2xx to those you do not know. */
        WebhookEvent: components["schemas"]["InvoiceWebhook"] | components["schemas"]["PayoutWebhook"] | components["schemas"]["MassPayoutWebhook"] | components["schemas"]["RefundWebhook"] | components["schemas"]["ConversionWebhook"] | components["schemas"]["DepositWebhook"] | components["schemas"]["WithdrawalWebhook"] | components["schemas"]["CardOrderWebhook"] | components["schemas"]["PaymentRequestWebhook"] | components["schemas"]["TestWebhook"];
        WebhookTest: {
            /** @description Default: the notification URL of the profile. */
            url?: string;
            /**
             * Format: uuid
             * @description This endpoint, signed with its secret, instead of a URL.
             */
            endpoint_id?: string;
        };
        Withdrawal: {
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            id: string;
            /** @description Only grows; a webhook of a lower version is older. */
            version: number;
            gate_id: components["schemas"]["GateId"];
            mode: components["schemas"]["Mode"];
            status: components["schemas"]["PayoutStatus"];
            /** @description Null where the status says everything. */
            status_reason: components["schemas"]["WithdrawalStatusReason"] | null;
            /**
             * @description What the bank says about the reason, or why the address cannot be paid.
             * @example The payee’s account is closed.
             */
            status_words: string | null;
            /** @description As requested. */
            amount: string;
            /** @description What reaches the account or address. */
            net_amount: string;
            /** @description What leaves the balance: net amount and fees. */
            total: string;
            fees: components["schemas"]["WithdrawalFees"];
            method: components["schemas"]["WithdrawalMethodName"];
            recipient: components["schemas"]["WithdrawalRecipient"];
            /** @description Of the booking, for inquiries at the bank. */
            bank_reference: string | null;
            /** @description With `name_question`: the account holder according to the bank, if it says. */
            payee_name: string | null;
            /** @description Of coins: the newest transaction; null until one is signed. */
            txid: string | null;
            /** @description Another person than its creator has to approve it. */
            approval_required: boolean;
            /**
             * Format: date-time
             * @description A new account or address cools off until then.
             */
            not_before: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            approved_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             * @example 2026-11-20T12:00:00.000Z
             */
            canceled_at: string | null;
        };
        WithdrawalEvent: {
            /**
             * Format: uuid
             * @description The `webhook-id` of the webhook that carried it.
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "withdrawal.new" | "withdrawal.pending" | "withdrawal.queue" | "withdrawal.confirming" | "withdrawal.done" | "withdrawal.error" | "withdrawal.canceled";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-20T12:00:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["Withdrawal"];
        };
        WithdrawalFees: {
            service: string;
            network: string;
            payer: components["schemas"]["PayoutFeePayer"];
        };
        WithdrawalList: {
            data: components["schemas"]["Withdrawal"][];
            pagination: components["schemas"]["Pagination"];
        };
        WithdrawalMethodName: {
            /**
             * Format: uuid
             * @description UUID version 7.
             */
            id: string;
            title: string;
            /** @enum {string} */
            type: "crypto" | "fiat";
        };
        WithdrawalRecipient: {
            address: string | null;
            destination_tag: string | null;
            /** @description Its first and last characters. */
            iban: string | null;
            account_name: string | null;
        };
        WithdrawalResponse: {
            data: components["schemas"]["Withdrawal"];
        };
        /**
         * @description Why it is in its status, or what keeps it there. Reasons can be added.
         * @enum {string}
         */
        WithdrawalStatusReason: "awaiting_approval" | "cooling_off" | "canceled_by_merchant" | "approval_expired" | "stopped" | "hourly_limit" | "daily_limit" | "amount_limit" | "own_limit" | "balance_frozen" | "no_funds" | "fee_too_high" | "network_unavailable" | "token_refuses" | "production_closed" | "address_refused" | "approval_void" | "hold_mismatch" | "transaction_failed" | "transaction_conflict" | "transaction_refused" | "transaction_lapsed" | "confirmation_overdue" | "sent_again" | "reorganised" | "resolved_by_operator" | "method_paused" | "method_changed" | "name_question" | "name_declined" | "bank_rejected" | "bank_returned" | "bank_overdue" | "booked_after_end";
        WithdrawalWebhook: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "withdrawal.new" | "withdrawal.pending" | "withdrawal.queue" | "withdrawal.confirming" | "withdrawal.done" | "withdrawal.error" | "withdrawal.canceled";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-20T12:00:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["Withdrawal"];
        };
    };
    responses: {
        /** @description The body is not JSON, or the version is not supported. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Tidegate-Version": components["headers"]["TidegateVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description In conflict with the present state, or with an earlier request of the same key. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Tidegate-Version": components["headers"]["TidegateVersion"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is too large. */
        ContentTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Tidegate-Version": components["headers"]["TidegateVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Not permitted; `code` says whether by permission, mode or address. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Tidegate-Version": components["headers"]["TidegateVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The link is no longer good. */
        Gone: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Tidegate-Version": components["headers"]["TidegateVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such object, or it is not yours. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Tidegate-Version": components["headers"]["TidegateVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Not available now; try again after Retry-After seconds. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Tidegate-Version": components["headers"]["TidegateVersion"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests; try again after Retry-After seconds. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Tidegate-Version": components["headers"]["TidegateVersion"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No credentials, or wrong ones. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The data was understood and is not valid; `errors` names each field. */
        UnprocessableContent: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Tidegate-Version": components["headers"]["TidegateVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not application/json. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Tidegate-Version": components["headers"]["TidegateVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Created at or after; a day or an instant, UTC. */
        DateFrom: string;
        /** @description Created at or before; a day counts to its end. */
        DateTo: string;
        /** @description An asset on a network. */
        GateId: components["schemas"]["GateId"];
        /** @description UUID version 7. */
        Id: string;
        /** @description The same key and body within 24 hours return the first response again. */
        IdempotencyKey: string;
        /** @description Only these payouts, by comma. */
        Ids: string;
        Limit: number;
        Network: components["schemas"]["Network"];
        /** @description Only events of this invoice, payout or other object. */
        ObjectId: string;
        Order: "asc" | "desc";
        Page: number;
        PerPage: number;
        Reference: string;
        /** @description The same key and body within 24 hours return the first response again. */
        RequiredIdempotencyKey: string;
        /** @description Searches ID, reference, description, address and transaction ID. */
        Search: string;
        Sort: "created_at" | "completed_at" | "amount" | "status" | "reference";
        /** @description One or several, by comma. */
        Status: string;
        /** @description The version of the API that the call is written for. Default: that of the token. */
        TidegateVersion: string;
        /** @description Only these types, by comma: `invoice.done`, or `invoice.*` for all of an object. */
        Types: string;
        /** @description Checks everything and does nothing: 200 with what would be made, whose IDs are not kept. */
        ValidateOnly: boolean;
        /** @description The id of the event. Each attempt has the same: handle it once. */
        WebhookId: string;
        /** @description When this attempt was signed, in seconds since 1970. */
        WebhookTimestamp: string;
        /** @description One or more signatures `v1,<base64>`, separated by spaces. */
        WebhookSignature: string;
    };
    requestBodies: never;
    headers: {
        /** @description `true` on the stored answer of an earlier request with this `Idempotency-Key`. */
        IdempotentReplayed: "true";
        /** @description Seconds after which a retry makes sense. */
        RetryAfter: number;
        /** @description The version that the answer is in. With `Deprecation` and `Sunset` beside it, the version ends on that day. */
        TidegateVersion: string;
        /** @description The way to authenticate: Basic. */
        WWWAuthenticate: string;
        /** @description Names the request. Include it when you contact support. */
        XRequestId: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCurrencies: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                /** @description Left out, one page holds all. */
                per_page?: number;
                /** @description An asset on a network. */
                gate_id?: components["parameters"]["GateId"];
            };
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PricingCurrencyList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listInvoices: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                per_page?: components["parameters"]["PerPage"];
                order?: components["parameters"]["Order"];
                /** @description Created at or after; a day or an instant, UTC. */
                date_from?: components["parameters"]["DateFrom"];
                /** @description Created at or before; a day counts to its end. */
                date_to?: components["parameters"]["DateTo"];
                /** @description An asset on a network. */
                gate_id?: components["parameters"]["GateId"];
                reference?: components["parameters"]["Reference"];
                sort?: "created_at" | "expires_at" | "completed_at" | "total" | "status" | "reference";
                /** @description Searches ID, reference, description, address, transaction ID and customer email; a metadata value only as a whole. */
                search?: string;
                /**
                 * @description A key of the metadata and its whole value, with a colon between: the fast way to find an invoice by it.
                 * @example cart:4711
                 */
                metadata?: string;
                /** @description One or several, by comma. */
                status?: string;
                /** @description Only these invoices, by comma. */
                ids?: string;
            };
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours return the first response again. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInvoice"];
            };
        };
        responses: {
            /** @description The invoice that has this reference already. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceWithWarningsResponse"];
                };
            };
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceWithWarningsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                /** @description UUID version 7. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                /** @description UUID version 7. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeInvoice"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceWithWarningsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours return the first response again. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                /** @description UUID version 7. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    completeInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours return the first response again. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                /** @description UUID version 7. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    expireInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours return the first response again. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                /** @description UUID version 7. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPaymentLinks: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                per_page?: components["parameters"]["PerPage"];
                order?: components["parameters"]["Order"];
                /** @description Created at or after; a day or an instant, UTC. */
                date_from?: components["parameters"]["DateFrom"];
                /** @description Created at or before; a day counts to its end. */
                date_to?: components["parameters"]["DateTo"];
                active?: boolean;
                /** @description In title, description and id. */
                search?: string;
                sort?: "created_at" | "title" | "invoice_count";
                /** @description Payable in this asset: links that name it, and those that leave the assets to the profile. */
                gate_id?: components["schemas"]["CryptoGateId"];
            };
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLinkList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours return the first response again. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePaymentLink"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLinkResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                /** @description UUID version 7. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLinkResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updatePaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                /** @description UUID version 7. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description What is left out stays as it is. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePaymentLink"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLinkResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPaymentRequests: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                per_page?: components["parameters"]["PerPage"];
                order?: components["parameters"]["Order"];
                /** @description Created at or after; a day or an instant, UTC. */
                date_from?: components["parameters"]["DateFrom"];
                /** @description Created at or before; a day counts to its end. */
                date_to?: components["parameters"]["DateTo"];
                /** @description One or several, by comma. */
                status?: string;
                /** @description Searches ID, recipient and description. */
                search?: string;
                sort?: "created_at" | "expires_at" | "status";
                /** @description Payable in this asset: requests that name it, and those that leave the assets to the profile. */
                gate_id?: components["schemas"]["CryptoGateId"];
            };
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentRequestList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPaymentRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours return the first response again. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePaymentRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentRequestWithWarningsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPaymentRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                /** @description UUID version 7. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentRequestResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelPaymentRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours return the first response again. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                /** @description UUID version 7. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentRequestResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listGates: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                /** @description Left out, one page holds all. */
                per_page?: number;
                /** @description An asset on a network. */
                gate_id?: components["parameters"]["GateId"];
            };
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GateList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listRates: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                /** @description Left out, one page holds all. */
                per_page?: number;
                /** @description An asset on a network. */
                gate_id?: components["parameters"]["GateId"];
                /**
                 * @description ISO 4217 code of a fiat currency.
                 * @example EUR
                 */
                currency?: string;
            };
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listBalances: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                /** @description Left out, one page holds all. */
                per_page?: number;
                /** @description An asset on a network. */
                gate_id?: components["parameters"]["GateId"];
            };
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BalanceList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description The id of the last event read; `latest`: only what is still to come; none: from the beginning.
                 * @example latest
                 */
                after?: string;
                limit?: components["parameters"]["Limit"];
                /** @description Only these types, by comma: `invoice.done`, or `invoice.*` for all of an object. */
                types?: components["parameters"]["Types"];
                /** @description Only events of this invoice, payout or other object. */
                object_id?: components["parameters"]["ObjectId"];
                /**
                 * @description Only events made after this moment.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                created_after?: string;
            };
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Gone"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                /** @description UUID version 7. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    followEvents: {
        parameters: {
            query?: {
                /**
                 * @description The id of the last event read; none: only what is still to come. `Last-Event-ID` counts more.
                 * @example latest
                 */
                after?: string;
                /** @description Only these types, by comma: `invoice.done`, or `invoice.*` for all of an object. */
                types?: components["parameters"]["Types"];
                /** @description Only events of this invoice, payout or other object. */
                object_id?: components["parameters"]["ObjectId"];
            };
            header?: {
                /** @description The id of the last event that the client has: it gets what follows. */
                "last-event-id"?: string;
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An event stream. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Gone"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listLedgerEntries: {
        parameters: {
            query: {
                /** @description An asset on a network. */
                gate_id: components["schemas"]["GateId"];
                /** @description `next` of the page before; none: from the first line. */
                after?: string;
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only lines up to this moment.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                date_to?: string;
            };
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerEntryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    quotePayout: {
        parameters: {
            query: {
                /** @description A coin on a network. */
                gate_id: components["schemas"]["CryptoGateId"];
                /**
                 * @description A decimal amount in major units, as a string. JSON numbers are refused.
                 * @example 49.90
                 */
                amount: string;
                /** @description `merchant`: the address gets the amount, fees come on top. `recipient`: fees are taken from the amount. */
                fee_payer: components["schemas"]["PayoutFeePayer"];
            };
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutQuoteResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPayouts: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                per_page?: components["parameters"]["PerPage"];
                order?: components["parameters"]["Order"];
                /** @description Created at or after; a day or an instant, UTC. */
                date_from?: components["parameters"]["DateFrom"];
                /** @description Created at or before; a day counts to its end. */
                date_to?: components["parameters"]["DateTo"];
                /** @description An asset on a network. */
                gate_id?: components["parameters"]["GateId"];
                reference?: components["parameters"]["Reference"];
                sort?: components["parameters"]["Sort"];
                /** @description Searches ID, reference, description, address and transaction ID. */
                search?: components["parameters"]["Search"];
                /** @description One or several, by comma. */
                status?: components["parameters"]["Status"];
                /** @description Only these payouts, by comma. */
                ids?: components["parameters"]["Ids"];
            };
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPayout: {
        parameters: {
            query?: {
                /** @description Checks everything and does nothing: 200 with what would be made, whose IDs are not kept. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header: {
                /** @description The same key and body within 24 hours return the first response again. */
                "idempotency-key": components["parameters"]["RequiredIdempotencyKey"];
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePayout"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutResponse"];
                };
            };
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPayout: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                /** @description UUID version 7. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelPayout: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours return the first response again. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                /** @description UUID version 7. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAddresses: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                per_page?: components["parameters"]["PerPage"];
                order?: components["parameters"]["Order"];
                /** @description Created at or after; a day or an instant, UTC. */
                date_from?: components["parameters"]["DateFrom"];
                /** @description Created at or before; a day counts to its end. */
                date_to?: components["parameters"]["DateTo"];
                /** @description An asset on a network. */
                gate_id?: components["parameters"]["GateId"];
                reference?: components["parameters"]["Reference"];
                sort?: "created_at" | "reference";
                /** @description Searches ID, reference, description and address. */
                search?: string;
            };
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaticAddressList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours return the first response again. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAddress"];
            };
        };
        responses: {
            /** @description The address that this reference has already. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaticAddressWithWarningsResponse"];
                };
            };
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaticAddressWithWarningsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                /** @description UUID version 7. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaticAddressResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listDeposits: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                per_page?: components["parameters"]["PerPage"];
                order?: components["parameters"]["Order"];
                /** @description Created at or after; a day or an instant, UTC. */
                date_from?: components["parameters"]["DateFrom"];
                /** @description Created at or before; a day counts to its end. */
                date_to?: components["parameters"]["DateTo"];
                /** @description An asset on a network. */
                gate_id?: components["parameters"]["GateId"];
                reference?: components["parameters"]["Reference"];
                /** @description Only deposits to this address. */
                address_id?: string;
                sort?: "created_at" | "completed_at" | "amount" | "status";
                /** @description Searches ID, reference, address and transaction ID. */
                search?: string;
                /** @description One or several, by comma. */
                status?: string;
            };
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DepositList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getDeposit: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                /** @description UUID version 7. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DepositResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCardOrders: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                per_page?: components["parameters"]["PerPage"];
                order?: components["parameters"]["Order"];
                /** @description Created at or after; a day or an instant, UTC. */
                date_from?: components["parameters"]["DateFrom"];
                /** @description Created at or before; a day counts to its end. */
                date_to?: components["parameters"]["DateTo"];
                /** @description A coin on a network. */
                gate_id?: components["schemas"]["CryptoGateId"];
                sort?: "created_at" | "delivered_at" | "status";
                /** @description Searches ID, address, transaction and invoice. */
                search?: string;
                /** @description One or several, by comma. */
                status?: string;
            };
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardOrderList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCardOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                /** @description UUID version 7. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardOrderResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWithdrawals: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                per_page?: components["parameters"]["PerPage"];
                order?: components["parameters"]["Order"];
                /** @description Created at or after; a day or an instant, UTC. */
                date_from?: components["parameters"]["DateFrom"];
                /** @description Created at or before; a day counts to its end. */
                date_to?: components["parameters"]["DateTo"];
                /** @description An asset on a network. */
                gate_id?: components["parameters"]["GateId"];
                sort?: "created_at" | "completed_at" | "amount" | "status";
                /** @description Searches ID, method, recipient, bank reference and transaction ID. */
                search?: string;
                /** @description One or several, by comma. */
                status?: components["parameters"]["Status"];
            };
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawalList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWithdrawal: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                /** @description UUID version 7. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawalResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMassPayouts: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                per_page?: components["parameters"]["PerPage"];
                order?: components["parameters"]["Order"];
                /** @description Created at or after; a day or an instant, UTC. */
                date_from?: components["parameters"]["DateFrom"];
                /** @description Created at or before; a day counts to its end. */
                date_to?: components["parameters"]["DateTo"];
                /** @description An asset on a network. */
                gate_id?: components["parameters"]["GateId"];
                /** @description In id and file name. */
                search?: string;
                /** @description Only these payouts, by comma. */
                ids?: components["parameters"]["Ids"];
                sort?: "created_at";
                /** @description One or several, by comma. */
                status?: string;
            };
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MassPayoutList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createMassPayout: {
        parameters: {
            query?: {
                /** @description Checks everything and does nothing: 200 with what would be made, whose IDs are not kept. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header: {
                /** @description The same key and body within 24 hours return the first response again. */
                "idempotency-key": components["parameters"]["RequiredIdempotencyKey"];
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMassPayout"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MassPayoutResponse"];
                };
            };
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MassPayoutResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMassPayout: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                /** @description UUID version 7. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MassPayoutResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMassPayoutLines: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                per_page?: components["parameters"]["PerPage"];
                order?: components["parameters"]["Order"];
                /** @description An asset on a network. */
                gate_id?: components["parameters"]["GateId"];
                /** @description In address and reference, and in the cells of a line that is not valid. */
                search?: string;
                /** @description Which lines; default all. */
                show?: "all" | "not_valid" | "open" | "done" | "failed";
            };
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                /** @description UUID version 7. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MassPayoutLineList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelMassPayout: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours return the first response again. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                /** @description UUID version 7. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MassPayoutResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createRefund: {
        parameters: {
            query?: {
                /** @description Checks everything and does nothing: 200 with what would be made, whose IDs are not kept. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header: {
                /** @description The same key and body within 24 hours return the first response again. */
                "idempotency-key": components["parameters"]["RequiredIdempotencyKey"];
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                /** @description UUID version 7. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description With `address`: sent there; without `amount` all that was paid and not refunded yet. Without `address`: a link by which the payer claims `amount` in `currency`. Without `fee_payer`, the profile decides who pays the fees. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": "10.00",
                 *       "currency": "EUR"
                 *     }
                 */
                "application/json": components["schemas"]["CreateRefund"];
            };
        };
        responses: {
            /** @description Repeated: what was answered first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateRefundResponse"];
                };
            };
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundWithWarningsResponse"];
                };
            };
            /** @description A link by which the payer claims the refund. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundLinkWithWarningsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listRefunds: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                per_page?: components["parameters"]["PerPage"];
                order?: components["parameters"]["Order"];
                /** @description Created at or after; a day or an instant, UTC. */
                date_from?: components["parameters"]["DateFrom"];
                /** @description Created at or before; a day counts to its end. */
                date_to?: components["parameters"]["DateTo"];
                /** @description An asset on a network. */
                gate_id?: components["parameters"]["GateId"];
                reference?: components["parameters"]["Reference"];
                sort?: components["parameters"]["Sort"];
                /** @description Searches ID, reference, description, address and transaction ID. */
                search?: components["parameters"]["Search"];
                /** @description One or several, by comma. */
                status?: components["parameters"]["Status"];
                /** @description Only these payouts, by comma. */
                ids?: components["parameters"]["Ids"];
            };
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getRefund: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                /** @description UUID version 7. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                per_page?: components["parameters"]["PerPage"];
                order?: components["parameters"]["Order"];
                /** @description Created at or after; a day or an instant, UTC. */
                date_from?: components["parameters"]["DateFrom"];
                /** @description Created at or before; a day counts to its end. */
                date_to?: components["parameters"]["DateTo"];
                /** @description An asset on a network. */
                gate_id?: components["parameters"]["GateId"];
                sort?: "created_at" | "status" | "type";
                /** @description In id, `event_id`, `invoice_id`, `object_id`, type and address. */
                search?: string;
                /** @description One or several, by comma. */
                kinds?: string;
                /** @description One or several, by comma. */
                status?: string;
                /** @description UUID version 7. */
                invoice_id?: string;
                /** @description UUID version 7. */
                endpoint_id?: string;
            };
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours return the first response again. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                /** @description UUID version 7. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendTestWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours return the first response again. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTest"];
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestSentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                /** @description Left out, one page holds all. */
                per_page?: number;
                /** @description An asset on a network. */
                gate_id?: components["parameters"]["GateId"];
            };
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours return the first response again. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookEndpoint"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecretResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                /** @description UUID version 7. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                /** @description UUID version 7. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                /** @description UUID version 7. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description What is left out stays as it is. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookEndpoint"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateWebhookEndpointSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours return the first response again. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                /** @description UUID version 7. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateEndpointSecret"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecretResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description `next` of the page before; none: from the newest. */
                after?: string;
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only this status, or class of statuses: `404`, `4xx`.
                 * @example 4xx
                 */
                status?: string;
                method?: "GET" | "POST" | "PATCH" | "PUT" | "DELETE" | "HEAD";
                /** @description Only paths that begin with it: `/api/v1/invoices`. */
                path?: string;
                /**
                 * @description Only requests answered after this moment.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                created_after?: string;
                /**
                 * @description Only requests answered before this moment.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                created_before?: string;
            };
            header?: {
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestLog"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    emulateBankTransfer: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours return the first response again. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmulateCredit"];
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmulatedCreditResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    emulateInvoicePayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours return the first response again. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                /** @description UUID version 7. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmulatePayment"];
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmulatedPaymentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    emulateAddressPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours return the first response again. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                /** @description UUID version 7. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmulateDeposit"];
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmulatedDepositResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    mineBlocks: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours return the first response again. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                network: components["parameters"]["Network"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MakeBlocks"];
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestedBlocksResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setNetworkFees: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours return the first response again. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version of the API that the call is written for. Default: that of the token. */
                "Tidegate-Version"?: components["parameters"]["TidegateVersion"];
            };
            path: {
                network: components["parameters"]["Network"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetFees"];
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Tidegate-Version": components["headers"]["TidegateVersion"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestedFeesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    receiveEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event. Each attempt has the same: handle it once. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was signed, in seconds since 1970. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or more signatures `v1,<base64>`, separated by spaces. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Received. Without it in 10 seconds, the event is sent again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused, for example because the signature is wrong. It is sent again later. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
