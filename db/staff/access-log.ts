import type { StaffRole } from '../../domain/accounts/staff-permissions.ts';
import { newId } from '../../domain/ids.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { one, select } from '../core/sql.ts';
import type { StaffMember } from './people.ts';
import { type AccessKind, accessLogTable } from './rows.ts';

/** Access to personal data: to what, of which merchant, and why. */
export interface Access {
  readonly merchantId: string | null;
  readonly kind: AccessKind;
  readonly subjectId: string;
  readonly label: string;
  readonly reason: string;
}

/** Records the access in the transaction that makes it possible: nothing is shown unrecorded. Append-only. */
export async function recordAccess(
  tx: Tx,
  member: StaffMember,
  access: Access & { readonly ip: string; readonly userAgent: string | undefined },
): Promise<void> {
  await accessLogTable.create(tx, {
    id: newId(),
    staffId: member.id,
    staffName: member.fullName,
    staffRole: member.role,
    merchantId: access.merchantId,
    kind: access.kind,
    subjectId: access.subjectId,
    label: access.label,
    reason: access.reason,
    ip: access.ip,
    userAgent: access.userAgent?.slice(0, 500) ?? null,
  });
}

export interface AccessRow {
  readonly id: string;
  readonly created_at: Date;
  readonly staff_name: string;
  readonly staff_role: StaffRole;
  readonly company_name: string | null;
  readonly kind: AccessKind;
  readonly subject_id: string;
  readonly label: string;
  readonly reason: string;
  readonly ip: string | null;
  readonly user_agent: string | null;
}

/** The log of accesses, the newest first. */
export async function listAccess(
  db: Db,
  { search, page, perPage }: { readonly search: string | undefined; readonly page: number; readonly perPage: number },
): Promise<{ readonly rows: readonly AccessRow[]; readonly total: number }> {
  const text = search?.trim() ?? '';
  const bind = [text === '' ? null : text.toLowerCase()];
  const from = `FROM person_look l LEFT JOIN merchant m ON m.id = l.merchant_id
    WHERE $1::text IS NULL
      OR strpos(lower(l.staff_name || ' ' || l.label || ' ' || coalesce(m.company_name, '')), $1) > 0`;
  const rows = await select<AccessRow>(
    db,
    `SELECT l.id, l.created_at, l.staff_name, l.staff_role, m.company_name, l.kind, l.subject_id, l.label, l.reason,
       host(l.ip) AS ip, l.user_agent ${from}
     ORDER BY l.created_at DESC, l.id DESC LIMIT ${perPage} OFFSET ${(page - 1) * perPage}`,
    bind,
  );
  const { total } = await one<{ total: string }>(db, `SELECT count(*) AS total ${from}`, bind);
  return { rows, total: Number(total) };
}
