import type { Chain } from '../chain/cursor.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { one, prepared, select } from '../core/sql.ts';
import { tryLock } from '../core/try-lock.ts';

export interface OverdueInvoice {
  readonly id: string;
  readonly version: number;
}

/** The first deadline that is undecided, passed or not; null without any. */
export async function nextDeadlineMs(db: Db): Promise<number | null> {
  return (await one<{ next: Date | null }>(db, nextSql)).next?.getTime() ?? null;
}

/** True for one transaction at a time: of several workers, one decides what is overdue. */
export function lockOverdue(tx: Tx): Promise<boolean> {
  return tryLock(tx, 'overdue invoices');
}

/**
 * The first invoices whose deadline has passed and can be decided: the follower of each of their networks has begun a
 * run after it, so all payments that were seen in time are known (invoice-states I).
 */
export function overdueInvoices(
  tx: Tx,
  { nowMs, limit, except }: { readonly nowMs: number; readonly limit: number; readonly except: readonly string[] },
): Promise<OverdueInvoice[]> {
  return select<OverdueInvoice>(tx, overdueSql, [new Date(nowMs), limit, except]);
}

/** The chains that must be read once more before overdue invoices can be decided. */
export function chainsToRead(tx: Tx, nowMs: number): Promise<Chain[]> {
  return select<Chain>(tx, chainsSql, [new Date(nowMs)]);
}

const nextSql = prepared(`
  SELECT min(expires_at) AS next FROM invoice
  WHERE status IN ('new', 'pending', 'partially_paid') AND expiry_decided_at IS NULL`);

const overdueSql = prepared(`
  SELECT i.id, i.version
  FROM invoice i
  WHERE i.status IN ('new', 'pending', 'partially_paid') AND i.expiry_decided_at IS NULL AND i.expires_at <= $1
    AND NOT EXISTS (
      SELECT 1 FROM quote q LEFT JOIN chain_cursor c ON c.mode = i.mode AND c.network = q.network
      WHERE q.invoice_id = i.id AND (c.checked_at IS NULL OR c.checked_at <= i.expires_at))
    AND NOT (i.id = ANY($3::uuid[]))
  ORDER BY i.expires_at, i.id LIMIT $2`);

const chainsSql = prepared(`
  SELECT DISTINCT i.mode, q.network
  FROM invoice i JOIN quote q ON q.invoice_id = i.id
    LEFT JOIN chain_cursor c ON c.mode = i.mode AND c.network = q.network
  WHERE i.status IN ('new', 'pending', 'partially_paid') AND i.expiry_decided_at IS NULL AND i.expires_at <= $1
    AND (c.checked_at IS NULL OR c.checked_at <= i.expires_at)`);
