# Generated from docs/openapi/2026-11-29.json by `node scripts/generate-python-sdk.ts`.

from __future__ import annotations

from decimal import Decimal
from typing import Literal, TypedDict, Union

from typing_extensions import NotRequired, TypeAlias


class AddressBank(TypedDict):
    name: str
    iban: str
    bic: str
    creditor_reference: str
    """
    Every transfer must name it (ISO 11649): it says whose money it is.
    """


CardOrderStatus: TypeAlias = Literal[
    "placing",
    "identity",
    "payment",
    "processing",
    "sending",
    "delivered",
    "charged_back",
    "declined",
    "rejected",
    "expired",
    "refunded",
    "canceled",
    "failed",
]


CardOrderStatusReason: TypeAlias = Literal[
    "below_minimum",
    "above_maximum",
    "unavailable_here",
    "address_invalid",
    "identity_refused",
    "order_invalid",
    "partner_unavailable",
    "identity",
    "short",
    "elsewhere",
    "overdue",
    "contradiction",
    "mismatch",
    "resolved_by_operator",
]
"""
Why it is in its status, or what keeps it there. Reasons can be added.
"""


class Confirmations(TypedDict):
    current: int
    required: int


EventType: TypeAlias = str


class CreateWebhookEndpoint(TypedDict):
    url: str
    """
    https, in sandbox also http; no private network.
    """
    event_types: NotRequired[list[EventType]]
    """
    Types such as `invoice.done`, or `invoice.*` for all of an object. Default: all that you may read.
    """
    description: NotRequired[str | None]
    api_version: NotRequired[str]
    """
    The version of its webhooks. Default of a new one: that of the call.
    """


CryptoGateId: TypeAlias = Literal["BTC", "LTC", "BCH", "ETH", "USDT_ERC20", "USDT_TRC20", "TRX", "XRP"]
"""
A coin on a network.
"""


class DepositBank(TypedDict):
    name: str
    iban_last4: str
    booked_on: str


class DepositFees(TypedDict):
    service: str


DepositStatus: TypeAlias = Literal["created", "pending", "confirming", "processing", "done", "error"]


DepositStatusReason: TypeAlias = Literal[
    "below_minimum",
    "awaiting_finality",
    "reorganized",
    "replaced",
    "dropped",
    "failed",
    "conversion_not_possible",
    "conversion_waiting",
    "conversion_given_up",
    "resolved_by_operator",
]
"""
Why it is in its status, or what keeps it there. Reasons can be added.
"""


class EmulateCredit(TypedDict):
    amount: str | Decimal
    """
    A decimal amount in major units, as a string. JSON numbers are refused.
    """
    reference: NotRequired[str]
    """
    What the transfer says: the creditor reference of an address. Anything else goes to staff.
    """
    name: NotRequired[str]
    """
    Of the payer.
    """
    iban: NotRequired[str]
    """
    Of the payer.
    """


class EmulateDeposit(TypedDict):
    amount: str | Decimal
    """
    A decimal amount in major units, as a string. JSON numbers are refused.
    """
    scenario: NotRequired[Literal["paid", "replaced", "reorg", "wrong_asset"]]


class EmulatePayment(TypedDict):
    scenario: Literal["paid", "partial", "over", "late", "wrong_asset", "failed", "replaced", "reorg", "zero_conf"]
    amount: NotRequired[str | Decimal]
    """
    A decimal amount in major units, as a string. JSON numbers are refused.
    """


class EmulatedCredit(TypedDict):
    amount: str
    reference: str | None
    name: str
    iban: str


ErrorCode: TypeAlias = Literal[
    "malformed_request",
    "not_utf8",
    "unsupported_version",
    "invalid_api_key",
    "permission_denied",
    "mode_not_permitted",
    "ip_not_allowed",
    "merchant_blocked",
    "sandbox_only",
    "production_only",
    "production_not_permitted",
    "merchant_restricted",
    "not_found",
    "method_not_allowed",
    "request_timeout",
    "conflict",
    "illegal_transition",
    "gate_locked",
    "invoice_expired",
    "invoice_not_expired",
    "payment_seen",
    "reference_taken",
    "idempotency_mismatch",
    "idempotency_running",
    "account_frozen",
    "payout_signed",
    "shop_closed",
    "cursor_archived",
    "too_large",
    "unsupported_media_type",
    "validation_failed",
    "amount_invalid",
    "amount_too_small",
    "amount_too_large",
    "currency_unknown",
    "gate_unknown",
    "gate_not_offered",
    "address_invalid",
    "destination_tag_invalid",
    "conversion_not_possible",
    "insufficient_balance",
    "rate_limited",
    "headers_too_large",
    "internal_error",
    "rate_unavailable",
    "network_unavailable",
    "service_unavailable",
]
"""
For programs; a code never changes its meaning. Codes can be added.
"""


class InvoiceLimits(TypedDict):
    minimum: str
    maximum: str
    currency: str
    """
    ISO 4217 code of a fiat currency.
    """


GateId: TypeAlias = Literal["BTC", "LTC", "BCH", "ETH", "USDT_ERC20", "USDT_TRC20", "TRX", "XRP", "EUR"]


InvoiceConversion = TypedDict(
    "InvoiceConversion",
    {
        "id": str,
        "from": GateId,
        "to": GateId,
        "amount_from": str,
        "amount_to": str,
        "rate": str,
        "at": Literal["locked", "present"],
    },
)


class InvoiceCustomer(TypedDict):
    email: NotRequired[str]
    name: NotRequired[str]


class InvoiceFees(TypedDict):
    """
    In the invoice currency.
    """

    service: str
    network: str
    """
    Paid by the customer; 0 where the merchant pays it.
    """
    conversion: str
    """
    Paid by the customer for an automatic conversion; 0 where the merchant pays it.
    """
    payer: Literal["merchant", "customer"]
    """
    Of the service fee.
    """


class InvoiceItem(TypedDict):
    """
    A line of the order, in the invoice currency.
    """

    type: Literal["item", "discount", "shipping", "fee", "tax"]
    name: str
    quantity: float
    """
    Up to eight decimals.
    """
    unit: str | None
    price: str
    """
    Of one; up to eight decimals.
    """
    amount: str
    """
    Of the line; negative for discounts.
    """
    tax: str | None
    """
    Contained in the amount.
    """
    sku: str | None


class InvoiceRate(TypedDict):
    value: str
    source: str
    locked_at: str
    """
    ISO 8601, UTC, milliseconds.
    """
    expires_at: str
    """
    ISO 8601, UTC, milliseconds.
    """


InvoiceStatus: TypeAlias = Literal[
    "new",
    "pending",
    "confirming",
    "partially_paid",
    "overpaid",
    "processing",
    "done",
    "expired",
    "expired_paid",
    "invalid",
    "refund_requested",
    "refunded",
    "partially_refunded",
    "canceled",
    "error",
]


InvoiceStatusReason: TypeAlias = Literal[
    "underpaid",
    "underpaid_accepted",
    "excess_kept",
    "completed_by_merchant",
    "auto_completed",
    "paid_late",
    "underpaid_late",
    "reference_taken",
    "paid_after_cancel",
    "paid_after_refund",
    "canceled_by_merchant",
    "not_paid",
    "not_confirmed_in_time",
    "payment_dropped",
    "payment_found",
    "reorganised",
    "confirmation_overdue",
    "awaiting_finality",
    "conversion_not_possible",
    "conversion_waiting",
    "conversion_given_up",
    "resolved_by_operator",
]
"""
Why it is in its status, or what keeps it there. Reasons can be added.
"""


class InvoiceTax(TypedDict):
    name: str
    rate: str
    """
    Per cent.
    """
    amount: str


class Token(TypedDict):
    id: str
    """
    UUID version 7.
    """
    name: str | None


class LoggedRequest(TypedDict):
    id: str
    """
    UUID version 7.
    """
    created_at: str
    """
    When the answer ended.
    """
    request_id: str
    """
    `X-Request-Id` of the answer.
    """
    method: str
    route: str
    path: str
    """
    With the ids that were called, and without the query.
    """
    status: int
    error_code: str | None
    duration_ms: int
    idempotency_key: bool
    """
    True: it had an `Idempotency-Key`.
    """
    api_version: str | None
    """
    Null: from before versions existed, or refused before one was chosen.
    """
    token: Token


class MakeBlocks(TypedDict):
    count: NotRequired[int]


class Lines(TypedDict):
    total: int
    valid: int
    not_valid: int
    sent: int
    done: int
    failed: int


class Problem(TypedDict):
    field: str
    reason: str


MassPayoutStatus: TypeAlias = Literal[
    "new", "validated", "not_valid", "pending", "queue", "confirming", "done", "error"
]


MassPayoutStatusReason: TypeAlias = Literal[
    "awaiting_approval", "cooling_off", "canceled_by_merchant", "approval_expired", "approval_void", "lines_failed"
]
"""
Why it is in its status, or what keeps it there. Reasons can be added.
"""


class Valid(TypedDict):
    lines: int
    amount: str
    """
    What they ask for.
    """
    total: str
    """
    What leaves the balance.
    """


