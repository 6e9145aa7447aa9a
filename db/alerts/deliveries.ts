import { ALERT_KINDS } from '../../domain/alerts/kinds.ts';
import type { AlertChannel, AlertSettings } from '../../domain/alerts/settings.ts';
import { type AlertStage, isCall } from '../../domain/alerts/stages.ts';
import { judgeNotice, type Verdict } from '../../domain/alerts/verdict.ts';
import { newId } from '../../domain/ids.ts';
import { type Db, inTransaction, type Tx } from '../core/sequelize.ts';
import { execute, prepared, select } from '../core/sql.ts';

/** A notice to send, with its alert. Only the holder of the lease records what became of it. */
export interface LeasedNotice {
  readonly id: string;
  readonly lease: string;
  readonly alertId: string;
  readonly channel: AlertChannel;
  readonly stage: AlertStage;
  /** Attempts, this one included. */
  readonly attempts: number;
  /** Mailboxes that have it already. */
  readonly sentTo: readonly string[];
  readonly createdAt: Date;
  readonly kind: string;
  readonly subject: string;
  readonly message: string;
  readonly raisedAt: Date;
  readonly acknowledgedAt: Date | null;
  readonly acknowledgedBy: string | null;
  readonly acknowledgedNote: string | null;
  readonly resolvedAt: Date | null;
  /** More people were notified than at first. */
  readonly wasEscalated: boolean;
}

/** Longer than any attempt takes; after it, another process sends the notice again under the same id. */
const LEASE_SECONDS = 120;
const BATCH = 5;

/**
 * Takes notices of one channel that are due, critical alerts first and those of one alert in their order, and leases
 * them. Obsolete notices are dropped, and notices that have to wait are put off. An attempt is counted before it
 * begins.
 * @returns the notices to send now, and whether there may be more
 */
export async function leaseNotices(
  db: Db,
  { channel, settings, nowMs }: { channel: AlertChannel; settings: AlertSettings; nowMs: number },
): Promise<{ readonly notices: readonly LeasedNotice[]; readonly isMore: boolean }> {
  return inTransaction(db, async (tx) => {
    const due = await select<Omit<LeasedNotice, 'lease'>>(tx, dueSql, [channel, CRITICAL, BATCH]);
    const sent = due.length === 0 ? new Map<string, number>() : await sentThisHour(tx, channel);
    const notices: LeasedNotice[] = [];
    for (const each of due) {
      const verdict = judgeNotice(each, { settings, sentThisHour: sent.get(each.kind) ?? 0, nowMs });
      const lease = newId();
      await apply(tx, { id: each.id, lease, verdict });
      if (verdict.act !== 'send') continue;
      notices.push({ ...each, lease, attempts: each.attempts + 1 });
      if (isCall(each.stage)) sent.set(each.kind, (sent.get(each.kind) ?? 0) + 1);
    }
    return { notices, isMore: due.length === BATCH };
  });
}

/** Records that the channel has taken the notice. */
export async function recordDelivered(db: Db, { id, lease }: LeasedNotice, sentTo: readonly string[]): Promise<void> {
  await execute(db, deliveredSql, [id, lease, sentTo]);
}

/** Records a failed attempt: the notice is sent again after the pause. */
export async function recordFailed(
  db: Db,
  { id, lease }: LeasedNotice,
  { pauseMs, reason, sentTo }: { pauseMs: number; reason: string; sentTo: readonly string[] },
): Promise<void> {
  await execute(db, failedSql, [id, lease, pauseMs, reason.slice(0, 500), sentTo]);
}

async function apply(tx: Tx, { id, lease, verdict }: { id: string; lease: string; verdict: Verdict }): Promise<void> {
  if (verdict.act === 'send') await execute(tx, leaseSql, [id, lease, LEASE_SECONDS]);
  else if (verdict.act === 'drop') await execute(tx, dropSql, [id, verdict.reason]);
  else await execute(tx, waitSql, [id, verdict.until, verdict.reason]);
}

async function sentThisHour(tx: Tx, channel: AlertChannel): Promise<Map<string, number>> {
  const rows = await select<{ kind: string; sent: number }>(tx, sentSql, [channel]);
  return new Map(rows.map(({ kind, sent }) => [kind, sent]));
}

const CRITICAL = Object.entries(ALERT_KINDS).flatMap(([kind, { severity }]) => (severity === 'critical' ? [kind] : []));

const dueSql = prepared(`
  SELECT n.id::text, n.alert_id AS "alertId", n.channel, n.stage, n.attempts, n.sent_to AS "sentTo",
    n.created_at AS "createdAt", a.kind, a.subject, a.message, a.created_at AS "raisedAt",
    a.acknowledged_at AS "acknowledgedAt", a.acknowledged_by AS "acknowledgedBy",
    a.acknowledged_note AS "acknowledgedNote", a.resolved_at AS "resolvedAt",
    EXISTS (SELECT FROM alert_notice e WHERE e.alert_id = n.alert_id AND e.channel = n.channel
      AND e.stage LIKE 'escalated%' AND e.attempts > 0) AS "wasEscalated"
  FROM alert_notice n JOIN alert a ON a.id = n.alert_id
  WHERE n.state = 'waiting' AND n.next_attempt_at <= now() AND n.channel = $1 AND NOT EXISTS (
    SELECT FROM alert_notice e
    WHERE e.alert_id = n.alert_id AND e.channel = n.channel AND e.state = 'waiting' AND e.id < n.id
  )
  ORDER BY a.kind = ANY($2::text[]) DESC, n.id LIMIT $3 FOR UPDATE OF n SKIP LOCKED`);
const leaseSql = prepared(`
  UPDATE alert_notice SET attempts = attempts + 1, lease = $2, next_attempt_at = now() + make_interval(secs => $3),
    first_attempt_at = coalesce(first_attempt_at, now())
  WHERE id = $1::bigint`);
const dropSql = prepared(`
  UPDATE alert_notice SET state = 'dropped', lease = NULL, last_error = $2 WHERE id = $1::bigint`);
const waitSql = prepared(`
  UPDATE alert_notice SET next_attempt_at = $2, lease = NULL, last_error = $3 WHERE id = $1::bigint`);
const sentSql = prepared(`
  SELECT a.kind, count(*)::int AS sent FROM alert_notice n JOIN alert a ON a.id = n.alert_id
  WHERE n.channel = $1 AND n.state = 'delivered' AND n.delivered_at > now() - interval '1 hour'
    AND n.stage NOT IN ('acknowledged', 'resolved')
  GROUP BY a.kind`);
const deliveredSql = prepared(`
  UPDATE alert_notice SET state = 'delivered', delivered_at = clock_timestamp(), lease = NULL, last_error = NULL,
    sent_to = $3
  WHERE id = $1::bigint AND lease = $2 AND state = 'waiting'`);
const failedSql = prepared(`
  UPDATE alert_notice SET lease = NULL, next_attempt_at = clock_timestamp() + make_interval(secs => $3 / 1000.0),
    last_error = $4, sent_to = $5
  WHERE id = $1::bigint AND lease = $2 AND state = 'waiting'`);
