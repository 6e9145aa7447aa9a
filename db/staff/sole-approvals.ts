import type { Mode } from '../../domain/assets/assets.ts';
import type { StaffId } from '../../domain/ids.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { lockUntilCommit, one, prepared } from '../core/sql.ts';
import { soleApprovalsTable } from './rows.ts';

/** The person and the kind of approvals that are added up. */
export interface SoleApprover {
  readonly kind: 'claim' | 'treasury_transfer';
  readonly mode: Mode;
  readonly staffId: StaffId;
}

/**
 * The sum that one person alone approved of a kind within the last 24 hours, in euro cents, as valued at each approval.
 */
export async function approvedAlone(on: Tx | Db, { kind, mode, staffId }: SoleApprover): Promise<bigint> {
  return BigInt((await one<{ minor: string }>(on, sumSql, [staffId, kind, mode])).minor);
}

/** {@link approvedAlone}; until the end of the transaction nothing is added to it elsewhere. */
export async function lockApprovedAlone(tx: Tx, of: SoleApprover): Promise<bigint> {
  await lockUntilCommit(tx, `sole-approval:${of.kind}:${of.mode}:${of.staffId}`);
  return approvedAlone(tx, of);
}

/** Adds what one person alone has just approved. */
export async function noteApprovedAlone(
  tx: Tx,
  of: SoleApprover & { readonly subjectId: string; readonly valueMinor: bigint },
): Promise<void> {
  await soleApprovalsTable.create(tx, of);
}

const sumSql = prepared(`
  SELECT coalesce(sum(value_minor), 0)::text AS minor FROM sole_approval
  WHERE staff_id = $1 AND kind = $2 AND mode = $3 AND approved_at > now() - interval '1 day'`);
