import pg from 'pg';
import { Sequelize, type Transaction } from 'sequelize';
import { type Notifier, openNotifier } from './notify.ts';
import { pgClientOf } from './pg-client.ts';

/** A transaction: the first parameter of everything in `db/` that writes. */
export type Tx = Transaction;

/** What runs in a transaction of something else, by name: see process/reactions.ts. */
export type Handlers = ReadonlyMap<string, readonly ((tx: Tx, subjects: readonly never[]) => Promise<unknown>)[]>;

/**
 * The database as one process sees it: a general pool, a small pool for money and one connection for notifications.
 * Connections are opened when first needed.
 */
export interface Db {
  readonly url: string;
  readonly sequelize: Sequelize;
  /** Transactions that lock balances go through few connections: more of them only wait for the same rows. */
  readonly money: Sequelize;
  readonly notifier: Notifier;
  /** Who reacts to what: whoever has a connection has all of them, so that none can be forgotten. */
  readonly reactions: Handlers;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Connections of the general pool. */
  readonly poolSize?: number;
  /** Connections for {@link moneyTransaction}; 2 to 4 are fastest. */
  readonly moneyPoolSize?: number;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName?: string;
}

/** Makes the pools; nothing is contacted yet. To be called by connect.ts alone, which knows the reactions. */
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
 * Runs `work` in one transaction (READ COMMITTED) and commits; any error rolls everything back and is thrown on. A
 * transaction in which a statement failed cannot commit, even when `work` swallowed the error.
 */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return run(db, db.sequelize, work);
}

/** The same over the small pool for money: settlements, holds, payments. */
export function moneyTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return run(db, db.money, work);
}

/**
 * Runs a whole transaction again when Postgres ended it for the sake of another one (serialisation failure, deadlock).
 * Only ever put it around `inTransaction(…)` as a whole: a part of a transaction cannot be repeated.
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
 * Calls `hook` once the transaction is committed, and never when it was rolled back. It must not throw and is not
 * awaited for. On a `Db` it is called at once: a statement of its own is committed when it has answered.
 */
export function onCommit(on: Tx | Db, hook: () => void): void {
  if (isDb(on)) hook();
  else stateOf(on).hooks.push(hook);
}

/**
 * Calls `hook` when the work of the transaction is done, right before its commit and as part of it: for what must be
 * locked last. An error of it rolls everything back.
 */
export function beforeCommit(tx: Tx, hook: () => Promise<void>): void {
  stateOf(tx).lastSteps.push(hook);
}

/** The database a transaction belongs to. */
export function dbOf(on: Tx | Db): Db {
  return isDb(on) ? on : stateOf(on).db;
}

/** True outside of any transaction. */
export function isDb(on: Tx | Db): on is Db {
  return 'notifier' in on;
}

/** The SQLSTATE of a Postgres error, also when Sequelize wrapped it. */
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
    // COMMIT of a failed transaction answers "ROLLBACK" without an error: the caller would believe in it.
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
    // A connection that hangs in a transaction would hold its locks for good.
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
