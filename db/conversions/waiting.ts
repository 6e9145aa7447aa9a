import { newId } from '../../domain/ids.ts';
import { maxOf, minOf } from '../../domain/money/money.ts';
import { parseRate, type Rate } from '../../domain/money/rates.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, prepared, select } from '../core/sql.ts';
import { GATEWAY } from '../ledger/accounts.ts';
import { resolveTransfers } from '../ledger/resolve.ts';
import { holdTransfers, postTransfers } from '../ledger/transfers.ts';
import {
  type ConversionRow,
  type ConversionSubject,
  invoiceOf,
  type WaitingRow,
  waitingConversionsTable,
} from './rows.ts';
import { type ConversionToWait, planSettled, type SettledConversion } from './settled.ts';

/** How long a promised conversion is tried before the merchant gets the coins and decides about them. */
export const CONVERSION_PATIENCE_MS = 24 * 3_600_000;

const RETRY_MS = 2_000;

/**
 * Holds the coins of conversions that cannot be made now, so that nobody spends what was promised to be converted. Also
 * while the balance is frozen: nothing leaves it. After the settlement was posted.
 */
export async function startWaiting(tx: Tx, all: readonly ConversionToWait[]): Promise<void> {
  const rows = all.map(rowOf);
  if (rows.length === 0) return;
  await holdTransfers(tx, rows.map(holdOf));
  for (const row of rows) await waitingConversionsTable.create(tx, row);
}

/** Thrown to roll a step back: nothing of what waits can be converted yet. */
export class StillWaitsError extends Error {
  override readonly name = 'StillWaitsError';
}

/** The outcome of a subject's waiting conversions. */
export interface WaitingMade {
  readonly rows: readonly ConversionRow[];
  /** In minor units of the gate, still waiting. */
  readonly leftMinor: bigint;
}

/**
 * Makes the conversions of an invoice or deposit that wait, as far as they are possible now: what has the locked rate
 * at that rate. The rows of {@link WaitingMade} are yet to be inserted. The subject is locked.
 * @throws StillWaitsError when none is possible
 */
export async function makeWaiting(tx: Tx, subject: ConversionSubject, nowMs: number): Promise<WaitingMade> {
  const waiting = await lockWaiting(tx, subject);
  const planned = await planSettled(
    tx,
    waiting.map((row) => requestedBy(row, nowMs)),
  );
  const made = waiting.flatMap((row, index) => {
    const plan = planned[index];
    return plan === undefined || plan.waits !== null ? [] : [{ row, plan }];
  });
  if (made.length === 0) throw new StillWaitsError();
  await release(
    tx,
    made.map(({ row }) => row),
  );
  await postTransfers(
    tx,
    made.flatMap(({ plan }) => [...plan.transfers]),
  );
  const left = waiting.filter((row) => !made.some((each) => each.row.id === row.id));
  return { rows: made.flatMap(({ plan }) => [...plan.rows]), leftMinor: sumOf(left) };
}

/** Gives back as coins what waits for an invoice or deposit. The subject is locked. */
export async function keepCoins(tx: Tx, subject: ConversionSubject): Promise<void> {
  await release(tx, await lockWaiting(tx, subject));
}

/**
 * A reorganization takes money that waits: it returns to the balance, the newest first, and what has no locked rate
 * before what has. @returns how much was taken, and how much waits still
 */
export async function takeBackWaiting(
  tx: Tx,
  subject: ConversionSubject,
  { minor, stepKey }: { readonly minor: bigint; readonly stepKey: string },
): Promise<{ readonly takenMinor: bigint; readonly leftMinor: bigint }> {
  const waiting = await lockWaiting(tx, subject);
  let restMinor = minor;
  for (const row of waiting.toReversed()) {
    if (restMinor === 0n) break;
    const present = minOf(row.presentMinor, restMinor);
    const locked = minOf(row.lockedMinor, restMinor - present);
    restMinor -= present + locked;
    await release(tx, [row]);
    const left = { ...row, presentMinor: row.presentMinor - present, lockedMinor: row.lockedMinor - locked };
    if (sumOf([left]) === 0n) continue;
    const kept = { ...left, id: newId(), holdKey: `${stepKey}:convert:hold:${row.id}` };
    await holdTransfers(tx, [holdOf(kept)]);
    await waitingConversionsTable.create(tx, kept);
  }
  return { takenMinor: minor - restMinor, leftMinor: maxOf(0n, sumOf(waiting) - (minor - restMinor)) };
}

/** The conversions to try next, one subject each; `isOver`: its time is over. */
export interface DueConversion {
  readonly invoiceId: string | null;
  readonly depositId: string | null;
  readonly isOver: boolean;
}

export function dueConversions(db: Db, nowMs: number, limit: number): Promise<DueConversion[]> {
  return select<DueConversion>(db, dueSql, [new Date(nowMs), limit]);
}

