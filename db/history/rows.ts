import type { EventId } from '../../domain/ids.ts';
import { defineTable, filled, text, time, uuid } from '../core/table.ts';

/** Public events, each with the exact text that is signed and sent. */
export const eventsTable = defineTable('event', {
  id: uuid<EventId>(),
  profileId: uuid(),
  type: text(),
  entityId: uuid(),
  body: text(),
  createdAt: filled(time()),
});
