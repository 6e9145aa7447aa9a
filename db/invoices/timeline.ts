import { trimZeros } from '../../contract/invoice.view.ts';
import type { LedgerLine, TimelineEntry } from '../../contract/spa-invoices.ts';
import type { InvoiceRecord, PaymentRecord, QuoteRow } from '../../domain/invoices/record.ts';
import { type InvoiceStatus, isInvoiceStatus } from '../../domain/state/invoice-status.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { type LedgerLineRow, ledgerCoins, ledgerLinesSql, toLedgerLine } from '../ledger/lines.ts';
import { quoteJson, quotesTable } from './rows.ts';

export interface InvoiceTimeline {
  readonly timeline: readonly TimelineEntry[];
  readonly ledger: readonly LedgerLine[];
}

/** The history of an invoice, oldest first: statuses, quotes, payments, the payer's word and ledger postings. */
export async function invoiceTimeline(on: Tx | Db, invoice: InvoiceRecord): Promise<InvoiceTimeline> {
  const ledger = (await select<LedgerLineRow>(on, ledgerSql, [invoice.id])).map(toLedgerLine);
  const statuses = await select<StatusRow>(on, statusSql, [invoice.id]);
  const quotes = await select<{ quote: object }>(on, quotesSql, [invoice.id]);
  const moments = [
    ...statuses.map((row, index) =>
      // The event has the database's time, which may be slightly earlier than the clock that locked the rate.
      index === 0
        ? { ...statusMoment(row), at: invoice.createdAt.toISOString(), text_key: 'created' }
        : statusMoment(row),
    ),
    ...quotes.map(({ quote }) => quoteMoment(quotesTable.read(quote), invoice.currency)),
    ...invoice.payments.flatMap((payment) => paymentMoments(payment, invoice)),
    ...claimMoment(invoice),
    ...ledger.flatMap((posting) => ledgerMoment(posting)),
  ];
  return { timeline: inOrder(moments), ledger };
}

/** Oldest first. Within one millisecond causes come first: the payment, its booking, then the status. */
export function inOrder(moments: readonly TimelineEntry[]): TimelineEntry[] {
  return moments.toSorted((one, other) => one.at.localeCompare(other.at) || rank(one) - rank(other));
}

function rank({ kind, text_key }: TimelineEntry): number {
  return text_key === 'created' ? 0 : CAUSES.indexOf(kind) + 1;
}

const CAUSES: readonly TimelineEntry['kind'][] = ['quote', 'payment', 'ledger', 'status'];

/** While no payment shows, shops are asked about those who say that they have paid. */
function claimMoment({ payerClaimedAt }: InvoiceRecord): TimelineEntry[] {
  if (payerClaimedAt === null) return [];
  return [{ at: payerClaimedAt.toISOString(), kind: 'payment', text_key: 'payer_claimed', data: {} }];
}

interface StatusRow {
  readonly type: string;
  readonly reason: string | null;
  readonly created_at: Date;
}

const WORDS: Partial<Record<InvoiceStatus, string>> = { done: 'completed', canceled: 'canceled' };

function statusMoment({ type, reason, created_at }: StatusRow): TimelineEntry {
  const text = type.replace(/^invoice\./, '');
  const status = isInvoiceStatus(text) ? text : 'error';
  return {
    at: created_at.toISOString(),
    kind: 'status',
    status,
    text_key: WORDS[status] ?? 'status',
    data: reason === null ? {} : { reason },
  };
}

function quoteMoment(quote: QuoteRow, currency: string): TimelineEntry {
  return {
    at: quote.lockedAt.toISOString(),
    kind: 'quote',
    text_key: 'gate_chosen',
    data: {
      gate_id: quote.gateId,
      amount: ledgerCoins(quote.amountDueMinor, quote.gateId),
      rate: trimZeros(quote.rateValue),
      currency,
      source: quote.rateSource,
    },
  };
}

/** When the payment was seen, and how it ended if it was dropped, replaced or failed. */
function paymentMoments(payment: PaymentRecord, invoice: InvoiceRecord): TimelineEntry[] {
  const late = payment.firstSeenAt > invoice.expiresAt;
  const data = {
    txid: payment.txid,
    asset: payment.gateId ?? payment.assetRef,
    amount: ledgerCoins(payment.amountMinor, payment.gateId ?? payment.assetRef),
    confirmations: String(payment.confirmations),
    required: String(payment.requiredConfirmations),
  };
  const seen: TimelineEntry = {
    at: payment.firstSeenAt.toISOString(),
    kind: 'payment',
    text_key: late ? 'payment_late_seen' : 'payment_seen',
    data,
  };
  const gone = payment.status === 'dropped' || payment.status === 'replaced' || payment.status === 'failed';
  if (!gone) return [seen];
  return [seen, { ...seen, at: payment.updatedAt.toISOString(), text_key: `payment_${payment.status}` }];
}

/** A credit marks the moment when the threshold was reached. */
function ledgerMoment(posting: LedgerLine): TimelineEntry[] {
  const words: Record<string, string> = {
    payment_credit: 'payment_confirmed',
    payment_reverse: 'reversed',
    settle: 'settled',
  };
  const text_key = words[posting.kind];
  // A settlement posts its fee as a separate line; only the merchant's part appears in the timeline.
  if (text_key === undefined || posting.credit.startsWith('fees:')) return [];
  return [{ at: posting.at, kind: 'ledger', text_key, data: { amount: posting.amount, asset: posting.asset } }];
}

// The reason is read from the event's body, which is stored as the text that was sent.
const statusSql = prepared(`
  SELECT type, body::jsonb -> 'data' ->> 'status_reason' AS reason, created_at
  FROM event
  WHERE entity_id = $1 AND type <> 'invoice.other_payment'
  ORDER BY xact, id`);

const quotesSql = prepared(`
  SELECT ${quoteJson} AS quote FROM (
    SELECT * FROM quote WHERE invoice_id = $1
    UNION ALL
    -- The same quote with the terms that it had before.
    SELECT (jsonb_populate_record(q, to_jsonb(e))).* FROM quote q JOIN earlier_quote e ON e.quote_id = q.id
    WHERE q.invoice_id = $1 AND e.locked_at <> q.locked_at) q
  ORDER BY q.locked_at`);

const ledgerSql = prepared(ledgerLinesSql(`t.invoice_id = $1 AND t.kind <> 'invoice_account'`));
