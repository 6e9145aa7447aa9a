import type { StaffRole } from '../../domain/accounts/staff-permissions.ts';
import type { CryptoGateId, Mode } from '../../domain/assets/assets.ts';
import { isBlockedSql } from '../core/blocked-staff.ts';
import type { Db } from '../core/sequelize.ts';
import { select } from '../core/sql.ts';

/** A debt as staff see it. */
export interface ListedDebt {
  readonly merchantId: string;
  readonly merchant: string | null;
  readonly mode: Mode;
  readonly asset: CryptoGateId;
  readonly minor: bigint;
  /** Since when the merchant has owed without a break. */
  readonly since: Date | null;
  /** The owner of the reorganized payments that it comes from. */
  readonly invoiceIds: readonly string[];
  /** The amount that another person has requested to write off. */
  readonly request: DebtRequest | null;
}

export interface DebtRequest {
  readonly id: string;
  readonly minor: bigint;
  readonly reason: string;
  readonly by: string;
  readonly staffId: string;
  readonly role: StaffRole;
  readonly isBlocked: boolean;
  readonly at: Date;
}

/** The oldest debts, at most 200. */
export async function listDebts(db: Db): Promise<ListedDebt[]> {
  const rows = await select<DebtRow>(db, debtsSql);
  return rows.map((row) => ({
    merchantId: row.owner,
    merchant: row.merchant,
    mode: row.mode,
    asset: row.asset,
    minor: BigInt(row.minor),
    since: row.since,
    invoiceIds: row.invoice_ids ?? [],
    request: row.request && { ...row.request, minor: BigInt(row.request.minor), at: new Date(row.request.at) },
  }));
}

interface DebtRow {
  owner: string;
  merchant: string | null;
  mode: Mode;
  asset: CryptoGateId;
  minor: string;
  since: Date | null;
  invoice_ids: string[] | null;
  request: (Omit<DebtRequest, 'minor' | 'at'> & { readonly minor: string; readonly at: string }) | null;
}

// A debt begins after the last moment at which nothing was owed.
const debtsSql = `
  SELECT a.owner, m.company_name AS merchant, a.mode, a.asset, (a.debits_posted - a.credits_posted)::text AS minor,
    d.since, d.invoice_ids,
    CASE WHEN w.id IS NOT NULL THEN jsonb_build_object('id', w.id, 'minor', w.minor::text, 'reason', w.reason,
      'by', s.full_name, 'staffId', w.requested_by, 'role', w.requested_role, 'at', w.requested_at,
      'isBlocked', ${isBlockedSql('s.id')}) END AS request
  FROM account a
  LEFT JOIN merchant m ON m.id::text = a.owner
  LEFT JOIN debt_write_off w ON w.merchant_id = m.id AND w.mode = a.mode AND w.asset = a.asset
    AND w.confirmed_by IS NULL AND w.minor = a.debits_posted - a.credits_posted
  LEFT JOIN staff_user s ON s.id = w.requested_by
  LEFT JOIN LATERAL (
    WITH history AS (
      SELECT t.id, t.created_at, t.invoice_id, e.amount, sum(e.amount) OVER (ORDER BY t.id, e.line) AS owed
      FROM entry e JOIN transfer t ON t.id = e.transfer_id WHERE e.account_id = a.id AND e.layer = 'posted'
    )
    SELECT min(created_at) AS since,
      array_agg(DISTINCT invoice_id::text) FILTER (WHERE invoice_id IS NOT NULL) AS invoice_ids
    FROM history WHERE amount > 0 AND id > coalesce((SELECT max(id) FROM history WHERE owed <= 0), 0)
  ) AS d ON true
  WHERE a.kind = 'receivable' AND a.debits_posted > a.credits_posted
  ORDER BY d.since, a.owner, a.mode, a.asset LIMIT 200`;
