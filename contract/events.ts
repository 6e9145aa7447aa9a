import { type Static, Type } from 'typebox';
import { MODES } from '../domain/assets/assets.ts';
import { Exact, Instant, Text, Uuid } from './basics.ts';
import type { Invoice } from './invoice.ts';

export const EventView = Exact(
  {
    id: Uuid,
    type: Type.String({ examples: ['invoice.done'] }),
    timestamp: Instant,
    data: Type.Unsafe<Invoice>({
      type: 'object',
      description: 'The object as it was then: of `invoice.…` an Invoice, of `payout.…` a Payout.',
    }),
  },
  { title: 'Event', description: '`id` is the `webhook-id` of the webhook that carried it.' },
);

const filters = {
  types: Type.Optional(Text(2000, 'Only these types, by comma: `invoice.done`, or `invoice.*` for all of an object.')),
  object_id: Type.Optional({ ...Uuid, description: 'Only events of this invoice, payout or other object.' }),
};

const After = (description: string) =>
  Type.Optional(
    Type.String({
      pattern: '^(latest|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$',
      description,
      examples: ['latest'],
    }),
  );

export const EventListQuery = Exact({
  after: After('The id of the last event read; `latest`: only what is still to come; none: from the beginning.'),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 100 })),
  ...filters,
  created_after: Type.Optional({ ...Instant, description: 'Only events made after this moment.' }),
});

export const EventStreamQuery = Exact({
  after: After('The id of the last event read; none: only what is still to come. `Last-Event-ID` counts more.'),
  ...filters,
});

export const EventStreamHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({ maxLength: 100, description: 'The id of the last event that the client has: it gets what follows.' }),
  ),
});

export const EventList = Exact(
  {
    data: Type.Array(EventView),
    has_more: Type.Boolean(),
    next: Type.String({ description: 'Value for `after` of the next call, also when the list is empty.' }),
  },
  { title: 'EventList' },
);

export type EventView = Static<typeof EventView>;

/** A public event as it goes over the bus: consumers read its body by `eventId`. */
export const BusEvent = Exact(
  {
    eventId: { ...Uuid, description: 'The same for every delivery; the `webhook-id` of its webhooks.' },
    type: Type.String({ examples: ['invoice.done'] }),
    merchantId: Uuid,
    profileId: Uuid,
    entityId: { ...Uuid, description: 'The invoice, payout or other object.' },
    mode: Type.Enum(MODES, { type: 'string' }),
  },
  { title: 'BusEvent' },
);
