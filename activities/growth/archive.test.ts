import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect } from '../../db/connect.ts';
import { enqueue } from '../../db/core/outbox.ts';
import { type Db, inTransaction, sqlState } from '../../db/core/sequelize.ts';
import { execute, one, select } from '../../db/core/sql.ts';
import { countArchivedRows } from '../../db/growth/archive.ts';
import { archivedMonthsTable } from '../../db/growth/rows.ts';
import { listDeliveries } from '../../db/webhooks/delivery-lists.ts';
import { newId } from '../../domain/ids.ts';
import { type ArchivedFile, MONTHLY_TABLES } from '../../domain/reports/months.ts';
import { createTestDatabase, type TestDatabase } from '../../scripts/testing/database.ts';
import { until } from '../../scripts/testing/until.ts';
import { AFTER_MONTHS, ARCHIVING_AT_MS, archiveMonths, DUE_MONTHS, makeOldMonths } from './archive.fixture.ts';
import { type ArchiveActivities, createArchiveActivities } from './archive.ts';

let database: TestDatabase;
let db: Db;
let folder: string;
let months: ReadonlyMap<string, readonly string[]>;
let activities: ArchiveActivities;

beforeEach(async () => {
  database = await createTestDatabase();
  db = connect(database.url);
  folder = mkdtempSync(join(tmpdir(), 'tidegate-archive-'));
  months = await makeOldMonths(db);
  const settings = { afterMonths: AFTER_MONTHS, folder };
  activities = createArchiveActivities({ db, settings, nowMs: () => ARCHIVING_AT_MS });
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await db?.close();
  await database?.drop();
});

const linesOf = ({ file }: Pick<ArchivedFile, 'file'>): string[] =>
  gunzipSync(readFileSync(join(folder, file)))
    .toString()
    .split('\n')
    .slice(0, -1);

const rowsOf = async (table: string): Promise<string[]> => {
  const rows = await select<{ line: string }>(db, `SELECT to_jsonb(t)::text AS line FROM ${table} t ORDER BY 1`);
  return rows.map(({ line }) => line);
};

async function archived(): Promise<readonly ArchivedFile[]> {
  const rows = await archivedMonthsTable.find(db, {}, { order: [['detachedAt', 'ASC']] });
  return rows.flatMap(({ files }) => files ?? []);
}

const exists = async (table: string) =>
  (await one<{ found: boolean }>(db, 'SELECT to_regclass($1) IS NOT NULL AS found', [table])).found;

test('months whose time is over become files with every row, which can be read back, and the others stay', async () => {
  const before = new Map<string, string[]>();
  for (const table of MONTHLY_TABLES) before.set(table, await rowsOf(table));
  await archiveMonths(activities);
  const files = await archived();
  expect(files.map(({ file }) => file.replace(/-[0-9a-f]{16}\.jsonl\.gz$/, ''))).toEqual(
    DUE_MONTHS.flatMap((month) => MONTHLY_TABLES.map((table) => `${table}_${month}`)),
  );
  for (const table of MONTHLY_TABLES) {
    const left = await rowsOf(table);
    const moved = files.filter((file) => file.table === table).flatMap(linesOf);
    expect([...left, ...moved].sort()).toEqual(before.get(table));
    expect(moved).toHaveLength(table === 'webhook_attempt' ? 18 : 9);
    const sql = `SELECT to_jsonb(r)::text AS line FROM jsonb_populate_record(NULL::${table}, $1::jsonb) r`;
    for (const line of moved) expect(await one(db, sql, [line])).toEqual({ line });
    for (const month of DUE_MONTHS) expect(await exists(`${table}_${month}`)).toBe(false);
  }
  for (const { file, bytes } of files) {
    expect(statSync(join(folder, file)).size).toBe(bytes);
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  }
  const manifest: unknown = JSON.parse(readFileSync(join(folder, '2027_01.json'), 'utf8'));
  expect(manifest).toEqual({ month: '2027_01', files: files.filter(({ file }) => file.includes('_2027_01-')) });
  // Ids of what has left are unknown, and new events go on.
  await expect(addDelivery(months.get('first')?.[0] ?? '')).rejects.toThrow('no partition');
  await addDelivery(newId(ARCHIVING_AT_MS));
});

async function addDelivery(id: string): Promise<void> {
  const sql = `INSERT INTO webhook_delivery (event_id, profile_id, type, url, status)
    SELECT $1, id, 'invoice.done', 'https://shop.example', 'pending' FROM profile LIMIT 1`;
  await execute(db, sql, [id]);
}

/** Every id that was there, and where it is now: in the tables, in a detached one, or in a file that is complete. */
async function eventsAnywhere(): Promise<string[]> {
  const ids = (await select<{ id: string }>(db, 'SELECT id FROM event')).map(({ id }) => id);
  for (const { month, files } of await archivedMonthsTable.find(db, {})) {
    const file = files?.find(({ table }) => table === 'event');
    if (file !== undefined) ids.push(...linesOf(file).map((line) => (JSON.parse(line) as { id: string }).id));
    else ids.push(...(await select<{ id: string }>(db, `SELECT id FROM event_${month}`)).map(({ id }) => id));
  }
  return ids.sort();
}

test('if a run dies after any step, nothing is lost, and the next run finishes the work', async () => {
  const all = [...months.values()].flat().sort();
  // A month takes five steps.
  for (const steps of [1, 2, 3, 4, 5, 6, 8, 3]) {
    await archiveMonths(activities, steps);
    expect(await eventsAnywhere()).toEqual(all);
  }
  await archiveMonths(activities);
  expect(await eventsAnywhere()).toEqual(all);
  expect((await archivedMonthsTable.find(db, {})).map(({ month }) => month).sort()).toEqual([...DUE_MONTHS].sort());
  // Repeated attempts wrote the same files, and left nothing behind.
  expect(readdirSync(folder)).toHaveLength(DUE_MONTHS.length * (MONTHLY_TABLES.length + 1));
  expect(await activities.nextMonth()).toEqual({ month: null, note: 'No month is old enough.' });
});

