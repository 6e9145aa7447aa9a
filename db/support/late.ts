import type { Db } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';

/** A ticket whose promised answer is late. */
export interface LateTicket {
  readonly id: string;
  readonly reference: string;
  /** ISO 8601. */
  readonly waitingSince: string;
}

/** By the rule of `answerDueMs` (domain/support/ticket.ts): those that have waited longest, the longest wait first. */
export async function findLateTickets(
  db: Db,
  { answerHours, nowMs, most }: { readonly answerHours: number; readonly nowMs: number; readonly most: number },
): Promise<readonly LateTicket[]> {
  const rows = await select<LateRow>(db, lateSql, [new Date(nowMs), answerHours, most]);
  return rows.map((row) => ({ ...row, waitingSince: row.waitingSince.toISOString() }));
}

type LateRow = Omit<LateTicket, 'waitingSince'> & { readonly waitingSince: Date };

const lateSql = prepared(`
  SELECT id, reference, asked_at AS "waitingSince" FROM ticket
  WHERE asked_at IS NOT NULL AND spam_at IS NULL AND closed_at IS NULL
    AND asked_at <= $1::timestamptz - make_interval(hours => $2)
  ORDER BY asked_at, id LIMIT $3`);
