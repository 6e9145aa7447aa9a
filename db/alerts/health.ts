import { type AlertSettings, channelsOf } from '../../domain/alerts/settings.ts';
import { alertsTable } from '../core/rows.ts';
import type { Db } from '../core/sequelize.ts';
import { failingChannels } from './undelivered.ts';

/** Whether operators hear of alerts, in words. Without a channel nobody does, which production should not run with. */
export async function alertHealth(
  db: Db,
  { alerts, nodeEnv }: { readonly alerts: AlertSettings; readonly nodeEnv: string },
): Promise<{ readonly state: 'up' | 'degraded'; readonly detail: string }> {
  const open = `${await alertsTable.count(db, { resolvedAt: null })} alerts are open`;
  const channels = channelsOf(alerts);
  if (channels.length === 0) {
    const detail = `nobody is notified of alerts: set ALERT_MAIL_TO, ALERT_WEBHOOK_URL or ALERT_PAGERDUTY_KEY; ${open}`;
    return { state: nodeEnv === 'production' ? 'degraded' : 'up', detail };
  }
  const failing = await failingChannels(db, channels);
  if (failing.length === 0) return { state: 'up', detail: `told by ${channels.join(', ')}; ${open}` };
  const words = failing.map(({ channel, seconds }) => `${channel} has failed for ${Math.round(seconds / 60)} min`);
  return { state: 'degraded', detail: `${words.join(', ')}; ${open}` };
}
