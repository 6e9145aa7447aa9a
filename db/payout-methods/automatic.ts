import { type GateId, gate, gateDecimals, isCryptoGateId } from '../../domain/assets/assets.ts';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import { formatAmount, minOf } from '../../domain/money/money.ts';
import type { PayoutLimits, PayoutUse } from '../../domain/outflows/limits.ts';
import { largestWithin } from '../../domain/outflows/own-limits.ts';
import { raiseAlert } from '../alerts/alerts.ts';
import { type Db, moneyTransaction, retrying, type Tx } from '../core/sequelize.ts';
import { execute, prepared } from '../core/sql.ts';
import { balances } from '../ledger/balances.ts';
import { merchantLimits } from '../outflows/limits.ts';
import { judgeMethod, unconfirmedAlert } from '../outflows/method-seal.ts';
import { readOwnRoom } from '../outflows/own-limits.ts';
import { merchantUse } from '../outflows/uses.ts';
import { createPayout } from '../payouts/create.ts';
import type { PayoutSettings } from '../payouts/settings.ts';
import { applyStep } from '../process/apply.ts';
import { methodProcess } from './process.ts';
import { automaticPayoutsTable } from './rows.ts';
import { type AutomaticMethod, readAutomaticMethod } from './schedule.ts';

/** The result of a scheduled run. */
export interface AutomaticRun {
  /** Null: no payout was made. */
  readonly payoutId: string | null;
  /** Of a withdrawal to a bank account. */
  readonly withdrawalId?: string | null;
  /** The payment, or the reason why there was none. */
  readonly words: string;
}

/** The order of an automatic method: an amount of which the fees are deducted. */
export interface AutomaticOrder {
  readonly method: AutomaticMethod;
  readonly amountMinor: bigint;
  readonly nowMs: number;
}

/** Requests the withdrawal of an automatic method. @returns its id, and whether it is a payout of coins */
export type WithdrawAutomatically = (
  tx: Tx,
  order: AutomaticOrder,
) => Promise<{ readonly id: string; readonly isPayout: boolean }>;

export interface PayAutomatically {
  readonly methodId: string;
  /** The scheduled time: repeating it returns the first result. */
  readonly scheduledAt: Date;
  readonly nowMs: number;
}

/**
 * Pays the whole available balance to an automatic method, or as much as the merchant's limits allow, once per
 * scheduled time; the fees are deducted from it. Pays nothing if the balance is below the minimum or the payout is
 * refused: the reason is stored, and the next run tries again.
 */
export async function payAutomatically(
  db: Db,
  settings: PayoutSettings,
  due: PayAutomatically,
  withdraw: WithdrawAutomatically,
): Promise<AutomaticRun> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await retrying(() => moneyTransaction(db, (tx) => pay(tx, settings, due, withdraw)));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      // The balance dropped between reading and locking it: read it again.
      if (isDomainError(error, 'insufficient_balance') && attempt < BALANCE_ATTEMPTS) continue;
      const words = `Nothing was paid: ${refusalWords(error)}`;
      return moneyTransaction(
        db,
        async (tx) => (await madeBefore(tx, due)) ?? record(tx, due, { payoutId: null, words }),
      );
    }
  }
}

const BALANCE_ATTEMPTS = 5;

async function pay(
  tx: Tx,
  settings: PayoutSettings,
  due: PayAutomatically,
  withdraw: WithdrawAutomatically,
): Promise<AutomaticRun> {
  const { methodId, nowMs } = due;
  const before = await madeBefore(tx, due);
  if (before !== undefined) return before;
  const method = await readAutomaticMethod(tx, methodId);
  const refusal = method === null ? 'the method is no longer automatic.' : refusalOf(method, nowMs);
  if (method === null || refusal !== null) {
    return record(tx, due, { payoutId: null, words: `Nothing was paid: ${refusal}` });
  }
  const verdict = await judgeMethod(tx, settings.methodSeal, methodId);
  if (verdict !== 'sealed') return refuseMethod(tx, due, { method, reason: REFUSALS[verdict] });
  const { merchantId, mode } = method;
  const account = (await balances(tx, { owner: merchantId, mode })).find(
    ({ asset, kind }) => asset === method.gateId && kind === 'available',
  );
  const available = account?.spendable ?? 0n;
  const limits = await merchantLimits(tx, merchantId, method.gateId);
  const nothing = (why: string) => record(tx, due, { payoutId: null, words: `Nothing was paid: ${why}` });
  const coins = (minor: bigint) => coinsOf(method.gateId, minor);
  if (available < limits.minMinor) {
    const owed = account?.owed ?? 0n;
    const besides = owed === 0n ? '' : ` ${coins(owed)} of the balance cover a debt after a reorganization.`;
    return nothing(`the balance of ${coins(available)} is below the minimum of ${coins(limits.minMinor)}.${besides}`);
  }
  const room = await readOwnRoom(tx, { merchantId, mode, locks: false });
  const own = room === null ? null : largestWithin(room, method.gateId);
  if (own !== null && own < limits.minMinor) {
    return nothing('what your own limits per payout and per day leave is below the minimum.');
  }
  const most = mostOf(limits, await merchantUse(tx, { merchantId, mode, gateId: method.gateId }));
  const largest = leastOf([own, most]);
  if (largest !== null && largest < limits.minMinor) {
    return nothing('the hourly or daily payout limit is used up.');
  }
  const amountMinor = largest === null ? available : minOf(available, largest);
  const order = { method, amountMinor, nowMs };
  const { id, isPayout } =
    method.operation === 'withdrawal' ? await withdraw(tx, order) : await payOut(tx, settings, order);
  const made = isPayout ? { payoutId: id } : { payoutId: null, withdrawalId: id };
  return record(tx, due, { ...made, words: `Paid ${coins(amountMinor)} by ${method.operation} ${id}.` });
}

