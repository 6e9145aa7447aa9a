import { type Static, Type } from 'typebox';
import { Exact, Instant, Nullable, Uuid, WebAddress } from './basics.ts';
import { PageQuery } from './lists.ts';

export const WebhookAttempt = Exact(
  {
    attempt: Type.Integer({ minimum: 1 }),
    started_at: Instant,
    duration_ms: Type.Integer({ minimum: 0 }),
    http_status: Nullable(Type.Integer()),
    error: Nullable(
      Type.String({
        description: 'refused_address, timeout, redirect, tls, connect or too_large; null after an answer.',
      }),
    ),
    answer: Nullable(Type.String({ description: 'The first 1 000 characters of the answer.' })),
  },
  { title: 'WebhookAttempt' },
);

export const WebhookDelivery = Exact(
  {
    id: Uuid,
    type: Type.String({ examples: ['invoice.done'] }),
    invoice_id: Nullable(Uuid),
    url: Type.String(),
    status: Type.Enum(['pending', 'delivered', 'retrying', 'failed'], { type: 'string' }),
    attempt_count: Type.Integer({ minimum: 0 }),
    next_attempt_at: Nullable(Instant),
    delivered_at: Nullable(Instant),
    created_at: Instant,
    attempts: Type.Array(WebhookAttempt),
  },
  { title: 'WebhookDelivery', description: '`id` is the `webhook-id` header and the id in GET /events.' },
);

export const WebhookTestBody = Exact(
  { url: Type.Optional(WebAddress('Default: the notification URL of the profile.')) },
  { title: 'WebhookTest' },
);

export const TestSent = Exact({ id: Uuid, type: Type.String(), url: Type.String() }, { title: 'TestSent' });

export const DeliveryListQuery = Exact({
  page: PageQuery.properties.page,
  per_page: PageQuery.properties.per_page,
  status: Type.Optional(Type.Enum(['pending', 'delivered', 'retrying', 'failed'], { type: 'string' })),
  invoice_id: Type.Optional(Uuid),
});

export type WebhookAttempt = Static<typeof WebhookAttempt>;
export type WebhookDelivery = Static<typeof WebhookDelivery>;
