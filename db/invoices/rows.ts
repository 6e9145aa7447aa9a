import type { ChainKind, CryptoGateId, Mode, Network } from '../../domain/assets/assets.ts';
import type {
  Autoconversion,
  CoveredCoins,
  InvoiceCustomer,
  PaymentStatus,
  TaxLine,
} from '../../domain/invoices/record.ts';
import type { Language } from '../../domain/languages.ts';
import type { FeePayer } from '../../domain/money/fees.ts';
import type { Item } from '../../domain/money/items.ts';
import type { InvoiceStatus } from '../../domain/state/invoice-status.ts';
import type { PayoutFacts } from '../../domain/state/payout-facts.ts';
import type { PayoutStatus } from '../../domain/state/payout-status.ts';
import { confirmationsSql } from '../chain/confirmations.ts';
import { conversionColumn } from '../conversions/rows.ts';
import {
  big,
  bool,
  type Column,
  defineTable,
  filled,
  integer,
  json,
  minor,
  orNull,
  type RowOf,
  text,
  texts,
  time,
  uuid,
  wide,
} from '../core/table.ts';

/**
 * JSON of the columns `items` and `taxes`: amounts as text, so that they are never rounded. Older releases read the
 * first three fields of an item.
 */
interface ItemJson {
  readonly name: string;
  readonly quantity: number;
  readonly price_minor: string;
  readonly amount_minor?: string;
  readonly type?: Item['type'];
  readonly unit?: Item['unit'];
  readonly unit_price?: string;
  readonly tax_minor?: string;
  readonly sku?: Item['sku'];
}

interface TaxJson {
  readonly name: string;
  readonly rate_bps: number;
  readonly type: 'exclusive' | 'inclusive';
  readonly amount_minor: string;
}

const items: Column<readonly Item[]> = {
  ...json<readonly Item[]>(),
  read: (raw: readonly ItemJson[]) => raw.map(readItem),
  write: (value: readonly Item[]): ItemJson[] => value.map(writeItem),
};

function readItem({ price_minor, amount_minor, unit_price, tax_minor, ...same }: ItemJson): Item {
  return {
    ...same,
    priceMinor: BigInt(price_minor),
    ...(amount_minor === undefined ? {} : { amountMinor: BigInt(amount_minor) }),
    ...(unit_price === undefined ? {} : { unitPrice: unit_price }),
    ...(tax_minor === undefined ? {} : { taxMinor: BigInt(tax_minor) }),
  };
}

function writeItem({ priceMinor, amountMinor, unitPrice, taxMinor, ...same }: Item): ItemJson {
  return {
    ...same,
    price_minor: `${priceMinor}`,
    amount_minor: amountMinor === undefined ? undefined : `${amountMinor}`,
    unit_price: unitPrice,
    tax_minor: taxMinor === undefined ? undefined : `${taxMinor}`,
  };
}

type StoredTax = TaxLine & Pick<TaxJson, 'type'>;

const taxes: Column<readonly StoredTax[]> = {
  ...json<readonly StoredTax[]>(),
  read: (raw: readonly TaxJson[]) =>
    raw.map(({ name, rate_bps, type, amount_minor }) => ({
      name,
      type,
      rateBps: rate_bps,
      amountMinor: BigInt(amount_minor),
    })),
  write: (value: readonly StoredTax[]): TaxJson[] =>
    value.map(({ name, rateBps, type, amountMinor }) => ({
      name,
      type,
      rate_bps: rateBps,
      amount_minor: `${amountMinor}`,
    })),
};

