import type { Chain } from '../../db/chain/cursor.ts';
import {
  type ChangedPayment,
  insertPayments,
  lockPaidInvoices,
  type NewPayment,
  type PaidInvoice,
  type Payment,
  relatedPayments,
  updatePayments,
} from '../../db/chain/payments.ts';
import { targetKey } from '../../db/chain/watched.ts';
import type { Tx } from '../../db/core/sequelize.ts';
import { assignDeposits } from '../../db/deposits/assign.ts';
import { applyDepositEvents, type DepositStep } from '../../db/deposits/process.ts';
import { lockDeposits } from '../../db/deposits/read.ts';
import { countFirstMoney } from '../../db/invoices/first-money.ts';
import type { InvoiceStep } from '../../db/invoices/process.ts';
import { pastRates } from '../../db/rates/rates.ts';
import { internalAmong } from '../../db/sending/internal-transfers.ts';
import { gates, type Mode } from '../../domain/assets/assets.ts';
import { isCurrency } from '../../domain/money/currencies.ts';
import { fiatMinorFor, parseRate, type Rate } from '../../domain/money/rates.ts';
import { isLiveStatus } from '../../domain/state/payment-status.ts';
import { type ChainSnapshot, type Change, planChanges } from './plan.ts';
import type { ChainTransaction } from './port.ts';

/** A follower's effects on the rest of the product, inside its own transaction. */
export interface PaymentEffects {
  /** Lets an invoice decide after its payments changed. */
  applyInvoiceEvent(tx: Tx, step: InvoiceStep): Promise<unknown>;
  /**
   * The same for all invoices of a read in a few statements, with refusals as answers. If it is missing, invoices are
   * processed one by one.
   */
  applyInvoiceEvents?(tx: Tx, steps: readonly InvoiceStep[]): Promise<readonly { readonly refused?: Error }[]>;
  /** Lets deposits decide after their payments changed; refusals are answers. Default: as the rules say. */
  applyDepositEvents?(tx: Tx, steps: readonly DepositStep[]): Promise<readonly { readonly refused?: Error }[]>;
  /** Payments that belong to nobody go to suspense, and back when the chain takes them back. */
  applyStrayPayments(tx: Tx, step: { readonly paymentIds: readonly string[]; readonly nowMs: number }): Promise<void>;
}

export interface Recorded {
  /** Invoices that decided something. */
  readonly applied: readonly string[];
  /** Invoices whose open payments have a new number of confirmations. */
  readonly counted: readonly string[];
  /** Transactions that are no longer expected: should they come back, they are news. */
  readonly excluded: readonly string[];
}

export type NewSnapshot = Omit<ChainSnapshot, 'known'>;

/**
 * Records a read: loads what is known, decides with {@link planChanges}, writes payments and lets each affected invoice
 * decide. Runs in the caller's transaction, which also moves the cursor, so a read is recorded completely or not at
 * all.
 */
export async function recordSnapshot(
  tx: Tx,
  effects: PaymentEffects,
  chain: Chain,
  news: NewSnapshot,
): Promise<Recorded> {
  const snapshot = await withoutInternal(tx, chain, news);
  const known = await relatedPayments(tx, chain, relationOf(snapshot));
  const changes = planChanges({ ...snapshot, known });
  const affected = changes.filter(({ matters }) => matters);
  const invoiceIds = distinct(affected.map(({ after }) => after.invoiceId));
  const invoices = await lockPaidInvoices(tx, invoiceIds, snapshot.nowMs);

  const created = await completed(
    tx,
    { mode: chain.mode, nowMs: snapshot.nowMs, invoices },
    changes.filter(({ before }) => before === null).map(({ after }) => after),
  );
  await insertPayments(tx, chain, created);
  await updatePayments(tx, await valued(tx, { mode: chain.mode, nowMs: snapshot.nowMs, invoices }, changes));

  const open = invoiceIds.filter((id) => invoices.get(id)?.isRateOpen);
  if (open.length > 0) await countFirstMoney(tx, open, snapshot.nowMs);
  const depositIds = await depositsOf(tx, chain, affected, snapshot.nowMs);
  const strays = affected.filter(({ after }) => isNobodys(after)).map(({ after }) => after.id);
  if (strays.length > 0) await effects.applyStrayPayments(tx, { paymentIds: strays, nowMs: snapshot.nowMs });
  const changed = { event: { type: 'payments_changed' }, cause: null, nowMs: snapshot.nowMs } as const;
  await applyAll(
    tx,
    effects,
    invoiceIds.map((id) => ({ id, ...changed })),
  );
  await applyToDeposits(
    tx,
    effects,
    depositIds.map((id) => ({ id, ...changed })),
  );
  const counted =
    snapshot.blocks.length === 0 ? [] : distinct([...known, ...created].filter(isOpen).map((each) => each.invoiceId));
  const excluded = changes.filter(({ after }) => after.status === 'dropped' || after.status === 'replaced');
  return { applied: invoiceIds, counted, excluded: excluded.map(({ after }) => after.txid) };
}