/** Puts off the next try. */
export async function postponeConversions(
  tx: Tx,
  { invoiceId, depositId }: Pick<DueConversion, 'invoiceId' | 'depositId'>,
  nowMs: number,
): Promise<void> {
  await execute(tx, postponeSql, [invoiceId, depositId, new Date(nowMs + RETRY_MS)]);
}

function rowOf({ conversion, reason, ...amounts }: ConversionToWait): WaitingRow {
  const { owner, subject, from, to, lockedRate, stepKey, nowMs } = conversion;
  return {
    id: newId(nowMs),
    ...owner,
    ...subject,
    fromGateId: from,
    toGateId: to,
    ...amounts,
    reason,
    stepKey,
    lockedRate: lockedRate === null ? null : rateJson(lockedRate),
    holdKey: `${stepKey}:convert:hold`,
    createdAt: new Date(nowMs),
    untilAt: new Date(nowMs + CONVERSION_PATIENCE_MS),
    nextAt: new Date(nowMs + RETRY_MS),
  };
}

function rateJson({ value, asset, currency, source, sampledAt }: Rate): NonNullable<WaitingRow['lockedRate']> {
  return { value, asset, currency, source, sampledAt: sampledAt.toISOString() };
}

/** As at the settlement, but for the time: what is held is no longer reduced by debts. */
function requestedBy(row: WaitingRow, nowMs: number): SettledConversion {
  const { merchantId, profileId, mode, fromGateId: from, toGateId: to, lockedMinor, presentMinor, stepKey } = row;
  return {
    owner: { merchantId, profileId, mode },
    subject: subjectOf(row),
    from,
    to,
    lockedMinor,
    presentMinor,
    stepKey,
    lockedRate: row.lockedRate === null ? null : lockedRateOf(row.lockedRate),
    keptMinor: 0n,
    isHeld: true,
    endedFreeze: null,
    nowMs,
  };
}

function lockedRateOf({ value, asset, currency, source, sampledAt }: NonNullable<WaitingRow['lockedRate']>): Rate {
  // As at the settlement: the lock has no end of its own.
  return parseRate(value, { asset, currency, source, sampledAt: new Date(sampledAt), expiresAt: new Date(8.64e15) });
}

function subjectOf({ invoiceId, depositId }: WaitingRow): ConversionSubject {
  if (invoiceId !== null) return { invoiceId, depositId: null };
  if (depositId !== null) return { invoiceId: null, depositId };
  throw new Error('A conversion that waits is that of an invoice or a deposit.');
}

function holdOf(row: WaitingRow) {
  const { merchantId: owner, mode, fromGateId: asset, holdKey: key } = row;
  const balance = (id: string, kind: 'available' | 'position') => ({ owner: id, mode, asset, kind });
  const postings = [{ debit: balance(owner, 'available'), credit: balance(GATEWAY, 'position'), minor: sumOf([row]) }];
  const subject = subjectOf(row);
  const entity = subject.depositId === null ? {} : { entity: `deposit:${subject.depositId}` };
  return { key, kind: 'conversion_waits', postings, outgoing: false, ...entity, ...invoiceOf(subject) };
}

async function release(tx: Tx, rows: readonly WaitingRow[]): Promise<void> {
  await resolveTransfers(
    tx,
    rows.map(({ holdKey }) => ({ key: `${holdKey}:void`, pendingKey: holdKey, outcome: 'void' as const })),
  );
  for (const { id } of rows) await waitingConversionsTable.destroy(tx, { id });
}

function sumOf(rows: readonly Pick<WaitingRow, 'lockedMinor' | 'presentMinor'>[]): bigint {
  return rows.reduce((sum, { lockedMinor, presentMinor }) => sum + lockedMinor + presentMinor, 0n);
}

async function lockWaiting(tx: Tx, { invoiceId, depositId }: ConversionSubject): Promise<WaitingRow[]> {
  const rows = await select<object>(tx, lockSql, [invoiceId, depositId]);
  return rows.map((row) => waitingConversionsTable.read(row) as WaitingRow);
}

const lockSql = prepared(`
  SELECT ${waitingConversionsTable.selected('w')} FROM waiting_conversion w
  WHERE w.invoice_id = $1 OR w.deposit_id = $2 ORDER BY w.created_at, w.id FOR UPDATE`);

const dueSql = prepared(`
  SELECT invoice_id AS "invoiceId", deposit_id AS "depositId", bool_or(until_at <= $1) AS "isOver"
  FROM waiting_conversion WHERE next_at <= $1 GROUP BY 1, 2 ORDER BY min(next_at) LIMIT $2`);

const postponeSql = prepared(`
  UPDATE waiting_conversion SET next_at = $3 WHERE invoice_id = $1 OR deposit_id = $2`);
