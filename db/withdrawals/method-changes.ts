import { METHOD_CHANGED } from '../../domain/withdrawals/giving.ts';
import type { Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import type { MethodChange } from '../payout-methods/process.ts';
import { applySteps } from '../process/apply.ts';
import { withdrawalProcess } from './process.ts';

/**
 * Ends the withdrawals of methods that were changed or deleted, because an approval of one account pays no other. Those
 * that are in a file go on.
 */
export async function endWithdrawalsOf(tx: Tx, changes: readonly MethodChange[]): Promise<void> {
  const moved = changes.filter(({ step: { event } }) => event.type === 'update' || event.type === 'delete');
  if (moved.length === 0) return;
  const rows = await select<{ id: string }>(tx, unsentSql, [moved.map(({ step }) => step.id)]);
  const nowMs = Math.max(...moved.map(({ step }) => step.nowMs));
  const event = { type: 'refuse', reason: 'method_changed', words: METHOD_CHANGED } as const;
  const answers = await applySteps(
    tx,
    withdrawalProcess,
    rows.map(({ id }) => ({ id, event, cause: null, nowMs })),
  );
  // One that moved on while its row was locked is with the bank or has ended.
  const failed = answers.find(({ refused }) => refused !== undefined && !MOVED_ON.has(refused.code));
  if (failed !== undefined) throw failed.refused;
}

const MOVED_ON: ReadonlySet<string> = new Set(['withdrawal_in_file', 'illegal_transition']);

const unsentSql = prepared(`
  SELECT id FROM withdrawal
  WHERE method_id = ANY($1::uuid[]) AND status IN ('new', 'pending', 'queue') AND bank_stage <> 'in_file'
  ORDER BY id`);
