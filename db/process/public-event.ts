import { newEventId } from '../../domain/ids.ts';
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
  const body = JSON.stringify({ type, timestamp: new Date(nowMs).toISOString(), data });
  const { merchantId, profileId, mode } = of;
  return { id, profileId, type, body, payload: { eventId: id, type, merchantId, profileId, entityId: of.id, mode } };
}
