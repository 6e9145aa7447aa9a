import type { CryptoGateId, Mode, Network } from '../../domain/assets/assets.ts';
import {
  type InvoiceRow,
  invoiceColumns,
  type PaymentRow,
  paymentColumns,
  type QuoteRow,
  quoteColumns,
  type RefundRow,
  refundColumns,
} from '../../domain/invoices/record.ts';
import { confirmationsSql } from '../chain/confirmations.ts';
import {
  bool,
  defineTable,
  filled,
  integer,
  json,
  minor,
  orNull,
  type RowOf,
  text,
  time,
  uuid,
  wide,
} from '../core/table.ts';

export const invoicesTable = defineTable('invoice', invoiceColumns);

export const quotesTable = defineTable('quote', quoteColumns);

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

export const paymentsTable = defineTable('payment', paymentColumns);

/** A payment as one JSON object; read it by `paymentsTable`. */
export const paymentJson = `jsonb_build_object(${paymentsTable.selectedJson('p')},
  'lookedAt', c.checked_at, 'confirmations', ${confirmationsSql('p', 'c')})`;

/** An invoice's view of its refunds, which are payouts with a process of their own. */
const refundsTable = defineTable('payout', refundColumns);

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
  /** The share of creations that is refused, by merchant and mode. */
  refused: json<Readonly<Record<string, number>>>(),
  decidedAt: time(),
});
