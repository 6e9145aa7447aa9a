import { type ArchivedFile, MONTHLY_TABLES, type MonthlyTable } from '../../domain/reports/months.ts';
import { type Db, inTransaction, type Tx } from '../core/sequelize.ts';
import { allowHours, execute, maybeOne, one, select } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import { partitionsSql } from './months.ts';
import { archivedMonthsTable } from './rows.ts';

/** The month that was detached; null with the reason if there was none. */
export interface DetachedMonth {
  readonly month: string | null;
  readonly note: string;
}

/** The month that was detached and whose tables are still there. */
export async function detachedMonth(db: Db): Promise<string | undefined> {
  return (await archivedMonthsTable.findOne(db, { droppedAt: null }))?.month;
}

/**
 * Takes the oldest month out of its tables if it ended by `beforeMs` and nothing in it has to be continued. From then
 * on nobody changes it, so that its files are complete. @throws a Postgres error of a lock that is not free: try again
 */
export async function detachOldestMonth(tx: Tx, beforeMs: number): Promise<DetachedMonth> {
  const oldest = await maybeOne<{ month: string; endMs: number }>(tx, oldestSql);
  if (oldest === undefined || oldest.endMs > beforeMs) return { month: null, note: 'No month is old enough.' };
  const { month } = oldest;
  if (await isUnfinished(tx, month)) return waitsFor(month);
  // Only the tables themselves: every user of a month locks its table first. The wait is short, because others wait
  // too.
  await execute(tx, `SET LOCAL lock_timeout = '100ms'`);
  await execute(tx, `LOCK TABLE ${MONTHLY_TABLES.map((name) => `ONLY ${name}`).join(', ')} IN ACCESS EXCLUSIVE MODE`);
  if (await isUnfinished(tx, month)) return waitsFor(month);
  for (const table of MONTHLY_TABLES) await execute(tx, `ALTER TABLE ${table} DETACH PARTITION ${table}_${month}`);
  await archivedMonthsTable.create(tx, { month });
  return { month, note: `Archiving ${month}.` };
}

/** Pages of a detached table's rows, each as one line of JSON, in the order of its key. */
export async function* archivedRows(db: Db, table: MonthlyTable, month: string): AsyncGenerator<readonly string[]> {
  await requireDetached(db, month);
  const keys = KEYS[table];
  const sql = `
    SELECT to_jsonb(t)::text AS line, ARRAY[${keys.map((key) => `${key}::text`).join(', ')}] AS key
    FROM ${table}_${month} t
    WHERE (${keys.join(', ')}) > (${keys.map((_, index) => `$${index + 1}`).join(', ')})
    ORDER BY ${keys.join(', ')} LIMIT ${PAGE}`;
  let after: readonly string[] = ['00000000-0000-0000-0000-000000000000', '0'].slice(0, keys.length);
  for (;;) {
    const rows = await select<{ line: string; key: string[] }>(db, sql, after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(({ line }) => line);
    after = last.key;
  }
}

/** How many rows a detached table has. */
export async function countArchivedRows(db: Db, table: MonthlyTable, month: string): Promise<number> {
  await requireDetached(db, month);
  return inTransaction(db, async (tx) => {
    await allowHours(tx);
    return Number((await one<{ rows: string }>(tx, `SELECT count(*) AS rows FROM ${table}_${month}`)).rows);
  });
}

/** Drops the tables of a month and notes its files; does nothing if that was done. */
export async function dropArchivedMonth(tx: Tx, month: string, files: readonly ArchivedFile[]): Promise<void> {
  const row = await archivedMonthsTable.findOne(tx, { month }, { lock: tx.LOCK.UPDATE });
  if (row === undefined) throw new Error(`The month ${month} was never detached.`);
  if (row.droppedAt !== null) return;
  // Each refers to rows of other tables, which have to be locked for a moment as well.
  await execute(tx, `SET LOCAL lock_timeout = '100ms'`);
  for (const table of MONTHLY_TABLES.toReversed()) await execute(tx, `DROP TABLE ${table}_${month}`);
  await archivedMonthsTable.update(tx, { files, droppedAt: NOW }, { month });
}

const PAGE = 1_000;

const KEYS: Readonly<Record<MonthlyTable, readonly string[]>> = {
  event: ['id'],
  webhook_delivery: ['event_id'],
  webhook_attempt: ['event_id', 'attempt'],
};

/** Also because the name of the month becomes a part of statements. */
async function requireDetached(db: Db, month: string): Promise<void> {
  if ((await detachedMonth(db)) !== month) throw new Error(`The month ${month} is not being archived.`);
}

function waitsFor(month: string): DetachedMonth {
  return { month: null, note: `${month} waits: a webhook is still to be sent, or a message of it waits.` };
}

async function isUnfinished(tx: Tx, month: string): Promise<boolean> {
  const sql = `
    SELECT EXISTS (SELECT FROM webhook_delivery_${month} WHERE next_attempt_at IS NOT NULL)
      OR EXISTS (
        SELECT FROM (SELECT event_id FROM outbox UNION ALL SELECT event_id FROM parked_message) o
        JOIN event_${month} e ON e.id = o.event_id
      ) AS unfinished`;
  return (await one<{ unfinished: boolean }>(tx, sql)).unfinished;
}

const oldestSql = `
  SELECT substr("partition", length('event_') + 1) AS month, "endMs" FROM (${partitionsSql}) p
  WHERE "table" = 'event' ORDER BY "endMs" LIMIT 1`;
