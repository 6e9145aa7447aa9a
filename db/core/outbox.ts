import { newId } from '../../domain/ids.ts';
import { presentTraceparent } from '../../tracing/spans.ts';
import { type Db, dbOf, onCommit, type Tx } from './sequelize.ts';
import { execute, json, prepared } from './sql.ts';

/** A message that leaves the database once the transaction is committed. */
export interface OutboxRow {
  /** `workflow.start`, `workflow.signal`, `event.invoice.done`, `alert.…`: what consumers subscribe to. */
  readonly topic: string;
  readonly payload: unknown;
  /**
   * Consumers drop messages that they have seen by this id; for public events it is the event's id. Default: a new one.
   */
  readonly eventId?: string;
  /** Only this consumer gets it; default: every consumer of the topic. */
  readonly queue?: string;
  /** How long it waits before it is sent; default: not at all. */
  readonly delayMs?: number;
}

/** The channel that relays in other processes listen to. */
export const OUTBOX_CHANNEL = 'outbox';

/** Writes rows to the outbox in this transaction and wakes the relay after its commit. */
export async function enqueue(tx: Tx, rows: readonly OutboxRow[]): Promise<void> {
  if (rows.length === 0) return;
  await execute(tx, insertStatement, [
    rows.map(({ eventId }) => eventId ?? newId()),
    rows.map(({ topic }) => topic),
    rows.map(({ payload }) => json(payload)),
    rows.map(({ delayMs }) => delayMs ?? 0),
    rows.map(({ queue }) => queue ?? null),
    presentTraceparent(),
  ]);
  onCommit(tx, () => wakeRelay(dbOf(tx)));
}

/**
 * Wakes the relay: directly if it runs in this process, else by a notification. Repeated calls are combined. Never
 * waits, never fails; a lost call costs the time until the relay's next poll.
 */
export function wakeRelay(db: Db): void {
  const wakers = relaysByUrl.get(db.url);
  if (wakers && wakers.size > 0) for (const wake of wakers) wake();
  else db.notifier.send(OUTBOX_CHANNEL, '');
}

/** Registers how to wake a relay of this process. Returns the function that unregisters it. */
export function registerRelay(db: Db, wake: () => void): () => void {
  const wakers = relaysByUrl.get(db.url) ?? new Set();
  relaysByUrl.set(db.url, wakers.add(wake));
  return () => wakers.delete(wake);
}

const relaysByUrl = new Map<string, Set<() => void>>();

const insertStatement = prepared(`
  INSERT INTO outbox (event_id, topic, payload, available_at, queue, traceparent)
  SELECT event_id, topic, payload, now() + delay_ms * interval '1 millisecond', queue, $6::text
  FROM unnest($1::uuid[], $2::text[], $3::jsonb[], $4::bigint[], $5::text[])
    AS r(event_id, topic, payload, delay_ms, queue)`);
