import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { useRabbitMq } from '../../scripts/testing/nodes.ts';
import { inTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { createInProcessBus } from './in-process.ts';
import { dropMessages, listWaiting, OUTBOX_QUEUE, replayMessages, storeParked } from './parked.ts';
import type { Bus, BusMessage } from './port.ts';
import { openRabbitMqBus } from './rabbitmq.ts';
import { startRelay } from './relay.ts';

const { db } = await openTestDatabase();
const rabbit = useRabbitMq();
const patience = { timeout: 60_000, interval: 10 };

beforeEach(async () => {
  for (const table of ['parked_message', 'outbox', 'alert']) await execute(db, `DELETE FROM ${table}`);
});
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const openAlerts = () =>
  select<{ subject: string }>(db, `SELECT subject FROM alert WHERE kind = 'message_parked' AND resolved_at IS NULL`);
const parked = (message: BusMessage, queue = 'webhooks') => ({
  queue,
  message,
  raw: '',
  attempts: 20,
  reason: 'The shop is gone.',
});
const made = (topic = 'event.x'): BusMessage => ({ eventId: newId(), topic, payload: { n: 1 } });
const replayAll = async () => {
  const all = await listWaiting(db);
  return inTransaction(db, (tx) => replayMessages(tx, all));
};

it('each parked message is stored once with an alert of its own', async () => {
  const [first, second] = [made(), made()];
  for (const each of [first, second, first]) await storeParked(db, parked(each));
  expect((await openAlerts()).map(({ subject }) => subject).sort()).toEqual(
    [first, second].map(({ eventId }) => `webhooks:event.x:${eventId}`).sort(),
  );
  expect(await listWaiting(db)).toMatchObject([
    { queue: 'webhooks', eventId: first.eventId, attempts: 20, reason: 'The shop is gone.' },
    { eventId: second.eventId },
  ]);
});

it('a replay that does not commit leaves the message parked, and of two at once one replays it', async () => {
  await storeParked(db, parked(made()));
  const all = await listWaiting(db);
  const crash = inTransaction(db, async (tx) => {
    await replayMessages(tx, all);
    throw new Error('The process dies.');
  });
  await expect(crash).rejects.toThrow('The process dies.');
  expect(await listWaiting(db)).toHaveLength(1);
  expect(await openAlerts()).toHaveLength(1);
  const both = await Promise.all([1, 2].map(() => inTransaction(db, (tx) => replayMessages(tx, all))));
  expect(both.flat()).toHaveLength(1);
  expect(await select(db, 'SELECT queue FROM outbox')).toEqual([{ queue: 'webhooks' }]);
  expect(await openAlerts()).toEqual([]);
});

it('a row that is stuck in the outbox is replayed and dropped like a parked message', async () => {
  const bus = createInProcessBus();
  await bus.consume('calm', ['a'], async () => {}, { concurrency: 1 });
  const insert = `INSERT INTO outbox (event_id, topic, payload, attempts, available_at)
    VALUES (gen_random_uuid(), 'a', '{}', 10, now() + interval '1 hour')`;
  for (let row = 0; row < 2; row += 1) await execute(db, insert);
  await execute(
    db,
    `INSERT INTO alert (id, kind, subject, message) VALUES (gen_random_uuid(), 'outbox_stuck', 'a', 'bad')`,
  );
  const [first, second] = await listWaiting(db);
  expect(first).toMatchObject({ queue: OUTBOX_QUEUE, topic: 'a', attempts: 10, reason: 'bad' });
  if (first === undefined || second === undefined) throw new Error('Both are stuck.');
  await inTransaction(db, (tx) => dropMessages(tx, [first]));
  const open = () => select(db, 'SELECT FROM alert WHERE resolved_at IS NULL');
  expect(await open()).toHaveLength(1);
  await inTransaction(db, (tx) => replayMessages(tx, [second]));
  expect(await open()).toEqual([]);
  const relay = await startRelay(db, bus);
  closing.push(
    () => relay.close(),
    () => bus.close(),
  );
  await vi.waitFor(async () => expect(await select(db, 'SELECT FROM outbox')).toEqual([]), patience);
});

it('over RabbitMQ, a message is parked with its alert, and replayed to the consumer that failed alone', async () => {
  const name = newId();
  const bus: Bus = await openRabbitMqBus({
    url: rabbit().url,
    retryDelaysMs: [10],
    maxAttempts: 2,
    onParked: (message) => storeParked(db, message),
  });
  const calm: BusMessage[] = [];
  const failing: BusMessage[] = [];
  let isRepaired = false;
  await bus.consume(`${name}-calm`, [`${name}.#`], async (each) => void calm.push(each), { concurrency: 1 });
  const handler = async (each: BusMessage) => {
    if (!isRepaired) throw new Error('never');
    failing.push(each);
  };
  await bus.consume(`${name}-failing`, [`${name}.#`], handler, { concurrency: 1 });
  const relay = await startRelay(db, bus, { pollMs: 20 });
  closing.push(
    () => relay.close(),
    () => bus.close(),
  );
  const message = made(`${name}.x`);
  await execute(db, 'INSERT INTO outbox (event_id, topic, payload) VALUES ($1, $2, $3)', [
    message.eventId,
    message.topic,
    JSON.stringify(message.payload),
  ]);
  await vi.waitFor(async () => expect(await listWaiting(db)).toHaveLength(1), patience);
  expect(await listWaiting(db)).toMatchObject([{ queue: `${name}-failing`, attempts: 2, reason: 'never' }]);
  expect(await openAlerts()).toHaveLength(1);

  isRepaired = true;
  expect(await replayAll()).toHaveLength(1);
  await vi.waitFor(() => expect(failing).toEqual([message]), patience);
  expect(calm).toEqual([message]);
  expect(await openAlerts()).toEqual([]);

  isRepaired = false;
  await vi.waitFor(() => bus.publish(message), patience);
  await vi.waitFor(async () => expect(await openAlerts()).toHaveLength(1), patience);
});
