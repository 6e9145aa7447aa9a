import { storedData } from '../../contract/event-text.ts';
import { newEventId } from '../../domain/ids.ts';
import { enqueue } from '../core/outbox.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, prepared } from '../core/sql.ts';
import type { EventRow } from './define.ts';

interface Published {
  readonly id: string;
  readonly merchantId: string;
  readonly profileId: string;
  readonly mode: string;
  readonly status: string;
}

/**
 * The public event `<subject>.<status>` of an object's current state: one row, one exact text
 * (`{"type","timestamp","data"}`), and its outbox payload.
 */
export function publicEvent(subject: string, of: Published, data: object, nowMs: number): EventRow {
  const id = newEventId(nowMs);
  const type = `${subject}.${of.status}`;
  const body = JSON.stringify({ type, timestamp: new Date(nowMs).toISOString(), data: storedData(subject, data) });
  const { merchantId, profileId, mode } = of;
  return { id, profileId, type, body, payload: { eventId: id, type, merchantId, profileId, entityId: of.id, mode } };
}

/** Writes the events of a new object, which is no step of its process. */
export async function publishEvents(
  tx: Tx,
  events: readonly { readonly entityId: string; readonly event: EventRow }[],
): Promise<void> {
  for (const { entityId, event } of events) {
    await execute(tx, insertSql, [event.id, event.profileId, event.type, entityId, event.body]);
  }
  await enqueue(
    tx,
    events.map(({ event: { id, type, payload } }) => ({ topic: `event.${type}`, payload, eventId: id })),
  );
}

const insertSql = prepared('INSERT INTO event (id, profile_id, type, entity_id, body) VALUES ($1, $2, $3, $4, $5)');