class NotValid(TypedDict):
    lines: int
    amount: str
    """
    As far as it could be read.
    """


class MassPayoutTotal(TypedDict):
    """
    Of one asset, in its coins.
    """

    gate_id: CryptoGateId
    valid: Valid
    not_valid: NotValid


class Merchant(TypedDict):
    id: str
    """
    UUID version 7.
    """
    name: str | None


class Shop(TypedDict):
    id: str | None
    """
    Null: the first shop, whose tokens alone see or make payouts.
    """
    profile_id: str
    """
    UUID version 7.
    """
    name: str
    closed: bool
    """
    True: it takes no new payments.
    """
    api_version: str
    """
    Of webhooks to notification URLs.
    """


class Token1(TypedDict):
    id: str
    """
    UUID version 7.
    """
    name: str
    api_version: str
    """
    Of calls that name none in `Tidegate-Version`.
    """


class Limits(TypedDict):
    requests_per_minute: int
    event_streams: int
    webhook_endpoints: int


Mode: TypeAlias = Literal["sandbox", "production"]


class Movement(TypedDict):
    id: str
    """
    Of the movement; grows with time.
    """
    at: str
    """
    ISO 8601, UTC, milliseconds.
    """
    gate_id: GateId
    kind: str
    amount: str
    """
    Below zero: it went out.
    """
    balance: str
    """
    Available after it.
    """
    value: str | None
    """
    What it was worth at the rate of its hour; null where none of that hour is known.
    """
    currency: str
    """
    ISO 4217 code of a fiat currency.
    """
    invoice_id: str | None
    """
    UUID version 7.
    """
    payout_id: str | None
    """
    UUID version 7.
    """
    refund_id: str | None
    """
    UUID version 7.
    """
    mass_payout_id: str | None
    """
    UUID version 7.
    """
    withdrawal_id: str | None
    """
    UUID version 7.
    """
    conversion_id: str | None
    """
    UUID version 7.
    """
    deposit_id: str | None
    """
    UUID version 7.
    """
    reference: str | None


Network: TypeAlias = Literal["BTC", "LTC", "BCH", "ETH", "TRON", "XRP"]


class NewCustomer(TypedDict):
    """
    Only decorates the order: what is no email address is left out.
    """

    email: NotRequired[str]
    name: NotRequired[str]


class NewItem(TypedDict):
    """
    A line of the order: `name`, and `price` or `amount`.
    """

    type: NotRequired[Literal["item", "discount", "shipping", "fee", "tax"]]
    """
    Default: `item`.
    """
    name: str
    quantity: NotRequired[float | str]
    """
    Above 0, with up to eight decimals; a number or a decimal string. Default: 1.
    """
    unit: NotRequired[str]
    """
    What is counted, e.g. `kg`.
    """
    price: NotRequired[str | Decimal]
    """
    A decimal amount: of one, with up to eight decimals.
    """
    amount: NotRequired[str | Decimal]
    """
    A decimal amount: of the line, negative for discounts. Default: quantity × price, rounded.
    """
    tax: NotRequired[str | Decimal]
    """
    A decimal amount: the tax that the amount contains; only shown.
    """
    sku: NotRequired[str]
    """
    Your number of the article.
    """


class NewMassPayoutLine(TypedDict):
    gate_id: CryptoGateId
    address: str
    """
    Of the network of the gate.
    """
    destination_tag: NotRequired[str]
    """
    Of XRP, where the recipient asks for one.
    """
    amount: str | Decimal
    """
    A decimal amount in major units, as a string. JSON numbers are refused.
    """
    reference: NotRequired[str]
    """
    Your own id of the payment.
    """


class OtherPayment(TypedDict):
    txid: str
    output: str
    network: Network
    gate_id: CryptoGateId | None
    """
    Null for a token that no gate accepts.
    """
    amount: str | None
    """
    Null for a token whose decimals are unknown.
    """
    status: Literal["confirming", "safe", "returned"]
    returned_by: Literal["refund", "support"]
    """
    How it goes back: by a refund of the invoice, or by support.
    """
    first_seen_at: str
    """
    ISO 8601, UTC, milliseconds.
    """


OutgoingStatus: TypeAlias = Literal["signed", "sent", "mined", "confirmed", "replaced", "failed"]


class OutgoingTransaction(TypedDict):
    txid: str
    status: OutgoingStatus
    confirmations: int


class Pagination(TypedDict):
    total: int
    page: int
    per_page: int


class PaymentLink(TypedDict):
    id: str
    """
    UUID version 7.
    """
    title: str
    description: str | None
    amount: str
    currency: str
    """
    ISO 4217 code of a fiat currency.
    """
    gates: list[CryptoGateId] | None
    """
    Null: the profile's assets.
    """
    success_url: str | None
    active: bool
    invoice_count: int
    url: str
    """
    Each payer who opens it and continues gets a separate invoice.
    """
    created_at: str
    """
    ISO 8601, UTC, milliseconds.
    """


PaymentRequestStatus: TypeAlias = Literal["sent", "paying", "paid", "expired", "canceled"]


PayoutFeePayer: TypeAlias = Literal["merchant", "recipient"]


class PayoutFees(TypedDict):
    """
    In coins of the gate.
    """

    service: str
    network: str
    payer: PayoutFeePayer


class Fees(TypedDict):
    service: str
    network: str


class PayoutQuote(TypedDict):
    """
    What a payout would cost now. Amounts are in coins of the gate.
    """

    gate_id: CryptoGateId
    fee_payer: PayoutFeePayer
    net_amount: str
    total: str
    fees: Fees
    value: str | None
    """
    What leaves the balance, in the currency of the profile.
    """
    problem: str | None
    """
    Why this amount would be refused.
    """
    available: str
    min: str
    max: str | None
    """
    Of one payout; null is no bound.
    """
    is_open: bool
    """
    Payouts of this asset can be requested.
    """
    network_fee_at: str | None
    """
    When the node reported them; null: the typical fee.
    """


PayoutStatus: TypeAlias = Literal["new", "pending", "queue", "confirming", "done", "error", "canceled"]


PayoutStatusReason: TypeAlias = Literal[
    "awaiting_approval",
    "cooling_off",
    "canceled_by_merchant",
    "approval_expired",
    "stopped",
    "hourly_limit",
    "daily_limit",
    "amount_limit",
    "own_limit",
    "balance_frozen",
    "no_funds",
    "fee_too_high",
    "network_unavailable",
    "token_refuses",
    "production_closed",
    "address_refused",
    "approval_void",
    "hold_mismatch",
    "transaction_failed",
    "transaction_conflict",
    "transaction_refused",
    "transaction_lapsed",
    "confirmation_overdue",
    "sent_again",
    "reorganised",
    "resolved_by_operator",
]
"""
Why it is in its status, or what keeps it there. Reasons can be added.
"""


class PricingCurrency(TypedDict):
    """
    A fiat currency in which an invoice may be priced.
    """

    code: str
    """
    ISO 4217 code of a fiat currency.
    """
    decimals: int
    """
    Places of its amounts.
    """


class Rate(TypedDict):
    gate_id: GateId
    asset: str
    currency: str
    """
    ISO 4217 code of a fiat currency.
    """
    value: str
    """
    Fiat for one coin.
    """
    source: str
    sampled_at: str
    """
    ISO 8601, UTC, milliseconds.
    """
    expires_at: str
    """
    ISO 8601, UTC, milliseconds.
    """


class RefundLink(TypedDict):
    id: str
    """
    UUID version 7.
    """
    invoice_id: str
    """
    UUID version 7.
    """
    url: str
    """
    For the payer alone: the person who has it decides where the money goes.
    """
    amount: str
    """
    In `currency`; coins of the gate at the rate when the payer claims it.
    """
    currency: str
    """
    ISO 4217 code of a fiat currency.
    """
    gate_id: CryptoGateId
    payer_gates: list[CryptoGateId]
    """
    What the payer may take instead.
    """
    sent_to: str | None
    """
    Masked; null without an email address on the invoice.
    """
    reason: str | None
    created_at: str
    """
    ISO 8601, UTC, milliseconds.
    """
    expires_at: str
    """
    ISO 8601, UTC, milliseconds.
    """


RefundStatusReason: TypeAlias = Literal[
    "awaiting_approval",
    "cooling_off",
    "canceled_by_merchant",
    "approval_expired",
    "stopped",
    "hourly_limit",
    "daily_limit",
    "amount_limit",
    "own_limit",
    "balance_frozen",
    "no_funds",
    "fee_too_high",
    "network_unavailable",
    "token_refuses",
    "production_closed",
    "address_refused",
    "approval_void",
    "hold_mismatch",
    "transaction_failed",
    "transaction_conflict",
    "transaction_refused",
    "transaction_lapsed",
    "confirmation_overdue",
    "sent_again",
    "reorganised",
    "resolved_by_operator",
]
"""
Why it is in its status, or what keeps it there. Reasons can be added.
"""


