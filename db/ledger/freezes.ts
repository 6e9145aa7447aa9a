import type { Db, Tx } from '../sequelize.ts';
import { execute, one, select } from '../sql.ts';
import type { AccountRef } from './accounts.ts';
import { lockBalances } from './balances.ts';

/**
 * Why outgoing money of accounts is stopped: each cause ends alone. `invoice:<id>` is in error after a reorganisation.
 */
export type FreezeCause = `invoice:${string}`;

/**
 * Stops outgoing money of these accounts (holds; transfers marked `outgoing`) until every cause that froze them is
 * gone. Waits for signatures that are being made. The same again changes nothing.
 */
export async function freeze(tx: Tx, cause: FreezeCause, accounts: readonly AccountRef[]): Promise<void> {
  // For update first of all: the signer's lock would let a weaker one by, and to ask for more later could deadlock.
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
 * Ends a cause wherever it stands; an account with another one stays frozen. Nothing happens where it froze nothing.
 */
export async function unfreeze(tx: Tx, cause: FreezeCause): Promise<void> {
  const rows = await select<{ id: string }>(tx, lockCauseSql, [cause]);
  const ids = rows.map(({ id }) => id);
  await execute(tx, 'DELETE FROM account_freeze WHERE cause = $1 AND account_id = ANY($2::bigint[])', [cause, ids]);
  await execute(tx, frozenSinceSql, [ids]);
}

/**
 * Stops outgoing money of all merchants in both modes, of accounts that are made later, too: the books are wrong. Waits
 * for signatures that are being made, so none follows its commit. Independent of every {@link FreezeCause}.
 */
export async function freezeBooks(tx: Tx): Promise<void> {
  await execute(tx, 'UPDATE books_freeze SET since = now() WHERE since IS NULL');
}

/** Ends what {@link freezeBooks} began, as only an operator may. @returns whether money was stopped. */
export async function unfreezeBooks(tx: Tx): Promise<boolean> {
  return (await execute(tx, 'UPDATE books_freeze SET since = NULL WHERE since IS NOT NULL')) === 1;
}

/** Since when the outgoing money of all is stopped; null when it is not. */
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

// A statement of its own, after the lock: it sees what others committed while it was waited for.
const frozenSinceSql = `
  UPDATE account a
  SET frozen_at = (SELECT min(since) FROM account_freeze WHERE account_id = a.id)
  WHERE id = ANY($1::bigint[])`;
