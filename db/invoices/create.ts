import { markedForDeletion } from '../../domain/accounts/account-rules.ts';
import { type CryptoGateId, gate, isCryptoGateId, type Mode } from '../../domain/assets/assets.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { Autoconversion, InvoiceRecord, InvoiceRow } from '../../domain/invoices/record.ts';
import type { Warning } from '../../domain/leniency/warning.ts';
import type { FeePayer } from '../../domain/money/fees.ts';
import { checkInvoiceBounds, type Pricing, priceInvoice } from '../../domain/money/pricing.ts';
import { isCurrent, type Rate } from '../../domain/money/rates.ts';
import { snapshotOf } from '../../domain/state/invoice.ts';
import { filledAddresses } from '../../domain/web/placeholders.ts';
import { notifyLiveAfterCommit } from '../core/live.ts';
import { wakeRelay } from '../core/outbox.ts';
import { type Db, dbOf, inTransaction, isDb, onCommit, type Tx } from '../core/sequelize.ts';
import { maybeOne, select } from '../core/sql.ts';
import { toRate } from '../rates/rates.ts';
import { type CreateContext, contextSql, insertBindings, insertSql } from './create-sql.ts';
import { toFacts, toRecord } from './facts.ts';
import type { NewInvoice } from './new-invoice.ts';
import { invoiceEvent, invoiceStart } from './publish.ts';
import { makeQuote, type NewQuote } from './quote.ts';
import { findByReference } from './read.ts';
import { repeatOrder } from './repeat.ts';
import type { InvoiceSettings } from './settings.ts';

export interface CreatedInvoice {
  readonly invoice: InvoiceRecord;
  /** False when the reference already had an invoice, which is returned. */
  readonly created: boolean;
  /** The changes to that invoice, and the fields that could not change. */
  readonly warnings: readonly Warning[];
}

/**
 * Creates an invoice, with quote and address if an asset is chosen, its workflow start and its first event. It reads
 * with one statement and writes with another, which is atomic by itself: use a transaction only to add other writes. A
 * taken reference returns its existing invoice if price and currency match, or replaces it if that is requested.
 * @throws DomainError `reference_taken`, `gate_not_offered`, `rate_unavailable`, `amount_too_small`,
 *   `amount_too_large`, `validation_failed`, `network_unavailable`, `merchant_blocked`, `merchant_restricted`,
 *   `shop_closed`, `service_unavailable` while money waits (`domain/invoices/admission.ts`)
 */
export async function createInvoice(
  on: Tx | Db,
  settings: InvoiceSettings,
  input: NewInvoice,
): Promise<CreatedInvoice> {
  const context = await readContext(on, input);
  const pricing = priceOf(input, context);
  if (context.taken_id !== null) return existing(on, settings, { input, pricing });
  const rates = (context.rates ?? []).map(toRate).filter((rate) => isCurrent(rate, input.nowMs));
  checkInvoiceBounds(pricing.priceMinor, input.currency, crossOf(rates, input.currency));
  const gates = gatesOf(settings, input, context);
  const quote = input.gateId === undefined ? null : await quoteOf(on, settings, { input, context, pricing, rates });
  const row = rowOf({ settings, input, context, pricing, gates, quote });
  const quotes = quote === null ? [] : [quote.row];
  const parts = { row, quotes, payments: [], refunds: [], balances: {}, referenceTaken: false };
  const invoice = toRecord(parts);
  const event = invoiceEvent(invoice, input.nowMs);
  const start = invoiceStart(invoice, snapshotOf(toFacts(parts), input.nowMs));
  const inserted = await select(
    on,
    insertSql,
    insertBindings({ row, quote, event, start, greenfield: input.greenfield }),
  );
  // Another request took the reference between the two statements.
  if (inserted.length === 0) return existing(on, settings, { input, pricing });
  onCommit(on, () => wakeRelay(dbOf(on)));
  notifyLiveAfterCommit(on, { invoice: row.id, profile: row.profileId, status: row.status, version: row.version });
  return { invoice, created: true, warnings: [] };
}

