import { ALERT_CHANNELS, type AlertChannel } from '../../domain/alerts/settings.ts';
import type { Db } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { raiseAlert, resolveAlert } from './alerts.ts';

/** A channel that has failed for minutes. */
export interface FailingChannel {
  readonly channel: AlertChannel;
  readonly notices: number;
  readonly seconds: number;
  readonly reason: string;
}

/** The channels that are set up and have failed for minutes, with their latest reason. */
export async function failingChannels(db: Db, channels: readonly AlertChannel[]): Promise<readonly FailingChannel[]> {
  return select<FailingChannel>(db, failingSql, [channels]);
}

/**
 * Opens an alert for each channel that has failed for minutes, and closes those of the others. The alert about a
 * channel goes to the other channels only, and what it fails to reach there opens no further one.
 */
export async function updateUndelivered(db: Db, channels: readonly AlertChannel[]): Promise<void> {
  const failing = await failingChannels(db, channels);
  for (const channel of ALERT_CHANNELS) {
    const found = failing.find((each) => each.channel === channel);
    const about = { kind: 'alert_undelivered', subject: channel } as const;
    if (found === undefined) await resolveAlert(db, about);
    else {
      const minutes = Math.round(found.seconds / 60);
      const message = `${found.notices} notices could not be delivered for ${minutes} minutes: ${found.reason}`;
      await raiseAlert(db, { ...about, message });
    }
  }
}

const failingSql = prepared(`
  SELECT n.channel, count(*)::int AS notices,
    extract(epoch FROM clock_timestamp() - min(n.first_attempt_at))::float8 AS seconds,
    coalesce((array_agg(n.last_error ORDER BY n.id DESC) FILTER (WHERE n.last_error IS NOT NULL))[1], 'no answer')
      AS reason
  FROM alert_notice n JOIN alert a ON a.id = n.alert_id
  WHERE n.state = 'waiting' AND n.attempts >= 3 AND n.first_attempt_at < now() - interval '3 minutes'
    AND n.channel = ANY($1::text[]) AND a.kind <> 'alert_undelivered'
  GROUP BY n.channel ORDER BY n.channel`);
