import type pg from 'pg';
import {
  firstIdOf,
  MONTHLY_TABLES,
  type Month,
  type MonthlyTable,
  missingMonths,
} from '../../domain/reports/months.ts';

/**
 * Makes the months that the tables lack, within a transaction. Existing months are left alone, and several processes
 * may call it at once: one makes them. It gives up soon where somebody holds a lock that it needs, because others would
 * wait behind it.
 * @returns the new partitions
 */
export async function ensureMonths(client: pg.ClientBase, nowMs: number): Promise<string[]> {
  const { rows: locks } = await client.query<{ locked: boolean }>(lockSql);
  if (locks[0]?.locked !== true) return [];
  await client.query(`SET LOCAL lock_timeout = '100ms'`);
  const { rows: ends } = await client.query<TableEnd>(endsSql);
  const made: string[] = [];
  for (const table of MONTHLY_TABLES) {
    const end = ends.find((each) => each.table === table);
    if (end === undefined) throw new Error(`The table ${table} has no partitions.`);
    for (const month of missingMonths(end.endMs, nowMs)) {
      for (const sql of partitionSql(table, month)) await client.query(sql);
      made.push(`${table}_${month.name}`);
    }
  }
  return made;
}

interface TableEnd {
  readonly table: MonthlyTable;
  readonly endMs: number;
}

/** Tables are attached, because that locks out neither readers nor writers of the others. */
function partitionSql(table: MonthlyTable, { name, fromMs, toMs }: Month): string[] {
  const partition = `${table}_${name}`;
  const bounds = `FROM ('${firstIdOf(fromMs)}') TO ('${firstIdOf(toMs)}')`;
  return [
    `CREATE TABLE ${partition} (LIKE ${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`,
    `ALTER TABLE ${table} ATTACH PARTITION ${partition} FOR VALUES ${bounds}`,
    ...(table === 'webhook_attempt' ? [deliveryOfAttempt(name)] : []),
  ];
}

/** From month to month, so that detaching one of deliveries need not look for attempts in all the others. */
function deliveryOfAttempt(month: string): string {
  return `ALTER TABLE webhook_attempt_${month} ADD CONSTRAINT webhook_attempt_event_id_fkey
    FOREIGN KEY (event_id) REFERENCES webhook_delivery_${month}`;
}

const lockSql = `SELECT pg_try_advisory_xact_lock(hashtextextended('months', 0)) AS locked`;

/** Every partition with its end, from the time in its bound. */
export const partitionsSql = `
  SELECT t.relname AS "table", p.relname AS "partition",
    ('x' || left(replace(bound, '-', ''), 12))::bit(48)::bigint::float8 AS "endMs"
  FROM pg_inherits i JOIN pg_class t ON t.oid = i.inhparent JOIN pg_class p ON p.oid = i.inhrelid
  CROSS JOIN substring(pg_get_expr(p.relpartbound, p.oid) FROM $$TO \\('([^']+)'\\)$$) AS bound
  WHERE t.relkind = 'p' AND t.relnamespace = 'public'::regnamespace`;

/** Where the last partition of each table ends. */
export const endsSql = `SELECT "table", max("endMs") AS "endMs" FROM (${partitionsSql}) p GROUP BY 1`;

/** When the oldest month of events that is not archived began; null while none was. */
export const startSql = `
  SELECT min(('x' || left(replace(bound, '-', ''), 12))::bit(48)::bigint::float8) FILTER (WHERE bound IS NOT NULL)
    * CASE WHEN bool_or(bound IS NULL) THEN NULL ELSE 1 END AS "startMs"
  FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhrelid
  CROSS JOIN substring(pg_get_expr(p.relpartbound, p.oid) FROM $$FROM \\('([^']+)'\\)$$) AS bound
  WHERE i.inhparent = 'public.event'::regclass`;
