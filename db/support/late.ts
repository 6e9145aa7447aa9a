import type { Db } from '../core/sequelize.ts';
import { one, prepared } from '../core/sql.ts';

/** Tickets whose promised answer is late: how many, and the one that has waited longest. */
export interface LateTickets {
  readonly count: number;
  readonly reference: string;
  /** ISO 8601. */
  readonly askedAt: string;
}

/** By the rule of `answerDueMs` (domain/support/ticket.ts). Undefined if none is late. */
export async function findLateTickets(
  db: Db,
  { answerHours, nowMs }: { readonly answerHours: number; readonly nowMs: number },
): Promise<LateTickets | undefined> {
  const { count, reference, askedAt } = await one<LateRow>(db, lateSql, [new Date(nowMs), answerHours]);
  return reference === null || askedAt === null ? undefined : { count, reference, askedAt: askedAt.toISOString() };
}

interface LateRow {
  readonly count: number;
  readonly reference: string | null;
  readonly askedAt: Date | null;
}

const lateSql = prepared(`
  SELECT count(*)::int AS count, min(asked_at) AS "askedAt",
    (array_agg(reference ORDER BY asked_at, id))[1] AS reference
  FROM ticket
  WHERE asked_at IS NOT NULL AND spam_at IS NULL AND closed_at IS NULL
    AND asked_at <= $1::timestamptz - make_interval(hours => $2)`);
