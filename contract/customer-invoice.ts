import { type Static, Type } from 'typebox';
import { LANGUAGES } from '../domain/languages.ts';
import {
  Amount,
  CryptoGateIdSchema,
  CurrencyCode,
  Exact,
  Instant,
  InvoiceStatusSchema,
  ModeSchema,
  NetworkSchema,
  Nullable,
  Uuid,
} from './basics.ts';
import {
  Confirmations,
  InvoiceFees,
  InvoiceItem,
  InvoiceRate,
  InvoiceRefund,
  InvoiceTax,
  InvoiceTransaction,
  OtherPayment,
} from './invoice.ts';

const LanguageSchema = Type.Enum(LANGUAGES, { type: 'string', description: 'What the payer reads, for emails too.' });

/** One way to pay, with the rate of the moment; the rate is locked only when the gate is chosen. */
export const CustomerGate = Exact(
  {
    gate_id: CryptoGateIdSchema,
    asset: Type.String({ description: 'Ticker, e.g. USDT.' }),
    title: Type.String({ description: 'e.g. Tether.' }),
    network: NetworkSchema,
    network_title: Type.String({ description: 'e.g. Ethereum.' }),
    amount: Nullable(Type.String({ description: 'What would be due now; null while no rate is known.' })),
    rate: Nullable(Type.String({ description: 'Fiat for one coin.' })),
    rate_expires_at: Nullable(Instant),
    minutes: Type.Integer({
      minimum: 0,
      description: 'Usual time until paid; of large amounts until the chain calls their block final.',
    }),
    network_fee: Nullable(
      Type.String({
        description:
          'About what a wallet pays the network for one payment now, in the invoice’s currency; null without a rate.',
      }),
    ),
    cheapest: Type.Boolean({
      description: 'Amount and network fee together are worth less than with any other asset that can be chosen now.',
    }),
    fastest: Type.Boolean({ description: 'Usually paid sooner than with any other asset that can be chosen now.' }),
    rate_held_minutes: Type.Integer({
      minimum: 60,
      description: 'How long after its first sight a payment may take to be confirmed at the locked rate.',
    }),
  },
  { title: 'CustomerGate' },
);

export const CustomerTransaction = Exact(
  {
    ...InvoiceTransaction.properties,
    explorer_url: Nullable(Type.String()),
    late: Type.Boolean({ description: 'First seen after the deadline, or confirmed too late for the locked rate.' }),
  },
  { title: 'CustomerTransaction' },
);

export const CustomerOtherPayment = Exact(
  { ...OtherPayment.properties, explorer_url: Nullable(Type.String()) },
  { title: 'CustomerOtherPayment' },
);

export const CustomerRefund = Exact(
  {
    ...InvoiceRefund.properties,
    address: Type.String({ description: 'Where to, by its ends.' }),
    destination_tag: Nullable(Type.String()),
    explorer_url: Nullable(Type.String()),
  },
  { title: 'CustomerRefund' },
);

export const RefundRequested = Exact(
  {
    address: Type.String({ description: 'Where to, by its ends.' }),
    destination_tag: Nullable(Type.String()),
    created_at: Instant,
  },
  { title: 'RefundAsked', description: 'What the payer requested with the mailed link.' },
);

export const RefundOffer = Exact(
  {
    amount: Type.String({ description: 'The excess of an overpaid invoice, else all that is left.' }),
    service_fee_percent: Type.String(),
    fees: Exact({ service: Type.String(), network: Type.String() }),
    net_amount: Type.String({ description: 'What arrives where the payer pays the fees, which the merchant decides.' }),
  },
  { title: 'RefundOffer', description: 'What of the invoice can go back now.' },
);

export const InvoiceMerchant = Exact(
  {
    name: Type.String(),
    logo_url: Nullable(Type.String()),
    support_email: Nullable(Type.String()),
    address: Nullable(Type.String({ description: 'Of the company, unless the profile hides it.' })),
    phone: Nullable(Type.String()),
    domain: Nullable(Type.String()),
    website: Nullable(Type.String({ description: 'Where the shop is, if the profile says more than the domain.' })),
  },
  { title: 'InvoiceMerchant' },
);

export const PaymentQr = Exact(
  {
    payload: Type.String({ description: 'For a wallet: with the amount where its scheme has one.' }),
    address_only: Type.String(),
    payload_modules: Type.String({
      description:
        'The QR code of the payload: modules along one side, a point, then all modules row by row as bits in base64, dark ones set. Without the quiet zone.',
    }),
    address_only_modules: Type.String({ description: 'The same for the address alone.' }),
  },
  { title: 'PaymentQr' },
);

export const PayerEmail = Exact(
  {
    masked: Nullable(Type.String({ description: 'What was entered on the page; null: nothing yet.' })),
    refunds: Type.Boolean({
      description:
        'The mail leads to a refund if the payment is too high, too late or too low: the address was entered, or would ' +
        'be, before anything was paid.',
    }),
    open: Type.Boolean({ description: 'It can be entered or changed now.' }),
  },
  { title: 'PayerEmail' },
);

