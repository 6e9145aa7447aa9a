import { ASSETS, gate } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import type { InvoiceRecord, InvoiceRow, QuoteRow } from '../../domain/invoices/record.ts';
import { gateFees } from '../../domain/money/gate-fees.ts';
import type { Item } from '../../domain/money/items.ts';
import {
  checkGateMinimum,
  checkInvoiceBounds,
  type ItemsTotal,
  type Pricing,
  priceInvoice,
} from '../../domain/money/pricing.ts';
import { assetMinorFor, isCurrent, parseRate } from '../../domain/money/rates.ts';
import { type Tax, taxOnTop } from '../../domain/money/tax.ts';
import { refusedInvoice } from '../../domain/state/invoice-commands.ts';
import { OPEN_STATUSES } from '../../domain/state/invoice-status.ts';
import { notifyLiveAfterCommit } from '../core/live.ts';
import { enqueue } from '../core/outbox.ts';
import { sqlState, type Tx } from '../core/sequelize.ts';
import { execute, prepared } from '../core/sql.ts';
import { signalOf } from '../process/workflow.ts';
import { currentRates } from '../rates/rates.ts';
import type { InvoiceCommand } from './commands.ts';
import { crossOf } from './create.ts';
import { applyInvoiceEvent, invoiceProcess } from './process.ts';
import { findByReference, lockInvoice, readInvoice, readInvoiceParts } from './read.ts';
import { isUntouched, referenceTaken } from './repeat.ts';
import { type InvoiceParts, invoicesTable, quotesTable } from './rows.ts';

/** A shop's changes of an invoice; omitted fields stay. Fiat in minor units of the invoice's currency. */
export interface InvoiceChange {
  readonly reference?: string;
  /** Added to what is there; an empty value removes its key. */
  readonly metadata?: Readonly<Record<string, string>>;
  readonly priceMinor?: bigint;
  readonly items?: readonly Item[];
  readonly itemsTotal?: ItemsTotal;
}

/**
 * Changes an invoice: metadata and reference always, the price while nothing was paid. A chosen coin keeps its rate,
 * its address and the deadline; what is due follows the new total, on every coin that was chosen so far.
 * @throws DomainError `not_found`, `payment_seen`, `illegal_transition`, `reference_taken`, `validation_failed`,
 *   `amount_too_small`, `amount_too_large`
 */
export async function changeInvoice(
  tx: Tx,
  { invoiceId, scope, nowMs }: InvoiceCommand,
  change: InvoiceChange,
): Promise<InvoiceRecord> {
  await readInvoice(tx, invoiceId, scope);
  const parts = await lockInvoice(tx, invoiceId);
  await changeNames(tx, parts.row, change);
  if (change.priceMinor !== undefined || change.items !== undefined) await changePrice(tx, parts, change, nowMs);
  return readInvoice(tx, invoiceId);
}

/**
 * Lets the deadline of a sandbox invoice pass now.
 * @throws DomainError `illegal_transition` once it is paid or over, `not_found`
 */
export async function expireNow(tx: Tx, { invoiceId, scope, nowMs }: InvoiceCommand): Promise<InvoiceRecord> {
  await readInvoice(tx, invoiceId, scope);
  const { row } = await lockInvoice(tx, invoiceId);
  if (!OPEN_STATUSES.has(row.status)) throw refusedInvoice(row.status, 'deadline');
  if (row.expiresAt.getTime() >= nowMs)
    await invoicesTable.update(tx, { expiresAt: new Date(nowMs - 1) }, { id: row.id });
  const cause = `deadline:v${row.version}`;
  await applyInvoiceEvent(tx, { id: invoiceId, event: { type: 'deadline' }, cause, nowMs });
  return readInvoice(tx, invoiceId);
}

async function changeNames(tx: Tx, row: InvoiceRow, { reference, metadata }: InvoiceChange): Promise<void> {
  const merged = metadata === undefined ? undefined : mergedMetadata(row.metadata, metadata);
  if (merged !== undefined) await invoicesTable.update(tx, { metadata: merged }, { id: row.id });
  if (reference === undefined || reference === row.reference) return;
  const other = await findByReference(tx, { profileId: row.profileId, reference });
  if (other !== null) throw referenceTaken(await readInvoiceParts(tx, other.id));
  try {
    await invoicesTable.update(tx, { reference }, { id: row.id });
  } catch (error) {
    // Another request took it since.
    if (sqlState(error) === '23505') throw new DomainError('reference_taken', { cause: error });
    throw error;
  }
}

function mergedMetadata(before: InvoiceRow['metadata'], change: InvoiceRow['metadata']): InvoiceRow['metadata'] {
  const merged = Object.entries({ ...before, ...change }).filter(([, value]) => value !== '');
  if (merged.length > MAX_METADATA) {
    throw new DomainError('validation_failed', {
      fields: { metadata: [`Must have at most ${MAX_METADATA} entries.`] },
    });
  }
  return Object.fromEntries(merged);
}

