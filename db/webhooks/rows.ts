import type { EventId, ProfileId } from '../../domain/ids.ts';
import { defineTable, filled, integer, orNull, text, time, uuid } from '../core/table.ts';

export type DeliveryStatus = 'pending' | 'delivered' | 'retrying' | 'failed';

/** An event on its way to a merchant. */
export const deliveriesTable = defineTable('webhook_delivery', {
  eventId: uuid<EventId>(),
  profileId: uuid<ProfileId>(),
  invoiceId: orNull(uuid()),
  type: text(),
  url: text(),
  status: text<DeliveryStatus>(),
  attemptCount: filled(integer()),
  nextAttemptAt: orNull(time()),
  deliveredAt: orNull(time()),
  createdAt: filled(time()),
});

/** One attempt to deliver it. */
export const attemptsTable = defineTable('webhook_attempt', {
  eventId: uuid<EventId>(),
  attempt: integer(),
  startedAt: time(),
  durationMs: integer(),
  httpStatus: orNull(integer()),
  error: orNull(text()),
  answer: orNull(text()),
});
