import type { AuditActorKind } from '../../domain/accounts/audit.ts';
import type { MerchantId } from '../../domain/ids.ts';
import type { Db } from '../core/sequelize.ts';
import { one, select } from '../core/sql.ts';

/** A row of the log as people read it. */
export interface AuditRecord {
  readonly seq: string;
  readonly at: Date;
  readonly actor_kind: AuditActorKind;
  readonly actor_name: string;
  readonly ip: string | null;
  readonly browser: string | null;
  readonly action: string;
  readonly target_kind: string | null;
  readonly target_id: string | null;
  readonly target_label: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface AuditQuery {
  readonly chain: MerchantId | 'staff';
  readonly page: number;
  readonly perPage: number;
  /** The part of actions before the point, e.g. `team`. */
  readonly area?: string | undefined;
  /** In names of who did it and of what it was done to, without regard to case. */
  readonly search?: string | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
}

/** One page of a chain, the newest first, and how many rows match. */
export async function listAudit(
  db: Db,
  { chain, page, perPage, area, search, from, until }: AuditQuery,
): Promise<{ readonly rows: AuditRecord[]; readonly total: number }> {
  const bind = [chain, area ?? null, search ?? null, from ?? null, until ?? null];
  const [rows, { total }] = await Promise.all([
    select<AuditRecord>(
      db,
      `SELECT seq, at, actor_kind, actor_name, ip, browser, action, target_kind, target_id, target_label, data
       ${matching} ORDER BY seq DESC LIMIT $6 OFFSET $7`,
      [...bind, perPage, (page - 1) * perPage],
    ),
    one<{ total: string }>(db, `SELECT count(*) AS total ${matching}`, bind),
  ]);
  return { rows, total: Number(total) };
}

// In a merchant's chain the names of the gateway's staff are not shown, so they are not found either.
const shownName = `CASE WHEN actor_kind = 'staff' AND chain <> 'staff' THEN 'Tidegate' ELSE actor_name END`;

const matching = `FROM audit_log
  WHERE chain = $1
    AND ($2::text IS NULL OR starts_with(action, $2 || '.'))
    AND ($3::text IS NULL OR strpos(lower(${shownName} || ' ' || coalesce(target_label, '')), lower($3)) > 0)
    AND ($4::timestamptz IS NULL OR at >= $4) AND ($5::timestamptz IS NULL OR at <= $5)`;
