import { type KnownNotice, planNotices } from '../../domain/alerts/plan.ts';
import type { AlertSettings } from '../../domain/alerts/settings.ts';
import { type Db, inTransaction, type Tx } from '../core/sequelize.ts';
import { execute, prepared, select } from '../core/sql.ts';

interface DueAlert {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly createdAt: Date;
  readonly acknowledgedAt: Date | null;
  readonly resolvedAt: Date | null;
}

const BATCH = 50;

/**
 * Writes the notices that are due of alerts whose time to plan has come: escalations, acknowledgements and ends.
 * Several processes may do so at once. @returns whether there may be more alerts to plan
 */
export async function planDueAlerts(db: Db, settings: AlertSettings, nowMs: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const alerts = await select<DueAlert>(tx, dueSql, [BATCH]);
    for (const alert of alerts) await planAlert(tx, alert, { settings, nowMs });
    return alerts.length === BATCH;
  });
}

async function planAlert(
  tx: Tx,
  alert: DueAlert,
  { settings, nowMs }: { settings: AlertSettings; nowMs: number },
): Promise<void> {
  // Locked, so that no attempt begins between this decision and its commit: all who were notified hear of the end.
  const known = await select<KnownNotice>(tx, knownSql, [alert.id]);
  const { add, nextAt } = planNotices(alert, { known, settings, nowMs });
  const channels = add.map(({ channel }) => channel);
  const stages = add.map(({ stage }) => stage);
  if (add.length > 0) await execute(tx, addSql, [alert.id, channels, stages]);
  // Also those of channels that are not set up, which nobody would take.
  if (alert.resolvedAt !== null) await execute(tx, dropSql, [alert.id]);
  await execute(tx, plannedSql, [alert.id, nextAt]);
}

const dueSql = prepared(`
  SELECT id, kind, subject, created_at AS "createdAt", acknowledged_at AS "acknowledgedAt", resolved_at AS "resolvedAt"
  FROM alert WHERE plan_at <= now() ORDER BY plan_at LIMIT $1 FOR UPDATE SKIP LOCKED`);
const knownSql = prepared(`
  SELECT channel, stage, attempts > 0 AS "mayHaveArrived" FROM alert_notice WHERE alert_id = $1
  ORDER BY id FOR UPDATE`);
const addSql = prepared(`
  INSERT INTO alert_notice (alert_id, channel, stage)
  SELECT $1, channel, stage FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS n (channel, stage, nth) ORDER BY nth
  ON CONFLICT (alert_id, channel, stage) DO NOTHING`);
const dropSql = prepared(`
  UPDATE alert_notice SET state = 'dropped', last_error = 'the alert was resolved before'
  WHERE alert_id = $1 AND state = 'waiting' AND attempts = 0 AND stage NOT IN ('acknowledged', 'resolved')`);
const plannedSql = prepared('UPDATE alert SET plan_at = $2 WHERE id = $1');