/** Deposits whose payments changed, and those that new payments belong to. Locked before any balance. */
async function depositsOf(tx: Tx, chain: Chain, affected: readonly Change[], nowMs: number): Promise<string[]> {
  const arrivals = affected.flatMap(({ after: { id: paymentId, staticAddressId: addressId, ...payment } }) =>
    addressId === null || payment.depositId !== null || !isLiveStatus(payment.status)
      ? []
      : [{ ...payment, paymentId, addressId }],
  );
  const joined = await assignDeposits(tx, chain, { arrivals, nowMs });
  const ids = distinct([...affected.map(({ after }) => after.depositId), ...joined]);
  if (ids.length > 0) await lockDeposits(tx, ids);
  return ids;
}

/** Without an invoice, and without a deposit unless it was just given one, which the database knows. */
function isNobodys({ invoiceId, depositId }: Payment): boolean {
  return invoiceId === null && depositId === null;
}

/** @throws what a deposit refuses */
export async function applyToDeposits(tx: Tx, effects: PaymentEffects, steps: readonly DepositStep[]): Promise<void> {
  if (steps.length === 0) return;
  const answers = await (effects.applyDepositEvents ?? applyDepositEvents)(tx, steps);
  const refused = answers.find((answer) => answer.refused !== undefined)?.refused;
  if (refused !== undefined) throw refused;
}

/** Transfers between the gateway's own addresses, such as coins for the fee of a sweep, are not payments. */
async function withoutInternal(tx: Tx, chain: Chain, snapshot: NewSnapshot): Promise<NewSnapshot> {
  const { txids } = relationOf(snapshot);
  if (txids.length === 0) return snapshot;
  const internal = await internalAmong(tx, chain, txids);
  if (internal.size === 0) return snapshot;
  const others = (transactions: readonly ChainTransaction[]) => transactions.filter(({ txid }) => !internal.has(txid));
  const blocks = snapshot.blocks.map((block) => ({ ...block, transactions: others(block.transactions) }));
  return { ...snapshot, blocks, waiting: others(snapshot.waiting) };
}

/**
 * A refusal rolls back the whole read: the follower then processes the invoices one by one and alerts operators to the
 * one that failed.
 */
async function applyAll(tx: Tx, effects: PaymentEffects, steps: readonly InvoiceStep[]): Promise<void> {
  if (effects.applyInvoiceEvents === undefined) {
    for (const step of steps) await effects.applyInvoiceEvent(tx, step);
  } else if (steps.length > 0) {
    const refused = (await effects.applyInvoiceEvents(tx, steps)).find((answer) => answer.refused !== undefined);
    if (refused?.refused !== undefined) throw refused.refused;
  }
}

function relationOf(snapshot: NewSnapshot) {
  const transactions = [...snapshot.waiting, ...snapshot.blocks.flatMap((block) => block.transactions)].filter(
    (transaction) => transaction.movements.some((movement) => snapshot.watched.has(targetKey(movement))),
  );
  return {
    txids: transactions.map(({ txid }) => txid),
    spends: transactions.flatMap(({ spends }) => spends),
    aboveHeight: snapshot.rewindTo,
  };
}

interface Completing {
  readonly mode: Mode;
  readonly nowMs: number;
  readonly invoices: ReadonlyMap<string, PaidInvoice>;
}

