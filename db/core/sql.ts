import { createHash } from 'node:crypto';
import type pg from 'pg';
import { pgClientOf } from './pg-client.ts';
import { type Db, isDb, type Tx } from './sequelize.ts';

/** A statement that each connection parses and plans once. For hot, constant SQL. */
export interface Prepared {
  readonly name: string;
  readonly text: string;
}

/**
 * Names constant SQL so that a connection prepares it once. Never for SQL built at run time: plans are kept forever.
 */
export function prepared(text: string): Prepared {
  return { name: createHash('sha256').update(text).digest('hex').slice(0, 32), text };
}

/**
 * A parameter that the planner does not look at, so that a connection keeps the plan of the statement. It would
 * otherwise plan it again for each array, whose length it sees, and for each id of a table that is divided by month:
 * that takes longer than most statements run. Not where another value needs another plan.
 */
export function unseen(parameter: string): string {
  return `(SELECT ${parameter})`;
}

/**
 * The rows of a statement with `$1` binds. BIGINT, NUMERIC and counts arrive as strings, TIMESTAMPTZ as Date, BYTEA as
 * Buffer. Bind a bigint directly, JSON as `json(value)`; read arrays of numbers as text (`amount::text`).
 *
 * On a transaction it is part of it; on a `Db` it is a transaction of its own on a connection of the pool.
 */
export async function select<Row>(on: Tx | Db, sql: string | Prepared, bind: readonly unknown[] = []): Promise<Row[]> {
  const { rows } = await query(on, sql, bind);
  return rows as Row[];
}

/** The only row. @throws Error when there is none or more than one. */
export async function one<Row>(on: Tx | Db, sql: string | Prepared, bind: readonly unknown[] = []): Promise<Row> {
  const row = await maybeOne<Row>(on, sql, bind);
  if (row === undefined) throw new Error('A row was expected and there is none.');
  return row;
}

/** The only row, or undefined. @throws Error when there is more than one. */
export async function maybeOne<Row>(
  on: Tx | Db,
  sql: string | Prepared,
  bind: readonly unknown[] = [],
): Promise<Row | undefined> {
  const rows = await select<Row>(on, sql, bind);
  if (rows.length > 1) throw new Error(`One row was expected and there are ${rows.length}.`);
  return rows[0];
}

/** Runs a statement and gives the number of rows it wrote. */
export async function execute(on: Tx | Db, sql: string | Prepared, bind: readonly unknown[] = []): Promise<number> {
  const { rowCount } = await query(on, sql, bind);
  return rowCount ?? 0;
}

/** Waits for the lock of this name, and keeps it until the transaction ends: what is named is done one at a time. */
export async function lockUntilCommit(tx: Tx, name: string): Promise<void> {
  await execute(tx, namedLockSql, [name]);
}

/**
 * Lets the statements of a transaction take longer than ordinary ones may, because they read a whole history, and sort
 * it in memory, which is faster.
 */
export async function allowHours(tx: Tx): Promise<void> {
  await execute(tx, hoursSql);
}

const hoursSql = prepared(`SELECT set_config('statement_timeout', '2h', true), set_config('work_mem', '256MB', true)`);

const namedLockSql = prepared('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))');

/** A value as JSON text for a JSONB parameter: an array bound as it is would become a Postgres array. */
export function json(value: unknown): string {
  return JSON.stringify(value);
}

/**
 * A CTE that lets the commit of its statement return before the disk write, for writes that can be repeated, because a
 * server crash loses the last ones. Use it only in single statements, because it applies until the end of the
 * transaction; the statement must read from it.
 */
export const RELAXED = `relaxed AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))`;

async function query(on: Tx | Db, sql: string | Prepared, bind: readonly unknown[]): Promise<pg.QueryResult> {
  const config = typeof sql === 'string' ? { text: sql, values: [...bind] } : { ...sql, values: [...bind] };
  if (!isDb(on)) return queryWithin(pgClientOf(on), config);
  const connections = on.sequelize.connectionManager;
  const client = (await connections.getConnection({ type: 'read' })) as pg.Client;
  try {
    return await client.query(config);
  } finally {
    connections.releaseConnection(client);
  }
}

/**
 * Postgres reports an error before the state of its transaction. Later code, even if it ignores the error, must see
 * that the transaction has failed, so this waits for an empty statement, which failed transactions accept as well.
 */
async function queryWithin(client: pg.Client, config: pg.QueryConfig): Promise<pg.QueryResult> {
  try {
    return await client.query(config);
  } catch (error) {
    await client.query('').catch(() => undefined);
    throw error;
  }
}