async function payOut(tx: Tx, settings: PayoutSettings, { method, amountMinor, nowMs }: AutomaticOrder) {
  const { id: methodId, profileId, address, destinationTag, title } = method;
  if (address === null) throw new Error(`The payout method ${methodId} has no address.`);
  const { id } = await createPayout(tx, settings, {
    profileId,
    gateId: gate(method.gateId).id,
    amountMinor,
    address,
    destinationTag,
    feePayer: 'recipient',
    reference: null,
    description: `Automatic payout: ${title}`,
    methodId,
    by: { kind: 'system', id: 'schedule' },
    nowMs,
  });
  return { id, isPayout: true };
}

function coinsOf(gateId: GateId, minor: bigint): string {
  return `${formatAmount(minor, gateDecimals(gateId))} ${isCryptoGateId(gateId) ? gate(gateId).ticker : gateId}`;
}

const REFUSALS = {
  changed: 'The method was changed after it was confirmed. Check its recipient, save it and confirm it again.',
  unsealed: 'The method was confirmed by an earlier version. Check its recipient, save it and confirm it again.',
} as const;

/** A schedule never pays to an unconfirmed method: the merchant must check it, and an alert tells operators why. */
async function refuseMethod(
  tx: Tx,
  due: PayAutomatically,
  { method, reason }: { readonly method: AutomaticMethod; readonly reason: string },
): Promise<AutomaticRun> {
  const { id } = method;
  await applyStep(tx, methodProcess, { id, event: { type: 'refuse', reason }, cause: null, nowMs: due.nowMs });
  await raiseAlert(tx, { ...unconfirmedAlert(id), message: reason });
  return record(tx, due, { payoutId: null, words: `Nothing was paid: ${reason}` });
}

/**
 * The largest amount that the limits allow now; the recipient gets less, because fees are deducted from it. Null: no
 * limit.
 */
function mostOf({ maxMinor, hourlyMinor, dailyMinor }: PayoutLimits, use: PayoutUse): bigint | null {
  return leastOf([
    maxMinor,
    hourlyMinor === null ? null : hourlyMinor - use.hourMinor,
    dailyMinor === null ? null : dailyMinor - use.dayMinor,
  ]);
}

/** The tightest bound; null: none. */
function leastOf(bounds: readonly (bigint | null)[]): bigint | null {
  return bounds.reduce((least, bound) => (bound === null ? least : least === null ? bound : minOf(least, bound)), null);
}

function refusalOf({ status, usableFrom }: AutomaticMethod, nowMs: number): string | null {
  if (status !== 'active') return `the method is ${status}.`;
  if (usableFrom !== null && usableFrom.getTime() > nowMs) {
    return `the address is new and cannot be paid until ${usableFrom.toISOString()}.`;
  }
  return null;
}

function refusalWords(error: DomainError): string {
  return Object.values(error.fields ?? {})[0]?.[0] ?? error.message;
}

/** Of two concurrent runs for one time, the first inserts the row; the other waits here for it. */
async function madeBefore(tx: Tx, { methodId, scheduledAt }: PayAutomatically): Promise<AutomaticRun | undefined> {
  await execute(tx, lockSql, [methodId]);
  return automaticPayoutsTable.findOne(
    tx,
    { methodId, scheduledAt },
    { columns: ['payoutId', 'withdrawalId', 'words'] },
  );
}

async function record(
  tx: Tx,
  { methodId, scheduledAt, nowMs }: PayAutomatically,
  { payoutId, withdrawalId = null, ...run }: AutomaticRun,
): Promise<AutomaticRun> {
  const words = `${run.words}${lateWords(scheduledAt, nowMs)}`;
  await automaticPayoutsTable.create(tx, { methodId, scheduledAt, payoutId, withdrawalId, words });
  return { payoutId, withdrawalId, words };
}

/** Beyond this a run was not just started late: Temporal or the workers were away when it was due. */
const LATE_MS = 3_600_000;

function lateWords(scheduledAt: Date, nowMs: number): string {
  if (nowMs - scheduledAt.getTime() < LATE_MS) return '';
  const due = scheduledAt.toISOString().slice(0, 16).replace('T', ' ');
  return ` It was due on ${due} UTC and is late, because the gateway was interrupted then.`;
}

const lockSql = prepared('SELECT id FROM payment_method WHERE id = $1 FOR NO KEY UPDATE');
