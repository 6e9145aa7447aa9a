import { staffMay } from '../../domain/accounts/staff-permissions.ts';
import { DomainError } from '../../domain/errors.ts';
import { type AuditEntry, audit } from '../audit/audit.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, prepared } from '../core/sql.ts';
import { type StaffMember, type StaffRow, staffColumns, staffMember } from './people.ts';

/** A staff member who may operate payouts. @throws DomainError `permission_denied` */
export async function operator(tx: Tx | Db, email: string): Promise<StaffMember> {
  const row = await maybeOne<StaffRow>(tx, operatorSql, [email.trim().toLowerCase()]);
  if (row === undefined || !staffMay(row.role, 'payout_operate')) {
    throw new DomainError('permission_denied', {
      message: 'This needs a staff member who may operate payouts. Enter their email address in `by`.',
    });
  }
  return staffMember(row);
}

/** Records in the staff's audit log what an operator decided by command, which comes from no browser. */
export async function auditOperator(
  tx: Tx,
  member: StaffMember,
  decided: Pick<AuditEntry, 'action' | 'target' | 'data'>,
): Promise<void> {
  const actor = { kind: 'staff', id: member.id, name: member.fullName } as const;
  await audit(tx, { chain: 'staff', actor, origin: null, ...decided });
}

const operatorSql = prepared(`
  SELECT ${staffColumns} FROM staff_user p
  WHERE p.email = $1 AND p.blocked_at IS NULL AND p.totp_enabled_at IS NOT NULL`);
