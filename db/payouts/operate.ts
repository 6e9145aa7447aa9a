import { DomainError } from '../../domain/errors.ts';
import type { PayoutSnapshot } from '../../domain/state/payout-snapshot.ts';
import type { AuditEntry } from '../audit/audit.ts';
import type { Tx } from '../core/sequelize.ts';
import { type OperatorAct, type OperatorDecision, operateOutflow } from '../outflows/outflow.ts';
import { auditOperator, operator } from '../staff/operators.ts';
import type { StaffMember } from '../staff/people.ts';
import { chainOutflow } from './outflow.ts';
import { raiseFees } from './raise-fees.ts';
import { lockPayout, lockPayouts } from './read.ts';
import type { PayoutSettings } from './settings.ts';

export interface OperatePayout extends OperatorDecision {
  readonly payoutId: string;
  readonly act:
    | OperatorAct
    | {
        readonly type: 'retry';
        /** The new maximum network fee, in the network's coin; without it, the approved one stays. */
        readonly maxFee?: string;
      };
}

/**
 * Applies an operator's decision on a payout or refund, by a permitted staff member, and records it in the staff's
 * audit log.
 * @throws DomainError `permission_denied`, `illegal_transition`, `payout_may_be_paid` for unpaid while the chain may
 *   still pay it, `operation_suspended`, `amount_invalid` or `validation_failed` for a fee that cannot be approved
 */
export async function operatePayout(
  tx: Tx,
  settings: PayoutSettings,
  { payoutId: id, ...operate }: OperatePayout,
): Promise<PayoutSnapshot> {
  const { act, by, note } = operate;
  if ('maxFee' in act && act.maxFee !== undefined) await raiseOne(tx, settings, { id, maxFee: act.maxFee, by, note });
  return operateOutflow(tx, chainOutflow(settings), { id, ...operate });
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
  { id, maxFee, by, note }: RaiseOfOperator & { readonly id: string },
): Promise<void> {
  const member = await operator(tx, by);
  const row = await lockPayout(tx, id);
  if (!RAISABLE.has(row.status)) {
    throw new DomainError('illegal_transition', {
      message: `The network fee can be raised only in queue, confirming or error. This ${row.kind} is ${row.status}.`,
    });
  }
  const raised = await raiseFees(tx, settings, { rows: [row], maxFee });
  if (raised === null) return;
  const target = { kind: row.kind, id: row.id, label: `${row.kind} ${row.id}` };
  await auditRaise(tx, { member, target, note: note.trim(), raised });
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
