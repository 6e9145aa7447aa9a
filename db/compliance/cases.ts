import type { CaseSnapshot, CaseStatus } from '../../domain/compliance/case.ts';
import { actUntilMs } from '../../domain/compliance/times.ts';
import { type MerchantId, newId } from '../../domain/ids.ts';
import { enqueue } from '../core/outbox.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, prepared, select } from '../core/sql.ts';
import { signalOf, startOf } from '../process/workflow.ts';
import { findCase, readCase, snapshotOf } from './case-rows.ts';
import { caseProcess } from './process.ts';

/** Opens the merchant's case, once, and starts its workflow. @returns what the workflow begins with */
export async function openCase(
  tx: Tx,
  merchantId: MerchantId,
  nowMs = Date.now(),
): Promise<{ readonly caseId: string; readonly watch: CaseSnapshot }> {
  const status: CaseStatus = 'integrating';
  const id = newId();
  const until = actUntilMs(status, nowMs);
  const made = await execute(
    tx,
    `INSERT INTO compliance_case (id, merchant_id, status, since, act_until) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (merchant_id) DO NOTHING`,
    [id, merchantId, status, new Date(nowMs), until === null ? null : new Date(until)],
  );
  const row = await findCase(tx, merchantId);
  if (row === undefined) throw new Error('The case was just made.');
  const watch = snapshotOf(row);
  if (made === 1) await enqueue(tx, [startOf(caseProcess, { row })]);
  return { caseId: row.id, watch };
}

/** A merchant whose sign-up is complete is on the way to production. */
export async function openCases(tx: Tx, merchants: readonly { readonly merchantId: MerchantId }[]): Promise<void> {
  for (const { merchantId } of merchants) await openCase(tx, merchantId);
}

/**
 * The relationship with merchants ends with their account: the case stays as it is until it is purged, and its workflow
 * ends, so nobody is reminded of it and no review comes due.
 */
export async function endCases(tx: Tx, merchants: readonly { readonly merchantId: MerchantId }[]): Promise<void> {
  const rows = await select<{ id: string }>(tx, endSql, [merchants.map(({ merchantId }) => merchantId)]);
  for (const { id } of rows) {
    const row = await readCase(tx, id);
    await enqueue(tx, [signalOf(caseProcess, { row })]);
  }
}

const endSql = prepared(`
  UPDATE compliance_case SET ended_at = now(), version = version + 1, updated_at = now()
  WHERE merchant_id = ANY($1::uuid[]) AND ended_at IS NULL RETURNING id`);
