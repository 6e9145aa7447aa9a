import { type UpdateStatus, updateStatus } from '../../domain/updates/update.ts';
import type { Db } from '../core/sequelize.ts';
import { maybeOne, one, prepared, select } from '../core/sql.ts';
import { type UpdateRow, updatesTable } from './rows.ts';

/** How many mails of an update are where. */
export interface UpdateCounts {
  readonly queued: number;
  readonly sent: number;
  readonly refused: number;
  /** People who had unsubscribed when it was their turn, or whose update was stopped. */
  readonly skipped: number;
  /** Begun, and nobody knows whether the mail server took them: they are not sent again. */
  readonly unknown: number;
}

export interface UpdateLine extends UpdateRow {
  readonly status: UpdateStatus;
  readonly writer: string;
  readonly approver: string | null;
  readonly counts: UpdateCounts;
}

/** One page of updates, the newest first, and the total count. */
export async function listUpdates(
  db: Db,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<{ readonly lines: readonly UpdateLine[]; readonly total: number }> {
  const rows = await select<RawLine>(db, listSql, [perPage, (page - 1) * perPage]);
  const { total } = await one<{ total: number }>(db, totalSql);
  return { lines: rows.map(lineOf), total };
}

export async function findUpdate(db: Db, id: string): Promise<UpdateLine | undefined> {
  const row = await maybeOne<RawLine>(db, oneSql, [id]);
  return row && lineOf(row);
}

type RawLine = Omit<UpdateLine, 'status'>;

function lineOf(raw: RawLine): UpdateLine {
  const row = updatesTable.read(raw) as RawLine;
  return { ...row, status: updateStatus(row) };
}

// A mail that began more than ten minutes ago and has no end is of a process that died meanwhile.
const linesSql = `
  SELECT ${updatesTable.selected('u')}, w.full_name AS writer, a.full_name AS approver, jsonb_build_object(
    'queued', count(m.*) FILTER (
      WHERE m.outcome IS NULL AND coalesce(m.begun_at > now() - interval '10 minutes', true)),
    'sent', count(m.*) FILTER (WHERE m.outcome = 'sent'),
    'refused', count(m.*) FILTER (WHERE m.outcome = 'refused'),
    'skipped', count(m.*) FILTER (WHERE m.outcome = 'skipped'),
    'unknown', count(m.*) FILTER (WHERE m.outcome IS NULL AND m.begun_at <= now() - interval '10 minutes')) AS counts
  FROM product_update u JOIN staff_user w ON w.id = u.written_by LEFT JOIN staff_user a ON a.id = u.approved_by
  LEFT JOIN product_update_mail m ON m.update_id = u.id`;

const listSql = prepared(`${linesSql} GROUP BY u.id, w.id, a.id ORDER BY u.id DESC LIMIT $1 OFFSET $2`);
const oneSql = prepared(`${linesSql} WHERE u.id = $1 GROUP BY u.id, w.id, a.id`);
const totalSql = prepared('SELECT count(*)::int AS total FROM product_update');