class RequestLog(TypedDict):
    data: list[LoggedRequest]
    has_more: bool
    """
    Read on: with a filter, the next page may be empty.
    """
    next: str
    """
    Value for `after` of the next call, which is about older requests.
    """


class RequestedBlocks(TypedDict):
    network: Network
    count: int


class RequestedFees(TypedDict):
    network: Network
    percent: int
    seconds: int


class RotateEndpointSecret(TypedDict):
    overlap_hours: NotRequired[int]
    """
    How long the old secret signs beside the new.
    """


class SetFees(TypedDict):
    percent: int
    """
    Of the usual fees; 100 is the usual.
    """
    seconds: NotRequired[int]
    """
    After this the usual fees hold again.
    """


class TestSent(TypedDict):
    id: str
    """
    UUID version 7.
    """
    type: str
    url: str


class Data(TypedDict):
    id: str
    """
    UUID version 7.
    """
    mode: Literal["sandbox", "production"]
    message: str


class TestWebhook(TypedDict):
    id: str
    """
    The `webhook-id`. The same webhook can arrive several times.
    """
    type: Literal["webhook.test"]
    """
    What happened.
    """
    timestamp: str
    """
    When it happened.
    """
    data: Data


TransactionStatus: TypeAlias = Literal["seen", "mined", "confirmed", "dropped", "replaced", "failed"]
"""
What the chain says of the transaction.
"""


class UpdatePaymentLink(TypedDict):
    """
    What is left out stays as it is.
    """

    active: NotRequired[bool]
    title: NotRequired[str]
    """
    What is paid for.
    """
    description: NotRequired[str | None]
    amount: NotRequired[str | Decimal]
    currency: NotRequired[str]
    """
    ISO 4217 code of a fiat currency.
    """
    gates: NotRequired[list[CryptoGateId] | None]
    success_url: NotRequired[str | None]


class UpdateWebhookEndpoint(TypedDict):
    """
    What is left out stays as it is.
    """

    url: NotRequired[str]
    """
    https, in sandbox also http; no private network.
    """
    event_types: NotRequired[list[EventType]]
    """
    Types such as `invoice.done`, or `invoice.*` for all of an object.
    """
    description: NotRequired[str | None]
    api_version: NotRequired[str]
    """
    The version of its webhooks. Default of a new one: that of the call.
    """
    enabled: NotRequired[bool]
    """
    False: nothing more is sent to it, and nothing that it missed later.
    """


class Warning(TypedDict):
    field: str
    """
    Path of the field.
    """
    code: Literal[
        "unknown_field",
        "too_long",
        "invalid_email",
        "unknown_locale",
        "not_text",
        "not_an_object",
        "control_characters",
        "host_not_reachable",
        "updated",
        "not_updated",
    ]
    message: str


class WebhookAttempt(TypedDict):
    attempt: int
    started_at: str
    """
    ISO 8601, UTC, milliseconds.
    """
    duration_ms: int
    http_status: int | None
    error: str | None
    """
    refused_address, timeout, redirect, tls, connect or too_large; null after an answer.
    """
    answer: str | None
    """
    The first 1 000 characters of the answer.
    """


class WebhookDelivery(TypedDict):
    id: str
    """
    Of the delivery: of one to a notification URL, the same as `event_id`.
    """
    event_id: str
    """
    The `webhook-id` header, and the id in GET /events.
    """
    endpoint_id: str | None
    """
    Null: it goes to a notification URL.
    """
    type: str
    invoice_id: str | None
    """
    UUID version 7.
    """
    object: (
        Literal[
            "invoice",
            "payout",
            "mass_payout",
            "refund",
            "conversion",
            "deposit",
            "withdrawal",
            "card_order",
            "payment_request",
        ]
        | None
    )
    """
    What the event happened to; null for a test.
    """
    object_id: str | None
    """
    UUID version 7.
    """
    url: str
    status: Literal["pending", "delivered", "retrying", "failed"]
    attempt_count: int
    next_attempt_at: str | None
    """
    ISO 8601, UTC, milliseconds.
    """
    delivered_at: str | None
    """
    ISO 8601, UTC, milliseconds.
    """
    created_at: str
    """
    ISO 8601, UTC, milliseconds.
    """
    attempts: list[WebhookAttempt]


class WebhookEndpoint(TypedDict):
    """
    Where events go besides the notification URLs.
    """

    id: str
    """
    UUID version 7.
    """
    url: str
    description: str | None
    event_types: list[str]
    format: Literal["standard", "greenfield"]
    """
    How it is written to. `standard`: body and headers of Standard Webhooks; `greenfield`: as BTCPay does, for an endpoint that a shop plugin made.
    """
    enabled: bool
    disabled_at: str | None
    """
    ISO 8601, UTC, milliseconds.
    """
    previous_secret_until: str | None
    """
    Until then every webhook is signed with the secret before this one, too.
    """
    version: int
    api_version: str
    """
    The version of the API that its webhooks are written in.
    """
    created_at: str
    """
    ISO 8601, UTC, milliseconds.
    """


class WebhookEndpointWithSecret(TypedDict):
    id: str
    """
    UUID version 7.
    """
    url: str
    description: str | None
    event_types: list[str]
    format: Literal["standard", "greenfield"]
    """
    How it is written to. `standard`: body and headers of Standard Webhooks; `greenfield`: as BTCPay does, for an endpoint that a shop plugin made.
    """
    enabled: bool
    disabled_at: str | None
    """
    ISO 8601, UTC, milliseconds.
    """
    previous_secret_until: str | None
    """
    Until then every webhook is signed with the secret before this one, too.
    """
    version: int
    api_version: str
    """
    The version of the API that its webhooks are written in.
    """
    created_at: str
    """
    ISO 8601, UTC, milliseconds.
    """
    secret: str


class WebhookTest(TypedDict):
    url: NotRequired[str]
    """
    Default: the notification URL of the profile.
    """
    endpoint_id: NotRequired[str]
    """
    This endpoint, signed with its secret, instead of a URL.
    """


class WithdrawalFees(TypedDict):
    service: str
    network: str
    payer: PayoutFeePayer


class WithdrawalMethodName(TypedDict):
    id: str
    """
    UUID version 7.
    """
    title: str
    type: Literal["crypto", "fiat"]


class WithdrawalRecipient(TypedDict):
    address: str | None
    destination_tag: str | None
    iban: str | None
    """
    Its first and last characters.
    """
    account_name: str | None


WithdrawalStatusReason: TypeAlias = Literal[
    "awaiting_approval",
    "cooling_off",
    "canceled_by_merchant",
    "approval_expired",
    "stopped",
    "hourly_limit",
    "daily_limit",
    "amount_limit",
    "own_limit",
    "balance_frozen",
    "no_funds",
    "fee_too_high",
    "network_unavailable",
    "token_refuses",
    "production_closed",
    "address_refused",
    "approval_void",
    "hold_mismatch",
    "transaction_failed",
    "transaction_conflict",
    "transaction_refused",
    "transaction_lapsed",
    "confirmation_overdue",
    "sent_again",
    "reorganised",
    "resolved_by_operator",
    "method_paused",
    "method_changed",
    "name_question",
    "name_declined",
    "bank_rejected",
    "bank_returned",
    "bank_overdue",
    "booked_after_end",
]
"""
Why it is in its status, or what keeps it there. Reasons can be added.
"""


class ListCurrenciesQuery(TypedDict):
    page: NotRequired[int]
    per_page: NotRequired[int]
    """
    Left out, one page holds all.
    """
    gate_id: NotRequired[GateId]
    """
    An asset on a network.
    """


class ListInvoicesQuery(TypedDict):
    page: NotRequired[int]
    per_page: NotRequired[int]
    order: NotRequired[Literal["asc", "desc"]]
    date_from: NotRequired[str]
    """
    Created at or after; a day or an instant, UTC.
    """
    date_to: NotRequired[str]
    """
    Created at or before; a day counts to its end.
    """
    gate_id: NotRequired[GateId]
    """
    An asset on a network.
    """
    reference: NotRequired[str]
    sort: NotRequired[Literal["created_at", "expires_at", "completed_at", "total", "status", "reference"]]
    search: NotRequired[str]
    """
    Searches ID, reference, description, address, transaction ID and customer email; a metadata value only as a whole.
    """
    metadata: NotRequired[str]
    """
    A key of the metadata and its whole value, with a colon between: the fast way to find an invoice by it.
    """
    status: NotRequired[str]
    """
    One or several, by comma.
    """
    ids: NotRequired[str]
    """
    Only these invoices, by comma.
    """


class ListPaymentLinksQuery(TypedDict):
    page: NotRequired[int]
    per_page: NotRequired[int]
    order: NotRequired[Literal["asc", "desc"]]
    date_from: NotRequired[str]
    """
    Created at or after; a day or an instant, UTC.
    """
    date_to: NotRequired[str]
    """
    Created at or before; a day counts to its end.
    """
    active: NotRequired[bool]
    search: NotRequired[str]
    """
    In title, description and id.
    """
    sort: NotRequired[Literal["created_at", "title", "invoice_count"]]
    gate_id: NotRequired[CryptoGateId]
    """
    Payable in this asset: links that name it, and those that leave the assets to the profile.
    """