const columns = {
  id: uuid(),
  merchantId: uuid(),
  profileId: uuid(),
  mode: text<Mode>(),
  version: integer(),
  status: text<InvoiceStatus>(),
  statusReason: orNull(text()),
  statusBefore: orNull(text<InvoiceStatus>()),
  reasonBefore: orNull(text()),
  settledBeforeMinor: minor(),
  reference: orNull(text()),
  referenceLive: bool(),
  description: orNull(text()),
  currency: text(),
  items,
  priceMinor: minor(),
  taxes,
  serviceFeeMinor: minor(),
  networkFeeMinor: minor(),
  conversionFeeMinor: minor(),
  conversionFeeBps: integer(),
  serviceFeeBps: integer(),
  feePayer: text<FeePayer>(),
  networkFeePayer: orNull(text<FeePayer>()),
  totalMinor: minor(),
  gates: texts<CryptoGateId>(),
  gateId: orNull(text<CryptoGateId>()),
  gateLocked: bool(),
  amountDueMinor: orNull(minor()),
  amountPaidMinor: minor(),
  amountConfirmedMinor: minor(),
  amountSettledMinor: minor(),
  amountRefundedMinor: minor(),
  excessKeptMinor: minor(),
  amountOwedMinor: minor(),
  autoconversion: json<Autoconversion>(),
  conversion: orNull(conversionColumn),
  convertingMinor: minor(),
  autocomplete: bool(),
  underpaidPolicy: text<'reject' | 'accept'>(),
  underpaidToleranceBps: integer(),
  overpaidToleranceBps: integer(),
  lateToleranceBps: integer(),
  needsOperator: bool(),
  metadata: json<Readonly<Record<string, string>>>(),
  customer: json<InvoiceCustomer>(),
  language: orNull(text<Language>()),
  successUrl: orNull(text()),
  cancelUrl: orNull(text()),
  notificationUrl: orNull(text()),
  checkoutUrl: text(),
  complianceHold: bool(),
  payerClaimedAt: orNull(time()),
  createdAt: time(),
  expiresAt: time(),
  expiryDecidedAt: orNull(time()),
  completedAt: orNull(time()),
  canceledAt: orNull(time()),
};

export const invoicesTable = defineTable('invoice', columns);
export type InvoiceRow = RowOf<typeof columns>;

const quoteColumns = {
  id: uuid(),
  gateId: text<CryptoGateId>(),
  network: text<Network>(),
  chain: text<ChainKind>(),
  address: text(),
  destinationTag: orNull(big()),
  totalMinor: minor(),
  networkFeeMinor: minor(),
  conversionFeeMinor: minor(),
  /** Fiat for one whole coin, as decimal text. */
  rateValue: { ...text(), sql: 'numeric', json: (column) => `trim_scale(${column})::text` } as Column<string>,
  rateSource: text(),
  lockedAt: time(),
  /** Null: as long as the invoice is open. */
  lockedUntil: orNull(time()),
  amountDueMinor: minor(),
};

export const quotesTable = defineTable('quote', quoteColumns);
export type QuoteRow = RowOf<typeof quoteColumns>;

const earlierQuoteColumns = {
  quoteId: uuid(),
  lockedAt: time(),
  lockedUntil: time(),
  totalMinor: minor(),
  networkFeeMinor: minor(),
  conversionFeeMinor: minor(),
  rateValue: quoteColumns.rateValue,
  rateSource: text(),
  amountDueMinor: minor(),
};

/** Terms that a quote had before its payer renewed them. */
export const earlierQuotesTable = defineTable('earlier_quote', earlierQuoteColumns);
export type EarlierQuoteRow = RowOf<typeof earlierQuoteColumns>;

/** A quote as one JSON object; read it by `quotesTable`. */
export const quoteJson = `jsonb_build_object(${quotesTable.selectedJson('q')})`;

const paymentColumns = {
  id: uuid(),
  key: text(),
  network: text<Network>(),
  txid: text(),
  output: text(),
  assetRef: text(),
  gateId: orNull(text<CryptoGateId>()),
  quoteId: orNull(uuid()),
  amountMinor: minor(),
  status: text<PaymentStatus>(),
  firstSeenAt: time(),
  blockHeight: orNull(big()),
  updatedAt: time(),
  requiredConfirmations: integer(),
  finalized: bool(),
  confirmedAt: orNull(time()),
  seenValueMinor: orNull(minor()),
  confirmedValueMinor: orNull(minor()),
  credited: bool(),
  creditCount: integer(),
  creditedTo: orNull(text<'unsettled' | 'suspense'>()),
  creditedMinor: minor(),
};

export const paymentsTable = defineTable('payment', paymentColumns);

export interface PaymentRow extends RowOf<typeof paymentColumns> {
  /** Counted from the follower's tip. */
  readonly confirmations: number;
  /** When the follower last read the whole chain; ISO text. */
  readonly lookedAt: string | null;
}

