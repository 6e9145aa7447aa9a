import type { GreenfieldEndpoint } from '../../domain/greenfield/webhook-events.ts';
import type { EventId, ProfileId } from '../../domain/ids.ts';
import type { ApiVersion } from '../../domain/versions/api-versions.ts';
import type { EndpointFormat, EndpointId } from '../../domain/webhooks/endpoint.ts';
import {
  bytes,
  defineTable,
  filled,
  integer,
  json,
  orNull,
  type RowOf,
  text,
  texts,
  time,
  uuid,
} from '../core/table.ts';

export type DeliveryStatus = 'pending' | 'delivered' | 'retrying' | 'failed';

const endpointColumns = {
  id: uuid<EndpointId>(),
  profileId: uuid<ProfileId>(),
  url: text(),
  description: orNull(text()),
  /** Types such as `invoice.done`, or `invoice.*` for all of a subject. */
  eventTypes: texts(),
  format: filled(text<EndpointFormat>()),
  /** Of the format greenfield only. */
  greenfield: orNull(json<GreenfieldEndpoint>()),
  secretSealed: bytes(),
  previousSecretSealed: orNull(bytes()),
  previousSecretUntil: orNull(time()),
  disabledAt: orNull(time()),
  version: filled(integer()),
  apiVersion: filled(text<ApiVersion>()),
  createdAt: filled(time()),
};

/** Where events of a profile go besides its notification URL. */
export const endpointsTable = defineTable('webhook_endpoint', endpointColumns);
export type EndpointRow = RowOf<typeof endpointColumns>;

/**
 * An event on its way to a merchant. To a notification URL, `eventId` is the event; to an endpoint it is an id of the
 * same millisecond, and `sourceEventId` is the event.
 */
export const deliveriesTable = defineTable('webhook_delivery', {
  eventId: uuid<EventId>(),
  sourceEventId: orNull(uuid<EventId>()),
  endpointId: orNull(uuid<EndpointId>()),
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