class ListPaymentRequestsQuery(TypedDict):
    page: NotRequired[int]
    per_page: NotRequired[int]
    order: NotRequired[Literal["asc", "desc"]]
    date_from: NotRequired[str]
    """
    Created at or after; a day or an instant, UTC.
    """
    date_to: NotRequired[str]
    """
    Created at or before; a day counts to its end.
    """
    status: NotRequired[str]
    """
    One or several, by comma.
    """
    search: NotRequired[str]
    """
    Searches ID, recipient and description.
    """
    sort: NotRequired[Literal["created_at", "expires_at", "status"]]
    gate_id: NotRequired[CryptoGateId]
    """
    Payable in this asset: requests that name it, and those that leave the assets to the profile.
    """


class ListGatesQuery(TypedDict):
    page: NotRequired[int]
    per_page: NotRequired[int]
    """
    Left out, one page holds all.
    """
    gate_id: NotRequired[GateId]
    """
    An asset on a network.
    """


class ListRatesQuery(TypedDict):
    page: NotRequired[int]
    per_page: NotRequired[int]
    """
    Left out, one page holds all.
    """
    gate_id: NotRequired[GateId]
    """
    An asset on a network.
    """
    currency: NotRequired[str]
    """
    ISO 4217 code of a fiat currency.
    """


class ListBalancesQuery(TypedDict):
    page: NotRequired[int]
    per_page: NotRequired[int]
    """
    Left out, one page holds all.
    """
    gate_id: NotRequired[GateId]
    """
    An asset on a network.
    """


class ListEventsQuery(TypedDict):
    after: NotRequired[str]
    """
    The id of the last event read; `latest`: only what is still to come; none: from the beginning.
    """
    limit: NotRequired[int]
    types: NotRequired[str]
    """
    Only these types, by comma: `invoice.done`, or `invoice.*` for all of an object.
    """
    object_id: NotRequired[str]
    """
    Only events of this invoice, payout or other object.
    """
    created_after: NotRequired[str]
    """
    Only events made after this moment.
    """


class FollowEventsQuery(TypedDict):
    after: NotRequired[str]
    """
    The id of the last event read; none: only what is still to come. `Last-Event-ID` counts more.
    """
    types: NotRequired[str]
    """
    Only these types, by comma: `invoice.done`, or `invoice.*` for all of an object.
    """
    object_id: NotRequired[str]
    """
    Only events of this invoice, payout or other object.
    """


class ListLedgerEntriesQuery(TypedDict):
    gate_id: GateId
    """
    An asset on a network.
    """
    after: NotRequired[str]
    """
    `next` of the page before; none: from the first line.
    """
    limit: NotRequired[int]
    date_to: NotRequired[str]
    """
    Only lines up to this moment.
    """


class QuotePayoutQuery(TypedDict):
    gate_id: CryptoGateId
    """
    A coin on a network.
    """
    amount: str | Decimal
    """
    A decimal amount in major units, as a string. JSON numbers are refused.
    """
    fee_payer: PayoutFeePayer
    """
    `merchant`: the address gets the amount, fees come on top. `recipient`: fees are taken from the amount.
    """


class ListPayoutsQuery(TypedDict):
    page: NotRequired[int]
    per_page: NotRequired[int]
    order: NotRequired[Literal["asc", "desc"]]
    date_from: NotRequired[str]
    """
    Created at or after; a day or an instant, UTC.
    """
    date_to: NotRequired[str]
    """
    Created at or before; a day counts to its end.
    """
    gate_id: NotRequired[GateId]
    """
    An asset on a network.
    """
    reference: NotRequired[str]
    sort: NotRequired[Literal["created_at", "completed_at", "amount", "status", "reference"]]
    search: NotRequired[str]
    """
    Searches ID, reference, description, address and transaction ID.
    """
    status: NotRequired[str]
    """
    One or several, by comma.
    """
    ids: NotRequired[str]
    """
    Only these payouts, by comma.
    """


class ListAddressesQuery(TypedDict):
    page: NotRequired[int]
    per_page: NotRequired[int]
    order: NotRequired[Literal["asc", "desc"]]
    date_from: NotRequired[str]
    """
    Created at or after; a day or an instant, UTC.
    """
    date_to: NotRequired[str]
    """
    Created at or before; a day counts to its end.
    """
    gate_id: NotRequired[GateId]
    """
    An asset on a network.
    """
    reference: NotRequired[str]
    sort: NotRequired[Literal["created_at", "reference"]]
    search: NotRequired[str]
    """
    Searches ID, reference, description and address.
    """


class ListDepositsQuery(TypedDict):
    page: NotRequired[int]
    per_page: NotRequired[int]
    order: NotRequired[Literal["asc", "desc"]]
    date_from: NotRequired[str]
    """
    Created at or after; a day or an instant, UTC.
    """
    date_to: NotRequired[str]
    """
    Created at or before; a day counts to its end.
    """
    gate_id: NotRequired[GateId]
    """
    An asset on a network.
    """
    reference: NotRequired[str]
    address_id: NotRequired[str]
    """
    Only deposits to this address.
    """
    sort: NotRequired[Literal["created_at", "completed_at", "amount", "status"]]
    search: NotRequired[str]
    """
    Searches ID, reference, address and transaction ID.
    """
    status: NotRequired[str]
    """
    One or several, by comma.
    """


class ListCardOrdersQuery(TypedDict):
    page: NotRequired[int]
    per_page: NotRequired[int]
    order: NotRequired[Literal["asc", "desc"]]
    date_from: NotRequired[str]
    """
    Created at or after; a day or an instant, UTC.
    """
    date_to: NotRequired[str]
    """
    Created at or before; a day counts to its end.
    """
    gate_id: NotRequired[CryptoGateId]
    """
    A coin on a network.
    """
    sort: NotRequired[Literal["created_at", "delivered_at", "status"]]
    search: NotRequired[str]
    """
    Searches ID, address, transaction and invoice.
    """
    status: NotRequired[str]
    """
    One or several, by comma.
    """


class ListWithdrawalsQuery(TypedDict):
    page: NotRequired[int]
    per_page: NotRequired[int]
    order: NotRequired[Literal["asc", "desc"]]
    date_from: NotRequired[str]
    """
    Created at or after; a day or an instant, UTC.
    """
    date_to: NotRequired[str]
    """
    Created at or before; a day counts to its end.
    """
    gate_id: NotRequired[GateId]
    """
    An asset on a network.
    """
    sort: NotRequired[Literal["created_at", "completed_at", "amount", "status"]]
    search: NotRequired[str]
    """
    Searches ID, method, recipient, bank reference and transaction ID.
    """
    status: NotRequired[str]
    """
    One or several, by comma.
    """


class ListMassPayoutsQuery(TypedDict):
    page: NotRequired[int]
    per_page: NotRequired[int]
    order: NotRequired[Literal["asc", "desc"]]
    date_from: NotRequired[str]
    """
    Created at or after; a day or an instant, UTC.
    """
    date_to: NotRequired[str]
    """
    Created at or before; a day counts to its end.
    """
    gate_id: NotRequired[GateId]
    """
    An asset on a network.
    """
    search: NotRequired[str]
    """
    In id and file name.
    """
    ids: NotRequired[str]
    """
    Only these payouts, by comma.
    """
    sort: NotRequired[Literal["created_at"]]
    status: NotRequired[str]
    """
    One or several, by comma.
    """


class ListMassPayoutLinesQuery(TypedDict):
    page: NotRequired[int]
    per_page: NotRequired[int]
    order: NotRequired[Literal["asc", "desc"]]
    gate_id: NotRequired[GateId]
    """
    An asset on a network.
    """
    search: NotRequired[str]
    """
    In address and reference, and in the cells of a line that is not valid.
    """
    show: NotRequired[Literal["all", "not_valid", "open", "done", "failed"]]
    """
    Which lines; default all.
    """


class ListRefundsQuery(TypedDict):
    page: NotRequired[int]
    per_page: NotRequired[int]
    order: NotRequired[Literal["asc", "desc"]]
    date_from: NotRequired[str]
    """
    Created at or after; a day or an instant, UTC.
    """
    date_to: NotRequired[str]
    """
    Created at or before; a day counts to its end.
    """
    gate_id: NotRequired[GateId]
    """
    An asset on a network.
    """
    reference: NotRequired[str]
    sort: NotRequired[Literal["created_at", "completed_at", "amount", "status", "reference"]]
    search: NotRequired[str]
    """
    Searches ID, reference, description, address and transaction ID.
    """
    status: NotRequired[str]
    """
    One or several, by comma.
    """
    ids: NotRequired[str]
    """
    Only these payouts, by comma.
    """


