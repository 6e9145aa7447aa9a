import pg from 'pg';
import { Sequelize, Transaction } from 'sequelize';
import { type Notifier, openNotifier } from './notify.ts';
import { pgClientOf } from './pg-client.ts';

/** A transaction: the first parameter of everything in `db/` that writes. */
export type Tx = Transaction;

/** Handlers that run in another process's transaction, by name: see process/reactions.ts. */
export type Handlers = ReadonlyMap<string, readonly ((tx: Tx, subjects: readonly never[]) => Promise<unknown>)[]>;

/**
 * The database as one process sees it: a general pool, a small pool for money and one connection for notifications.
 * Connections are opened when first needed.
 */
export interface Db {
  readonly url: string;
  readonly sequelize: Sequelize;
  /** Transactions that lock balances use few connections: more would only wait for the same rows. */
  readonly money: Sequelize;
  readonly notifier: Notifier;
  /** All reactions come with the connection, so that none can be forgotten. */
  readonly reactions: Handlers;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Connections of the general pool. */
  readonly poolSize?: number;
  /** Connections for {@link moneyTransaction}; 2 to 4 are fastest. */
  readonly moneyPoolSize?: number;
  /** The name in `pg_stat_activity`. */
  readonly applicationName?: string;
}

/** Creates the pools without connecting. Only for connect.ts, which has the reactions. */
export function openPools(url: string, reactions: Handlers, options: ConnectOptions): Db {
  const name = options.applicationName ?? 'tidegate';
  const sequelize = openPool(url, options.poolSize ?? 8, name);
  const money = openPool(url, options.moneyPoolSize ?? 3, `${name}-money`);
  const notifier = openNotifier(url, `${name}-notify`);
  const db: Db = {
    url,
    sequelize,
    money,
    notifier,
    reactions,
    close: async () => {
      await notifier.close();
      await Promise.all([sequelize.close(), money.close()]);
    },
  };
  return db;
}

/**
 * Runs `work` in one transaction (READ COMMITTED) and commits; any error rolls everything back and is rethrown. A
 * transaction with a failed statement cannot commit, even if `work` ignored the error.
 */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return run(db, db.sequelize, work);
}

/** The same with the small pool for money: settlements, holds, payments. */
export function moneyTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return run(db, db.money, work);
}

/**
 * Runs one statement of Sequelize on a connection of the pool. Postgres commits it by itself: a beginning and an end
 * would each be a round trip more.
 */
export async function onConnection<T>(db: Db, statement: (on: Tx) => Promise<T>): Promise<T> {
  const connections = db.sequelize.connectionManager;
  const connection = await connections.getConnection({ type: 'write' });
  // Sequelize takes the connection of a transaction without asking whether that has begun.
  const on = Object.assign(new Transaction(db.sequelize, {}), { connection });
  try {
    return await statement(on);
  } finally {
    connections.releaseConnection(connection);
  }
}

/**
 * Repeats a whole transaction that Postgres ended because of another one (serialization failure, deadlock). Wrap only a
 * complete `inTransaction(…)`: a part of a transaction cannot be repeated.
 */
export async function retrying<T>(transaction: () => Promise<T>, attempts = 5): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt >= attempts || !isContention(error)) throw error;
      await new Promise((resolve) =>
        setTimeout(resolve, Math.random() * Math.min(10 * 2 ** attempt, MAX_RETRY_PAUSE_MS)),
      );
    }
  }
}

/**
 * Calls `hook` after the commit, and never after a rollback. It must not throw and is not awaited. On a `Db` it is
 * called at once: a single statement is committed when it returns.
 */
export function onCommit(on: Tx | Db, hook: () => void): void {
  if (isDb(on)) hook();
  else stateOf(on).hooks.push(hook);
}

/**
 * Calls `hook` after the work of the transaction, right before the commit and as part of it: for rows that must be
 * locked last. Its error rolls everything back.
 */
export function beforeCommit(tx: Tx, hook: () => Promise<void>): void {
  stateOf(tx).lastSteps.push(hook);
}

/** The database of a transaction. */
export function dbOf(on: Tx | Db): Db {
  return isDb(on) ? on : stateOf(on).db;
}

/** True outside any transaction. */
export function isDb(on: Tx | Db): on is Db {
  return 'notifier' in on;
}

/** The SQLSTATE of a Postgres error, also if Sequelize wrapped it. */
export function sqlState(error: unknown): string | undefined {
  return postgresError(error)?.code;
}

const MAX_RETRY_PAUSE_MS = 250;

interface TxState {
  readonly db: Db;
  readonly hooks: (() => void)[];
  readonly lastSteps: (() => Promise<void>)[];
}

const states = new WeakMap<Tx, TxState>();

async function run<T>(db: Db, pool: Sequelize, work: (tx: Tx) => Promise<T>): Promise<T> {
  const hooks: (() => void)[] = [];
  const result = await pool.transaction(async (tx) => {
    const lastSteps: TxState['lastSteps'] = [];
    states.set(tx, { db, hooks, lastSteps });
    const value = await work(tx);
    for (const step of lastSteps) await step();
    // COMMIT of a failed transaction returns "ROLLBACK" without an error, so the caller would not notice.
    if (pgClientOf(tx).getTransactionStatus() === 'E')
      throw new Error('A statement failed in this transaction, so it cannot be committed.');
    return value;
  });
  for (const hook of hooks) hook();
  return result;
}

function stateOf(tx: Tx): TxState {
  const state = states.get(tx);
  if (!state) throw new Error('This transaction was not started by inTransaction().');
  return state;
}

function openPool(url: string, max: number, applicationName: string): Sequelize {
  return new Sequelize(url, {
    dialect: 'postgres',
    logging: false,
    timezone: '+00:00',
    pool: { max, min: 0, acquire: 30_000, idle: 60_000 },
    define: { underscored: true, freezeTableName: true, timestamps: false },
    // A connection that hangs in a transaction would hold its locks forever.
    dialectOptions: {
      application_name: applicationName,
      keepAlive: true,
      statement_timeout: 60_000,
      idle_in_transaction_session_timeout: 60_000,
    },
  });
}

function isContention(error: unknown): boolean {
  const state = sqlState(error);
  return state === '40001' || state === '40P01';
}

function postgresError(error: unknown): { readonly code?: string } | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('original' in error) return postgresError(error.original);
  return error instanceof pg.DatabaseError ? (error as { code?: string }) : undefined;
}
