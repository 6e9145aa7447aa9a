import type { DepositSnapshot } from '../../domain/state/deposit-waits.ts';
import type { Tx } from '../core/sequelize.ts';
import { applyStep } from '../process/apply.ts';
import { auditOperator, operator } from '../staff/operators.ts';
import { depositProcess } from './process.ts';

export interface ResolveDeposit {
  readonly depositId: string;
  /** The email address of a staff member. */
  readonly by: string;
  readonly note: string;
  /** Unique for this decision; repeating it returns the first result. */
  readonly cause: string;
  readonly nowMs: number;
}

/**
 * A permitted staff member accepts that the money that a reorganization took will not come back: the freeze ends, a
 * debt stays. Recorded in the staff's audit log.
 * @throws DomainError `permission_denied`, `illegal_transition`
 */
export async function resolveDeposit(tx: Tx, resolve: ResolveDeposit): Promise<DepositSnapshot> {
  const { depositId: id, cause, nowMs } = resolve;
  const member = await operator(tx, resolve.by);
  const note = resolve.note.trim();
  const event = { type: 'resolve', by: member.id, note } as const;
  const step = { id, event, cause: `operator:${cause}`, nowMs, byWorkflow: true };
  const { watch } = await applyStep(tx, depositProcess, step);
  await auditOperator(tx, member, {
    action: 'deposit.resolved',
    target: { kind: 'deposit', id, label: `deposit ${id}` },
    data: { note, outcome: 'lost' },
  });
  return watch;
}