class ListWebhookDeliveriesQuery(TypedDict):
    page: NotRequired[int]
    per_page: NotRequired[int]
    order: NotRequired[Literal["asc", "desc"]]
    date_from: NotRequired[str]
    """
    Created at or after; a day or an instant, UTC.
    """
    date_to: NotRequired[str]
    """
    Created at or before; a day counts to its end.
    """
    gate_id: NotRequired[GateId]
    """
    An asset on a network.
    """
    sort: NotRequired[Literal["created_at", "status", "type"]]
    search: NotRequired[str]
    """
    In id, `event_id`, `invoice_id`, `object_id`, type and address.
    """
    kinds: NotRequired[str]
    """
    One or several, by comma.
    """
    status: NotRequired[str]
    """
    One or several, by comma.
    """
    invoice_id: NotRequired[str]
    """
    UUID version 7.
    """
    endpoint_id: NotRequired[str]
    """
    UUID version 7.
    """


class ListWebhookEndpointsQuery(TypedDict):
    page: NotRequired[int]
    per_page: NotRequired[int]
    """
    Left out, one page holds all.
    """
    gate_id: NotRequired[GateId]
    """
    An asset on a network.
    """


class ListRequestsQuery(TypedDict):
    after: NotRequired[str]
    """
    `next` of the page before; none: from the newest.
    """
    limit: NotRequired[int]
    status: NotRequired[str]
    """
    Only this status, or class of statuses: `404`, `4xx`.
    """
    method: NotRequired[Literal["GET", "POST", "PATCH", "PUT", "DELETE", "HEAD"]]
    path: NotRequired[str]
    """
    Only paths that begin with it: `/api/v1/invoices`.
    """
    created_after: NotRequired[str]
    """
    Only requests answered after this moment.
    """
    created_before: NotRequired[str]
    """
    Only requests answered before this moment.
    """


class Autoconversion(TypedDict):
    type: Literal["none", "full", "partial"]
    gate_id: NotRequired[GateId]
    percent: NotRequired[int]
    """
    Of a partial conversion.
    """


class AutoconversionInput(TypedDict):
    type: Literal["none", "full", "partial"]
    gate_id: NotRequired[GateId]
    percent: NotRequired[int]
    """
    Of a partial conversion.
    """


class Balance(TypedDict):
    gate_id: GateId
    asset: str
    available: str
    """
    Can be paid out.
    """
    pending: str
    """
    Received, and its invoice not done.
    """
    held: str
    """
    For what is going out.
    """
    frozen: bool


class CardOrder(TypedDict):
    id: str
    """
    UUID version 7.
    """
    version: int
    """
    Only grows; a webhook of a lower version is older.
    """
    status: CardOrderStatus
    status_reason: CardOrderStatusReason | None
    """
    Null where the status says everything.
    """
    mode: Mode
    invoice_id: str | None
    """
    UUID version 7.
    """
    gate_id: CryptoGateId
    fiat: str
    """
    ISO 4217 code of a fiat currency.
    """
    fiat_amount: str
    """
    All that the card is charged, fees included.
    """
    crypto_amount: str
    """
    In units of the gate.
    """
    country: str
    """
    Where the customer lives, ISO 3166-1 alpha-2.
    """
    method: Literal["card", "apple_pay", "google_pay"]
    customer_email: str | None
    """
    Masked.
    """
    address: str | None
    """
    Where the coins go.
    """
    destination_tag: str | None
    txid: str | None
    earnings: str | None
    """
    Your share of the commission, in euro; once delivered.
    """
    earnings_status: Literal["pending", "available", "reversed"] | None
    """
    `pending`: not in your balance yet. `reversed`: taken back after a chargeback.
    """
    earnings_available_at: str | None
    """
    ISO 8601, UTC, milliseconds.
    """
    created_at: str
    """
    ISO 8601, UTC, milliseconds.
    """
    delivered_at: str | None
    """
    ISO 8601, UTC, milliseconds.
    """
    closed_at: str | None
    """
    ISO 8601, UTC, milliseconds.
    """


class CardOrderEvent(TypedDict):
    id: str
    """
    The `webhook-id` of the webhook that carried it.
    """
    type: Literal[
        "card_order.processing",
        "card_order.sending",
        "card_order.delivered",
        "card_order.charged_back",
        "card_order.declined",
        "card_order.rejected",
        "card_order.expired",
        "card_order.refunded",
        "card_order.canceled",
        "card_order.failed",
    ]
    """
    What happened.
    """
    timestamp: str
    """
    When it happened.
    """
    data: CardOrder


class CardOrderWebhook(TypedDict):
    id: str
    """
    The `webhook-id`. The same webhook can arrive several times.
    """
    type: Literal[
        "card_order.processing",
        "card_order.sending",
        "card_order.delivered",
        "card_order.charged_back",
        "card_order.declined",
        "card_order.rejected",
        "card_order.expired",
        "card_order.refunded",
        "card_order.canceled",
        "card_order.failed",
    ]
    """
    What happened.
    """
    timestamp: str
    """
    When it happened.
    """
    data: CardOrder


class ChangeInvoice(TypedDict):
    amount: NotRequired[str | Decimal]
    """
    A decimal amount in major units, as a string. JSON numbers are refused.
    """
    items: NotRequired[list[NewItem]]
    items_total: NotRequired[Literal["exact", "informative"]]
    """
    `exact` (default): `amount` may differ from the sum of the items by one minor unit per line, for rounding. `informative`: the items are only shown, and `amount` is charged.
    """
    reference: NotRequired[str]
    """
    Your order id; unique in the profile while its invoice lives. Whole numbers are stored as text.
    """
    metadata: NotRequired[dict[str, str]]
    """
    Up to 20 keys of your own, of up to 64 characters. Whole numbers are stored as text.
    """


Conversion = TypedDict(
    "Conversion",
    {
        "id": str,
        "from": GateId,
        "to": GateId,
        "amount_from": str,
        "amount_to": str,
        "rate": str,
        "spread_bps": int,
        "fee": str,
        "version": int,
        "status": Literal["done"],
        "mode": Mode,
        "invoice_id": Union[str, None],
        "deposit_id": Union[str, None],
        "at": Literal["locked", "present"],
        "created_at": str,
    },
)


class ConversionEvent(TypedDict):
    id: str
    """
    The `webhook-id` of the webhook that carried it.
    """
    type: Literal["conversion.done"]
    """
    What happened.
    """
    timestamp: str
    """
    When it happened.
    """
    data: Conversion


class ConversionWebhook(TypedDict):
    id: str
    """
    The `webhook-id`. The same webhook can arrive several times.
    """
    type: Literal["conversion.done"]
    """
    What happened.
    """
    timestamp: str
    """
    When it happened.
    """
    data: Conversion


class CreateInvoice(TypedDict):
    amount: NotRequired[str | Decimal]
    """
    A decimal amount in major units, as a string. JSON numbers are refused.
    """
    currency: str
    """
    ISO 4217 code of a fiat currency.
    """
    items: NotRequired[list[NewItem]]
    items_total: NotRequired[Literal["exact", "informative"]]
    """
    `exact` (default): `amount` may differ from the sum of the items by one minor unit per line, for rounding. `informative`: the items are only shown, and `amount` is charged.
    """
    reference: NotRequired[str]
    """
    Your order id; unique in the profile while its invoice lives. Whole numbers are stored as text.
    """
    gates: NotRequired[list[CryptoGateId]]
    gate_id: NotRequired[CryptoGateId]
    description: NotRequired[str]
    customer: NotRequired[NewCustomer]
    success_url: NotRequired[str]
    """
    Where the payer returns to after paying. On the domain of the profile, which production needs for it. `{invoice_id}` and `{reference}` are filled in.
    """
    cancel_url: NotRequired[str]
    """
    Where the payer returns to without paying. On the domain of the profile, which production needs for it. `{invoice_id}` and `{reference}` are filled in.
    """
    notification_url: NotRequired[str]
    """
    Where webhooks of this invoice go; default: that of the profile. `{invoice_id}` and `{reference}` are filled in.
    """
    metadata: NotRequired[dict[str, str]]
    """
    Up to 20 keys of your own, of up to 64 characters. Whole numbers are stored as text.
    """
    locale: NotRequired[str]
    """
    Any BCP 47 or WordPress locale, such as `de_DE_formal`: the nearest of our languages is used. Default: the browser’s.
    """
    replace: NotRequired[bool]
    """
    Cancels the unpaid invoice of another price that has this reference, and creates a new one.
    """
    autoconversion: NotRequired[AutoconversionInput]
    autocomplete: NotRequired[bool]
    """
    Complete by itself when paid after expiry.
    """
    underpaid_tolerance: NotRequired[str | Decimal]
    """
    Per cent of the amount due that may be missing; default: the profile’s. At most 10.
    """
    overpaid_tolerance: NotRequired[str | Decimal]
    """
    Per cent above the amount due that still counts as paid exactly; default: the profile’s. At most 10.
    """
    expires_in_seconds: NotRequired[int]
    """
    How long the payer’s page can be paid; default: 900. A rate is locked for 15 minutes from the choice of a coin; while nothing was sent, the payer then gets a new one by one press.
    """
    lifetime_seconds: NotRequired[int]
    """
    For tests of expiry. Other values than 900 in sandbox only; see `expires_in_seconds`.
    """


