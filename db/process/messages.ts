import { newId } from '../../domain/ids.ts';
import type { OutboxRow } from '../core/outbox.ts';
import type { EventRow } from './define.ts';

/** A message as the statements of define.ts take it. */
export function outboxMessage({ eventId, topic, payload }: OutboxRow, traceparent: string | null): object {
  return { event_id: eventId ?? newId(), topic, payload, event_row: null, traceparent };
}

/** {@link outboxMessage} of a public event, which is stored as well. */
export function publicMessage({ id, type, body, payload, profileId }: EventRow, traceparent: string | null): object {
  const event_row = { profile_id: profileId, type, entity_id: payload.entityId, body };
  return { event_id: id, topic: `event.${type}`, payload, event_row, traceparent };
}
