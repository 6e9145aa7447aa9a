import type { AlertKind } from '../../domain/alerts/kinds.ts';
import { firstChannelsOf, severityOf } from '../../domain/alerts/stages.ts';
import { newId } from '../../domain/ids.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, prepared, select } from '../core/sql.ts';

/** Something that needs an operator's attention. */
export interface Alert {
  readonly kind: AlertKind;
  /** The subject, e.g. a network: each kind and subject has at most one open alert. */
  readonly subject: string;
  readonly message: string;
}

/**
 * Opens an alert, unless one of the kind about the subject is open, and writes what operators are to be sent about it:
 * with the same statement, so that neither is without the other. @returns whether it is new
 */
export async function raiseAlert(on: Tx | Db, { kind, subject, message }: Alert): Promise<boolean> {
  const channels = firstChannelsOf(severityOf(kind));
  const raised = await select(on, raiseSql, [newId(), kind, subject, message.slice(0, 2_000), channels]);
  return raised.length === 1;
}

/** Closes the open alert of the kind about the subject. @returns whether there was one. */
export async function resolveAlert(on: Tx | Db, { kind, subject }: Pick<Alert, 'kind' | 'subject'>): Promise<boolean> {
  return (await execute(on, resolveSql, [kind, subject])) === 1;
}

/** Closes the open alerts of the kind about all other subjects. */
export async function resolveOtherAlerts(on: Tx | Db, kind: AlertKind, subjects: readonly string[]): Promise<void> {
  await execute(on, resolveOthersSql, [kind, [...subjects]]);
}

// Loops close what is not open again and again: one statement without a transaction of its own.
const resolveSql = prepared(`
  UPDATE alert SET resolved_at = now(), plan_at = now() WHERE kind = $1 AND subject = $2 AND resolved_at IS NULL`);

const resolveOthersSql = prepared(`
  UPDATE alert SET resolved_at = now(), plan_at = now()
  WHERE kind = $1 AND subject <> ALL($2::text[]) AND resolved_at IS NULL`);

/** Channels that are not set up keep their rows waiting; the loop that sends takes those of the others. */
const raiseSql = prepared(`
  WITH raised AS (
    INSERT INTO alert (id, kind, subject, message) VALUES ($1, $2, $3, $4)
    ON CONFLICT (kind, subject) WHERE resolved_at IS NULL DO NOTHING RETURNING id
  ), noticed AS (
    INSERT INTO alert_notice (alert_id, channel, stage) SELECT id, unnest($5::text[]), 'raised' FROM raised
  )
  SELECT id FROM raised`);