async function readContext(on: Tx | Db, input: NewInvoice): Promise<CreateContext> {
  const network = input.gateId === undefined ? null : gate(input.gateId).network;
  const bind = [input.profileId, input.currency, input.reference ?? null, network];
  const context = await maybeOne<CreateContext>(on, contextSql, bind);
  if (context === undefined) throw new DomainError('not_found');
  if (context.merchant_status === 'blocked') throw new DomainError('merchant_blocked');
  // Existing invoices stay available: requested again by its reference, one is returned.
  if (context.taken_id !== null) return context;
  if (context.leaving) throw markedForDeletion();
  if (context.restricted) throw new DomainError('merchant_restricted');
  if (context.closed) throw new DomainError('shop_closed');
  // Money that has arrived goes first: this one can be created in a moment.
  if (context.put_off === true && input.isForPayer !== true)
    throw new DomainError('service_unavailable', { retryAfterSeconds: soon() });
  return context;
}

/** One to three seconds, so that those who are refused together do not come back together. */
function soon(): number {
  return 1 + Math.floor(3 * Math.random());
}

/** The order has an invoice already, or another request made one between the two statements. */
async function existing(
  on: Tx | Db,
  settings: InvoiceSettings,
  { input, pricing }: { readonly input: NewInvoice; readonly pricing: Pricing },
): Promise<CreatedInvoice> {
  if (isDb(on)) return inTransaction(on, (tx) => existing(tx, settings, { input, pricing }));
  const { profileId, reference } = input;
  const invoice = reference === undefined ? null : await findByReference(on, { profileId, reference });
  if (invoice === null) throw new DomainError('conflict');
  const repeated = await repeatOrder(on, input, { invoiceId: invoice.id, priceMinor: pricing.priceMinor });
  if (repeated !== null) return { ...repeated, created: false };
  return createInvoice(on, settings, input);
}

function priceOf(input: NewInvoice, context: CreateContext): Pricing {
  return priceInvoice({
    priceMinor: input.priceMinor,
    items: input.items,
    itemsTotal: input.itemsTotal,
    tax: input.tax ?? { name: context.tax_name, rateBps: context.tax_rate_bps, type: context.tax_type },
    fees: {
      serviceBps: context.fee_bps,
      servicePayer: servicePayerOf(input, context),
      networkFeeMinor: 0n,
      networkPayer: networkPayerOf(input, context),
    },
  });
}

function servicePayerOf({ feePayers }: NewInvoice, context: CreateContext): FeePayer {
  return feePayers?.service ?? context.service_fee_payer;
}

function networkPayerOf({ feePayers }: NewInvoice, context: CreateContext): FeePayer {
  return feePayers?.network ?? context.network_fee_payer;
}

/** The currency's value in EUR now, through any asset with a current rate in both; null for EUR itself. */
export function crossOf(rates: readonly Rate[], currency: string) {
  if (currency === 'EUR') return null;
  for (const inCurrency of rates) {
    if (inCurrency.currency !== currency) continue;
    const inEur = rates.find((rate) => rate.asset === inCurrency.asset && rate.currency === 'EUR');
    if (inEur !== undefined) return { inCurrency, inEur };
  }
  throw new DomainError('rate_unavailable');
}

/** The requested gates, else the profile's, as far as payments can be accepted on them. */
function gatesOf(settings: InvoiceSettings, input: NewInvoice, context: CreateContext): CryptoGateId[] {
  const offered = context.gates.filter(
    (id): id is CryptoGateId => isCryptoGateId(id) && settings.isOpen(context.mode, id),
  );
  const wrong = input.gates?.find((id) => !offered.includes(id));
  if (wrong !== undefined)
    throw fieldError('gates', `${wrong} is not among the assets of the profile.`, 'gate_not_offered');
  const gates = input.gates === undefined ? offered : offered.filter((id) => input.gates?.includes(id));
  if (gates.length === 0) throw fieldError('gates', 'At least one asset is required.', 'gate_not_offered');
  if (input.gateId !== undefined && !gates.includes(input.gateId)) {
    throw fieldError('gate_id', 'This asset is not offered.', 'gate_not_offered');
  }
  return gates;
}

/** The invoice's own, else the profile's. Without an exchange nothing converts: a request for it gets a notice. */
function autoconversionOf(settings: InvoiceSettings, input: NewInvoice, context: CreateContext): Autoconversion {
  if (settings.canConvert(context.mode)) return input.autoconversion ?? context.autoconversion;
  if (input.autoconversion !== undefined && input.autoconversion.type !== 'none') {
    throw fieldError('autoconversion', 'Conversions are not offered at present: no exchange is connected.');
  }
  return { type: 'none' };
}

