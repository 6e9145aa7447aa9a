import type { Mode } from '../../domain/assets/assets.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import type { Tx } from '../core/sequelize.ts';
import type { Step } from '../process/define.ts';
import { auditOperator, operator } from '../staff/operators.ts';
import { requireOwnBalance } from './owner.ts';

/** People's decisions about outgoing money, on every rail. */
export type OutflowDecision =
  | { readonly type: 'approve'; readonly by: PayoutActor; readonly mac: string }
  | { readonly type: 'retry' | 'resolve_paid' | 'resolve_unpaid'; readonly by: PayoutActor; readonly note: string };

/** A process by which money leaves: to a chain, or through the bank. */
export interface Outflow<Row, Watch> {
  readonly name: 'payout' | 'withdrawal';
  /** Locks the row and returns it as it is under the lock. @throws DomainError `not_found` */
  readonly lock: (tx: Tx, id: string) => Promise<Row>;
  /** The MAC of an approval of exactly this row (hazard 68). */
  readonly seal: (row: Row, by: PayoutActor) => string;
  readonly apply: (tx: Tx, step: Step<OutflowDecision>) => Promise<{ readonly watch: Watch }>;
  readonly snapshotOf: (row: Row) => Watch;
  /** The kind that the staff's audit log names. */
  readonly kindOf: (row: Row) => 'payout' | 'refund' | 'withdrawal' | 'balance_recovery';
}

interface OutflowRow {
  readonly id: string;
  readonly status: string;
  readonly merchantId: string;
  readonly profileId: string;
  readonly mode: Mode;
}

/**
 * Seals the row as it is under the lock.
 * @throws DomainError as the rules, `changed_meanwhile`, `not_found`
 */
export async function approveOutflow<Row extends OutflowRow, Watch>(
  tx: Tx,
  outflow: Outflow<Row, Watch>,
  { id, by, nowMs }: { readonly id: string; readonly by: PayoutActor; readonly nowMs: number },
): Promise<void> {
  const row = await outflow.lock(tx, id);
  await requireOwnBalance(tx, row);
  const event = { type: 'approve', by, mac: outflow.seal(row, by) } as const;
  await outflow.apply(tx, { id, event, cause: `approve:${by.id}:${nowMs}`, nowMs });
}

/** An operator's decision. */
export type OperatorAct =
  | { readonly type: 'approve' }
  | { readonly type: 'retry' }
  | { readonly type: 'resolve'; readonly outcome: 'paid' | 'unpaid' };

/** The author of a decision, and the reason. */
export interface OperatorDecision {
  /** The email address of a staff member. */
  readonly by: string;
  readonly note: string;
  /** Unique for this decision; repeating it returns the first result. */
  readonly cause: string;
  readonly nowMs: number;
}

/**
 * Applies an operator's decision by a permitted staff member and records it in the staff's audit log.
 * @throws DomainError `permission_denied`, `illegal_transition`, `payout_may_be_paid`, `operation_suspended`,
 *   `changed_meanwhile`, `not_found`
 */
export async function operateOutflow<Row extends OutflowRow, Watch>(
  tx: Tx,
  outflow: Outflow<Row, Watch>,
  { id, act, ...decision }: OperatorDecision & { readonly id: string; readonly act: OperatorAct },
): Promise<Watch> {
  const { cause, nowMs } = decision;
  const member = await operator(tx, decision.by);
  const row = await outflow.lock(tx, id);
  // Only what is in `error` needs a decision; the rest is retried by its workflow.
  if (act.type === 'retry' && row.status !== 'error') return outflow.snapshotOf(row);
  if (act.type === 'approve') await requireOwnBalance(tx, row);
  const by = { kind: 'staff', id: member.id } as const;
  const note = decision.note.trim();
  const event: OutflowDecision =
    act.type === 'approve'
      ? { type: 'approve', by, mac: outflow.seal(row, by) }
      : { type: act.type === 'retry' ? 'retry' : `resolve_${act.outcome}`, by, note };
  const { watch } = await outflow.apply(tx, { id, event, cause: `operator:${cause}`, nowMs, byWorkflow: true });
  const kind = outflow.kindOf(row);
  await auditOperator(tx, member, {
    action: `${outflow.name}.${ACTIONS[act.type]}`,
    target: { kind, id, label: `${kind} ${id}` },
    data: { note, ...(act.type === 'resolve' ? { outcome: act.outcome } : {}) },
  });
  return watch;
}

const ACTIONS = { approve: 'approved_by_staff', retry: 'retried', resolve: 'resolved' } as const;