class CreateMassPayout(TypedDict):
    lines: list[NewMassPayoutLine]
    fee_payer: PayoutFeePayer


class CreatePaymentLink(TypedDict):
    title: str
    """
    What is paid for.
    """
    description: NotRequired[str]
    amount: str | Decimal
    currency: str
    """
    ISO 4217 code of a fiat currency.
    """
    gates: NotRequired[list[CryptoGateId]]
    success_url: NotRequired[str]
    """
    Where the payer returns to after paying. On the domain of the profile, which production needs for it.
    """


class CreatePaymentRequest(TypedDict):
    recipient_name: str
    recipient_email: str
    """
    An email address.
    """
    language: NotRequired[str]
    """
    Of the email and the page: the nearest of our languages is used. Default: English.
    """
    description: str
    """
    What is paid for.
    """
    amount: str | Decimal
    """
    A decimal amount in major units, as a string. JSON numbers are refused.
    """
    success_url: NotRequired[str]
    """
    Where the payer returns to after paying. On the domain of the profile, which production needs for it. `{invoice_id}` and `{reference}` are filled in.
    """
    currency: str
    """
    ISO 4217 code of a fiat currency.
    """
    gates: NotRequired[list[CryptoGateId]]
    service_fee_payer: NotRequired[Literal["merchant", "customer"]]
    """
    Default: as the profile says.
    """
    network_fee_payer: NotRequired[Literal["merchant", "customer"]]
    """
    Default: as the profile says.
    """
    conversion_fee_payer: NotRequired[Literal["merchant", "customer"]]
    """
    Default: as the profile says.
    """
    refund_fee_payer: NotRequired[Literal["merchant", "customer"]]
    """
    Default: as the profile says.
    """
    autocomplete: NotRequired[bool]
    """
    Complete by itself when paid after expiry.
    """
    underpaid_tolerance: NotRequired[str | Decimal]
    """
    Per cent of the amount due that may be missing; default: the profile’s. At most 10.
    """
    overpaid_tolerance: NotRequired[str | Decimal]
    """
    Per cent above the amount due that still counts as paid exactly; default: the profile’s. At most 10.
    """
    valid_days: NotRequired[int]


class CreatePayout(TypedDict):
    gate_id: CryptoGateId
    amount: str | Decimal
    """
    A decimal amount in major units, as a string. JSON numbers are refused.
    """
    address: str
    """
    Of the network of the gate.
    """
    destination_tag: NotRequired[str]
    """
    Of XRP, where the recipient asks for one.
    """
    reference: NotRequired[str]
    """
    Your own id of it; need not be unique.
    """
    description: NotRequired[str]
    fee_payer: PayoutFeePayer


class CreateRefund(TypedDict):
    """
    With `address`: sent there; without `amount` all that was paid and not refunded yet. Without `address`: a link by which the payer claims `amount` in `currency`. Without `fee_payer`, the profile decides who pays the fees.
    """

    amount: NotRequired[str | Decimal]
    """
    A decimal amount in major units, as a string. JSON numbers are refused.
    """
    currency: NotRequired[str]
    """
    Of the invoice: `amount` is a value in it, at the current rate. Without it, coins of the gate.
    """
    gate_id: NotRequired[CryptoGateId]
    payer_gates: NotRequired[list[CryptoGateId]]
    """
    For a link: the coins that the payer may take instead of the one that was paid, where your balance can be converted into them. The payer bears the cost of the conversion.
    """
    address: NotRequired[str]
    """
    Of the network of the gate.
    """
    destination_tag: NotRequired[str]
    """
    Of XRP, where the recipient asks for one.
    """
    reason: NotRequired[str]
    """
    For the merchant’s records and webhooks.
    """
    fee_payer: NotRequired[PayoutFeePayer]


class EmulatedDeposit(TypedDict):
    scenario: Literal["paid", "partial", "over", "late", "wrong_asset", "failed", "replaced", "reorg", "zero_conf"]
    txid: str
    replaced_by: str | None
    """
    The transaction that takes its place, in `replaced`.
    """
    network: Network
    gate_id: CryptoGateId | None
    """
    A coin on a network.
    """
    output: str
    address: str
    destination_tag: str | None
    amount: str
    address_id: str
    """
    UUID version 7.
    """


class EmulatedPayment(TypedDict):
    invoice_id: str
    """
    UUID version 7.
    """
    scenario: Literal["paid", "partial", "over", "late", "wrong_asset", "failed", "replaced", "reorg", "zero_conf"]
    txid: str
    replaced_by: str | None
    """
    The transaction that takes its place, in `replaced`.
    """
    network: Network
    gate_id: CryptoGateId | None
    """
    A coin on a network.
    """
    output: str
    address: str
    destination_tag: str | None
    amount: str


class Error(TypedDict):
    message: str
    """
    For people; may change.
    """
    code: ErrorCode
    errors: NotRequired[dict[str, list[str]]]
    """
    Field path to what is wrong with it.
    """
    status: NotRequired[str]
    """
    Of a refusal by status: the status of the object.
    """
    possible: NotRequired[list[str]]
    """
    What that status allows; whether it succeeds may depend on more.
    """
    invoice_id: NotRequired[str]
    """
    Of `reference_taken`: the invoice that has it.
    """
    request_id: str
    """
    Also in the header X-Request-Id.
    """


class Gate(TypedDict):
    id: GateId
    asset: str
    title: str
    network: Literal["BTC", "LTC", "BCH", "ETH", "TRON", "XRP", "SEPA"]
    """
    EUR is moved by SEPA.
    """
    network_title: str
    decimals: int
    confirmations: int
    """
    Needed before a payment counts.
    """
    destination_tag: Literal["none", "required"]
    minutes: int
    """
    Usual time until confirmed.
    """
    enabled: bool
    """
    In the profile of this token.
    """
    minimum_amount: str
    """
    The minimum amount of an invoice: twice the network fee.
    """
    network_fee: str
    """
    Charged for one payout now, in the asset: quoted from the present conditions of the network.
    """
    network_fee_at: str | None
    """
    When the node reported these conditions; null: the typical fee is charged.
    """
    invoice_limits: InvoiceLimits
    fees: dict[str, str]
    """
    Operation to per cent.
    """


class InvoiceRefund(TypedDict):
    id: str
    """
    UUID version 7.
    """
    status: PayoutStatus
    gate_id: CryptoGateId
    amount: str
    """
    Of what was paid.
    """
    net_amount: str
    """
    What reaches the payer.
    """
    covered_amount: str | None
    """
    Where the payer took another coin: the coins of the invoice that it counts as.
    """
    txid: str | None
    created_at: str
    """
    ISO 8601, UTC, milliseconds.
    """


class InvoiceTransaction(TypedDict):
    txid: str
    output: str
    gate_id: CryptoGateId
    amount: str
    confirmations: int
    status: TransactionStatus
    first_seen_at: str
    """
    ISO 8601, UTC, milliseconds.
    """


class MassPayout(TypedDict):
    id: str
    """
    UUID version 7.
    """
    version: int
    """
    Only grows; a webhook of a lower version is older.
    """
    status: MassPayoutStatus
    status_reason: MassPayoutStatusReason | None
    """
    Null where the status says everything.
    """
    mode: Mode
    source: Literal["file", "api"]
    file_name: str | None
    fee_payer: PayoutFeePayer
    lines: Lines
    totals: list[MassPayoutTotal]
    approval_required: bool
    """
    Another person than the one who ran it has to approve it.
    """
    not_before: str | None
    """
    New addresses cool off until then.
    """
    created_at: str
    """
    ISO 8601, UTC, milliseconds.
    """
    run_at: str | None
    """
    ISO 8601, UTC, milliseconds.
    """
    approved_at: str | None
    """
    ISO 8601, UTC, milliseconds.
    """
    completed_at: str | None
    """
    ISO 8601, UTC, milliseconds.
    """


class MassPayoutEvent(TypedDict):
    id: str
    """
    The `webhook-id` of the webhook that carried it.
    """
    type: Literal[
        "mass_payout.new",
        "mass_payout.validated",
        "mass_payout.not_valid",
        "mass_payout.pending",
        "mass_payout.queue",
        "mass_payout.confirming",
        "mass_payout.done",
        "mass_payout.error",
    ]
    """
    What happened.
    """
    timestamp: str
    """
    When it happened.
    """
    data: MassPayout


class MassPayoutLine(TypedDict):
    line: int
    """
    As an editor counts the lines of the file.
    """
    status: PayoutStatus | None
    """
    Of its payout; null before the run.
    """
    status_reason: str | None
    gate_id: CryptoGateId | None
    address: str | None
    destination_tag: str | None
    reference: str | None
    amount: str | None
    net_amount: str | None
    """
    What reaches the address.
    """
    fees: str | None
    payout_id: str | None
    txid: str | None
    completed_at: str | None
    """
    ISO 8601, UTC, milliseconds.
    """
    problems: list[Problem]
    """
    What is wrong with a line that is not valid.
    """
    cells: list[str]
    """
    Of a line that is not valid: as it was read.
    """