/** The amount that is converted, and the customer's fee for it. */
function conversionTerms(settings: InvoiceSettings, input: NewInvoice, context: CreateContext) {
  const autoconversion = autoconversionOf(settings, input, context);
  const payer = input.feePayers?.conversion ?? context.conversion_fee_payer;
  const isCustomers = autoconversion.type !== 'none' && payer === 'customer';
  return { autoconversion, conversionFeeBps: isCustomers ? context.conversion_fee_bps : 0 };
}

interface QuoteParts {
  readonly input: NewInvoice;
  readonly context: CreateContext;
  readonly pricing: Pricing;
  readonly rates: readonly Rate[];
}

async function quoteOf(on: Tx | Db, settings: InvoiceSettings, parts: QuoteParts): Promise<NewQuote | null> {
  const { input, context, pricing, rates } = parts;
  if (input.gateId === undefined) return null;
  return makeQuote(dbOf(on), settings, {
    mode: context.mode,
    gateId: input.gateId,
    currency: input.currency,
    totalBeforeGateMinor: pricing.totalMinor,
    subtotalMinor: pricing.totalMinor - pricing.serviceFeeMinor,
    ...conversionTerms(settings, input, context),
    customerPaysNetwork: networkPayerOf(input, context) === 'customer',
    rates,
    identified: context.chain,
    expiresAtMs: expiresAtMs(settings, input),
    nowMs: input.nowMs,
  });
}

function expiresAtMs({ lifetimeSeconds }: InvoiceSettings, input: NewInvoice): number {
  return input.nowMs + (input.lifetimeSeconds ?? lifetimeSeconds) * 1_000;
}

interface RowParts {
  readonly settings: InvoiceSettings;
  readonly input: NewInvoice;
  readonly context: CreateContext;
  readonly pricing: Pricing;
  readonly gates: CryptoGateId[];
  readonly quote: NewQuote | null;
}

function rowOf({ settings, input, context, pricing, gates, quote }: RowParts): InvoiceRow {
  const id = input.id ?? newId(input.nowMs);
  return {
    id,
    merchantId: context.merchant_id,
    profileId: input.profileId,
    mode: context.mode as Mode,
    version: 1,
    status: quote === null ? 'new' : 'pending',
    statusReason: null,
    statusBefore: null,
    reasonBefore: null,
    settledBeforeMinor: 0n,
    reference: input.reference ?? null,
    referenceLive: true,
    description: input.description ?? null,
    currency: input.currency,
    items: input.items ?? [],
    priceMinor: pricing.priceMinor,
    taxes: pricing.taxes.map(({ name, rateBps, type, minor }) => ({ name, rateBps, type, amountMinor: minor })),
    serviceFeeMinor: pricing.serviceFeeMinor,
    networkFeeMinor: quote?.row.networkFeeMinor ?? 0n,
    conversionFeeMinor: quote?.row.conversionFeeMinor ?? 0n,
    serviceFeeBps: context.fee_bps,
    feePayer: servicePayerOf(input, context),
    networkFeePayer: input.feePayers?.network ?? null,
    totalMinor: quote?.row.totalMinor ?? pricing.totalMinor,
    gates,
    gateId: quote?.row.gateId ?? null,
    gateLocked: false,
    amountDueMinor: quote?.row.amountDueMinor ?? null,
    amountPaidMinor: 0n,
    amountConfirmedMinor: 0n,
    amountSettledMinor: 0n,
    amountRefundedMinor: 0n,
    excessKeptMinor: 0n,
    amountOwedMinor: 0n,
    ...conversionTerms(settings, input, context),
    conversion: null,
    convertingMinor: 0n,
    autocomplete: input.autocomplete ?? context.autocomplete,
    underpaidPolicy: context.underpaid_policy,
    underpaidToleranceBps: input.underpaidToleranceBps ?? context.underpaid_tolerance_bps,
    overpaidToleranceBps: input.overpaidToleranceBps ?? context.overpaid_tolerance_bps,
    lateToleranceBps: context.late_tolerance_bps,
    needsOperator: false,
    metadata: { ...input.metadata },
    customer: input.customer ?? {},
    language: input.language ?? null,
    ...filledAddresses(input, { invoiceId: id, reference: input.reference ?? null }),
    checkoutUrl: `${settings.publicUrl}/invoice/${id}`,
    complianceHold: false,
    payerClaimedAt: null,
    createdAt: new Date(input.nowMs),
    expiresAt: new Date(expiresAtMs(settings, input)),
    expiryDecidedAt: null,
    completedAt: null,
    canceledAt: null,
  };
}