/** Adds what the invoice knows: the quote it pays, and its value at the moment it was first seen. */
async function completed(tx: Tx, known: Completing, payments: readonly Payment[]): Promise<NewPayment[]> {
  const seen = await valuesAt(tx, known, payments, ({ firstSeenMs }) => firstSeenMs);
  const confirmed = await valuesAt(tx, known, payments, ({ confirmedAtMs }) => confirmedAtMs);
  return payments.map((payment) => {
    const { id, invoiceId, gateId } = payment;
    const quotes = known.invoices.get(invoiceId ?? '')?.quotes;
    return {
      ...payment,
      quoteId: (gateId === null ? undefined : quotes?.[gateId]) ?? null,
      seenValueMinor: seen.get(id) ?? null,
      confirmedValueMinor: confirmed.get(id) ?? null,
    };
  });
}

/**
 * Adds the values of payments that were just confirmed; a payment whose amount changed is valued again. All others keep
 * their values.
 */
async function valued(tx: Tx, known: Completing, changes: readonly Change[]): Promise<ChangedPayment[]> {
  const changed = changes.filter(({ before }) => before !== null);
  const isOther = ({ before, after }: Change) => before?.amountMinor !== after.amountMinor;
  const isNews = (change: Change) => isOther(change) || change.before?.confirmedAtMs !== change.after.confirmedAtMs;
  const others = changed.filter(isOther).map(({ after }) => after);
  const news = changed.filter(isNews).map(({ after }) => after);
  const seen = await valuesAt(tx, known, others, ({ firstSeenMs }) => firstSeenMs);
  const confirmed = await valuesAt(tx, known, news, ({ confirmedAtMs }) => confirmedAtMs);
  return changed.map((change) => ({
    ...change.after,
    seenValueMinor: isOther(change) ? (seen.get(change.after.id) ?? null) : undefined,
    confirmedValueMinor: isNews(change) ? (confirmed.get(change.after.id) ?? null) : undefined,
  }));
}

/**
 * The value of payments in the currency of their invoice at a moment of each, by id; those without a moment or a rate
 * are missing.
 */
async function valuesAt(
  tx: Tx,
  known: Completing,
  payments: readonly Payment[],
  momentOf: (payment: Payment) => number | null,
): Promise<Map<string, bigint>> {
  const rates = await ratesAt(tx, known, payments, momentOf);
  const values = new Map<string, bigint>();
  for (const { id, amountMinor } of payments) {
    const rate = rates.get(id);
    if (rate !== undefined) values.set(id, fiatMinorFor(amountMinor, rate));
  }
  return values;
}

/** The present rate speaks for moments no longer ago than this. */
const PRESENT_MS = 10 * 60_000;

/**
 * The value of a coin in the invoice's currency at the time of each payment, by payment id. Payments found later, for
 * example after an outage, use the stored hourly rate; without one they have no value and complete nothing
 * automatically.
 */
async function ratesAt(
  tx: Tx,
  { mode, nowMs, invoices }: Completing,
  payments: readonly Payment[],
  momentOf: (payment: Payment) => number | null,
): Promise<Map<string, Rate>> {
  const requested = payments.flatMap((payment) => {
    const { id, gateId, invoiceId } = payment;
    const atMs = momentOf(payment);
    const invoice = invoices.get(invoiceId ?? '');
    if (atMs === null || gateId === null || invoice === undefined || !isCurrency(invoice.currency)) return [];
    const { asset } = gates[gateId];
    return [{ id, asset, currency: invoice.currency, atMs, present: invoice.rates[asset] }];
  });
  const past = requested.filter(({ atMs }) => nowMs - atMs > PRESENT_MS);
  const kept = await pastRates(tx, mode, past);
  const pastValues = new Map(past.map(({ id }, at) => [id, kept[at]]));
  const rates = new Map<string, Rate>();
  for (const { id, asset, currency, present } of requested) {
    const value = pastValues.has(id) ? pastValues.get(id) : present;
    if (value != null)
      rates.set(id, parseRate(value, { asset, currency, source: '', sampledAt: always, expiresAt: always }));
  }
  return rates;
}

const always = new Date(8.64e15);

function isOpen({ status }: Payment): boolean {
  return status === 'seen' || status === 'mined';
}

function distinct(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids)].filter((id) => id !== null).sort();
}
