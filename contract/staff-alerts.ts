import { type Static, Type } from 'typebox';
import { ALERT_KINDS, SEVERITIES } from '../domain/alerts/kinds.ts';
import { ALERT_CHANNELS } from '../domain/alerts/settings.ts';
import { ALERT_STAGES } from '../domain/alerts/stages.ts';
import { ALERT_STATUSES } from '../domain/alerts/status.ts';
import { Exact, Instant, Nullable, Text, Uuid } from './basics.ts';
import { manyOf, staffPaging } from './staff-cases.ts';

export const AlertQuery = Exact({
  page: staffPaging.page,
  per_page: staffPaging.per_page,
  status: Type.Optional(
    manyOf(ALERT_STATUSES, 'One or several, by comma; `open` is what nobody has acknowledged yet.'),
  ),
  severity: Type.Optional(manyOf(SEVERITIES, 'One or several, by comma.')),
  kind: Type.Optional(manyOf(Object.keys(ALERT_KINDS), 'One or several, by comma.', 2_000)),
});

const alert = {
  id: Uuid,
  kind: Type.String({ description: 'Each kind has a runbook.', examples: ['custody_missing'] }),
  title: Type.String({ examples: ['Coins are missing'] }),
  severity: Type.Enum(SEVERITIES, { type: 'string' }),
  status: Type.Enum(ALERT_STATUSES, { type: 'string' }),
  subject: Type.String({ examples: ['production:BTC'] }),
  created_at: Instant,
  escalated: Type.Boolean({ description: 'Nobody acknowledged it in time.' }),
  acknowledged_by: Nullable(Type.String()),
};

export const AlertLine = Exact(alert, { title: 'AlertLine' });

const AlertNotice = Exact(
  {
    channel: Type.Enum(ALERT_CHANNELS, { type: 'string' }),
    stage: Type.Enum(ALERT_STAGES, { type: 'string', description: 'What it says.' }),
    state: Type.Enum(['waiting', 'delivered', 'dropped'], { type: 'string' }),
    attempts: Type.Integer({ minimum: 0 }),
    sent_to: Type.Array(Type.String(), { description: 'Mailboxes that have it.' }),
    detail: Nullable(Type.String({ description: 'Why it failed, waits or was dropped.', examples: ['503'] })),
    created_at: Instant,
    first_attempt_at: Nullable(Instant),
    next_attempt_at: Nullable(Instant),
    delivered_at: Nullable(Instant),
  },
  { title: 'AlertNotice' },
);

export const AlertView = Exact(
  {
    ...alert,
    message: Type.String(),
    acknowledged_at: Nullable(Instant),
    acknowledged_note: Nullable(Type.String()),
    resolved_at: Nullable(Instant),
    resolved_by: Nullable(Type.String({ description: 'Who closed it; null where its cause has ended.' })),
    resolved_note: Nullable(Type.String()),
    closable: Type.Boolean({ description: 'Only a person can say that its cause is over.' }),
    notices: Type.Array(AlertNotice, { description: 'What was sent, one for each stage and channel.' }),
  },
  { title: 'Alert' },
);

export const AcknowledgeBody = Exact(
  { note: Text(1000, 'What you do about it, for colleagues and for the webhook of alerts.') },
  { title: 'AcknowledgeAlert' },
);

export const CloseBody = Exact(
  { note: Text(1000, 'What the cause was, and why it is over.') },
  { title: 'CloseAlert' },
);

export type AlertLine = Static<typeof AlertLine>;
export type AlertView = Static<typeof AlertView>;
