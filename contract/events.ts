import { type Static, Type } from 'typebox';
import { Exact, Instant, Uuid } from './basics.ts';
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

export const EventListQuery = Exact({
  after: Type.Optional(
    Type.String({ format: 'uuid', description: 'The id of the last event read; none: from the beginning.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 100 })),
});

export const EventList = Exact(
  {
    data: Type.Array(EventView),
    has_more: Type.Boolean(),
    next: Type.Optional(
      Type.String({ description: 'Value for `after` of the next call; absent when the list is empty.' }),
    ),
  },
  { title: 'EventList' },
);

export type EventView = Static<typeof EventView>;
