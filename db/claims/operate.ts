import type { Tx } from '../core/sequelize.ts';
import { applyStep } from '../process/apply.ts';
import { auditOperator, operator } from '../staff/operators.ts';
import { claimProcess } from './process.ts';
import { readClaim } from './read.ts';
import type { ClaimRow } from './rows.ts';

export interface ResolveClaim {
  readonly claimId: string;
  /** The email address of a staff member. */
  readonly by: string;
  readonly note: string;
  /** Unique for this decision; repeating it returns the first result. */
  readonly cause: string;
  readonly nowMs: number;
}

/**
 * A permitted staff member accepts the loss of a payment that was paid back and then reorganized. Recorded in the
 * staff's audit log.
 * @throws DomainError `permission_denied`, `illegal_transition`
 */
export async function resolveClaim(tx: Tx, resolve: ResolveClaim): Promise<ClaimRow> {
  const { claimId: id, cause, nowMs } = resolve;
  const member = await operator(tx, resolve.by);
  const note = resolve.note.trim();
  const event = { type: 'resolve', by: member.id, note } as const;
  await applyStep(tx, claimProcess, { id, event, cause: `operator:${cause}`, nowMs, byWorkflow: true });
  await auditOperator(tx, member, {
    action: 'claim.resolved',
    target: { kind: 'claim', id, label: `claim ${id}` },
    data: { note, outcome: 'lost' },
  });
  return readClaim(tx, id);
}