const MAX_METADATA = 20;

async function changePrice(tx: Tx, parts: InvoiceParts, change: InvoiceChange, nowMs: number): Promise<void> {
  const { row } = parts;
  if (!isUntouched(parts)) throw priceRefused(parts);
  if (row.expiresAt.getTime() <= nowMs) throw new DomainError('invoice_expired');
  const pricing = repriced(row, change);
  await checkBounds(tx, row, pricing.priceMinor, nowMs);
  const quotes = parts.quotes.map((quote) => requoted(row, quote, pricing));
  for (const { id, amountDueMinor, totalMinor, conversionFeeMinor } of quotes) {
    await quotesTable.update(tx, { amountDueMinor, totalMinor, conversionFeeMinor }, { id });
  }
  // Amounts of the old price no longer pay anything.
  await execute(tx, forgetSql, [quotes.map(({ id }) => id)]);
  const chosen = quotes.find(({ gateId }) => gateId === row.gateId);
  const after: InvoiceRow = {
    ...row,
    version: row.version + 1,
    items: change.items ?? [],
    priceMinor: pricing.priceMinor,
    taxes: pricing.taxes.map(({ name, rateBps, type, minor }) => ({ name, rateBps, type, amountMinor: minor })),
    serviceFeeMinor: pricing.serviceFeeMinor,
    conversionFeeMinor: chosen?.conversionFeeMinor ?? row.conversionFeeMinor,
    totalMinor: chosen?.totalMinor ?? pricing.totalMinor,
    amountDueMinor: chosen?.amountDueMinor ?? null,
  };
  const { id, profileId: profile, status, version } = after;
  await invoicesTable.update(tx, priceColumns(after), { id });
  const changed = { ...parts, row: after, quotes };
  await enqueue(tx, [signalOf(invoiceProcess, changed, nowMs)]);
  notifyLiveAfterCommit(tx, { invoice: id, profile, status, version });
}

const forgetSql = prepared('DELETE FROM earlier_quote WHERE quote_id = ANY($1::uuid[])');

function priceRefused({ row, payments }: InvoiceParts): DomainError {
  const { state } = refusedInvoice(row.status, 'choose');
  const code = payments.length > 0 ? 'payment_seen' : 'illegal_transition';
  const message = 'The price can be changed until a payment is seen.';
  return new DomainError(code, { message, state });
}

function priceColumns(row: InvoiceRow) {
  const { version, items, priceMinor, taxes, serviceFeeMinor, conversionFeeMinor, totalMinor, amountDueMinor } = row;
  return { version, items, priceMinor, taxes, serviceFeeMinor, conversionFeeMinor, totalMinor, amountDueMinor };
}

/** By the taxes and fees that the invoice was made with: a change of the profile since is none of the payer's. */
function repriced(row: InvoiceRow, { priceMinor, items, itemsTotal }: InvoiceChange): Pricing {
  return priceInvoice({
    priceMinor,
    items,
    itemsTotal,
    tax: taxOf(row),
    fees: { serviceBps: row.serviceFeeBps, servicePayer: row.feePayer, networkFeeMinor: 0n, networkPayer: 'merchant' },
  });
}

function taxOf({ taxes: [tax] }: InvoiceRow): Tax {
  return tax === undefined ? { name: '', rateBps: 0, type: 'exempt' } : tax;
}

/** At the rate that was locked with it; the network's fee does not depend on the amount. */
function requoted(row: InvoiceRow, quote: QuoteRow, pricing: Pricing): QuoteRow {
  const chosen = gate(quote.gateId);
  const { rateValue, rateSource: source, lockedAt } = quote;
  const rate = parseRate(rateValue, {
    asset: chosen.asset,
    currency: row.currency,
    source,
    sampledAt: lockedAt,
    expiresAt: lockedAt,
  });
  const { conversionFeeMinor } = gateFees(chosen, rate, {
    subtotalMinor: pricing.priceMinor + taxOnTop(pricing.taxes),
    customerPaysNetwork: false,
    autoconversion: row.autoconversion,
    conversionFeeBps: row.conversionFeeBps,
  });
  const totalMinor = pricing.totalMinor + quote.networkFeeMinor + conversionFeeMinor;
  const amountDueMinor = assetMinorFor(totalMinor, rate);
  checkGateMinimum(amountDueMinor, chosen);
  return { ...quote, totalMinor, conversionFeeMinor, amountDueMinor };
}

async function checkBounds(tx: Tx, { mode, currency }: InvoiceRow, priceMinor: bigint, nowMs: number): Promise<void> {
  const currencies = [currency, 'EUR'];
  const rates = currency === 'EUR' ? [] : await currentRates(tx, { mode, assets: ASSETS, currencies });
  const usable = rates.filter((rate) => isCurrent(rate, nowMs));
  checkInvoiceBounds(priceMinor, currency, crossOf(usable, currency));
}
