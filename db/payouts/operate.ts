import { DomainError } from '../../domain/errors.ts';
import type { PayoutEvent } from '../../domain/state/payout-event.ts';
import type { PayoutSnapshot } from '../../domain/state/payout-snapshot.ts';
import type { AuditEntry } from '../audit/audit.ts';
import type { Tx } from '../core/sequelize.ts';
import { requireOwnBalance } from '../outflows/owner.ts';
import { applyStep } from '../process/apply.ts';
import { auditOperator, operator } from '../staff/operators.ts';
import type { StaffMember } from '../staff/people.ts';
import { payoutProcess } from './process.ts';
import { snapshotOf } from './publish.ts';
import { raiseFees } from './raise-fees.ts';
import { lockPayout, lockPayouts } from './read.ts';
import type { PayoutRow } from './rows.ts';
import type { PayoutSettings } from './settings.ts';

/** An operator's decision on a waiting payout or refund. */
export type OperatorAct =
  | { readonly type: 'approve' }
  | {
      readonly type: 'retry';
      /** The new maximum network fee, in the network's coin; without it, the approved one stays. */
      readonly maxFee?: string;
    }
  | { readonly type: 'resolve'; readonly outcome: 'paid' | 'unpaid' };

export interface OperatePayout {
  readonly payoutId: string;
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
 * @throws DomainError `permission_denied`, `illegal_transition`, `payout_may_be_paid` for unpaid while the chain may
 *   still pay it, `operation_suspended`, `amount_invalid` or `validation_failed` for a fee that cannot be approved
 */
export async function operatePayout(tx: Tx, settings: PayoutSettings, operate: OperatePayout): Promise<PayoutSnapshot> {
  const { payoutId, act, cause, nowMs } = operate;
  const member = await operator(tx, operate.by);
  const row = await lockPayout(tx, payoutId);
  const note = operate.note.trim();
  if (act.type === 'retry') {
    const { maxFee } = act;
    if (maxFee !== undefined) await raiseOne(tx, settings, { row, maxFee, member, note });
    // Only payouts in `error` need a decision; others are retried by their workflow.
    if (row.status !== 'error') return snapshotOf(row);
  }
  if (act.type === 'approve') await requireOwnBalance(tx, row);
  const by = { kind: 'staff', id: member.id } as const;
  const event: PayoutEvent =
    act.type === 'approve'
      ? { type: 'approve', by, mac: settings.seal.approve(row, by) }
      : { type: act.type === 'retry' ? 'retry' : `resolve_${act.outcome}`, by, note };
  const { watch } = await applyStep(tx, payoutProcess, {
    id: payoutId,
    event,
    cause: `operator:${cause}`,
    nowMs,
    byWorkflow: true,
  });
  await auditOperator(tx, member, {
    action: ACTIONS[act.type],
    target: { kind: row.kind, id: row.id, label: `${row.kind} ${row.id}` },
    data: { note, ...(act.type === 'resolve' ? { outcome: act.outcome } : {}) },
  });
  return watch;
}

/**
 * Raises the fee limit of mass payout lines that wait to be signed together, by a permitted staff member.
 * @throws DomainError `permission_denied`, `amount_invalid`, `validation_failed`
 */
export async function raiseSliceFee(
  tx: Tx,
  settings: PayoutSettings,
  raise: RaiseOfOperator & { readonly payoutIds: readonly string[]; readonly label: string },
): Promise<void> {
  const member = await operator(tx, raise.by);
  const rows = [...(await lockPayouts(tx, raise.payoutIds)).values()];
  const raised = await raiseFees(tx, settings, { rows, maxFee: raise.maxFee });
  const [first] = rows;
  if (raised === null || first === undefined) return;
  const target = { kind: 'mass_payout', id: first.massPayoutId ?? first.id, label: raise.label };
  await auditRaise(tx, { member, target, note: raise.note.trim(), raised });
}

export interface RaiseOfOperator {
  readonly maxFee: string;
  readonly by: string;
  readonly note: string;
}

async function raiseOne(
  tx: Tx,
  settings: PayoutSettings,
  { row, maxFee, member, note }: { row: PayoutRow; maxFee: string; member: StaffMember; note: string },
): Promise<void> {
  if (!RAISABLE.has(row.status)) {
    throw new DomainError('illegal_transition', {
      message: `The network fee can be raised only in queue, confirming or error. This ${row.kind} is ${row.status}.`,
    });
  }
  const raised = await raiseFees(tx, settings, { rows: [row], maxFee });
  if (raised === null) return;
  const target = { kind: row.kind, id: row.id, label: `${row.kind} ${row.id}` };
  await auditRaise(tx, { member, target, note, raised });
}

const RAISABLE: ReadonlySet<string> = new Set(['queue', 'confirming', 'error']);

async function auditRaise(
  tx: Tx,
  {
    member,
    target,
    note,
    raised,
  }: { member: StaffMember; target: NonNullable<AuditEntry['target']>; note: string; raised: string },
): Promise<void> {
  await auditOperator(tx, member, {
    action: 'payout.fee_raised',
    target,
    data: { note, amount: raised },
  });
}

const ACTIONS = {
  approve: 'payout.approved_by_staff',
  retry: 'payout.retried',
  resolve: 'payout.resolved',
} as const;
