import type { Mode } from '../../domain/assets.ts';
import type { Db, Tx } from '../sequelize.ts';
import { execute, select } from '../sql.ts';
import { type AccountRef, accountKey, type LockedAccount, lockAccounts } from './accounts.ts';

/** One account's amounts in minor units, its stripes added up. */
export interface Balance {
  readonly asset: string;
  readonly kind: string;
  readonly debitsPending: bigint;
  readonly debitsPosted: bigint;
  readonly creditsPending: bigint;
  readonly creditsPosted: bigint;
  /** Credits posted less debits posted: what belongs to the owner, held money included. */
  readonly total: bigint;
  /** What a new hold or transfer could take: the total less what is held. */
  readonly spendable: bigint;
  readonly frozen: boolean;
}

/** All accounts of an owner in a mode, by asset and kind. Reads without locking. */
export async function balances(
  on: Tx | Db,
  owner: { readonly owner: string; readonly mode: Mode },
): Promise<Balance[]> {
  const rows = await select<BalanceRow>(on, balancesSql, [owner.owner, owner.mode]);
  return rows.map((row) => {
    const debitsPending = BigInt(row.debits_pending);
    const total = BigInt(row.credits_posted) - BigInt(row.debits_posted);
    return {
      asset: row.asset,
      kind: row.kind,
      debitsPending,
      debitsPosted: BigInt(row.debits_posted),
      creditsPending: BigInt(row.credits_pending),
      creditsPosted: BigInt(row.credits_posted),
      total,
      spendable: total - debitsPending,
      frozen: row.frozen,
    };
  });
}

/**
 * Locks accounts that are not striped and tells what is in them, for a decision that depends on it (how much of a credit can still be
 * taken back). They stay locked to the end of the transaction.
 */
export async function lockBalances(tx: Tx, accounts: readonly AccountRef[]): Promise<LockedAccount[]> {
  const stripes = accounts.map((account) => ({ ...account, stripe: 0 }));
  const locked = await lockAccounts(tx, stripes);
  return stripes.flatMap((account) => locked.get(accountKey(account)) ?? []);
}

/** Stops outgoing money of these accounts (holds; transfers marked `outgoing`). Waits for signatures that are being made. Frozen again changes nothing. */
export async function freeze(tx: Tx, accounts: readonly AccountRef[]): Promise<void> {
  // For update first of all: the signer's lock would let a weaker one by, and to ask for more later could deadlock.
  await execute(tx, lockForFreezeSql, [
    accounts.map(({ owner }) => owner),
    accounts.map(({ mode }) => mode),
    accounts.map(({ asset }) => asset),
    accounts.map(({ kind }) => kind),
  ]);
  const locked = await lockBalances(tx, accounts);
  await execute(tx, 'UPDATE account SET frozen_at = now() WHERE id = ANY($1::bigint[]) AND frozen_at IS NULL', [
    locked.map(({ id }) => id),
  ]);
}

/** Lets outgoing money through again. */
export async function unfreeze(tx: Tx, accounts: readonly AccountRef[]): Promise<void> {
  const locked = await lockBalances(tx, accounts);
  await execute(tx, 'UPDATE account SET frozen_at = NULL WHERE id = ANY($1::bigint[])', [locked.map(({ id }) => id)]);
}

/**
 * Freezes every account that holds a merchant's money, in both modes: the books are wrong, nothing may leave.
 * @returns how many were not frozen before.
 */
export function freezeAllOutgoing(tx: Tx): Promise<number> {
  return execute(
    tx,
    `UPDATE account SET frozen_at = now() WHERE id IN (
       SELECT id FROM account WHERE NOT may_go_negative AND frozen_at IS NULL ORDER BY id FOR UPDATE)`,
  );
}

interface BalanceRow {
  asset: string;
  kind: string;
  debits_pending: string;
  debits_posted: string;
  credits_pending: string;
  credits_posted: string;
  frozen: boolean;
}

const lockForFreezeSql = `
  SELECT a.id FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS w (owner, mode, asset, kind)
  JOIN account a USING (owner, mode, asset, kind) ORDER BY a.id FOR UPDATE OF a`;

const balancesSql = `
  SELECT asset, kind, sum(debits_pending) AS debits_pending, sum(debits_posted) AS debits_posted,
         sum(credits_pending) AS credits_pending, sum(credits_posted) AS credits_posted, bool_or(frozen_at IS NOT NULL) AS frozen
  FROM account WHERE owner = $1 AND mode = $2
  GROUP BY asset, kind ORDER BY asset, kind`;
