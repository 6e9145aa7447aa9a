import { type CryptoGateId, gate } from '../../domain/assets/assets.ts';
import type { InvoiceRow, QuoteRow } from '../../domain/invoices/record.ts';
import { beforeGate } from '../../domain/money/gate-fees.ts';
import { isRenewable } from '../../domain/state/invoice-quote-lock.ts';
import { isLiveStatus } from '../../domain/state/payment-status.ts';
import { notifyLiveAfterCommit } from '../core/live.ts';
import { enqueue } from '../core/outbox.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, one, prepared } from '../core/sql.ts';
import { signalOf } from '../process/workflow.ts';
import { type RateJson, rateJson, toRate } from '../rates/rates.ts';
import { invoiceProcess } from './process.ts';
import { checkAccepted, offeredTerms, type QuoteRequest, type QuoteTerms } from './quote.ts';
import { type InvoiceParts, invoicesTable, quotesTable } from './rows.ts';
import type { InvoiceSettings } from './settings.ts';

/** True while nothing was sent and the locked rate has ended before the invoice. */
export function canRenew({ row, payments }: InvoiceParts, { lockedUntil }: QuoteRow, nowMs: number): boolean {
  const { status, expiresAt } = row;
  const isPaid = payments.some((payment) => payment.quoteId !== null && isLiveStatus(payment.status));
  const lockedUntilMs = lockedUntil?.getTime() ?? null;
  return isRenewable({ status, isPaid, lockedUntilMs, expiresAtMs: expiresAt.getTime() }, nowMs);
}

/**
 * Gives a quote the present rate for a new lock; its address stays, and its earlier terms still count for money that
 * was seen while they held. The caller has checked {@link canRenew} under the invoice's lock.
 * @throws DomainError `rate_unavailable`, `amount_too_small`, `network_unavailable`, `changed_meanwhile` if more is due
 *   than `acceptedMinor`
 */
export async function renewQuote(
  tx: Tx,
  settings: InvoiceSettings,
  {
    parts,
    quote,
    nowMs,
    acceptedMinor,
  }: {
    readonly parts: InvoiceParts;
    readonly quote: QuoteRow;
    readonly nowMs: number;
    readonly acceptedMinor?: bigint;
  },
): Promise<void> {
  const { row } = parts;
  const terms = offeredTerms(settings, await quoteRequest(tx, row, { gateId: quote.gateId, nowMs }));
  checkAccepted(terms, acceptedMinor);
  const renewed = await changeTerms(tx, quote, terms);
  if (row.gateId !== quote.gateId) return;
  const { totalMinor, networkFeeMinor, conversionFeeMinor, amountDueMinor } = renewed;
  const change = { totalMinor, networkFeeMinor, conversionFeeMinor, amountDueMinor, version: row.version + 1 };
  await invoicesTable.update(tx, change, { id: row.id });
  const quotes = parts.quotes.map((each) => (each.id === quote.id ? renewed : each));
  await enqueue(tx, [signalOf(invoiceProcess, { ...parts, row: { ...row, ...change }, quotes }, nowMs)]);
  notifyLiveAfterCommit(tx, { invoice: row.id, profile: row.profileId, status: row.status, version: change.version });
}

/** The facts by which a quote of this invoice is priced: the present rates, and who pays which fee. */
export async function quoteRequest(
  tx: Tx,
  row: InvoiceRow,
  { gateId, nowMs }: { readonly gateId: CryptoGateId; readonly nowMs: number },
): Promise<QuoteRequest> {
  const { network } = gate(gateId);
  const context = await one<QuoteContext>(tx, contextSql, [row.profileId, row.currency, network]);
  return {
    mode: row.mode,
    gateId,
    currency: row.currency,
    nowMs,
    ...beforeGate(row),
    customerPaysNetwork: (row.networkFeePayer ?? context.network_fee_payer) === 'customer',
    rates: (context.rates ?? []).map(toRate),
    identified: context.chain,
    expiresAtMs: row.expiresAt.getTime(),
  };
}

interface QuoteContext {
  readonly network_fee_payer: 'merchant' | 'customer';
  readonly rates: RateJson[] | null;
  readonly chain: 'main' | 'test' | 'regtest' | null;
}

const contextSql = prepared(`
  SELECT p.network_fee_payer,
    (SELECT jsonb_agg(${rateJson}) FROM rate r WHERE r.mode = p.mode AND r.currency = $2) AS rates,
    (SELECT c.chain FROM chain_identity c WHERE c.mode = p.mode AND c.network = $3) AS chain
  FROM profile p WHERE p.id = $1`);

/** Keeps the terms that a quote had, and gives it others. */
export async function changeTerms(tx: Tx, quote: QuoteRow, terms: QuoteTerms): Promise<QuoteRow> {
  await execute(tx, keepSql, [quote.id]);
  await quotesTable.update(tx, terms, { id: quote.id });
  return { ...quote, ...terms };
}

const keepSql = prepared(`
  INSERT INTO earlier_quote (quote_id, locked_at, locked_until, total_minor, network_fee_minor, conversion_fee_minor,
    rate_value, rate_source, amount_due_minor)
  SELECT id, locked_at, locked_until, total_minor, network_fee_minor, conversion_fee_minor, rate_value, rate_source,
    amount_due_minor
  FROM quote WHERE id = $1 AND locked_until IS NOT NULL
  ON CONFLICT DO NOTHING`);