class MassPayoutWebhook(TypedDict):
    id: str
    """
    The `webhook-id`. The same webhook can arrive several times.
    """
    type: Literal[
        "mass_payout.new",
        "mass_payout.validated",
        "mass_payout.not_valid",
        "mass_payout.pending",
        "mass_payout.queue",
        "mass_payout.confirming",
        "mass_payout.done",
        "mass_payout.error",
    ]
    """
    What happened.
    """
    timestamp: str
    """
    When it happened.
    """
    data: MassPayout


class Me(TypedDict):
    mode: Mode
    merchant: Merchant
    shop: Shop
    token: Token1
    api_version: str
    """
    Of this call.
    """
    api_versions: list[str]
    """
    The supported versions, newest first.
    """
    permissions: list[
        Literal[
            "invoice_create",
            "invoice_get",
            "invoice_refund",
            "payout",
            "address_create",
            "address_get",
            "order_status",
            "webhook_manage",
            "payout_get",
            "payout_draft",
            "refund_get",
            "refund_draft",
        ]
    ]
    preset: Literal["read_only", "create_invoices", "drafts"] | None
    """
    The restricted key that has exactly these permissions. `drafts`: its payouts and refunds wait until a person approves them.
    """
    event_types: list[str]
    """
    The events that it may read, as an endpoint names them.
    """
    currency: str
    """
    ISO 4217 code of a fiat currency.
    """
    gates: list[CryptoGateId]
    """
    Assets that the shop receives.
    """
    limits: Limits


class NewAddress(TypedDict):
    gate_id: GateId
    reference: str
    """
    Your name for the customer: letters, digits and . _ : @ / -. Unique by profile and gate.
    """
    description: NotRequired[str]
    notification_url: NotRequired[str]
    """
    Where webhooks of its deposits go; default: that of the profile.
    """
    autoconversion: NotRequired[AutoconversionInput]


class PaymentRequest(TypedDict):
    id: str
    """
    UUID version 7.
    """
    mode: Mode
    status: PaymentRequestStatus
    recipient_name: str
    recipient_email: str
    language: Literal["en", "de", "fr", "es", "it", "pt", "ru"]
    """
    Of the email and the page.
    """
    description: str
    amount: str
    currency: str
    """
    ISO 4217 code of a fiat currency.
    """
    gates: list[CryptoGateId] | None
    """
    Null: the profile's assets.
    """
    success_url: str | None
    service_fee_payer: Literal["merchant", "customer"] | None
    """
    Default: as the profile says.
    """
    network_fee_payer: Literal["merchant", "customer"] | None
    """
    Default: as the profile says.
    """
    conversion_fee_payer: Literal["merchant", "customer"] | None
    """
    Default: as the profile says.
    """
    refund_fee_payer: Literal["merchant", "customer"] | None
    """
    Default: as the profile says.
    """
    autocomplete: bool | None
    underpaid_tolerance: str | None
    overpaid_tolerance: str | None
    url: str
    """
    The page of the recipient. Who has the address can pay.
    """
    invoice_id: str | None
    """
    The newest invoice that the recipient made, or the one paid.
    """
    invoice_status: InvoiceStatus | None
    mail_count: int
    """
    Emails sent to the recipient; 0 while a limit of emails has stopped the first.
    """
    mailed_at: str
    """
    ISO 8601, UTC, milliseconds.
    """
    created_at: str
    """
    ISO 8601, UTC, milliseconds.
    """
    expires_at: str
    """
    ISO 8601, UTC, milliseconds.
    """
    canceled_at: str | None
    """
    ISO 8601, UTC, milliseconds.
    """


class PaymentRequestEvent(TypedDict):
    id: str
    """
    The `webhook-id` of the webhook that carried it.
    """
    type: Literal["payment_request.paid", "payment_request.expired", "payment_request.canceled"]
    """
    What happened.
    """
    timestamp: str
    """
    When it happened.
    """
    data: PaymentRequest


class PaymentRequestWebhook(TypedDict):
    id: str
    """
    The `webhook-id`. The same webhook can arrive several times.
    """
    type: Literal["payment_request.paid", "payment_request.expired", "payment_request.canceled"]
    """
    What happened.
    """
    timestamp: str
    """
    When it happened.
    """
    data: PaymentRequest


class Payout(TypedDict):
    id: str
    """
    UUID version 7.
    """
    version: int
    """
    Only grows; a webhook of a lower version is older.
    """
    status: PayoutStatus
    status_reason: PayoutStatusReason | None
    """
    Null where the status says everything.
    """
    status_words: str | None
    """
    With `address_refused`: why this address cannot be paid, in words.
    """
    mode: Mode
    gate_id: CryptoGateId
    amount: str
    """
    As asked.
    """
    net_amount: str
    """
    What reaches the address.
    """
    total: str
    """
    What leaves the balance: net amount and fees.
    """
    fees: PayoutFees
    address: str
    destination_tag: str | None
    reference: str | None
    description: str | None
    txid: str | None
    """
    The newest transaction; null until one is signed.
    """
    confirmations: Confirmations
    transactions: list[OutgoingTransaction]
    approval_required: bool
    """
    Another person than its creator has to approve it.
    """
    not_before: str | None
    """
    A new address cools off until then.
    """
    created_at: str
    """
    ISO 8601, UTC, milliseconds.
    """
    approved_at: str | None
    """
    ISO 8601, UTC, milliseconds.
    """
    completed_at: str | None
    """
    ISO 8601, UTC, milliseconds.
    """
    canceled_at: str | None
    """
    ISO 8601, UTC, milliseconds.
    """


class PayoutEvent(TypedDict):
    id: str
    """
    The `webhook-id` of the webhook that carried it.
    """
    type: Literal[
        "payout.new",
        "payout.pending",
        "payout.queue",
        "payout.confirming",
        "payout.done",
        "payout.error",
        "payout.canceled",
    ]
    """
    What happened.
    """
    timestamp: str
    """
    When it happened.
    """
    data: Payout


class PayoutWebhook(TypedDict):
    id: str
    """
    The `webhook-id`. The same webhook can arrive several times.
    """
    type: Literal[
        "payout.new",
        "payout.pending",
        "payout.queue",
        "payout.confirming",
        "payout.done",
        "payout.error",
        "payout.canceled",
    ]
    """
    What happened.
    """
    timestamp: str
    """
    When it happened.
    """
    data: Payout


class Refund(TypedDict):
    id: str
    """
    UUID version 7.
    """
    version: int
    """
    Only grows; a webhook of a lower version is older.
    """
    status: PayoutStatus
    status_reason: RefundStatusReason | None
    """
    Null where the status says everything.
    """
    status_words: str | None
    """
    With `address_refused`: why this address cannot be paid, in words.
    """
    mode: Mode
    gate_id: CryptoGateId
    amount: str
    """
    As asked.
    """
    net_amount: str
    """
    What reaches the address.
    """
    total: str
    """
    What leaves the balance: net amount and fees.
    """
    fees: PayoutFees
    address: str
    destination_tag: str | None
    txid: str | None
    """
    The newest transaction; null until one is signed.
    """
    confirmations: Confirmations
    transactions: list[OutgoingTransaction]
    approval_required: bool
    """
    Another person than its creator has to approve it.
    """
    not_before: str | None
    """
    A new address cools off until then.
    """
    created_at: str
    """
    ISO 8601, UTC, milliseconds.
    """
    approved_at: str | None
    """
    ISO 8601, UTC, milliseconds.
    """
    completed_at: str | None
    """
    ISO 8601, UTC, milliseconds.
    """
    canceled_at: str | None
    """
    ISO 8601, UTC, milliseconds.
    """
    invoice_id: str
    """
    UUID version 7.
    """
    reason: str | None
    """
    For the merchant’s records and webhooks.
    """


class RefundEvent(TypedDict):
    id: str
    """
    The `webhook-id` of the webhook that carried it.
    """
    type: Literal[
        "refund.new",
        "refund.pending",
        "refund.queue",
        "refund.confirming",
        "refund.done",
        "refund.error",
        "refund.canceled",
    ]
    """
    What happened.
    """
    timestamp: str
    """
    When it happened.
    """
    data: Refund


class RefundWebhook(TypedDict):
    id: str
    """
    The `webhook-id`. The same webhook can arrive several times.
    """
    type: Literal[
        "refund.new",
        "refund.pending",
        "refund.queue",
        "refund.confirming",
        "refund.done",
        "refund.error",
        "refund.canceled",
    ]
    """
    What happened.
    """
    timestamp: str
    """
    When it happened.
    """
    data: Refund


class StaticAddress(TypedDict):
    id: str
    """
    UUID version 7.
    """
    mode: Mode
    gate_id: GateId
    reference: str
    description: str | None
    address: str
    """
    Of EUR: the IBAN to pay to.
    """
    destination_tag: str | None
    """
    Needed with every payment where it is not null (XRP).
    """
    payment_uri: str
    """
    What a QR code holds; of EUR that of a SEPA credit transfer (EPC069-12).
    """
    bank: AddressBank | None
    """
    Of EUR: where a bank transfer goes, and what it must say.
    """
    minimum: str
    """
    Less is credited once the sum of the payments reaches this.
    """
    autoconversion: Autoconversion | None
    """
    Null: as the profile says when a deposit begins.
    """
    notification_url: str | None
    created_at: str
    """
    ISO 8601, UTC, milliseconds.
    """


