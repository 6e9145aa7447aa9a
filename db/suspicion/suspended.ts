import type { SuspicionKind } from '../../domain/suspicion/suspicion.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, prepared, select } from '../core/sql.ts';
import { reachedBy } from './reached-sql.ts';

/**
 * Whether staff hold this operation now. Asked after its row is locked, the answer holds to the end of the transaction:
 * a suspension locks the row first.
 */
export async function isSuspended(on: Tx | Db, kind: SuspicionKind, subjectId: string): Promise<boolean> {
  return (await maybeOne(on, statement, [kind, subjectId])) !== undefined;
}

/**
 * Which of these payouts and refunds may not leave: those that staff hold, refunds of an invoice that they hold, and
 * whatever else would leave a balance that the money of a held operation may have reached: `reachedBy()`.
 */
export async function heldPayouts(on: Tx | Db, payoutIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await select<{ id: string }>(on, heldStatement, [payoutIds]);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Which of these withdrawals to bank accounts may not leave: those that staff hold, and whatever else would leave a
 * balance that the money of a held operation may have reached.
 */
export async function heldWithdrawals(on: Tx | Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await select<{ id: string }>(on, heldWithdrawalsStatement, [ids]);
  return new Set(rows.map(({ id }) => id));
}

/** Which of these payouts and refunds staff suspended themselves. */
export async function suspendedPayouts(on: Tx | Db, payoutIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await select<{ subject_id: string }>(on, suspendedStatement, [payoutIds]);
  return new Set(rows.map(({ subject_id }) => subject_id));
}

const suspendedStatement = prepared(
  `SELECT subject_id FROM suspension
   WHERE kind = 'payout' AND subject_id = ANY($1::uuid[]) AND status <> 'released'`,
);

const heldStatement = prepared(`
  SELECT p.id FROM payout p WHERE p.id = ANY($1::uuid[]) AND (
    EXISTS (SELECT FROM suspension s WHERE s.kind = 'payout' AND s.subject_id = p.id AND s.status <> 'released')
    OR EXISTS (SELECT FROM invoice i WHERE i.id = p.invoice_id AND i.compliance_hold)
    OR EXISTS (SELECT FROM claim k JOIN invoice i ON i.id = k.invoice_id
      WHERE k.payout_id = p.id AND i.compliance_hold)
    OR ${reachedBy(`s.status <> 'released'`, 'p')})`);
const heldWithdrawalsStatement = prepared(`
  SELECT w.id FROM withdrawal w WHERE w.id = ANY($1::uuid[]) AND (
    EXISTS (SELECT FROM suspension s WHERE s.kind = 'withdrawal' AND s.subject_id = w.id AND s.status <> 'released')
    OR ${reachedBy(`s.status <> 'released'`, 'w')})`);
const statement = prepared(`SELECT 1 FROM suspension WHERE kind = $1 AND subject_id = $2 AND status <> 'released'`);
