import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { firstIdOf, monthOf } from '../../domain/reports/months.ts';
import { createTestDatabase, type TestDatabase } from '../../scripts/testing/database.ts';
import { until } from '../../scripts/testing/until.ts';
import { migrate } from '../schema/migrate.ts';
import { migrationFiles } from '../schema/migration-files.ts';
import { endsSql } from './months.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = await open();
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

async function open(): Promise<pg.Client> {
  const opened = new pg.Client({ connectionString: database.url });
  await opened.connect();
  return opened;
}

/** The schema as the last version without months left it. */
async function startWithoutMonths(): Promise<void> {
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await client.query('CREATE TABLE migration (name TEXT PRIMARY KEY, run_at TIMESTAMPTZ NOT NULL DEFAULT now())');
  await client.query('ALTER TABLE migration ADD COLUMN expands BOOLEAN NOT NULL DEFAULT false');
  for (const { name, sql } of migrationFiles().filter((file) => file.name < '0065')) {
    await client.query(sql());
    await client.query('INSERT INTO migration (name) VALUES ($1)', [name]);
  }
}

async function makeProfile(): Promise<string> {
  const [merchantId, profileId] = [newId(), newId()];
  await client.query(`INSERT INTO merchant (id, company_name) VALUES ($1, 'Shop')`, [merchantId]);
  await client.query(
    `INSERT INTO profile (id, merchant_id, mode, name, gates, notification_key_sealed)
     VALUES ($1, $2, 'sandbox', 'Shop', '{}', '')`,
    [profileId, merchantId],
  );
  return profileId;
}

const SQL = {
  event: `INSERT INTO event (id, profile_id, type, entity_id, body) VALUES ($1, $2, 'invoice.done', $1, '{}')`,
  delivery: `INSERT INTO webhook_delivery (event_id, profile_id, type, url, status)
    VALUES ($1, $2, 'invoice.done', 'https://shop.example', 'pending')`,
  attempt: 'INSERT INTO webhook_attempt (event_id, attempt, started_at, duration_ms) VALUES ($1, $2, now(), 1)',
};

/** The fate of an event, by statements that a connection has prepared long ago. */
async function addEvent(on: pg.Client, profileId: string, ms = Date.now()): Promise<void> {
  const id = newId(ms);
  for (const [name, values] of [
    ['event', [id, profileId]] as const,
    ['delivery', [id, profileId]] as const,
    ['attempt', [id, 1]] as const,
  ]) {
    await on.query({ name, text: SQL[name], values: [...values] });
  }
}

const counted = async (table: string) =>
  (await client.query<{ rows: number }>(`SELECT count(*)::int AS rows FROM ${table}`)).rows[0]?.rows;

test('months come while programs of the last release go on writing, and no row is lost', async () => {
  await startWithoutMonths();
  const profileId = await makeProfile();
  const old = Date.parse('2025-01-01T00:00:00Z');
  for (let day = 0; day < 400; day += 1) await addEvent(client, profileId, old + day * 86_400_000);
  const [writer, other] = [await open(), await open()];
  let written = 0;
  const write = async () => {
    await addEvent(writer, profileId);
    written += 1;
  };
  await write();
  // Somebody's transaction has been open for long. The migration cannot start, and must not keep writers waiting.
  await other.query('BEGIN');
  await addEvent(other, profileId);
  let isOver = false;
  const migrating = migrate(database.url).finally(() => {
    isOver = true;
  });
  await until(isWaitingForLock, 'the migration waits');
  for (let more = 0; more < 20; more += 1) await write();
  expect(await counted("migration WHERE name LIKE '0065%'")).toBe(0);
  await other.query('COMMIT');
  while (!isOver) {
    await write();
    await setTimeout(1);
  }
  expect(await migrating).toEqual(expect.arrayContaining(['0065-months-bound.sql', '0067-months.sql']));
  await write();
  for (const table of ['event', 'webhook_delivery', 'webhook_attempt']) {
    expect(await counted(table)).toBe(401 + written);
    expect(await counted(`${table}_first`)).toBe(401 + written);
  }
  await Promise.all([writer.end(), other.end()]);
});

async function isWaitingForLock(): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM pg_stat_activity WHERE application_name = 'tidegate-migrate' AND wait_event_type = 'Lock'
       AND datname = current_database()`,
  );
  return rows.length > 0;
}

test('the first months end at the border of a month, four to nine weeks later, and the next ones follow', async () => {
  const { rows } = await client.query<{ table: string; bounds: string }>(
    `SELECT i.inhparent::regclass::text AS "table", pg_get_expr(c.relpartbound, c.oid) AS bounds
     FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid WHERE c.relname LIKE '%\\_first'`,
  );
  expect(rows.map(({ table }) => table).sort()).toEqual(['event', 'webhook_attempt', 'webhook_delivery']);
  for (const { bounds } of rows) {
    const [, bound = ''] = /^FOR VALUES FROM \(MINVALUE\) TO \('([0-9a-f-]{36})'\)$/.exec(bounds) ?? [];
    const end = Number.parseInt(bound.replaceAll('-', '').slice(0, 12), 16);
    expect(bound).toBe(firstIdOf(monthOf(end).fromMs));
    expect(end - Date.now()).toBeGreaterThan(27 * 86_400_000);
    expect(end - Date.now()).toBeLessThan(63 * 86_400_000);
  }
  const [days] = (await client.query<{ left: number }>(endsLeft)).rows;
  expect(days?.left).toBeGreaterThan(89);
});

const endsLeft = `
  SELECT min("endMs") / 86400000 - extract(epoch FROM now())::float8 / 86400 AS left FROM (${endsSql}) e`;
