import type { EventId } from '../../domain/ids.ts';
import { bool, defineTable, filled, integer, orNull, text, time, uuid } from '../core/table.ts';

/** Public events, each with the exact text that is signed and sent. */
export const eventsTable = defineTable('event', {
  id: uuid<EventId>(),
  profileId: uuid(),
  type: text(),
  entityId: uuid(),
  body: text(),
  createdAt: filled(time()),
});

/** Calls of API tokens, for 30 days. */
export const apiRequestsTable = defineTable('api_request', {
  id: uuid(),
  profileId: uuid(),
  tokenId: uuid(),
  requestId: text(),
  method: text(),
  route: text(),
  path: text(),
  status: integer(),
  errorCode: orNull(text()),
  durationMs: integer(),
  hasIdempotencyKey: bool(),
});
