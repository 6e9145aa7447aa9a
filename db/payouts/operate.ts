import { DomainError } from '../../domain/errors.ts';
import { staffMay } from '../../domain/staff-permissions.ts';
import type { PayoutEvent } from '../../domain/state/payout-event.ts';
import type { PayoutWatch } from '../../domain/state/payout-watch.ts';
import { audit } from '../audit/audit.ts';
import type { Db, Tx } from '../sequelize.ts';
import { maybeOne, prepared } from '../sql.ts';
import { type StaffMember, type StaffRow, staffColumns, staffMember } from '../staff/people.ts';
import { applyPayoutEvent } from './apply.ts';
import { watchOf } from './publish.ts';
import { lockPayout } from './read.ts';
import type { PayoutSettings } from './settings.ts';

/** What an operator does with a payout or refund that waits for one. */
export type OperatorAct =
  | { readonly type: 'approve' }
  | { readonly type: 'retry' }
  | { readonly type: 'resolve'; readonly outcome: 'paid' | 'unpaid' };

export interface OperatePayout {
  readonly payoutId: string;
  readonly act: OperatorAct;
  /** The mail address of somebody of the staff. */
  readonly by: string;
  readonly note: string;
  /** Unique for this decision; asked again, the first result comes back. */
  readonly cause: string;
  readonly nowMs: number;
}

/**
 * An operator's decision, by somebody of the staff who may take it, recorded in the staff's audit log.
 * @throws DomainError `permission_denied`, `illegal_transition`, `payout_may_be_paid` for unpaid while the chain may still pay it, `operation_suspended`
 */
export async function operatePayout(tx: Tx, settings: PayoutSettings, operate: OperatePayout): Promise<PayoutWatch> {
  const { payoutId, act, cause, nowMs } = operate;
  const member = await operator(tx, operate.by);
  const row = await lockPayout(tx, payoutId);
  // What is no error is only looked at again by its workflow: nothing to decide.
  if (act.type === 'retry' && row.status !== 'error') return watchOf(row);
  const by = { kind: 'staff', id: member.id } as const;
  const note = operate.note.trim();
  const event: PayoutEvent =
    act.type === 'approve'
      ? { type: 'approve', by, mac: settings.seal.approve(row, by) }
      : { type: act.type === 'retry' ? 'retry' : `resolve_${act.outcome}`, by, note };
  const { watch } = await applyPayoutEvent(tx, {
    payoutId,
    event,
    cause: `operator:${cause}`,
    nowMs,
    byWorkflow: true,
  });
  await audit(tx, {
    chain: 'staff',
    actor: { kind: 'staff', id: member.id, name: member.fullName },
    origin: null,
    action: ACTIONS[act.type],
    target: { kind: row.kind, id: row.id, label: `${row.kind} ${row.id}` },
    data: { note, ...(act.type === 'resolve' ? { outcome: act.outcome } : {}) },
  });
  return watch;
}

const ACTIONS = {
  approve: 'payout.approved_by_staff',
  retry: 'payout.retried',
  resolve: 'payout.resolved',
} as const;

/** Somebody of the staff who may operate payouts. @throws DomainError `permission_denied` */
export async function operator(tx: Tx | Db, email: string): Promise<StaffMember> {
  const row = await maybeOne<StaffRow>(tx, operatorSql, [email.trim().toLowerCase()]);
  if (row === undefined || !staffMay(row.role, 'payout_operate')) {
    throw new DomainError('permission_denied', {
      message: 'Only somebody of the staff who may operate payouts can do this: name a mail address of theirs in `by`.',
    });
  }
  return staffMember(row);
}

const operatorSql = prepared(
  `SELECT ${staffColumns} FROM staff_user p WHERE p.email = $1 AND p.blocked_at IS NULL AND p.totp_enabled_at IS NOT NULL`,
);
