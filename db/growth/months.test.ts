import { expect, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { monthOf } from '../../domain/reports/months.ts';
import { pgClientOf } from '../core/pg-client.ts';
import { inTransaction, sqlState } from '../core/sequelize.ts';
import { execute, one, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { makeShop } from '../invoices/testing.fixture.ts';
import { openDeliveries, recordAttempts } from '../webhooks/deliveries.ts';
import { ensureMonths } from './months.ts';

const { db } = await openTestDatabase();
const shop = await makeShop(db, { profile: { notificationUrl: 'https://shop.example/hook' } });

const ensure = (nowMs: number) => inTransaction(db, (tx) => ensureMonths(pgClientOf(tx), nowMs));
/** Each test has years of its own, because months stay. */
const at = (text: string) => Date.parse(`${text}Z`);

const insertSql = `INSERT INTO event (id, profile_id, type, entity_id, body) VALUES ($1, $2, 'invoice.done', $1, '{}')
  RETURNING tableoid::regclass::text AS partition`;

/** @returns the partition that has the new event */
async function addEvent(id: string): Promise<string> {
  return (await one<{ partition: string }>(db, insertSql, [id, shop.profileId])).partition;
}

test('an event, its delivery and the attempts are in the month of the id, also at its borders', async () => {
  await ensure(at('2028-02-10T00:00'));
  const { fromMs, toMs } = monthOf(at('2028-02-10T00:00'));
  for (const [ms, month] of [
    [fromMs - 1, '2028_01'] as const,
    [fromMs, '2028_02'] as const,
    [toMs - 1, '2028_02'] as const,
    [toMs, '2028_03'] as const,
  ]) {
    const eventId = newId(ms);
    expect(await addEvent(eventId)).toBe(`event_${month}`);
    await openDeliveries(db, [{ eventId, url: null }]);
    const attempt = { httpStatus: 500, error: null, answer: 'no', status: 'failed', nextAttemptAt: null } as const;
    await recordAttempts(db, [{ ...attempt, eventId, startedAt: new Date(ms), durationMs: 1 }]);
    const sql = `SELECT d.tableoid::regclass::text AS delivery, a.tableoid::regclass::text AS attempt
      FROM webhook_delivery d JOIN webhook_attempt a USING (event_id) WHERE event_id = $1`;
    expect(await one(db, sql, [eventId])).toEqual({
      delivery: `webhook_delivery_${month}`,
      attempt: `webhook_attempt_${month}`,
    });
  }
});

test('an id is taken once, and an attempt needs its delivery, in every month', async () => {
  for (const ms of [Date.now(), at('2029-05-01T00:00')]) {
    await ensure(ms);
    const id = newId(ms);
    await addEvent(id);
    expect(sqlState(await addEvent(id).catch((error: unknown) => error))).toBe('23505');
    const alone = `INSERT INTO webhook_attempt (event_id, attempt, started_at, duration_ms) VALUES ($1, 1, now(), 1)`;
    expect(sqlState(await execute(db, alone, [id]).catch((error: unknown) => error))).toBe('23503');
    const gone = 'UPDATE event SET profile_id = $1 WHERE id = $2';
    expect(sqlState(await execute(db, gone, [newId(), id]).catch((error: unknown) => error))).toBe('23503');
  }
});

test('months are made once even by concurrent callers, and each has the indexes of its table', async () => {
  const now = at('2031-11-30T23:59');
  await Promise.all(Array.from({ length: 4 }, () => ensure(now)));
  const made = await ensure(monthOf(now).toMs);
  expect(made).toEqual(['event_2032_03', 'webhook_delivery_2032_03', 'webhook_attempt_2032_03']);
  expect(await ensure(monthOf(now).toMs)).toEqual([]);
  const sql = `SELECT count(*)::int AS indexes FROM pg_index WHERE indrelid = $1::text::regclass`;
  const indexesOf = async (table: string) => (await one<{ indexes: number }>(db, sql, [table])).indexes;
  for (const name of made) expect(await indexesOf(name)).toBe(await indexesOf(name.replace('_2032_03', '')));
});

test('it does not wait for the holder of a lock: nothing is made then, and everything the next time', async () => {
  const now = at('2033-01-01T00:00');
  await inTransaction(db, async (tx) => {
    await execute(tx, 'UPDATE profile SET version = version + 1 WHERE id = $1', [shop.profileId]);
    expect(sqlState(await ensure(now).catch((error: unknown) => error))).toBe('55P03');
  });
  expect(await ensure(now)).toContain('webhook_attempt_2033_04');
});

test('one event is looked up in its month, and a page of the newest is read month by month without sorting', async () => {
  const explain = (sql: string, bind: readonly unknown[]) =>
    inTransaction(db, async (tx) => {
      // Where tables are nearly empty, the planner would not care for indexes.
      await execute(tx, 'SET LOCAL enable_seqscan = off');
      await execute(tx, 'SET LOCAL enable_bitmapscan = off');
      const plan = await select<Record<string, string>>(tx, `EXPLAIN ${sql}`, bind);
      return plan.map((row) => String(Object.values(row)[0])).join('\n');
    });
  const byId = await explain('SELECT body FROM event WHERE id = $1', [newId(at('2028-02-10T00:00'))]);
  expect(byId).toContain('event_2028_02');
  expect(byId).not.toContain('event_2028_03');
  const newest = 'SELECT event_id FROM webhook_delivery WHERE profile_id = $1 ORDER BY event_id DESC LIMIT 25';
  const page = await explain(newest, [shop.profileId]);
  expect(page).toMatch(/Limit.*->\s+Append.*Index (Only )?Scan/s);
  expect(page).not.toMatch(/Sort|Seq Scan|Merge Append/);
});
