import type { WithdrawalEvent } from '../../domain/state/withdrawal-event.ts';
import type { WithdrawalSnapshot } from '../../domain/state/withdrawal-snapshot.ts';
import type { Tx } from '../core/sequelize.ts';
import { requireOwnBalance } from '../outflows/owner.ts';
import { applyStep } from '../process/apply.ts';
import { auditOperator, operator } from '../staff/operators.ts';
import { lockWithdrawal, withdrawalProcess } from './process.ts';
import { snapshotOf } from './publish.ts';
import type { WithdrawalSettings } from './settings.ts';

/** An operator's decision on a withdrawal to a bank account. */
export type OperatorAct =
  | { readonly type: 'approve' }
  | { readonly type: 'retry' }
  | { readonly type: 'resolve'; readonly outcome: 'paid' | 'unpaid' };

export interface OperateWithdrawal {
  readonly withdrawalId: string;
  readonly act: OperatorAct;
  /** The email address of a staff member. */
  readonly by: string;
  readonly note: string;
  /** Unique for this decision; repeating it returns the first result. */
  readonly cause: string;
  readonly nowMs: number;
}

/**
 * Applies an operator's decision by a permitted staff member and records it in the staff's audit log.
 * @throws DomainError `permission_denied`, `illegal_transition`, `operation_suspended`
 */
export async function operateWithdrawal(
  tx: Tx,
  settings: WithdrawalSettings,
  operate: OperateWithdrawal,
): Promise<WithdrawalSnapshot> {
  const { withdrawalId: id, act, cause, nowMs } = operate;
  const member = await operator(tx, operate.by);
  const row = await lockWithdrawal(tx, id);
  const note = operate.note.trim();
  // Only withdrawals in `error` need a decision; others are retried by their workflow.
  if (act.type === 'retry' && row.status !== 'error') return snapshotOf(row);
  if (act.type === 'approve') await requireOwnBalance(tx, row);
  const by = { kind: 'staff', id: member.id } as const;
  const event: WithdrawalEvent =
    act.type === 'approve'
      ? { type: 'approve', by, mac: settings.withdrawalSeal.approve(row, by) }
      : { type: act.type === 'retry' ? 'retry' : `resolve_${act.outcome}`, by, note };
  const step = { id, event, cause: `operator:${cause}`, nowMs, byWorkflow: true };
  const { watch } = await applyStep(tx, withdrawalProcess, step);
  await auditOperator(tx, member, {
    action: ACTIONS[act.type],
    target: { kind: 'withdrawal', id, label: `withdrawal ${id}` },
    data: { note, ...(act.type === 'resolve' ? { outcome: act.outcome } : {}) },
  });
  return watch;
}

const ACTIONS = {
  approve: 'withdrawal.approved_by_staff',
  retry: 'withdrawal.retried',
  resolve: 'withdrawal.resolved',
} as const;
