import type { Mode } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { formatAmount } from '../../domain/money/money.ts';
import type { Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { endComingOfFile } from './coming-entries.ts';
import { hasContradiction } from './contradictions.ts';
import { closeDifference, isOverdue, openDifference } from './differences.ts';
import { lockBank } from './lock.ts';
import { bookMissing, tellMissing } from './missing.ts';
import type { BankDifferenceRow } from './rows.ts';

/**
 * Notifies staff of statements that are missing, and of what was notified and is in no statement of its day or the two
 * next, once for each file. It has moved nothing, so nothing waits for it. An entry that is stated later closes it.
 */
export async function tellUnstated(tx: Tx, mode: Mode): Promise<void> {
  const filesAfterGaps = await tellMissing(tx, mode);
  for (const { fileId, name, minor, count } of await select<Overdue>(tx, overdueSql, [mode])) {
    const what = count === 1 ? 'a movement' : `${count} movements`;
    const sum = `${formatAmount(BigInt(minor), 2)} EUR`;
    const missing = `${what} of ${sum} that no statement of its day or the two next contains`;
    const explanation = `The file ${name} notified ${missing}.`;
    await openDifference(tx, { mode, fileId, differenceMinor: -BigInt(minor), explanation, stops: false });
  }
  for (const { id } of await select<{ id: string }>(tx, statedSql, [mode, filesAfterGaps])) {
    await closeDifference(tx, { id, by: 'Tidegate', note: 'A statement that came contains it.' });
  }
}

/**
 * Closes a difference, as staff decided. The missing amount is booked to suspense, and notified entries will not come.
 * @returns null if it was closed
 * @throws DomainError `conflict` while a statement that was refused may say what is missing
 */
export async function resolveDifference(
  tx: Tx,
  decision: { readonly id: string; readonly by: string; readonly note: string; readonly nowMs: number },
): Promise<BankDifferenceRow | null> {
  const closed = await closeDifference(tx, decision);
  if (closed === null || closed.stops) return closed;
  await lockBank(tx, closed.mode);
  if (await hasContradiction(tx, closed.mode)) throw new DomainError('conflict', { message: DECIDE_FIRST });
  await bookMissing(tx, closed.mode, closed.fileId);
  await endComingOfFile(tx, closed.mode, closed.fileId, decision.nowMs);
  return closed;
}

const DECIDE_FIRST = 'Decide first about the statement that contradicts what is booked: it may say what is missing.';

interface Overdue {
  readonly fileId: string;
  readonly name: string;
  readonly minor: string;
  readonly count: number;
}

const isComing = `e.booked_as IS NULL AND NOT e.is_stated AND e.ended_at IS NULL`;

const overdueSql = prepared(`
  SELECT f.id AS "fileId", f.name, count(*)::int AS count,
    sum(CASE e.direction WHEN 'credit' THEN e.amount_minor ELSE -e.amount_minor END)::text AS minor
  FROM bank_entry e JOIN bank_file f ON f.id = e.file_id
  WHERE e.mode = $1 AND ${isComing} AND ${isOverdue('e')} GROUP BY f.id, f.name`);

const statedSql = prepared(`
  SELECT d.id FROM bank_difference d
  WHERE d.mode = $1 AND d.resolved_at IS NULL AND NOT d.stops AND d.file_id <> ALL ($2::uuid[])
    AND NOT EXISTS (SELECT FROM bank_entry e WHERE e.file_id = d.file_id AND ${isComing})`);
