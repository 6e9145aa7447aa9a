import { newId } from '../../domain/ids.ts';
import { raiseAlert, resolveAlert } from '../alerts/alerts.ts';
import { enqueue } from '../core/outbox.ts';
import { type ParkedRow, parkedMessagesTable } from '../core/rows.ts';
import { type Db, inTransaction, type Tx } from '../core/sequelize.ts';
import { json, one, prepared, select } from '../core/sql.ts';
import type { ParkedMessage } from './rabbitmq-parked.ts';

/** Stores a parked message with its alert. Repeated for the same message, it keeps one row and one alert. */
export function storeParked(db: Db, parked: ParkedMessage): Promise<void> {
  const { queue, message, raw, attempts } = parked;
  const reason = parked.reason.slice(0, REASON_MAX).replaceAll('\0', '');
  const [eventId, topic] = [message?.eventId ?? null, message?.topic ?? UNREADABLE];
  // Postgres cannot store this character, and a message that is not ours may contain it.
  const payload = json(message === null ? raw.slice(0, RAW_MAX) : message.payload).replaceAll('\\u0000', '');
  return inTransaction(db, async (tx) => {
    const { id } = await one<{ id: string }>(tx, storeSql, [newId(), queue, eventId, topic, payload, attempts, reason]);
    const about = `Message ${eventId ?? id} (${topic}) was parked by ${queue} after ${attempts} attempts: ${reason}`;
    const message = `${about} Replay or drop it with npm run bus.`;
    await raiseAlert(tx, { ...alertOf({ id, queue, eventId, topic }), message });
  });
}

const UNREADABLE = 'unreadable';
const RAW_MAX = 10_000;
const REASON_MAX = 500;

/** A message that needs an operator: parked, or stuck in the outbox, where it is still tried. */
export interface WaitingMessage {
  readonly id: string;
  /** The consumer that failed; `outbox` for a row that no consumer of the process has handled. */
  readonly queue: string;
  readonly topic: string;
  readonly eventId: string | null;
  readonly attempts: number;
  readonly reason: string;
  readonly since: Date;
}

/** The queue name of rows that are stuck in the outbox: the bus inside a process has no other place for them. */
export const OUTBOX_QUEUE = 'outbox';
/** A row of the outbox that has failed this often is stuck. */
export const STUCK_ATTEMPTS = 10;

/** Everything that needs an operator, the oldest first. */
export function listWaiting(on: Db | Tx): Promise<WaitingMessage[]> {
  return select<WaitingMessage>(on, listSql, [STUCK_ATTEMPTS]);
}

/** How many messages each queue has parked. */
export function parkedCounts(db: Db): Promise<{ readonly queue: string; readonly messages: number }[]> {
  return select(db, 'SELECT queue, count(*)::int AS messages FROM parked_message GROUP BY queue ORDER BY queue');
}

/**
 * Gives these messages to the consumers that failed, and to no others, with all attempts ahead of them. In one
 * transaction, so nothing is lost and nothing is doubled by it.
 * @returns those that were still there and can be sent
 */
export async function replayMessages(tx: Tx, requested: readonly WaitingMessage[]): Promise<WaitingMessage[]> {
  const [parked, stuck] = apart(requested.filter(({ eventId }) => eventId !== null));
  const left = await takeParked(tx, parked);
  await enqueue(
    tx,
    left.flatMap(({ queue, eventId, topic, payload }) =>
      eventId === null ? [] : [{ queue, eventId, topic, payload }],
    ),
  );
  const again = await select<{ id: string }>(tx, againSql, [stuck.map(({ id }) => id)]);
  await resolveStuckOf(tx, stuck);
  return present(requested, [...left, ...again]);
}

/** Removes these messages for good. @returns those that were still there */
export async function dropMessages(tx: Tx, requested: readonly WaitingMessage[]): Promise<WaitingMessage[]> {
  const [parked, stuck] = apart(requested);
  const left = await takeParked(tx, parked);
  const gone = await select<{ id: string }>(tx, dropSql, [stuck.map(({ id }) => id)]);
  await resolveStuckOf(tx, stuck);
  return present(requested, [...left, ...gone]);
}

/** The alert about stuck rows is about a topic: it closes with the last one of it. */
export async function resolveStuck(on: Db | Tx, topic: string): Promise<void> {
  const left = await select(on, stuckSql, [topic, STUCK_ATTEMPTS]);
  if (left.length === 0) await resolveAlert(on, { kind: 'outbox_stuck', subject: topic });
}

function apart(messages: readonly WaitingMessage[]): [WaitingMessage[], WaitingMessage[]] {
  const isStuck = ({ queue }: WaitingMessage) => queue === OUTBOX_QUEUE;
  return [messages.filter((each) => !isStuck(each)), messages.filter(isStuck)];
}

function present(requested: readonly WaitingMessage[], done: readonly { readonly id: string }[]): WaitingMessage[] {
  const ids = new Set(done.map(({ id }) => id));
  return requested.filter(({ id }) => ids.has(id));
}

/** Removes parked messages and closes their alerts. Of two operators at once, one gets them. */
async function takeParked(tx: Tx, messages: readonly WaitingMessage[]): Promise<ParkedRow[]> {
  const rows = await select<object>(tx, takeSql, [messages.map(({ id }) => id)]);
  const taken = rows.map((row) => parkedMessagesTable.read(row));
  for (const each of taken) await resolveAlert(tx, alertOf(each));
  return taken;
}

async function resolveStuckOf(tx: Tx, messages: readonly WaitingMessage[]): Promise<void> {
  for (const topic of new Set(messages.map((message) => message.topic))) await resolveStuck(tx, topic);
}

function alertOf({ id, queue, eventId, topic }: Pick<ParkedRow, 'id' | 'queue' | 'eventId' | 'topic'>) {
  return { kind: 'message_parked', subject: `${queue}:${topic}:${eventId ?? id}` } as const;
}

const storeSql = prepared(`
  INSERT INTO parked_message (id, queue, event_id, topic, payload, attempts, reason) VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (queue, event_id) DO UPDATE SET attempts = excluded.attempts, reason = excluded.reason RETURNING id`);

const listSql = prepared(`
  SELECT id::text, queue, topic, event_id AS "eventId", attempts, reason, parked_at AS since FROM parked_message
  UNION ALL
  SELECT o.id::text, '${OUTBOX_QUEUE}', o.topic, o.event_id, o.attempts,
         coalesce(a.message, 'It is tried again.'), o.created_at
  FROM outbox o LEFT JOIN alert a ON a.kind = 'outbox_stuck' AND a.subject = o.topic AND a.resolved_at IS NULL
  WHERE o.attempts >= $1
  ORDER BY since`);

const takeSql = prepared(`
  DELETE FROM parked_message WHERE id = ANY($1::uuid[]) RETURNING ${parkedMessagesTable.selected()}`);

const againSql = prepared(`
  UPDATE outbox SET available_at = now(), attempts = 0 WHERE id = ANY($1::bigint[]) RETURNING id::text`);

const dropSql = prepared('DELETE FROM outbox WHERE id = ANY($1::bigint[]) RETURNING id::text');

const stuckSql = prepared('SELECT FROM outbox WHERE topic = $1 AND attempts >= $2 LIMIT 1');