/** A payment as one JSON object; read it by `paymentsTable`. */
export const paymentJson = `jsonb_build_object(${paymentsTable.selectedJson('p')},
  'lookedAt', c.checked_at, 'confirmations', ${confirmationsSql('p', 'c')})`;

const refundColumns = {
  id: uuid(),
  status: text<PayoutStatus>(),
  hold: text<PayoutFacts['hold']>(),
  gateId: text<CryptoGateId>(),
  amountMinor: minor(),
  netMinor: minor(),
  address: text(),
  destinationTag: orNull(big()),
  createdAt: time(),
};

/** An invoice's view of its refunds, which are payouts with a process of their own. */
const refundsTable = defineTable('payout', refundColumns);

export interface RefundRow extends RowOf<typeof refundColumns> {
  /** The amount that its hold took from the invoice's account. */
  readonly drawnMinor: bigint;
  /** The newest transaction that was signed for it. */
  readonly txid: string | null;
  /** Where the payer took another coin: what it counts as. */
  readonly covers: CoveredCoins | null;
}

/** A refund's parts that are no columns of it, as they are in its JSON object. */
export interface RefundJson {
  readonly drawnMinor: string;
  readonly txid: string | null;
  readonly covers: { readonly gateId: CryptoGateId; readonly minor: string } | null;
}

// `unsettled`: a hold from before invoices had accounts.
const drawnSql = `(
    SELECT coalesce(sum(e.amount), 0)::text FROM transfer h
    JOIN entry e ON e.transfer_id = h.id JOIN account a ON a.id = e.account_id
    WHERE h.key = r.kind || ':' || r.id || ':hold' AND e.amount > 0
      AND (a.invoice_id IS NOT NULL OR a.kind = 'unsettled'))`;

/** A refund as one JSON object; read it by {@link readRefund}. */
export const refundJson = `jsonb_build_object(${refundsTable.selectedJson('r')}, 'drawnMinor', ${drawnSql}, 'txid', (
    SELECT t.txid FROM outgoing_line l JOIN outgoing_transaction t ON t.id = l.transaction_id
    WHERE l.payout_id = r.id ORDER BY t.signed_at DESC, t.id DESC LIMIT 1), 'covers', (
    SELECT jsonb_build_object('gateId', v.gate_id, 'minor', v.minor::text)
    FROM refund_cover v WHERE v.refund_id = r.id))`;

export function readRefund(raw: RefundJson): RefundRow {
  const { drawnMinor, covers } = raw;
  return {
    ...refundsTable.read(raw),
    drawnMinor: BigInt(drawnMinor),
    covers: covers === null ? null : { ...covers, minor: BigInt(covers.minor) },
  };
}

/** An invoice with everything that decisions need. */
export interface InvoiceParts {
  readonly row: InvoiceRow;
  readonly quotes: readonly QuoteRow[];
  readonly payments: readonly PaymentRow[];
  /** Oldest first. */
  readonly refunds: readonly RefundRow[];
  /** By asset, the money in the invoice's accounts that is not held. */
  readonly balances: Readonly<Record<string, string>>;
  /** Another invoice has the order's reference, or is locked with this one and takes it. */
  readonly referenceTaken: boolean;
}

/** Addresses that payers entered on the pages of invoices for which the shop gave none. */
export const payerEmailsTable = defineTable('payer_email', {
  invoiceId: uuid(),
  email: text(),
  /** Entered while no payment was seen, and unchanged since. */
  beforePayment: bool(),
  enteredAt: time(),
});

/** The next derivation index of each network. */
export const derivationCountersTable = defineTable('derivation_counter', {
  mode: text<Mode>(),
  network: text<Network>(),
  nextIndex: filled(wide()),
});

/** How many invoices may be created while money waits; one row at most. */
export const invoiceAdmissionTable = defineTable('invoice_admission', {
  isOnly: filled(bool()),
  perMinute: orNull(integer()),
  /** The share of creations that is refused, by merchant. */
  refused: json<Readonly<Record<string, number>>>(),
  decidedAt: time(),
});