/** The invoice as its payer sees it; anyone with the id may read it, so it shows nothing else of the merchant. */
export const CustomerInvoice = Exact(
  {
    id: Uuid,
    version: Type.Integer({ minimum: 1 }),
    status: InvoiceStatusSchema,
    status_reason: Nullable(Type.String()),
    paid: Type.Boolean({ description: 'As the shop sees it: the order may be shipped.' }),
    mode: ModeSchema,
    simulated: Type.Boolean({ description: 'The chain is a simulation: no real coins may be sent.' }),
    demo: Type.Boolean({ description: 'A demo of the public site: its words are those of a visitor.' }),
    reference: Nullable(Type.String()),
    description: Nullable(Type.String()),
    items: Type.Array(InvoiceItem),
    currency: CurrencyCode,
    price: Type.String(),
    taxes: Type.Array(InvoiceTax),
    fees: InvoiceFees,
    total: Type.String(),
    merchant: InvoiceMerchant,
    gates: Type.Array(CustomerGate),
    gate_id: Nullable(CryptoGateIdSchema),
    amount_due: Nullable(Type.String()),
    amount_paid: Nullable(Type.String()),
    amount_confirmed: Nullable(Type.String()),
    amount_remaining: Nullable(Type.String()),
    amount_excess: Nullable(Type.String()),
    rate: Nullable(InvoiceRate),
    rate_held_until: Nullable({
      ...Instant,
      description: 'Until when what was seen has to be confirmed for this rate; null where nothing waits for it.',
    }),
    address: Nullable(Type.String()),
    destination_tag: Nullable(Type.String()),
    payment_uri: Nullable(Type.String()),
    qr: Nullable(PaymentQr),
    wallet_link: Nullable(Type.String({ description: 'Opens a wallet; null where that is not safe.' })),
    confirmations: Confirmations,
    transactions: Type.Array(CustomerTransaction),
    other_payments: Type.Array(CustomerOtherPayment, {
      description:
        'What came in another coin than the chosen one. It is safe and does not count towards the amount due.',
    }),
    late: Type.Boolean({
      description: 'Something was first seen after the deadline, or confirmed too late for the locked rate.',
    }),
    refunds: Type.Array(CustomerRefund),
    refund_request: Nullable(
      Type.Enum(['open', 'approved', 'rejected'], {
        type: 'string',
        description: 'Of the payer’s own request by the mailed link.',
      }),
    ),
    refund_asked: Nullable(RefundRequested),
    refund_links_used: Type.Array(Type.String(), {
      description: 'The first parts (before the dot) of the tokens of mailed refund links that were used.',
    }),
    refund_link_available: Type.Boolean({ description: 'Whether the payer can have a (new) refund link mailed now.' }),
    refund_by_signature: Type.Boolean({
      description: 'The account that paid can request a refund by signing a message.',
    }),
    refund_offer: Nullable(RefundOffer),
    success_url: Nullable(Type.String()),
    cancel_url: Nullable(Type.String()),
    customer_email: Nullable(Type.String({ description: 'Masked.' })),
    payer_email: Nullable({
      ...PayerEmail,
      description: 'For one mail about the outcome; null where the shop gave an address, or no mail is sent.',
    }),
    language: Nullable(LanguageSchema),
    created_at: Instant,
    expires_at: Instant,
    completed_at: Nullable(Instant),
    card_available: Type.Boolean({
      description: 'It can be paid by card, at the price of `GET /customer/invoices/{id}/card`.',
    }),
    help_available: Type.Boolean({
      description: 'The payer can write to the gateway’s support at `/invoice/{id}/help`; answers go by email.',
    }),
    rate_lock_minutes: Type.Integer({
      description: 'For how many minutes the rate of a chosen coin is locked, at most.',
    }),
    server_time: Instant,
  },
  { title: 'CustomerInvoice' },
);

export const ChooseCurrencyBody = Exact(
  {
    gate_id: CryptoGateIdSchema,
    amount: Type.Optional({
      ...Amount,
      description:
        'The amount that the payer was shown and accepts. If a new rate makes it higher by now, nothing is locked and ' +
        'the answer is 409 `changed_meanwhile`.',
    }),
  },
  { title: 'ChooseCurrency' },
);

export const PayerEmailBody = Exact(
  { email: Type.String({ format: 'email', maxLength: 254 }) },
  { title: 'EnterEmail' },
);

export const LanguageBody = Exact({ language: LanguageSchema }, { title: 'PayerLanguage' });

export const PaymentAddress = Exact(
  {
    gate_id: CryptoGateIdSchema,
    address: Type.String(),
    destination_tag: Nullable(Type.String()),
    amount_due: Type.String(),
    amount_remaining: Nullable(Type.String()),
    payment_uri: Nullable(Type.String()),
    qr: Nullable(PaymentQr),
    expires_at: Instant,
  },
  { title: 'PaymentAddress' },
);

export type CustomerInvoice = Static<typeof CustomerInvoice>;
export type CustomerOtherPayment = Static<typeof CustomerOtherPayment>;
export type CustomerGate = Static<typeof CustomerGate>;
export type CustomerTransaction = Static<typeof CustomerTransaction>;
export type ChooseCurrencyBody = Static<typeof ChooseCurrencyBody>;
export type PaymentAddress = Static<typeof PaymentAddress>;
export type PaymentQr = Static<typeof PaymentQr>;
export type PayerEmail = Static<typeof PayerEmail>;
export type CustomerRefund = Static<typeof CustomerRefund>;
export type InvoiceMerchant = Static<typeof InvoiceMerchant>;
export type RefundRequested = Static<typeof RefundRequested>;
export type RefundOffer = Static<typeof RefundOffer>;
