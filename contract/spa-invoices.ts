import { type Static, Type } from 'typebox';
import { SHOP_PATH } from '../domain/accounts/shop-path.ts';
import {
  Amount,
  CryptoGateIdSchema,
  CurrencyCode,
  Exact,
  Instant,
  InvoiceStatusSchema,
  ModeSchema,
  Nullable,
  PayableGates,
  Text,
  Uuid,
} from './basics.ts';
import { Autoconversion, Invoice, InvoiceTransaction, tolerances } from './invoice.ts';
import { RefundRequest } from './refund-request.ts';
import { WebhookDelivery } from './webhooks.ts';

/** A row of the back office's invoice list. */
export const SpaInvoiceRow = Exact(
  {
    id: Uuid,
    reference: Nullable(Type.String()),
    status: InvoiceStatusSchema,
    status_reason: Nullable(Type.String()),
    currency: CurrencyCode,
    price: Type.String(),
    total: Type.String(),
    gate_id: Nullable(CryptoGateIdSchema),
    amount_due: Nullable(Type.String()),
    amount_paid: Nullable(Type.String()),
    fee: Nullable(Type.String({ description: 'The service fee in coins of the gate; null until settled.' })),
    created_at: Instant,
    expires_at: Instant,
    completed_at: Nullable(Instant),
  },
  { title: 'SpaInvoiceRow' },
);

/** A moment of the invoice's story; `text_key` names the sentence, `data` fills it in. */
export const TimelineEntry = Exact(
  {
    at: Instant,
    kind: Type.Unsafe<'status' | 'payment' | 'quote' | 'ledger'>({ type: 'string' }),
    status: Type.Optional(InvoiceStatusSchema),
    text_key: Type.String(),
    data: Type.Record(Type.String(), Type.String()),
  },
  { title: 'TimelineEntry' },
);

/** One posting of the ledger: `amount` of `asset` from the account `debit` to the account `credit`. */
export const LedgerLine = Exact(
  {
    at: Instant,
    key: Type.String(),
    kind: Type.String(),
    debit: Type.String(),
    credit: Type.String(),
    asset: Type.String(),
    amount: Type.String(),
    posted: Type.Boolean(),
  },
  { title: 'LedgerLine' },
);

/** The actions that the signed-in user may take on this invoice now. */
export const InvoiceActions = Exact(
  { complete: Type.Boolean(), cancel: Type.Boolean(), emulate: Type.Boolean(), refund: Type.Boolean() },
  { title: 'InvoiceActions' },
);

export const SpaTransaction = Exact(
  {
    ...InvoiceTransaction.properties,
    explorer_url: Nullable(Type.String({ description: 'Where anyone can look it up; on main chains only.' })),
  },
  { title: 'SpaTransaction' },
);

const { amount: price, ...shown } = Invoice.properties;
const invoiceFields = { ...shown, price };

/** An invoice as the calls answer that create or change it in the back office. */
export const ShopInvoice = Exact(invoiceFields, { title: 'ShopInvoice' });

export const SpaInvoice = Exact(
  {
    ...invoiceFields,
    transactions: Type.Array(SpaTransaction),
    timeline: Type.Array(TimelineEntry),
    ledger: Type.Array(LedgerLine),
    webhooks: Type.Array(WebhookDelivery),
    refund_request: Type.Union([RefundRequest, Type.Null()], { description: 'The payer’s newest one.' }),
    refund_gates: Type.Array(CryptoGateIdSchema, {
      description:
        'In which coins money may go back: the invoice’s own first, then what came on another choice of the payer.',
    }),
    amount_untaken: Nullable(
      Type.String({
        description: 'Confirmed, and neither settled nor refunded: what Complete takes of a paid invoice.',
      }),
    ),
    refund_fee_percent: Type.String({ description: 'By the merchant’s plan, e.g. `5.00`.' }),
    refund_fee_payer: Type.Enum(['merchant', 'customer'], {
      type: 'string',
      description: 'Who pays the fees of a refund unless it is chosen for that refund, by the profile.',
    }),
    actions: InvoiceActions,
  },
  { title: 'SpaInvoice', description: 'An invoice with its timeline, ledger and webhooks.' },
);

export const SpaCreateInvoiceBody = Exact(
  {
    amount: Amount,
    currency: CurrencyCode,
    reference: Type.Optional(Text(255)),
    description: Type.Optional(Text(1000)),
    gates: Type.Optional(PayableGates),
    gate_id: Type.Optional(CryptoGateIdSchema),
    customer_email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
    lifetime_seconds: Type.Optional(Type.Integer({ minimum: 5, maximum: 900 })),
    autoconversion: Type.Optional(Autoconversion),
    ...tolerances,
  },
  { title: 'SpaCreateInvoice' },
);

/** Path parameters under `/spa/{profile}`. */
const ProfilePath = Type.Unsafe<string>(ModeSchema);
export const ProfileParams = Exact({ profile: ProfilePath });
export const ProfileIdParams = Exact({ profile: ProfilePath, id: Uuid });

const ShopPathSchema = Type.Unsafe<string>({
  type: 'string',
  pattern: SHOP_PATH,
  description: 'The mode, for the first shop; with `:` and the id of the shop for another one.',
  examples: ['sandbox'],
});

/** The same for what each shop has of its own. */
export const ShopParams = Exact({ profile: ShopPathSchema });
export const ShopIdParams = Exact({ profile: ShopPathSchema, id: Uuid });

export type SpaInvoiceRow = Static<typeof SpaInvoiceRow>;
export type ShopInvoice = Static<typeof ShopInvoice>;
export type SpaInvoice = Static<typeof SpaInvoice>;
export type TimelineEntry = Static<typeof TimelineEntry>;
export type LedgerLine = Static<typeof LedgerLine>;
export type InvoiceActions = Static<typeof InvoiceActions>;
export type SpaCreateInvoiceBody = Static<typeof SpaCreateInvoiceBody>;
