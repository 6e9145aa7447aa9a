import { type Static, Type } from 'typebox';
import { EVENT_KINDS } from '../domain/webhooks/event-kinds.ts';
import { Exact, Instant, Nullable, Text, Uuid, WebAddress } from './basics.ts';
import { filters, Kinds, PageQuery, statusesOf } from './lists.ts';

const DELIVERY_STATUSES = ['pending', 'delivered', 'retrying', 'failed'] as const;

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
    id: { ...Uuid, description: 'Of the delivery: of one to a notification URL, the same as `event_id`.' },
    event_id: { ...Uuid, description: 'The `webhook-id` header, and the id in GET /events.' },
    endpoint_id: Nullable({ ...Uuid, description: 'Null: it goes to a notification URL.' }),
    type: Type.String({ examples: ['invoice.done'] }),
    invoice_id: Nullable(Uuid),
    object: Nullable(
      Type.Enum(EVENT_KINDS, { type: 'string', description: 'What the event happened to; null for a test.' }),
    ),
    object_id: Nullable(Uuid),
    url: Type.String(),
    status: Type.Enum(DELIVERY_STATUSES, { type: 'string' }),
    attempt_count: Type.Integer({ minimum: 0 }),
    next_attempt_at: Nullable(Instant),
    delivered_at: Nullable(Instant),
    created_at: Instant,
    attempts: Type.Array(WebhookAttempt),
  },
  { title: 'WebhookDelivery' },
);

export const WebhookTestBody = Exact(
  {
    url: Type.Optional(WebAddress('Default: the notification URL of the profile.')),
    endpoint_id: Type.Optional({ ...Uuid, description: 'This endpoint, signed with its secret, instead of a URL.' }),
  },
  { title: 'WebhookTest' },
);

export const TestSent = Exact({ id: Uuid, type: Type.String(), url: Type.String() }, { title: 'TestSent' });

const { date_from, date_to, gate_id } = filters;

/** Query of a list of deliveries: the one list contract, plus the invoice they tell of. */
export const DeliveryListQuery = Exact({
  ...PageQuery.properties,
  date_from,
  date_to,
  gate_id,
  sort: Type.Optional(Type.Enum(['created_at', 'status', 'type'], { type: 'string' })),
  search: Type.Optional(Text(200, 'In id, `event_id`, `invoice_id`, `object_id`, type and address.')),
  kinds: Kinds,
  status: statusesOf(DELIVERY_STATUSES),
  invoice_id: Type.Optional(Uuid),
  endpoint_id: Type.Optional(Uuid),
});

export type DeliveryListQuery = Static<typeof DeliveryListQuery>;
export type WebhookAttempt = Static<typeof WebhookAttempt>;
export type WebhookDelivery = Static<typeof WebhookDelivery>;
