import type { AlertSettings } from '../../domain/alerts/settings.ts';
import { type GuardedClient, openGuardedClient, type RequestResult } from '../webhooks/guarded-request.ts';
import { webhookHeaders } from '../webhooks/signer.ts';
import type { AlertSender, SendOutcome } from './channel.ts';
import { type AlertEvent, type AlertNews, pageOf } from './news.ts';

/** For tests: a shorter deadline than that of other requests. */
interface HttpOptions {
  readonly deadlineMs?: number;
}

/** Sends alerts as Standard Webhooks: `alert.raised`, `alert.escalated`, `alert.acknowledged`, `alert.resolved`. */
export function webhookChannel(settings: AlertSettings, options: HttpOptions = {}): AlertSender | undefined {
  const { webhook, baseUrl } = settings;
  if (webhook === undefined) return undefined;
  const client = openClient(settings, options);
  return {
    channel: 'webhook',
    async send(news) {
      const body = JSON.stringify(webhookBody(news, baseUrl));
      const message = { id: news.id, timestampSeconds: Math.floor(Date.now() / 1_000), body };
      const headers = { ...HEADERS, ...webhookHeaders(message, [webhook.secret]) };
      return outcomeOf(await client.post(webhook.url, headers, body));
    },
    close: () => client.close(),
  };
}

/** Sends alerts to PagerDuty by Events API v2: each alert is one incident, from its trigger to its end. */
export function pagerdutyChannel(settings: AlertSettings, options: HttpOptions = {}): AlertSender | undefined {
  const { pagerduty, baseUrl } = settings;
  if (pagerduty === undefined) return undefined;
  const client = openClient(settings, options);
  const { url, routingKey } = pagerduty;
  return {
    channel: 'pagerduty',
    async send(news) {
      const body = JSON.stringify({ routing_key: routingKey, ...pagerdutyEvent(news, baseUrl) });
      const result = await client.post(url, HEADERS, body);
      const { delivered, detail, ...rest } = outcomeOf(result);
      // PagerDuty says in its answer what is wrong with an event.
      const answer = delivered ? '' : (result.answer ?? '').replaceAll(routingKey, '…').replaceAll(/\s+/g, ' ');
      return { delivered, detail: answer === '' ? detail : `${detail}: ${answer.slice(0, 200)}`, ...rest };
    },
    close: () => client.close(),
  };
}

const HEADERS = { 'content-type': 'application/json', 'user-agent': 'Tidegate-Alerts/1' };

/**
 * A person who can change settings has the gateway anyway; still, a name that leads into the own network is a mistake.
 */
function openClient({ allowedNetworks }: AlertSettings, options: HttpOptions): GuardedClient {
  return openGuardedClient({ allowedNetworks, ...options });
}

function outcomeOf({ ok, httpStatus, error }: RequestResult): SendOutcome {
  const words = error === 'refused_address' ? 'refused_address: see ALERT_ALLOWED_NETWORKS' : error;
  return { delivered: ok, detail: words ?? String(httpStatus), sentTo: [] };
}

function webhookBody(news: AlertNews, baseUrl: string) {
  const { event, at, alertId, kind, severity, title, subject, message, runbook, raisedAt, acknowledged } = news;
  return {
    type: `alert.${event}`,
    timestamp: at.toISOString(),
    data: {
      id: alertId,
      kind,
      severity,
      title,
      subject,
      message,
      runbook,
      url: pageOf(baseUrl, news),
      created_at: raisedAt.toISOString(),
      ...(acknowledged === undefined ? {} : { acknowledged_by: acknowledged.by, note: acknowledged.note }),
    },
  };
}

const ACTIONS: Readonly<Record<AlertEvent, 'trigger' | 'acknowledge' | 'resolve'>> = {
  raised: 'trigger',
  escalated: 'trigger',
  acknowledged: 'acknowledge',
  resolved: 'resolve',
};

function pagerdutyEvent(news: AlertNews, baseUrl: string) {
  const { event, alertId, kind, severity, title, subject, message, runbook, raisedAt } = news;
  // The same for all events of an alert: a repeated trigger is no second incident.
  const about = { event_action: ACTIONS[event], dedup_key: alertId };
  if (about.event_action !== 'trigger') return about;
  return {
    ...about,
    client: 'Tidegate',
    client_url: pageOf(baseUrl, news),
    payload: {
      summary: `${title}: ${subject}`.slice(0, 1_024),
      source: new URL(baseUrl).hostname,
      severity: event === 'escalated' ? 'critical' : severity,
      timestamp: raisedAt.toISOString(),
      component: subject,
      class: kind,
      custom_details: { message, runbook, is_escalated: event === 'escalated' },
    },
  };
}
