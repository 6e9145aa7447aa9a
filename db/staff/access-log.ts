import { newId } from '../../domain/ids.ts';
import type { StaffRole } from '../../domain/staff-permissions.ts';
import type { Db, Tx } from '../sequelize.ts';
import { execute, one, select } from '../sql.ts';
import type { StaffMember } from './people.ts';

export type LookKind = 'case' | 'document' | 'operation' | 'report';

/** A look at personal data: at what of whom, and why. */
export interface Look {
  readonly merchantId: string | null;
  readonly kind: LookKind;
  readonly subjectId: string;
  readonly label: string;
  readonly reason: string;
}

/** Records a look in the transaction that makes it possible: what is not recorded is not shown. Append-only. */
export async function recordLook(
  tx: Tx,
  member: StaffMember,
  look: Look & { readonly ip: string; readonly userAgent: string | undefined },
): Promise<void> {
  await execute(
    tx,
    `INSERT INTO person_look (id, staff_id, staff_name, staff_role, merchant_id, kind, subject_id, label, reason, ip, user_agent)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      newId(),
      member.id,
      member.fullName,
      member.role,
      look.merchantId,
      look.kind,
      look.subjectId,
      look.label,
      look.reason,
      look.ip,
      look.userAgent?.slice(0, 500) ?? null,
    ],
  );
}

export interface LookRow {
  readonly id: string;
  readonly created_at: Date;
  readonly staff_name: string;
  readonly staff_role: StaffRole;
  readonly company_name: string | null;
  readonly kind: LookKind;
  readonly subject_id: string;
  readonly label: string;
  readonly reason: string;
  readonly ip: string | null;
  readonly user_agent: string | null;
}

/** Who looked at what, the newest first. */
export async function listLooks(
  db: Db,
  { search, page, perPage }: { readonly search: string | undefined; readonly page: number; readonly perPage: number },
): Promise<{ readonly rows: readonly LookRow[]; readonly total: number }> {
  const text = search?.trim() ?? '';
  const bind = [text === '' ? null : text.toLowerCase()];
  const from = `FROM person_look l LEFT JOIN merchant m ON m.id = l.merchant_id
    WHERE $1::text IS NULL OR strpos(lower(l.staff_name || ' ' || l.label || ' ' || coalesce(m.company_name, '')), $1) > 0`;
  const rows = await select<LookRow>(
    db,
    `SELECT l.id, l.created_at, l.staff_name, l.staff_role, m.company_name, l.kind, l.subject_id, l.label, l.reason, host(l.ip) AS ip, l.user_agent
     ${from} ORDER BY l.created_at DESC, l.id DESC LIMIT ${perPage} OFFSET ${(page - 1) * perPage}`,
    bind,
  );
  const { total } = await one<{ total: string }>(db, `SELECT count(*) AS total ${from}`, bind);
  return { rows, total: Number(total) };
}
