import { gate } from '../../domain/assets/assets.ts';
import type { QuoteRow } from '../../domain/invoices/record.ts';
import { isCurrency } from '../../domain/money/currencies.ts';
import { isCurrent, parseRate, type Rate } from '../../domain/money/rates.ts';
import { type OfferedTerms, rateEndMs, termsThatCount } from '../../domain/state/invoice-quote-lock.ts';
import { isLiveStatus } from '../../domain/state/payment-status.ts';
import { enqueue } from '../core/outbox.ts';
import type { Tx } from '../core/sequelize.ts';
import { signalOf } from '../process/workflow.ts';
import { pastRates } from '../rates/rates.ts';
import { invoiceProcess } from './process.ts';
import { type QuoteTerms, termsAt } from './quote.ts';
import { lockInvoices } from './read.ts';
import { changeTerms, quoteRequest } from './renew.ts';
import { earlierQuotesTable, type InvoiceParts, invoicesTable } from './rows.ts';

/**
 * Decides by which terms the first money of these invoices counts, once its payments are recorded and before the
 * invoices decide: by those that were locked when it was seen, else at the rate of that moment. From then on, the end
 * of that lock is the deadline for the rest. Invoices to which something was paid before keep their terms.
 */
export async function countFirstMoney(tx: Tx, invoiceIds: readonly string[], nowMs: number): Promise<void> {
  for (const parts of (await lockInvoices(tx, invoiceIds)).values()) await countOne(tx, parts, nowMs);
}

async function countOne(tx: Tx, parts: InvoiceParts, nowMs: number): Promise<void> {
  const { row, payments, quotes } = parts;
  // Read in the order in which they were first seen; the first fixes the coin (invoice-states B).
  const live = payments.filter((each) => each.quoteId !== null && each.amountMinor > 0n && isLiveStatus(each.status));
  const first = live[0];
  const quote = quotes.find(({ id }) => id === first?.quoteId);
  if (first === undefined || quote === undefined || first.firstSeenAt > row.expiresAt) return;
  const { underpaidToleranceBps } = row;
  const firstSeenAtMs = first.firstSeenAt.getTime();
  const onQuote = live.filter(({ quoteId }) => quoteId === quote.id);
  const amountMinor = onQuote.reduce((sum, each) => sum + each.amountMinor, 0n);
  const offers = await offersOf(tx, parts, quote);
  const counted = termsThatCount(offers, { firstSeenAtMs, amountMinor, underpaidToleranceBps });
  const terms = counted?.terms ?? (await termsOfMoment(tx, parts, { quote, atMs: firstSeenAtMs, nowMs }));
  const kept = terms ?? quote;
  const changed = kept.lockedAt.getTime() === quote.lockedAt.getTime() ? quote : await changeTerms(tx, quote, kept);
  const endMs = rateEndMs(changed.lockedUntil?.getTime() ?? null, row.expiresAt.getTime());
  await setDeadline(
    tx,
    { ...parts, quotes: quotes.map((each) => (each.id === quote.id ? changed : each)) },
    endMs,
    nowMs,
  );
}

interface Offer extends OfferedTerms {
  readonly terms: QuoteTerms;
}

/** All terms that the payer of a quote was ever shown. */
async function offersOf(tx: Tx, { row }: InvoiceParts, quote: QuoteRow): Promise<Offer[]> {
  const earlier = await earlierQuotesTable.find(tx, { quoteId: quote.id });
  return [...earlier, quote].map((terms) => ({
    terms: termsOf(terms),
    lockedAtMs: terms.lockedAt.getTime(),
    lockedUntilMs: rateEndMs(terms.lockedUntil?.getTime() ?? null, row.expiresAt.getTime()),
    dueMinor: terms.amountDueMinor,
  }));
}

function termsOf(row: QuoteTerms): QuoteTerms {
  const { totalMinor, networkFeeMinor, conversionFeeMinor, rateValue, rateSource } = row;
  const { lockedAt, lockedUntil, amountDueMinor } = row;
  return {
    totalMinor,
    networkFeeMinor,
    conversionFeeMinor,
    rateValue,
    rateSource,
    lockedAt,
    lockedUntil,
    amountDueMinor,
  };
}

interface Moment {
  readonly quote: QuoteRow;
  readonly atMs: number;
  readonly nowMs: number;
}

/**
 * The terms at the rate when the money was seen, locked for as long as the payer's own choice was. Null without a rate:
 * then the money is late, which the merchant decides about.
 */
async function termsOfMoment(tx: Tx, { row }: InvoiceParts, moment: Moment): Promise<QuoteTerms | null> {
  const { quote, atMs, nowMs } = moment;
  const request = await quoteRequest(tx, row, { gateId: quote.gateId, nowMs: atMs });
  const { asset } = gate(quote.gateId);
  const present = request.rates.find((each) => each.asset === asset && isCurrent(each, nowMs));
  const rate = nowMs - atMs <= PRESENT_MS ? present : await pastRate(tx, row, { ...moment, asset });
  const lockMs = (quote.lockedUntil ?? row.expiresAt).getTime() - quote.lockedAt.getTime();
  return rate === undefined ? null : termsAt(rate, { ...request, lockMs });
}

/** The present rate speaks for moments no longer ago than this. */
const PRESENT_MS = 10 * 60_000;

async function pastRate(
  tx: Tx,
  { mode, currency }: InvoiceParts['row'],
  { quote, atMs, asset }: Moment & Pick<Rate, 'asset'>,
): Promise<Rate | undefined> {
  if (!isCurrency(currency)) return undefined;
  const [value] = await pastRates(tx, mode, [{ asset, currency, atMs }]);
  const at = new Date(atMs);
  const about = { asset, currency, source: quote.rateSource, sampledAt: at, expiresAt: at };
  return value == null ? undefined : parseRate(value, about);
}

/** Brings the deadline forward to the end of the lock, and tells the workflow, which would sleep longer. */
async function setDeadline(tx: Tx, parts: InvoiceParts, endMs: number, nowMs: number): Promise<void> {
  const { row } = parts;
  if (endMs >= row.expiresAt.getTime()) return;
  const change = { expiresAt: new Date(endMs), version: row.version + 1 };
  await invoicesTable.update(tx, change, { id: row.id });
  await enqueue(tx, [signalOf(invoiceProcess, { ...parts, row: { ...row, ...change } }, nowMs)]);
}
