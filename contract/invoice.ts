import { type Static, Type } from 'typebox';
import { ITEM_TYPES } from '../domain/money/items.ts';
import { FULFILLMENTS } from '../domain/state/invoice-fulfillment.ts';
import {
  CryptoGateIdSchema,
  CurrencyCode,
  Exact,
  GateIdSchema,
  Instant,
  InvoiceStatusSchema,
  ModeSchema,
  NetworkSchema,
  Nullable,
  PayoutStatusSchema,
  Percent,
  Text,
  TransactionStatusSchema,
  Uuid,
} from './basics.ts';

/** A line of the order as answers show it. */
export const InvoiceItem = Exact(
  {
    type: Type.Enum(ITEM_TYPES, { type: 'string' }),
    name: Type.String(),
    quantity: Type.Number({ description: 'Up to eight decimals.' }),
    unit: Nullable(Type.String()),
    price: Type.String({ description: 'Of one; up to eight decimals.' }),
    amount: Type.String({ description: 'Of the line; negative for discounts.' }),
    tax: Nullable(Type.String({ description: 'Contained in the amount.' })),
    sku: Nullable(Type.String()),
  },
  { title: 'InvoiceItem', description: 'A line of the order, in the invoice currency.' },
);

export const Autoconversion = Exact(
  {
    type: Type.Enum(['none', 'full', 'partial'], { type: 'string' }),
    gate_id: Type.Optional(GateIdSchema),
    percent: Type.Optional(Type.Integer({ minimum: 1, maximum: 99, description: 'Of a partial conversion.' })),
  },
  { title: 'Autoconversion' },
);

export const InvoiceCustomer = Exact(
  { email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })), name: Type.Optional(Text(200)) },
  { title: 'InvoiceCustomer' },
);

/** The currency and amount that the settlement was converted into; null until then. */
export const InvoiceConversion = Exact(
  {
    id: Uuid,
    from: GateIdSchema,
    to: GateIdSchema,
    amount_from: Type.String(),
    amount_to: Type.String({ description: 'What arrived on the balance of `to`, after fees.' }),
    rate: Type.String(),
    at: Type.Enum(['locked', 'present'], {
      type: 'string',
      description:
        'At the rate locked for the invoice; `present` if a part was late, more than due or completed by a choice.',
    }),
  },
  { title: 'InvoiceConversion' },
);

/** Of one invoice. */
export const tolerances = {
  underpaid_tolerance: Type.Optional(
    Type.String({
      ...Percent,
      description: 'Per cent of the amount due that may be missing; default: the profile’s. At most 10.',
      examples: ['0.50'],
    }),
  ),
  overpaid_tolerance: Type.Optional(
    Type.String({
      ...Percent,
      description:
        'Per cent above the amount due that still counts as paid exactly; default: the profile’s. At most 10.',
      examples: ['0.50'],
    }),
  ),
};

export const InvoiceTax = Exact(
  { name: Type.String(), rate: Type.String({ description: 'Per cent.' }), amount: Type.String() },
  { title: 'InvoiceTax' },
);

export const InvoiceFees = Exact(
  {
    service: Type.String(),
    network: Type.String({ description: 'Paid by the customer; 0 where the merchant pays it.' }),
    conversion: Type.String({
      description: 'Paid by the customer for an automatic conversion; 0 where the merchant pays it.',
    }),
    payer: Type.Enum(['merchant', 'customer'], { type: 'string', description: 'Of the service fee.' }),
  },
  { title: 'InvoiceFees', description: 'In the invoice currency.' },
);

export const InvoiceRate = Exact(
  { value: Type.String(), source: Type.String(), locked_at: Instant, expires_at: Instant },
  { title: 'InvoiceRate', description: 'Fiat for one coin, locked when the gate was chosen.' },
);

export const Confirmations = Exact(
  { current: Type.Integer({ minimum: 0 }), required: Type.Integer({ minimum: 0 }) },
  { title: 'Confirmations' },
);

export const InvoiceTransaction = Exact(
  {
    txid: Type.String(),
    output: Type.String(),
    gate_id: CryptoGateIdSchema,
    amount: Type.String(),
    confirmations: Type.Integer({ minimum: 0 }),
    status: TransactionStatusSchema,
    first_seen_at: Instant,
  },
  { title: 'InvoiceTransaction' },
);