class Withdrawal(TypedDict):
    id: str
    """
    UUID version 7.
    """
    version: int
    """
    Only grows; a webhook of a lower version is older.
    """
    gate_id: GateId
    mode: Mode
    status: PayoutStatus
    status_reason: WithdrawalStatusReason | None
    """
    Null where the status says everything.
    """
    status_words: str | None
    """
    What the bank says about the reason, or why the address cannot be paid.
    """
    amount: str
    """
    As requested.
    """
    net_amount: str
    """
    What reaches the account or address.
    """
    total: str
    """
    What leaves the balance: net amount and fees.
    """
    fees: WithdrawalFees
    method: WithdrawalMethodName
    recipient: WithdrawalRecipient
    bank_reference: str | None
    """
    Of the booking, for inquiries at the bank.
    """
    payee_name: str | None
    """
    With `name_question`: the account holder according to the bank, if it says.
    """
    txid: str | None
    """
    Of coins: the newest transaction; null until one is signed.
    """
    approval_required: bool
    """
    Another person than its creator has to approve it.
    """
    not_before: str | None
    """
    A new account or address cools off until then.
    """
    created_at: str
    """
    ISO 8601, UTC, milliseconds.
    """
    approved_at: str | None
    """
    ISO 8601, UTC, milliseconds.
    """
    completed_at: str | None
    """
    ISO 8601, UTC, milliseconds.
    """
    canceled_at: str | None
    """
    ISO 8601, UTC, milliseconds.
    """


class WithdrawalEvent(TypedDict):
    id: str
    """
    The `webhook-id` of the webhook that carried it.
    """
    type: Literal[
        "withdrawal.new",
        "withdrawal.pending",
        "withdrawal.queue",
        "withdrawal.confirming",
        "withdrawal.done",
        "withdrawal.error",
        "withdrawal.canceled",
    ]
    """
    What happened.
    """
    timestamp: str
    """
    When it happened.
    """
    data: Withdrawal


class WithdrawalWebhook(TypedDict):
    id: str
    """
    The `webhook-id`. The same webhook can arrive several times.
    """
    type: Literal[
        "withdrawal.new",
        "withdrawal.pending",
        "withdrawal.queue",
        "withdrawal.confirming",
        "withdrawal.done",
        "withdrawal.error",
        "withdrawal.canceled",
    ]
    """
    What happened.
    """
    timestamp: str
    """
    When it happened.
    """
    data: Withdrawal


class Deposit(TypedDict):
    id: str
    """
    UUID version 7.
    """
    version: int
    """
    Only grows; a webhook of a lower version is older.
    """
    type: Literal["crypto", "fiat"]
    mode: Mode
    gate_id: GateId
    currency: str
    amount: str
    """
    The sum of its transactions or bank transfers.
    """
    net_amount: str
    """
    What reaches the balance, before any conversion.
    """
    minimum: str
    """
    Below it, it waits for further payments to the address.
    """
    fees: DepositFees
    reference: str
    address_id: str | None
    """
    UUID version 7.
    """
    status: DepositStatus
    status_reason: DepositStatusReason | None
    """
    Null where the status says everything.
    """
    transactions: list[InvoiceTransaction]
    bank: DepositBank | None
    """
    Who sent it, of euro by bank transfer.
    """
    conversion: InvoiceConversion | None
    created_at: str
    """
    ISO 8601, UTC, milliseconds.
    """
    completed_at: str | None
    """
    ISO 8601, UTC, milliseconds.
    """


class DepositEvent(TypedDict):
    id: str
    """
    The `webhook-id` of the webhook that carried it.
    """
    type: Literal[
        "deposit.created",
        "deposit.pending",
        "deposit.confirming",
        "deposit.processing",
        "deposit.done",
        "deposit.error",
    ]
    """
    What happened.
    """
    timestamp: str
    """
    When it happened.
    """
    data: Deposit


class DepositWebhook(TypedDict):
    id: str
    """
    The `webhook-id`. The same webhook can arrive several times.
    """
    type: Literal[
        "deposit.created",
        "deposit.pending",
        "deposit.confirming",
        "deposit.processing",
        "deposit.done",
        "deposit.error",
    ]
    """
    What happened.
    """
    timestamp: str
    """
    When it happened.
    """
    data: Deposit


class Invoice(TypedDict):
    id: str
    """
    UUID version 7.
    """
    version: int
    """
    Only grows; a webhook of a lower version is older.
    """
    status: InvoiceStatus
    status_reason: InvoiceStatusReason | None
    """
    Null where the status says everything.
    """
    paid: bool
    """
    Ship the goods. Turns false again only by a reorganisation of the chain.
    """
    fulfillment: Literal["wait", "ship", "hold", "reversed"]
    """
    What to do with the order: `wait` (not paid yet), `ship` (once), `hold` (a person has to decide), `reversed` (the money went back).
    """
    mode: Mode
    reference: str | None
    description: str | None
    items: list[InvoiceItem]
    currency: str
    """
    ISO 4217 code of a fiat currency.
    """
    amount: str
    """
    The amount, or the sum of the items, before exclusive taxes and fees.
    """
    taxes: list[InvoiceTax]
    fees: InvoiceFees
    total: str
    """
    What the payer owes.
    """
    gates: list[CryptoGateId]
    gate_id: CryptoGateId | None
    """
    A coin on a network.
    """
    amount_due: str | None
    amount_paid: str | None
    """
    Seen on the network.
    """
    amount_confirmed: str | None
    """
    Has reached its number of confirmations.
    """
    amount_remaining: str | None
    amount_excess: str | None
    amount_refunded: str | None
    """
    Has gone back to the payer.
    """
    rate: InvoiceRate | None
    """
    Fiat for one coin, locked when the gate was chosen.
    """
    address: str | None
    destination_tag: str | None
    payment_uri: str | None
    confirmations: Confirmations
    transactions: list[InvoiceTransaction]
    other_payments: list[OtherPayment]
    """
    What came in another coin than the chosen one. It is safe and does not count towards the amount due.
    """
    refunds: list[InvoiceRefund]
    autoconversion: Autoconversion
    conversion: InvoiceConversion | None
    autocomplete: bool
    metadata: dict[str, str]
    customer: InvoiceCustomer
    success_url: str | None
    cancel_url: str | None
    notification_url: str | None
    checkout_url: str
    """
    The page to send the payer to.
    """
    created_at: str
    """
    ISO 8601, UTC, milliseconds.
    """
    expires_at: str
    """
    ISO 8601, UTC, milliseconds.
    """
    completed_at: str | None
    """
    ISO 8601, UTC, milliseconds.
    """


class InvoiceEvent(TypedDict):
    id: str
    """
    The `webhook-id` of the webhook that carried it.
    """
    type: Literal[
        "invoice.new",
        "invoice.pending",
        "invoice.confirming",
        "invoice.partially_paid",
        "invoice.overpaid",
        "invoice.processing",
        "invoice.done",
        "invoice.expired",
        "invoice.expired_paid",
        "invoice.invalid",
        "invoice.refund_requested",
        "invoice.refunded",
        "invoice.partially_refunded",
        "invoice.canceled",
        "invoice.error",
        "invoice.other_payment",
    ]
    """
    What happened.
    """
    timestamp: str
    """
    When it happened.
    """
    data: Invoice


class InvoiceWebhook(TypedDict):
    id: str
    """
    The `webhook-id`. The same webhook can arrive several times.
    """
    type: Literal[
        "invoice.new",
        "invoice.pending",
        "invoice.confirming",
        "invoice.partially_paid",
        "invoice.overpaid",
        "invoice.processing",
        "invoice.done",
        "invoice.expired",
        "invoice.expired_paid",
        "invoice.invalid",
        "invoice.refund_requested",
        "invoice.refunded",
        "invoice.partially_refunded",
        "invoice.canceled",
        "invoice.error",
        "invoice.other_payment",
    ]
    """
    What happened.
    """
    timestamp: str
    """
    When it happened.
    """
    data: Invoice


WebhookEvent: TypeAlias = Union[
    InvoiceWebhook,
    PayoutWebhook,
    MassPayoutWebhook,
    RefundWebhook,
    ConversionWebhook,
    DepositWebhook,
    WithdrawalWebhook,
    CardOrderWebhook,
    PaymentRequestWebhook,
    TestWebhook,
]

"""
The body of a webhook. Verify its signature over the bytes you received before you parse it. Types can be added: answer 2xx to those you do not know.
"""


Event: TypeAlias = Union[
    InvoiceEvent,
    PayoutEvent,
    MassPayoutEvent,
    RefundEvent,
    ConversionEvent,
    DepositEvent,
    WithdrawalEvent,
    CardOrderEvent,
    PaymentRequestEvent,
]

"""
An event. Types can be added: ignore those you do not know.
"""
