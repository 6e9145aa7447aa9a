import type { Db, Tx } from '../core/sequelize.ts';
import { execute, one, select } from '../core/sql.ts';
import type { AccountRef } from './accounts.ts';
import { lockBalances } from './balances.ts';

/**
 * Why outgoing money of accounts is frozen: each cause ends separately. `invoice:<id>`, `deposit:<id>`: it is in error
 * after a reorganization; `contradiction:<id>`: statements of the bank contradict each other about money of the owner.
 */
export type FreezeCause = `invoice:${string}` | `deposit:${string}` | `contradiction:${string}`;

/**
 * Freezes outgoing money of these accounts (holds, and transfers marked `outgoing`) until all their causes have ended.
 * Waits for signatures in progress. Repeating it changes nothing.
 */
export async function freeze(tx: Tx, cause: FreezeCause, accounts: readonly AccountRef[]): Promise<void> {
  // FOR UPDATE first: the signer's lock would let a weaker lock pass, and upgrading it later could deadlock.
  await execute(tx, lockForFreezeSql, [
    accounts.map(({ owner }) => owner),
    accounts.map(({ mode }) => mode),
    accounts.map(({ asset }) => asset),
    accounts.map(({ kind }) => kind),
  ]);
  const ids = (await lockBalances(tx, accounts)).map(({ id }) => id);
  await execute(tx, addCauseSql, [cause, ids]);
  await execute(tx, frozenSinceSql, [ids]);
}

/**
 * Ends a cause on all its accounts; an account with another cause stays frozen. Does nothing if the cause froze
 * nothing.
 */
export async function unfreeze(tx: Tx, cause: FreezeCause): Promise<void> {
  const rows = await select<{ id: string }>(tx, lockCauseSql, [cause]);
  const ids = rows.map(({ id }) => id);
  await execute(tx, 'DELETE FROM account_freeze WHERE cause = $1 AND account_id = ANY($2::bigint[])', [cause, ids]);
  await execute(tx, frozenSinceSql, [ids]);
}

/**
 * Freezes outgoing money of all merchants in both modes, including accounts created later, because the books are wrong.
 * Waits for signatures in progress, so none follows its commit. Independent of every {@link FreezeCause}.
 */
export async function freezeBooks(tx: Tx): Promise<void> {
  await execute(tx, 'UPDATE books_freeze SET since = now() WHERE since IS NULL');
}

/** Ends {@link freezeBooks}; only an operator may. @returns whether money was frozen. */
export async function unfreezeBooks(tx: Tx): Promise<boolean> {
  return (await execute(tx, 'UPDATE books_freeze SET since = NULL WHERE since IS NOT NULL')) === 1;
}

/** When all outgoing money was frozen; null while it is not. */
export async function booksFrozenSince(on: Db | Tx): Promise<Date | null> {
  return (await one<{ since: Date | null }>(on, 'SELECT since FROM books_freeze')).since;
}

const lockForFreezeSql = `
  SELECT a.id FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS w (owner, mode, asset, kind)
  JOIN account a USING (owner, mode, asset, kind) ORDER BY a.id FOR UPDATE OF a`;

const addCauseSql = `
  INSERT INTO account_freeze (cause, account_id) SELECT $1, unnest($2::bigint[]) ON CONFLICT DO NOTHING`;

const lockCauseSql = `
  SELECT id
  FROM account
  WHERE id IN (SELECT account_id FROM account_freeze WHERE cause = $1)
  ORDER BY id
  FOR NO KEY UPDATE`;

// A separate statement after the lock, so that it sees what others committed during the wait.
const frozenSinceSql = `
  UPDATE account a
  SET frozen_at = (SELECT min(since) FROM account_freeze WHERE account_id = a.id)
  WHERE id = ANY($1::bigint[])`;