/** Money at an address of the invoice that does not count towards it (invoice-states B). */
export const OtherPayment = Exact(
  {
    txid: Type.String(),
    output: Type.String(),
    network: NetworkSchema,
    gate_id: Nullable({ ...CryptoGateIdSchema, description: 'Null for a token that no gate accepts.' }),
    amount: Nullable(Type.String({ description: 'Null for a token whose decimals are unknown.' })),
    status: Type.Enum(['confirming', 'safe', 'returned'], { type: 'string' }),
    returned_by: Type.Enum(['refund', 'support'], {
      type: 'string',
      description: 'How it goes back: by a refund of the invoice, or by support.',
    }),
    first_seen_at: Instant,
  },
  { title: 'OtherPayment' },
);

/** A refund as an invoice lists it. */
export const InvoiceRefund = Exact(
  {
    id: Uuid,
    status: PayoutStatusSchema,
    gate_id: CryptoGateIdSchema,
    amount: Type.String({ description: 'Of what was paid.' }),
    net_amount: Type.String({ description: 'What reaches the payer.' }),
    covered_amount: Nullable(
      Type.String({ description: 'Where the payer took another coin: the coins of the invoice that it counts as.' }),
    ),
    txid: Nullable(Type.String()),
    created_at: Instant,
  },
  { title: 'InvoiceRefund' },
);

/**
 * The invoice as the API and webhooks show it. Amounts of coins are in the chosen gate's asset, null before a choice.
 */
export const Invoice = Exact(
  {
    id: Uuid,
    version: Type.Integer({ minimum: 1, description: 'Only grows; a webhook of a lower version is older.' }),
    status: InvoiceStatusSchema,
    status_reason: Nullable(Type.String()),
    paid: Type.Boolean({ description: 'Ship the goods. Turns false again only by a reorganisation of the chain.' }),
    fulfillment: Type.Enum(FULFILLMENTS, {
      type: 'string',
      description:
        'What to do with the order: `wait` (not paid yet), `ship` (once), `hold` (a person has to decide), `reversed` ' +
        '(the money went back).',
    }),
    mode: ModeSchema,
    reference: Nullable(Type.String()),
    description: Nullable(Type.String()),
    items: Type.Array(InvoiceItem),
    currency: CurrencyCode,
    amount: Type.String({ description: 'The amount, or the sum of the items, before exclusive taxes and fees.' }),
    taxes: Type.Array(InvoiceTax),
    fees: InvoiceFees,
    total: Type.String({ description: 'What the payer owes.' }),
    gates: Type.Array(CryptoGateIdSchema),
    gate_id: Nullable(CryptoGateIdSchema),
    amount_due: Nullable(Type.String()),
    amount_paid: Nullable(Type.String({ description: 'Seen on the network.' })),
    amount_confirmed: Nullable(Type.String({ description: 'Has reached its number of confirmations.' })),
    amount_remaining: Nullable(Type.String()),
    amount_excess: Nullable(Type.String()),
    amount_refunded: Nullable(Type.String({ description: 'Has gone back to the payer.' })),
    rate: Nullable(InvoiceRate),
    address: Nullable(Type.String()),
    destination_tag: Nullable(Type.String()),
    payment_uri: Nullable(Type.String()),
    confirmations: Confirmations,
    transactions: Type.Array(InvoiceTransaction),
    other_payments: Type.Array(OtherPayment, {
      description:
        'What came in another coin than the chosen one. It is safe and does not count towards the amount due.',
    }),
    refunds: Type.Array(InvoiceRefund),
    autoconversion: Autoconversion,
    conversion: Nullable(InvoiceConversion),
    autocomplete: Type.Boolean(),
    metadata: Type.Record(Type.String(), Type.String()),
    customer: InvoiceCustomer,
    success_url: Nullable(Type.String()),
    cancel_url: Nullable(Type.String()),
    notification_url: Nullable(Type.String()),
    checkout_url: Type.String({ description: 'The page to send the payer to.' }),
    created_at: Instant,
    expires_at: Instant,
    completed_at: Nullable(Instant),
  },
  { title: 'Invoice' },
);

export type Autoconversion = Static<typeof Autoconversion>;
export type Invoice = Static<typeof Invoice>;
export type OtherPayment = Static<typeof OtherPayment>;
export type InvoiceTransaction = Static<typeof InvoiceTransaction>;
export type Confirmations = Static<typeof Confirmations>;
export type InvoiceCustomer = Static<typeof InvoiceCustomer>;
export type InvoiceItem = Static<typeof InvoiceItem>;
export type InvoiceFees = Static<typeof InvoiceFees>;
export type InvoiceRate = Static<typeof InvoiceRate>;
export type InvoiceRefund = Static<typeof InvoiceRefund>;
