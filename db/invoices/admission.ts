import { type Admission, type Strain, UNBOUNDED } from '../../domain/invoices/admission.ts';
import { firstIdOf } from '../../domain/reports/months.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, json, one, prepared } from '../core/sql.ts';
import { tryLock } from '../core/try-lock.ts';

/** Whether a creation for the profile `p` is to be repeated later. Each one draws, so that all have a chance. */
export const isPutOff = `(
    SELECT random() < (a.refused->>(p.merchant_id || ':' || p.mode))::float8 FROM invoice_admission a
    WHERE a.decided_at > now() - interval '5 seconds')`;

/** True for one transaction at a time: of several workers, one decides how many invoices may be created. */
export function lockAdmission(tx: Tx): Promise<boolean> {
  return tryLock(tx, 'invoice admission');
}

/** How long money waits now, how many are created, and the last decision with its age; infinity if it is over. */
export async function readStrain(on: Db | Tx, nowMs: number): Promise<Strain & { readonly decidedMsAgo: number }> {
  const { wait_ms, created, per_minute, refused, decided_ms_ago } = await one<StrainRow>(on, strainSql, [
    firstIdOf(nowMs - WINDOW_MS),
    WINDOW_MS / 1000,
  ]);
  return {
    waitMs: wait_ms,
    decidedMsAgo: decided_ms_ago ?? Number.POSITIVE_INFINITY,
    createdPerSecond: new Map(Object.entries(created ?? {})),
    admission:
      per_minute === null ? UNBOUNDED : { perSecond: per_minute / 60, refused: new Map(Object.entries(refused ?? {})) },
  };
}

export async function writeAdmission(tx: Tx, { perSecond, refused }: Admission): Promise<void> {
  const perMinute = perSecond === null ? null : Math.ceil(60 * perSecond);
  await execute(tx, writeSql, [perMinute, json(Object.fromEntries(refused))]);
}

interface StrainRow {
  readonly wait_ms: number;
  readonly created: Readonly<Record<string, number>> | null;
  readonly per_minute: number | null;
  readonly refused: Readonly<Record<string, number>> | null;
  readonly decided_ms_ago: number | null;
}

/** From one decision to the next: earlier creations do not count again. */
const WINDOW_MS = 1_000;

/**
 * $1 the first id of the window, $2 its seconds. Waits are medians of a few that wait now: a
 * single payment that cannot be settled is no reason to refuse invoices. Payments that wait for a person,
 * for finality or for the rest of the amount are not kept waiting by anybody, nor are rows that were to leave later.
 * A wait of a minute has another cause, and an alert. Where nothing is settled, a part of the gateway is
 * away, and fewer invoices would not help.
 */
const strainSql = prepared(`
  WITH settling AS (
    SELECT CASE WHEN count(*) >= 3 THEN percentile_cont(0.5) WITHIN GROUP (ORDER BY now() - i.updated_at) END AS wait
    FROM invoice i
    WHERE (i.status IN ('confirming', 'processing')) AND i.amount_confirmed_minor > i.amount_settled_minor
      AND i.amount_confirmed_minor >= i.amount_due_minor AND NOT i.compliance_hold AND NOT i.needs_operator
      AND i.status_reason IS DISTINCT FROM 'awaiting_finality' AND i.updated_at > now() - interval '1 minute'
      AND EXISTS (
        SELECT 1 FROM (SELECT kind, created_at FROM transfer ORDER BY id DESC LIMIT 200) t
        WHERE t.kind = 'settle' AND t.created_at > now() - interval '5 seconds')),
  leaving AS (
    SELECT CASE WHEN count(*) >= 3 THEN percentile_cont(0.5) WITHIN GROUP (ORDER BY now() - o.created_at) END AS wait
    FROM (
      SELECT created_at FROM outbox
      WHERE (lane = 'events' OR topic = 'workflow.signal') AND attempts <= 1
        AND created_at > now() - interval '1 minute'
      LIMIT 1000) o),
  created AS (
    SELECT jsonb_object_agg(c.creator, c.made / $2::float8) AS by_creator
    FROM (
      SELECT merchant_id || ':' || mode AS creator, count(*) AS made FROM invoice WHERE id >= $1::uuid GROUP BY 1) c)
  SELECT coalesce(1000 * extract(epoch FROM greatest(settling.wait, leaving.wait)), 0)::float8 AS wait_ms,
    created.by_creator AS created, a.per_minute, a.refused,
    1000 * extract(epoch FROM now() - a.decided_at)::float8 AS decided_ms_ago
  FROM settling CROSS JOIN leaving CROSS JOIN created
    LEFT JOIN invoice_admission a ON a.decided_at > now() - interval '5 seconds'`);

const writeSql = prepared(`
  INSERT INTO invoice_admission (per_minute, refused, decided_at) VALUES ($1, $2, now())
  ON CONFLICT (is_only) DO UPDATE
    SET per_minute = excluded.per_minute, refused = excluded.refused, decided_at = excluded.decided_at`);