test('a process that is killed while it writes leaves the rows where they are', { timeout: 180_000 }, async () => {
  const all = [...months.values()].flat().sort();
  const program = join(import.meta.dirname, 'archive.program.fixture.ts');
  const partial = () => readdirSync(folder).filter((file) => file.endsWith('.partial'));
  for (let death = 0; death < 2; death += 1) {
    const [before] = partial();
    const child = spawn(process.execPath, [program, database.url, folder], { stdio: 'inherit' });
    const isWriting = async () => partial().length === 1 && partial()[0] !== before;
    await until(isWriting, 'it writes a file in the place of the one before', 60_000);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await eventsAnywhere()).toEqual(all);
    expect(await archived()).toEqual([]);
  }
  await archiveMonths(activities);
  expect(await eventsAnywhere()).toEqual(all);
  expect(partial()).toEqual([]);
});

test('a month waits while a webhook of it is to be sent, or a message of it waits', async () => {
  const [id = ''] = months.get('first') ?? [];
  const waits = { month: null, note: expect.stringContaining('first waits') };
  await execute(db, 'UPDATE webhook_delivery SET next_attempt_at = now() WHERE event_id = $1', [id]);
  expect(await activities.nextMonth()).toEqual(waits);
  await execute(db, 'UPDATE webhook_delivery SET next_attempt_at = NULL WHERE event_id = $1', [id]);
  await inTransaction(db, (tx) => enqueue(tx, [{ topic: 'event.invoice.done', payload: {}, eventId: id }]));
  expect(await activities.nextMonth()).toEqual(waits);
  await execute(db, 'DELETE FROM outbox');
  const parked = `INSERT INTO parked_message (id, queue, event_id, topic, payload, attempts, reason)
    VALUES ($1, 'webhooks', $2, 'event.invoice.done', '{}', 20, 'broken')`;
  await execute(db, parked, [newId(), id]);
  expect(await activities.nextMonth()).toEqual(waits);
  await execute(db, 'DELETE FROM parked_message');
  expect(await activities.nextMonth()).toMatchObject({ month: 'first' });
});

test('transactions that are under way are not waited for: the step fails, changes nothing and is repeated', async () => {
  await inTransaction(db, async (tx) => {
    await execute(tx, 'UPDATE event SET type = type WHERE id = $1', [months.get('2027_12')?.[0]]);
    expect(sqlState(await activities.nextMonth().catch((error: unknown) => error))).toBe('55P03');
  });
  expect(await archivedMonthsTable.find(db, {})).toEqual([]);
  expect(await activities.nextMonth()).toMatchObject({ month: 'first' });
});

test('tables are dropped only when their files are as they were written', async () => {
  const { month } = await activities.nextMonth();
  if (month === null) throw new Error('A month is due.');
  const files: ArchivedFile[] = [];
  for (const table of MONTHLY_TABLES) files.push(await activities.archiveTable({ month, table }));
  const [first] = files;
  if (first === undefined) throw new Error('There are files.');
  const path = join(folder, first.file);
  const intact = readFileSync(path);
  for (const damaged of [intact.subarray(0, -9), Buffer.concat([intact, intact])]) {
    writeFileSync(path, damaged);
    await expect(activities.finishMonth({ month, files })).rejects.toThrow(first.file);
  }
  rmSync(path);
  await expect(activities.finishMonth({ month, files })).rejects.toThrow('ENOENT');
  expect(await exists('event_first')).toBe(true);
  writeFileSync(path, intact);
  await activities.finishMonth({ month, files });
  await activities.finishMonth({ month, files });
  expect(await exists('event_first')).toBe(false);
});

test('a table that takes longer to count than ordinary statements may is counted', async () => {
  const { month } = await activities.nextMonth();
  if (month === null) throw new Error('A month is due.');
  const hasty = connect(database.url, { poolSize: 1 });
  try {
    await execute(hasty, "SET statement_timeout = '200ms'");
    await execute(db, `ALTER TABLE event_${month} RENAME TO kept_events`);
    await execute(db, `CREATE VIEW event_${month} AS SELECT e.* FROM kept_events e, (SELECT pg_sleep(0.3) OFFSET 0) s`);
    await expect(select(hasty, `SELECT FROM event_${month}`)).rejects.toThrow('statement timeout');
    expect(await countArchivedRows(hasty, 'event', month)).toBe(3);
  } finally {
    await hasty.close();
  }
});

test('without settings nothing is archived, and a folder that is not there is no reason to lose rows', async () => {
  const off = createArchiveActivities({ db, settings: undefined, nowMs: () => ARCHIVING_AT_MS });
  expect((await off.nextMonth()).month).toBeNull();
  const settings = { afterMonths: AFTER_MONTHS, folder: join(folder, 'not-mounted') };
  const lost = createArchiveActivities({ db, settings, nowMs: () => ARCHIVING_AT_MS });
  await expect(archiveMonths(lost)).rejects.toThrow('ENOENT');
  expect(existsSync(settings.folder)).toBe(false);
  expect(await eventsAnywhere()).toEqual([...months.values()].flat().sort());
});

test('what has left is no longer listed, and everything else is', async () => {
  const { profileId } = await one<{ profileId: string }>(db, 'SELECT profile_id AS "profileId" FROM event LIMIT 1');
  expect((await listDeliveries(db, { profileId })).total).toBe(15);
  await activities.nextMonth();
  expect((await listDeliveries(db, { profileId })).total).toBe(12);
});
